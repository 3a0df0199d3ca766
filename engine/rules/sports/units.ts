/**
 * Optimised bets (奖金优化): each single bet of a ticket has a number of units of its own (law R25). `units[i]` are the units of the i-th of
 * `distinctBets`: shorter bets first, then by match as on the ticket, then by choice as the game lists them.
 */
import { amountOf } from '../amount.ts';
import type { CompiledSport } from './compile.ts';
import type { WinningOptions } from './joined.ts';
import { betsOf, type PricedBet } from './single-bets.ts';
import type { SportTicket, SportWin } from './ticket.ts';

export type Plan = 'average' | 'hot' | 'cold';

/**
 * Distributes `units` over single bets by the prize of each. average: each unit goes to the bet that would pay least so far. hot and cold: each
 * bet gets enough units to return the whole stake, and the rest goes to the bet of the lowest (hot) or highest (cold) prize. With too few units
 * for that, hot and cold work as average. Among equal bets the first one is taken.
 */
export function distributeUnits(plan: Plan, prizesFen: readonly number[], units: number, unitFen: number): number[] {
  if (prizesFen.length === 0) return [];
  if (plan === 'average') return level(prizesFen, units);
  const stake = amountOf(BigInt(units), unitFen);
  const times = prizesFen.map((prize) => ceiling(stake, BigInt(prize)));
  const left = BigInt(units) - times.reduce((sum, each) => sum + each, 0n);
  if (left < 0n) return level(prizesFen, units);
  let target = 0;
  for (const [i, prize] of prizesFen.entries()) {
    const best = prizesFen[target] as number;
    if (plan === 'hot' ? prize < best : prize > best) target = i;
  }
  return times.map((each, i) => Number(i === target ? each + left : each));
}

/**
 * The bet with the smallest prize so far gets the next unit. A bet of prize p has paid 0, p, 2p … before each of its units, and the units go
 * to the smallest of these values over all bets. So a bisection finds the value below which every unit is given; units at exactly this
 * value are given one by one, in the order of the bets.
 */
function level(prizesFen: readonly number[], units: number): number[] {
  const prizes = prizesFen.map(BigInt);
  const wanted = BigInt(units);
  const below = (line: bigint): bigint => prizes.reduce((sum, prize) => sum + ceiling(line, prize), 0n);
  let low = 0n;
  let high = 1n;
  while (below(high) <= wanted) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (below(middle) <= wanted) low = middle;
    else high = middle;
  }
  const times = prizes.map((prize) => ceiling(low, prize));
  let left = wanted - times.reduce((sum, each) => sum + each, 0n);
  return times.map((each, i) => {
    if (left === 0n || low % (prizes[i] as bigint) !== 0n) return Number(each);
    left -= 1n;
    return Number(each + 1n);
  });
}

const ceiling = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;

/**
 * The prizes of the units, by the number of legs of a bet. `hits[i]` has the winning choices of match i by "play choice". `refundFen`: the part
 * of the prizes that refunds bets whose legs are all void.
 */
export function unitWins(
  compiled: CompiledSport,
  ticket: SportTicket,
  units: readonly number[],
  hits: readonly ReadonlyMap<string, WinningOptions>[],
): { readonly wins: readonly SportWin[]; readonly refundFen: bigint } {
  const { payout } = compiled;
  const wins = new Map<number, { tier: string; legs: number; count: bigint; prizeFen: bigint }>();
  let refundFen = 0n;
  if (payout === undefined) return { wins: [], refundFen };
  for (const [i, bet] of betsOf(compiled, ticket).entries()) {
    const times = BigInt(units[i] ?? 0);
    if (times === 0n) continue;
    const paid = paidBet(bet, hits);
    if (paid === undefined) continue;
    const fen = times * payout.fen(paid.product, bet.legs.length, paid.live);
    if (paid.live === 0) refundFen += fen;
    const win = wins.get(bet.legs.length) ?? { tier: bet.pass, legs: bet.legs.length, count: 0n, prizeFen: 0n };
    win.count += times;
    win.prizeFen += fen;
    wins.set(bet.legs.length, win);
  }
  return { wins: [...wins.values()], refundFen };
}

/** The product of the odds, and the number of legs that are not void; undefined if a leg lost. */
function paidBet(bet: PricedBet, hits: readonly ReadonlyMap<string, WinningOptions>[]): { product: bigint; live: number } | undefined {
  let product = 1n;
  let live = 0;
  for (const { at, key } of bet.legs) {
    const hit = hits[at]?.get(key);
    if (hit === undefined) return undefined;
    product *= hit.odds;
    if (hit.live) live++;
  }
  return { product, live };
}
