/**
 * Ledger audit of group orders and releases: each group order has its shares, its escrow and its ticket; each commission is the right part of a
 * profit, and was paid.
 */
import type { LedgerAuditClauses } from '../ledger/index.ts';

export const socialAuditClauses: LedgerAuditClauses = {
  sums: {
    commission: `coalesce(sum(got) FILTER (WHERE kind IN ('followCommission', 'followCommissionBack')), 0)`,
    share: `coalesce(sum(got) FILTER (WHERE kind IN ('hmPrize', 'hmCommission', 'hmRefund', 'hmPrizeBack', 'hmRefundBack') AND reason <> 'unused'), 0)`,
    escrow: `coalesce(sum(CASE 'escrow:hm' WHEN credit THEN amount WHEN debit THEN -amount END), 0)`,
  },
  faults: [
    `SELECT 'commission of ' || f.order_id, f.commission_fen
        FROM follows f JOIN releases r ON r.id = f.release_id JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id
       WHERE f.commission_fen <> greatest(s.prize + f.commission_fen + s.refund - s.amount, 0) * r.commission_bp / 10000`,
    `SELECT 'commission of release ' || r.id, r.commission_fen
        FROM releases r LEFT JOIN posted t ON t.user_id = r.user_id AND t.ref = r.order_id
        LEFT JOIN (SELECT release_id, sum(commission_fen) AS due, sum(written_off) AS off FROM follows GROUP BY release_id) f ON f.release_id = r.id
       WHERE r.commission_fen <> coalesce(f.due, 0) OR coalesce(t.commission, 0) <> coalesce(f.due + f.off, 0)`,
    `SELECT 'share of group order ' || j.id, j.amount FROM group_buy_joins j JOIN group_buy_orders o ON o.id = j.group_buy_id
        LEFT JOIN posted f ON f.user_id = j.user_id AND f.ref = j.id
       WHERE j.amount <> j.shares * o.share_fen OR j.game <> o.game OR j.issue IS DISTINCT FROM o.issue
          OR coalesce(f.share, 0) <> j.prize + j.commission + j.refund + j.written_off`,
    `SELECT 'escrow of group order ' || o.id, coalesce(e.held, 0) FROM group_buy_orders o LEFT JOIN (
          SELECT k.group_buy_id, sum(f.escrow)::bigint AS held FROM posted f JOIN (SELECT id, group_buy_id FROM group_buy_joins UNION SELECT guarantee_id, id FROM group_buy_orders) k ON k.id = f.ref
           GROUP BY k.group_buy_id) e ON e.group_buy_id = o.id
       WHERE coalesce(e.held, 0) <> CASE o.state WHEN 'open' THEN (o.sold + o.guarantee) * o.share_fen ELSE 0 END`,
    `SELECT 'group order ' || o.id, o.total FROM group_buy_orders o, LATERAL (
          SELECT coalesce(sum(j.shares), 0) AS shares, coalesce(sum(j.prize), 0) AS prize, coalesce(sum(j.commission), 0) AS commission,
                 coalesce(sum(j.refund), 0) AS refund, count(DISTINCT j.user_id) AS people FROM group_buy_joins j WHERE j.group_buy_id = o.id) s
       WHERE s.shares <> o.sold OR s.people <> o.people OR s.commission <> o.commission_fen OR s.prize + s.commission <> o.prize
          OR (o.state IN ('played', 'won', 'lost')) <> EXISTS (SELECT 1 FROM orders t WHERE t.user_id = 0 AND t.id = o.id AND t.status <> 'cancelled')
          OR o.state IN ('played', 'won', 'lost') AND o.sold <> o.shares`,
    `SELECT 'ticket without group order ' || t.id, t.amount FROM orders t WHERE t.user_id = 0
         AND NOT EXISTS (SELECT 1 FROM group_buy_orders o WHERE o.id = t.id AND o.total = t.amount AND o.prize = t.prize)`,
    `SELECT 'escrow of group orders', s.held - o.held FROM
          (SELECT coalesce(sum(CASE credit WHEN 'escrow:hm' THEN amount ELSE -amount END), 0)::bigint AS held FROM movements
            WHERE ref IS NOT NULL AND 'escrow:hm' IN (debit, credit)) s,
          (SELECT coalesce(sum((sold + guarantee) * share_fen), 0)::bigint AS held FROM group_buy_orders WHERE state = 'open') o
       WHERE s.held <> o.held`,
  ],
};
