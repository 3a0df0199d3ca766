import { gameAt } from '../../descriptions/sets.ts';
import type { Zone } from '../../descriptions/types.ts';
import type { Version } from './runtime.ts';

/** The zones on the day of a draw (Unix ms). The signs (生肖) of an earlier draw may differ from those of the issue on sale. */
export const zonesOfDraw = ({ described, game }: Version, drawsAt: number): readonly Zone[] =>
  (described ? gameAt(described, drawsAt) : game).draw.zones;
