/**
 * What must hold of group orders (合买) and of bets that follow a release (跟单): after every commit (rows of AFTER_TOGETHER_COMMIT are what is
 * broken) and at the end.
 */
import type { Querying } from '../../../server/platform/database/database.ts';

/** Movements of a share that happen once: those of a corrected result come as often as that is corrected. */
const ONCE = `(kind IN ('hmJoin', 'hmGuarantee', 'hmPlay') OR kind IN ('hmPrize', 'hmCommission') AND reason = 'win'
  OR kind = 'hmRefund' AND reason IN ('failed', 'cancel', 'unused'))`;

export const AFTER_GROUP_COMMIT = `
  SELECT 'group order ' || o.id || ' (' || o.state || ') has ' || coalesce(e.held, 0) || ' in escrow, and ' || o.sold || ' taken and ' || o.guarantee
         || ' guaranteed shares of ' || o.share_fen AS what
    FROM group_buy_orders o LEFT JOIN (
      SELECT k.group_buy_id, sum(CASE f.credit WHEN 'escrow:hm' THEN f.amount ELSE -f.amount END) AS held
        FROM movements f JOIN (SELECT id, group_buy_id FROM group_buy_joins UNION SELECT guarantee_id, id FROM group_buy_orders) k ON k.id = f.ref
       WHERE 'escrow:hm' IN (f.debit, f.credit) GROUP BY k.group_buy_id) e ON e.group_buy_id = o.id
   WHERE coalesce(e.held, 0) <> CASE o.state WHEN 'open' THEN (o.sold + o.guarantee) * o.share_fen ELSE 0 END
  UNION ALL
  SELECT 'group order ' || o.id || ' (' || o.state || ') has ' || coalesce(t.n, 0) || ' tickets of ' || coalesce(t.fen, 0) || ', of which ' || coalesce(t.on, 0) || ' count'
    FROM group_buy_orders o LEFT JOIN (
      SELECT id, count(*) AS n, sum(amount) AS fen, count(*) FILTER (WHERE status <> 'cancelled') AS on FROM orders WHERE user_id = 0 GROUP BY id) t USING (id)
   WHERE coalesce(t.n, 0) <> (o.played_at IS NOT NULL)::int OR t.fen <> o.total OR coalesce(t.on, 0) <> (o.state IN ('played', 'won', 'lost'))::int
  UNION ALL
  SELECT 'ticket ' || t.id || ' is of no group order' FROM orders t LEFT JOIN group_buy_orders o ON o.id = t.id WHERE t.user_id = 0 AND o.id IS NULL
  UNION ALL
  SELECT 'group order ' || o.id || ' has sold ' || o.sold || ' shares to ' || o.people || ', and there are ' || s.shares || ' of ' || s.people
    FROM group_buy_orders o JOIN (
      SELECT group_buy_id, sum(shares) AS shares, count(DISTINCT user_id) AS people, sum(prize + commission) AS prize, sum(refund) AS refund, sum(amount) AS paid
        FROM group_buy_joins GROUP BY group_buy_id) s ON s.group_buy_id = o.id
   WHERE s.shares <> o.sold OR s.people <> o.people OR s.prize <> o.prize OR s.paid <> o.sold * o.share_fen
      OR s.refund <> CASE WHEN o.state IN ('failed', 'cancelled') OR o.state = 'void' AND o.played_at IS NULL THEN s.paid ELSE o.refund END
  UNION ALL
  SELECT 'shares ' || j.id || ' were taken at ' || j.placed_at || ', and their group order stopped at ' || o.stops_at
    FROM group_buy_joins j JOIN group_buy_orders o ON o.id = j.group_buy_id WHERE j.placed_at >= o.stops_at
  UNION ALL
  SELECT 'shares ' || j.id || ' have ' || j.prize || ', ' || j.commission || ' and ' || j.refund || ' (' || j.written_off || ' written off) and were given ' || coalesce(f.sum, 0)
    FROM group_buy_joins j LEFT JOIN (
      SELECT ref, sum(CASE credit WHEN 'wallet' THEN amount ELSE -amount END) AS sum FROM movements
       WHERE kind IN ('hmPrize', 'hmCommission', 'hmRefund', 'hmPrizeBack', 'hmRefundBack') AND reason <> 'unused' GROUP BY ref) f ON f.ref = j.id
   WHERE coalesce(f.sum, 0) <> j.prize + j.commission + j.refund + j.written_off
  UNION ALL
  SELECT ref || ' was given ' || count(*) || ' ' || kind FROM movements WHERE ${ONCE} GROUP BY ref, kind, reason HAVING count(*) > 1
  UNION ALL
  SELECT 'order ' || f.order_id || ' follows at ' || s.placed_at || ', and its release stopped at ' || r.stops_at || ' or was withdrawn at ' || coalesce(r.withdrawn_at, 0)
    FROM follows f JOIN releases r ON r.id = f.release_id JOIN sport_orders s ON s.id = f.order_id
   WHERE s.placed_at >= r.stops_at OR s.placed_at > r.withdrawn_at
  UNION ALL
  SELECT 'order ' || f.order_id || ' has paid ' || f.commission_fen || ' of ' || s.prize || ' and ' || s.refund || ' for ' || s.amount || ' at ' || r.commission_bp
    FROM follows f JOIN releases r ON r.id = f.release_id JOIN sport_orders s ON s.id = f.order_id
   WHERE f.commission_fen <> greatest(s.prize + f.commission_fen + s.refund - s.amount, 0) * r.commission_bp / 10000
  UNION ALL
  SELECT 'release ' || r.id || ' says ' || r.followers || ' followers of ' || r.followed_fen || ' who paid ' || r.commission_fen
    FROM releases r LEFT JOIN (
      SELECT release_id, count(DISTINCT user_id) AS people, sum(stake_fen) AS fen, sum(commission_fen) AS due, sum(written_off) AS off FROM follows
       GROUP BY release_id) f ON f.release_id = r.id
    LEFT JOIN (
      SELECT ref, sum(CASE credit WHEN 'wallet' THEN amount ELSE -amount END) AS had FROM movements
       WHERE kind IN ('followCommission', 'followCommissionBack') GROUP BY ref) t ON t.ref = r.order_id
   WHERE (r.followers, r.followed_fen, r.commission_fen) IS DISTINCT FROM (coalesce(f.people, 0)::int, coalesce(f.fen, 0)::bigint, coalesce(f.due, 0)::bigint)
      OR coalesce(t.had, 0) <> coalesce(f.due, 0) + coalesce(f.off, 0)`;

interface Share {
  readonly id: string;
  readonly type: string;
  readonly shares: number;
  readonly amount: number;
  readonly prize: number;
  readonly commission: number;
  readonly refund: number;
}
interface GroupRow {
  readonly id: string;
  readonly state: string;
  readonly total: number;
  readonly shares: number;
  readonly commission: number;
  readonly prize: number;
  readonly refund: number;
  /** Of its ticket. */
  readonly won: number | null;
  readonly back: number | null;
  readonly joins: readonly Share[];
}

/**
 * The prize of a ticket is shared out exactly: each share gets its part, rounded down. The starter gets the rest, and his commission of the profit.
 */
function splitFaults({ id, total, shares, commission, prize, refund, joins }: GroupRow): string[] {
  const [P, N, cost] = [BigInt(prize), BigInt(shares), BigInt(total - refund)];
  const fee = P > cost ? ((P - cost) * BigInt(commission)) / 100n : 0n;
  const parts = joins.map((join) => ({
    ...join,
    part: ((P - fee) * BigInt(join.shares)) / N,
    back: (BigInt(refund) * BigInt(join.shares)) / N,
  }));
  const rest = P - fee - parts.reduce((sum, { part }) => sum + part, 0n);
  const faults = parts.flatMap(({ id: share, type, amount, part, back, ...join }) => {
    const own = type === 'own';
    const due = [part + (own ? rest : 0n), own ? fee : 0n];
    const right =
      BigInt(join.prize) === due[0] &&
      BigInt(join.commission) === due[1] &&
      join.refund <= amount &&
      (own || BigInt(join.refund) === back || BigInt(join.refund) === back + 1n);
    return right
      ? []
      : [`shares ${share} of group order ${id} have ${join.prize}, ${join.commission} and ${join.refund}; due are ${due.join(' and ')}`];
  });
  const given = joins.reduce((sum, join) => sum + join.refund, 0);
  return given === refund ? faults : [...faults, `group order ${id} gave back ${given} of ${refund}`];
}

/** Every group order that is over was played or given back, and what it won was shared out as the rules say. `now`: of the world, ms. */
export async function groupFaults(admin: Querying, now: number): Promise<string[]> {
  const { rows } = await admin.query<GroupRow & { readonly stops_at: number }>(
    `SELECT o.id::text AS id, o.state, o.total, o.shares, o.commission, o.prize, o.refund, o.stops_at, t.prize AS won, s.refund AS back,
            (SELECT jsonb_agg(to_jsonb(j) ORDER BY j.id) FROM group_buy_joins j WHERE j.group_buy_id = o.id) AS joins
       FROM group_buy_orders o LEFT JOIN orders t ON t.user_id = 0 AND t.id = o.id LEFT JOIN sport_orders s ON s.user_id = 0 AND s.id = o.id ORDER BY o.id`,
  );
  const faults: string[] = [];
  for (const row of rows) {
    if (row.state === 'open' && row.stops_at < now) faults.push(`group order ${row.id} stopped at ${row.stops_at} and is still open`);
    if (row.won !== null && row.won !== row.prize)
      faults.push(`group order ${row.id} shared out ${row.prize}, and its ticket won ${row.won}`);
    if (row.back !== null && row.back !== row.refund)
      faults.push(`group order ${row.id} gave back ${row.refund}, and its ticket ${row.back}`);
    if (row.won !== null) faults.push(...splitFaults(row));
  }
  return faults;
}
