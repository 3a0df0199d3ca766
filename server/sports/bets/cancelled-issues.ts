/** An issue that was cancelled (a week of 北京单场, an issue of 14 场): its orders that wait get their stake back, step by step, each once. */
import type { Querying } from '../../platform/index.ts';
import type { SportOrderEnd } from './order-outcome.ts';

interface WaitingOrder {
  readonly user_id: number;
  readonly id: string;
  readonly amount: number;
  readonly status: string;
}

export async function isIssueCancelled(client: Querying, game: string, issue: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM sport_issues WHERE game = $1 AND issue = $2 AND state = 'cancelled'`,
    [game, issue],
    'sport-issue-cancelled',
  );
  return rows.length > 0;
}

/** The next orders of the issue after (user, order): all of them, so that the last is where the next step goes on, and what those that wait are given. */
export async function nextRefunds(
  client: Querying,
  game: string,
  issue: string,
  user: number | null,
  order: string | null,
  limit: number,
): Promise<{ readonly orders: readonly WaitingOrder[]; readonly ends: readonly SportOrderEnd[] }> {
  const { rows: orders } = await client.query<WaitingOrder>(
    `SELECT user_id, id, amount, status FROM sport_orders
      WHERE game = $1 AND sold_issue = $2 AND (user_id, id) > (coalesce($3, 0), coalesce($4, '00000000-0000-0000-0000-000000000000'::uuid))
      ORDER BY user_id, id LIMIT $5`,
    [game, issue, user, order, limit],
    'sport-orders-to-refund',
  );
  return { orders, ends: orders.filter(({ status }) => status === 'placed').map(refundEndOf) };
}

export const refundEndOf = ({ user_id: user, id, amount }: Pick<WaitingOrder, 'user_id' | 'id' | 'amount'>): SportOrderEnd => ({
  user,
  id,
  prize: 0,
  refund: amount,
  outcome: [],
});
