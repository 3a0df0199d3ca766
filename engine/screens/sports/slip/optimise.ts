/** 奖金优化: the single bets of a slip, what each pays, and how a total of bets is shared out over them. */
import type { SlipPlan } from '../../../machines/match-slip.ts';
import type { PickedOdds } from '../../../machines/picked-matches.ts';
import { type CompiledSport, distinctBets, type Plan, distributeUnits, type SportTicket } from '../../../rules/sports/index.ts';
import type { SlipRuntime } from './slip-runtime.ts';

export interface SingleBet {
  /** Where it stands among the bets of the ticket. */
  readonly at: number;
  readonly legs: readonly { readonly match: string; readonly play: string; readonly choice: string }[];
  /** What one of it pays when it wins. */
  readonly prizeFen: number;
  /** Product of its odds, as decimal text. */
  readonly odds: string;
}

export const PLAN_NAMES: Readonly<Record<SlipPlan['plan'], string>> = { average: '平均', hot: '博热', cold: '博冷', own: '自选' };

/** In the order in which the server takes them. */
export function singleBets(compiled: CompiledSport, ticket: SportTicket): readonly SingleBet[] {
  const odds = new Map(ticket.matches.map(({ match, picks }) => [match, picks as PickedOdds]));
  return distinctBets(compiled, ticket).map((bet, at) => ({
    at,
    legs: bet.legs,
    prizeFen: Number(bet.prizeFen),
    odds: productOfOdds(bet.legs.map(({ match, play, choice }) => odds.get(match)?.[play]?.[choice] ?? '1')),
  }));
}

/** The slip's bets as they are now, shared out anew. */
export function optimisedPlan(slip: SlipRuntime, bets: readonly SingleBet[], plan: Plan, total: number): Omit<SlipPlan, 'bets'> {
  const { unitFen } = slip.sport.version.get().sport;
  const prizes = bets.map(({ prizeFen }) => prizeFen);
  return { plan, total, times: distributeUnits(plan, prizes, total, unitFen) };
}

/** Exact product of decimal texts, cut to two decimals: what players compare. */
export function productOfOdds(odds: readonly string[]): string {
  let value = 1n;
  let places = 0;
  for (const text of odds) {
    const [whole = '', part = ''] = text.split('.');
    value *= BigInt(whole + part);
    places += part.length;
  }
  const hundredths = places >= 2 ? value / 10n ** BigInt(places - 2) : value * 10n ** BigInt(2 - places);
  return `${hundredths / 100n}.${`${hundredths % 100n}`.padStart(2, '0')}`;
}

export type BetOrder = 'order' | 'prize' | 'times';

/** The same bets in another order; equal ones stay as they were. */
export function sortBets(bets: readonly SingleBet[], by: BetOrder, times: readonly number[]): readonly SingleBet[] {
  if (by === 'order') return bets;
  const weight = ({ at, prizeFen }: SingleBet): number => (by === 'prize' ? prizeFen : prizeFen * (times[at] ?? 0));
  return [...bets].sort((a, b) => weight(b) - weight(a) || a.at - b.at);
}
