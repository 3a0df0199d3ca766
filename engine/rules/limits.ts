/**
 * Limits (限额) of one issue: a ticket's use of each, and the rest. The server counts the use under the same keys, and the phone
 * shows the rest before it sends. Amounts are fen. docs/reference/game-limits.md explains each.
 */
import { formatMoney } from '../descriptions/format.ts';
import { instantOf, boundaryInstants } from '../descriptions/periods.ts';
import type { Game, Line, PickedValue, PlayLimits, SelectionLimits, Ticket } from '../descriptions/types.ts';
import { compiledGame } from './compile.ts';
import { maxPrizeFen } from './max-prize.ts';
import { amountOf } from './amount.ts';
import type { CompiledPlay } from './types.ts';
import { formatLine } from './format-line.ts';
import { picksOf } from './zones.ts';

/** A play of more different bets has no limits of single bets: each is counted by itself. */
export const MOST_SELECTIONS = 1_000;

/** What a ticket of multiplier 1 takes of one limit in each issue that it plays. */
export interface LimitUsage {
  /** The scope of the limit: '' the issue, 'TM' a play, 'TM 8' a bet of the play. */
  readonly key: string;
  /** The stake of one player, or else what may have to be paid over all players. */
  readonly own: boolean;
  /** Index of the first line that takes of it. */
  readonly line: number;
  /** What it is called: 特码 08; '' for the issue. */
  readonly name: string;
  readonly fen: number;
  readonly most: number;
  /** Price of a bet, and a bet's use: the rest is shown as a stake. */
  readonly unit: number;
  readonly each: number;
}

/**
 * The limits that a ticket touches, each once; none for a game without limits. The ticket has passed `validateTicket`; its multiplier and issues
 * are not counted. `draws`: the time in which its issues are drawn, unix ms; of prizes that change in it the largest may have to be paid.
 */
export function limitUsages(
  game: Game,
  ticket: Pick<Ticket, 'lines'>,
  draws?: { readonly from: number; readonly until: number },
): LimitUsage[] {
  const { limits } = game;
  if (limits === undefined) return [];
  const compiled = compiledGame(game, draws?.from);
  const instants = [draws?.from, ...(draws === undefined ? [] : turnsBetween(game, draws))];
  const ids = (game.poolPrizes ?? []).map(({ id }) => id);
  const conditions = [[], ...ids.map((id) => [id]), ids];
  // The largest prize of all tables that may hold at the draw may have to be paid.
  const tables = instants.flatMap((atMs) => conditions.map((inForce) => compiledGame(game, atMs, inForce)));
  const limited = new Map(limits.plays?.map((each) => [each.play, each]));
  const takes = new Map<string, LimitUsage>();
  const take = (next: Omit<LimitUsage, 'most'>, most: number | undefined): void => {
    if (most === undefined) return;
    const id = `${next.own ? 1 : 0}${next.key}`;
    const known = takes.get(id);
    // Prices may differ from play to play: the rest of the issue is shown in the smallest.
    takes.set(id, known ? { ...known, fen: known.fen + next.fen, ...smaller(known, next) } : { ...next, most });
  };
  for (const [at, line] of ticket.lines.entries()) {
    const play = compiled.play(line.play);
    if (play === undefined) continue;
    const described = play.play;
    const unit = play.unitFen;
    const fen = Number(amountOf(play.count(line), unit));
    const own = { own: true, line: at, unit, each: unit };
    take({ ...own, key: '', name: '', fen }, limits.stakeFen);
    const ofPlay = limited.get(line.play);
    if (ofPlay === undefined) continue;
    take({ ...own, key: line.play, name: described.name, fen }, ofPlay.stakeFen);
    if (ofPlay.selection === undefined && ofPlay.selections === undefined) continue;
    for (const bet of play.expand(line)) {
      const { stakeFen, exposureFen } = limitsOfBet(ofPlay, bet);
      const named = { key: `${line.play} ${betKey(play, bet)}`, name: `${described.name} ${formatLine(described, bet)}` };
      take({ ...own, ...named, fen: unit }, stakeFen);
      if (exposureFen === undefined) continue;
      const prize = Math.max(...tables.flatMap((each) => each.play(line.play) ?? []).map((each) => maxPrizeFen(each.play, bet)));
      take({ ...named, own: false, line: at, unit, fen: prize, each: prize }, exposureFen);
    }
  }
  return [...takes.values()];
}

/** When prizes change within a span, unix ms. */
function turnsBetween(game: Game, { from, until }: { readonly from: number; readonly until: number }): number[] {
  return boundaryInstants(game)
    .map((wall) => instantOf(wall, game.schedule))
    .filter((atMs) => from < atMs && atMs <= until);
}

/** Limits of one bet: those of its value, or else those of every bet of the play. */
function limitsOfBet({ selection = {}, selections }: PlayLimits, bet: Line): SelectionLimits {
  const named = selections?.find(({ values }) => Object.values(bet.picks).some((picked) => picked.some((value) => values.includes(value))));
  return named ?? selection;
}

const smaller = (a: Omit<LimitUsage, 'most'>, b: Omit<LimitUsage, 'most'>): Pick<LimitUsage, 'unit' | 'each'> => {
  const { unit, each } = b.unit < a.unit ? b : a;
  return { unit, each };
};

/** The same for bets that are the same, however they were picked: values in order, with what was a banker among them. */
function betKey({ play }: CompiledPlay, { picks, bankers }: Line): string {
  const ordered = (values: readonly PickedValue[]): readonly PickedValue[] =>
    values.toSorted((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1));
  return play.areas.map(({ id }) => ordered([...picksOf(bankers, id), ...picksOf(picks, id)]).join(',')).join('|');
}

/** What may still be staked where `used` is taken already, in whole bets. */
export function remainingFen({ most, unit, each }: Pick<LimitUsage, 'most' | 'unit' | 'each'>, used: number): number {
  return Number(amountOf(BigInt(Math.max(0, Math.floor((most - used) / each))), unit));
}

/** 第 20261125001 期 特码 08 只剩 120.00 元可投; the server says the same (server/lottery/orders/sql/issue-limits.sql). */
export function limitText(issue: string, name: string, own: boolean, left: number): string {
  const what = name === '' ? `第 ${issue} 期` : `第 ${issue} 期 ${name}`;
  if (left > 0) return `${what} 只剩 ${formatMoney(left)} 元可投`;
  return own ? `${what} 已达限额，不能再投` : `${what} 已售完`;
}
