import type { ReactNode } from 'react';
import type { Draw, Zone } from '../../descriptions/types.ts';
import { Balls } from '../kit/balls.tsx';
import './last-draw.css';

/** The latest draw of a game, as the list of all games brings it. */
export interface LatestDraw {
  readonly gameCode: string;
  readonly issue: string;
  readonly numbers: Draw['numbers'];
  readonly zones?: readonly Zone[];
}

/** Latest draws by game code; undefined while they are not there. */
export function drawsByGame(value: unknown): ReadonlyMap<string, LatestDraw> | undefined {
  if (!Array.isArray(value)) return undefined;
  return new Map((value as readonly LatestDraw[]).map((draw) => [draw.gameCode, draw]));
}

/** So many balls fit beside a countdown on a screen of 320 px. */
const MOST_IN_NARROW = 5;

/** The numbers of the latest draw in one line, however many there are. The line is there before they are: nothing moves when they come. */
export function LastDraw({ draw, loading }: { readonly draw: LatestDraw | undefined; readonly loading: boolean }): ReactNode {
  if (!draw) return <span className={loading ? 'last-draw skeleton' : 'last-draw'} aria-hidden="true" />;
  const count = Object.values(draw.numbers).reduce((sum, { length }) => sum + length, 0);
  return (
    <span className={count > MOST_IN_NARROW ? 'last-draw last-draw--long' : 'last-draw'}>
      <Balls zones={draw.zones ?? []} numbers={draw.numbers} size="sm" />
    </span>
  );
}
