import { gameAt } from '../../descriptions/sets.ts';
import type { Zone } from '../../descriptions/types.ts';
import type { Version } from './runtime.ts';

/** The zones of a draw (unix ms) as they are on its day: its signs are not those of the issue on sale. */
export const zonesOfDraw = ({ described, game }: Version, drawsAt: number): readonly Zone[] =>
  (described ? gameAt(described, drawsAt) : game).draw.zones;
