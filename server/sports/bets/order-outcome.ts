/** Calculates the outcome of one order on matches from its ticket, the version that it was sold under, and the results. */
import type { MatchResult, SportTicket } from '../../../engine/rules/sports/index.ts';
import { settleOutright, settleSport } from '../../../engine/rules/sports/index.ts';
import type { OutrightPick } from '../../../engine/rules/sports/outright.ts';
import type { Querying } from '../../platform/index.ts';
import type { Sports } from '../versions.ts';

export interface OutrightTicket {
  readonly game: string;
  readonly market: string;
  readonly edition: string;
  readonly picks: readonly OutrightPick[];
}

/** A row of the database's orders_on. */
export interface OrderOnMatch {
  readonly user_id: number;
  readonly id: string;
  readonly hash: string;
  readonly ticket: SportTicket | OutrightTicket;
  readonly units: readonly number[] | null;
  readonly amount: number;
  readonly status: string;
  /** Null while a match has no result. */
  readonly results: Readonly<Record<string, MatchResult & { readonly state?: 'won' | 'out' | 'void' }>> | null;
}

/** A won prize in the column sport_orders.outcome. */
export interface StoredSportWin {
  readonly tier: string;
  readonly legs: number;
  readonly count: number;
  readonly prizeFen: number;
}

/** The end of an order, an item of the list for the SQL function end_sport_orders. */
export interface SportOrderEnd {
  readonly user: number;
  readonly id: string;
  readonly prize: number;
  readonly refund: number;
  readonly outcome: readonly StoredSportWin[];
}

export const isOutright = (ticket: SportTicket | OutrightTicket): ticket is OutrightTicket => 'picks' in ticket;

/** Throws where nobody can tell: a version that is not there, a final price that is missing, an amount past all numbers. */
export async function orderEndOf(
  sports: Pick<Sports, 'byHash' | 'outrightByHash'>,
  client: Querying,
  order: OrderOnMatch,
  prizes?: Readonly<Record<string, number>>,
): Promise<SportOrderEnd> {
  const { user_id: user, id, ticket, hash } = order;
  const results = order.results ?? {};
  if (isOutright(ticket)) {
    const { outright } = await sports.outrightByHash(hash, client);
    const picks = settleOutright(outright, ticket.picks, (code) => {
      const state = results[code]?.state;
      return state === 'out' ? 'lost' : (state ?? 'lost');
    });
    const sum = (of: 'won' | 'void') => picks.reduce((total, { state, fen }) => total + (state === of ? fen : 0n), 0n);
    const outcome = ticket.picks.flatMap(({ code, times }, i): StoredSportWin[] =>
      picks[i]?.state === 'won' ? [{ tier: code, legs: 1, count: times, prizeFen: safeInteger(picks[i].fen) }] : [],
    );
    return { user, id, prize: safeInteger(sum('won')), refund: safeInteger(sum('void')), outcome };
  }
  const { compiled } = await sports.byHash(hash, client);
  // Its game is gone, so that the match looked like any other: it waits for its pool, and has not lost.
  if (compiled.table === undefined && prizes === undefined) throw new Error('the pool of its issue is not shared out');
  const settled = settleSport(compiled, order.units === null ? ticket : { ...ticket, units: order.units }, results, prizes);
  return {
    user,
    id,
    prize: safeInteger(settled.prizeFen - settled.refundFen),
    refund: safeInteger(settled.refundFen),
    outcome: settled.wins.map(({ tier, legs, count, prizeFen }) => ({
      tier,
      legs,
      count: safeInteger(count),
      prizeFen: safeInteger(prizeFen),
    })),
  };
}

export function safeInteger(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} does not fit a safe integer`);
  return Number(value);
}
