/**
 * Plays that return more or less to players than is usual. Nothing is wrong with such a file, and one more digit in a prize is the mistake that
 * costs most: the command line warns, and the workshop wants it said a second time.
 */
import type { Finding } from '../descriptions/problem.ts';
import { periodsInForceAt, instantOf, boundaryInstants } from '../descriptions/periods.ts';
import { gameAt } from '../descriptions/sets.ts';
import type { DrawShape, Game, GameDescription, Play } from '../descriptions/types.ts';
import { compiledPlay } from './compile.ts';
import { percentText } from './fraction-text.ts';
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
  turn?: PrizeChange,
): Finding | undefined {
  const outside = outsideBand(returns, band);
  if (outside === undefined) return undefined;
  const named = `${play.name} ${play.code}`;
  return {
    code: 'RETURN_BAND',
    pointer: turn?.pointer ?? placeOf(document, play.code),
    details: { play: turn === undefined ? named : `${named}（${turn.name}）`, found: percentText(outside), low: band.low, high: band.high },
  };
}

interface CachedReturns {
  readonly draw: DrawShape;
  readonly unitFen: number;
  readonly returns: Returns;
}

/** Returns that were worked out already: games of a family share its plays, and forty games of one are worked out once. */
export type ReturnsCache = WeakMap<Play, CachedReturns>;

/** An instant at which prizes become others, as a warning names it, and the place of the file that says so. */
export interface PrizeChange {
  readonly name: string;
  readonly pointer: string;
}

/** A play that pays otherwise from an instant on: as it is then. */
export interface ChangedPlay {
  readonly turn: PrizeChange;
  readonly game: Game;
  readonly play: Play;
}

/** The plays that dated prizes and bonus periods (加奖) change, at each instant that changes them, in order; those of a family's own dates point at it. Plays that the pool changes follow. */
export function changedPlays(document: GameDescription, resolved: Game): ChangedPlay[] {
  const found: ChangedPlay[] = [];
  for (const wall of boundaryInstants(resolved)) {
    const game = gameAt(resolved, instantOf(wall, resolved.schedule));
    const { changes, bonuses } = periodsInForceAt(resolved, wall);
    for (const play of game.playGroups.flatMap((group) => group.plays)) {
      const about = ({ prizes }: { readonly prizes: readonly { readonly plays: readonly string[] }[] }) =>
        prizes.some(({ plays }) => plays.includes(play.code));
      const own = bonuses.filter(about);
      const changed = changes.filter(about).at(-1);
      const period = own.find(({ from }) => from === wall) ?? own.at(-1);
      // Prizes that changed within a bonus period are by themselves once it is over.
      const bared =
        resolved.bonusPeriods?.some((each) => each.until === wall && about(each) && changed && changed.from > each.from) ?? false;
      // Where nothing about this play turns now, it was looked at before.
      if (!bared && !own.some(({ from }) => from === wall) && changed?.from !== wall) continue;
      const pointer = period
        ? placeIn(document, 'bonusPeriods', resolved.bonusPeriods, period)
        : placeIn(document, 'datedPrizes', resolved.datedPrizes, changed);
      found.push({ turn: { name: period?.name ?? `${wall.slice(0, 10)} 起`, pointer }, game, play });
    }
  }
  return [...found, ...playsByPool(resolved)];
}

/** The plays that a condition of the pool changes, while it alone is in force. */
function playsByPool(resolved: Game): ChangedPlay[] {
  return (resolved.poolPrizes ?? []).flatMap(({ id, name, prizes }, index) => {
    const game = gameAt(resolved, undefined, [id]);
    const codes = new Set(prizes.flatMap(({ plays }) => plays));
    return game.playGroups
      .flatMap(({ plays }) => plays.filter(({ code }) => codes.has(code)))
      .map((play) => ({ turn: { name, pointer: `/poolPrizes/${index}/prizes` }, game, play }));
  });
}

function placeIn<T>(
  document: GameDescription,
  list: 'bonusPeriods' | 'datedPrizes',
  all: readonly T[] | undefined,
  one: T | undefined,
): string {
  return document[list] === undefined ? '/family' : `/${list}/${all?.indexOf(one as T) ?? 0}/prizes`;
}

/** The warnings of a game, one play after the other: so that a server can pause in between. */
export function* bandFindings(
  document: GameDescription,
  resolved: Game,
  band: Band,
  known: ReturnsCache = new WeakMap(),
): Generator<Finding | undefined> {
  const game = gameAt(resolved);
  const returnsOf = (at: Game, play: Play): Returns | undefined => {
    const unitFen = play.unitFen ?? at.unitFen;
    const before = known.get(play);
    if (before?.draw === at.draw && before.unitFen === unitFen) return before.returns;
    const compiled = compiledPlay(at, play);
    const returns = playReturns({ game: at, plays: [compiled], play: () => compiled }, play.code);
    if (returns !== undefined) known.set(play, { draw: at.draw, unitFen, returns });
    return returns;
  };
  for (const play of game.playGroups.flatMap((group) => group.plays)) {
    const returns = returnsOf(game, play);
    if (returns !== undefined) yield bandFinding(document, play, returns, band);
  }
  for (const { turn, game: at, play } of changedPlays(document, resolved)) {
    const returns = returnsOf(at, play);
    if (returns !== undefined) yield bandFinding(document, play, returns, band, turn);
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
