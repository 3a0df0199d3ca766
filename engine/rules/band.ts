/**
 * Plays that return more or less to players than is usual. Nothing is wrong with such a file, and one more digit in a prize is the mistake that
 * costs most: the command line warns, and the workshop wants it said a second time.
 */
import type { Finding } from '../descriptions/problem.ts';
import { gameAt } from '../descriptions/sets.ts';
import type { DrawShape, Game, GameDescription, Play } from '../descriptions/types.ts';
import { compiledPlay } from './compile.ts';
import { percent } from './fraction-text.ts';
import { playReturns, type Returns } from './returns.ts';
import type { Fraction } from './types.ts';

/** Percent of the price that comes back on average. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

export const USUAL_BAND: Band = { low: 50, high: 100 };

/** "50-100" → 50 % to 100 %; undefined for anything else. */
export function readBand(text: string): Band | undefined {
  const [, low, high] = /^(\d{1,4})-(\d{1,4})$/.exec(text) ?? [];
  const band = { low: Number(low), high: Number(high) };
  return low !== undefined && band.low <= band.high ? band : undefined;
}

/** Which of the two lies outside, the lowest first. */
export const outsideBand = ({ lowest, highest }: Pick<Returns, 'lowest' | 'highest'>, { low, high }: Band): Fraction | undefined =>
  [lowest, highest].find(
    ({ numerator, denominator }) => numerator * 100n < BigInt(low) * denominator || numerator * 100n > BigInt(high) * denominator,
  );

/** The warning of a play, placed where the game's own file decides about it; undefined within the band. */
export function bandFinding(
  document: GameDescription,
  play: Pick<Play, 'code' | 'name'>,
  returns: Pick<Returns, 'lowest' | 'highest'>,
  band: Band,
): Finding | undefined {
  const outside = outsideBand(returns, band);
  if (outside === undefined) return undefined;
  return {
    code: 'RETURN_BAND',
    pointer: placeOf(document, play.code),
    details: { play: `${play.name} ${play.code}`, found: percent(outside), low: band.low, high: band.high },
  };
}

interface Known {
  readonly draw: DrawShape;
  readonly unitFen: number;
  readonly returns: Returns;
}

/** Returns that were worked out already: games of a family share its plays, and forty games of one are worked out once. */
export type KnownReturns = WeakMap<Play, Known>;

/** The warnings of a game, one play after the other: whoever serves others meanwhile pauses in between. */
export function* bandFindings(
  document: GameDescription,
  resolved: Game,
  band: Band,
  known: KnownReturns = new WeakMap(),
): Generator<Finding | undefined> {
  const game = gameAt(resolved);
  for (const play of game.playGroups.flatMap((group) => group.plays)) {
    const unitFen = play.unitFen ?? game.unitFen;
    let found = known.get(play);
    if (found?.draw !== game.draw || found.unitFen !== unitFen) {
      const compiled = compiledPlay(game, play);
      const returns = playReturns({ game, plays: [compiled], play: () => compiled }, play.code);
      if (returns === undefined) continue;
      found = { draw: game.draw, unitFen, returns };
      known.set(play, found);
    }
    yield bandFinding(document, play, found.returns, band);
  }
}

/** Where the game's own file decides about a play: its prize for it, the play itself, or the family that it names. */
function placeOf(game: GameDescription, play: string): string {
  const prize = game.prizes?.findIndex((item) => item.play === play) ?? -1;
  if (prize >= 0) return `/prizes/${prize}/fen`;
  for (const [g, group] of (game.playGroups ?? []).entries())
    for (const [p, own] of group.plays.entries()) if (own.code === play) return `/playGroups/${g}/plays/${p}/prizes`;
  return '/family';
}
