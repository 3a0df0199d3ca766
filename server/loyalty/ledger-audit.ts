/** In order in the books: every coupon and every purchase of the store has its movements. */
import type { LedgerAuditClauses } from '../ledger/index.ts';

export const loyaltyAuditClauses: LedgerAuditClauses = {
  faults: [
    `SELECT 'coupon of ' || u.order_id, u.fen FROM coupon_uses u LEFT JOIN (
          SELECT user_id, ref, coalesce(sum(amount) FILTER (WHERE kind = 'coupon'), 0) - coalesce(sum(amount) FILTER (WHERE kind = 'couponBack' AND reason = 'refund'), 0) AS paid,
                 coalesce(sum(amount) FILTER (WHERE kind = 'couponBack' AND reason = 'part'), 0) AS part,
                 coalesce(sum(amount) FILTER (WHERE kind = 'bonus'), 0) AS bonus
            FROM movements WHERE kind IN ('coupon', 'couponBack', 'bonus') AND ref IS NOT NULL GROUP BY user_id, ref) f ON f.user_id = u.user_id AND f.ref = u.order_id
       WHERE coalesce(f.paid, 0) <> CASE WHEN u.returned THEN 0 ELSE u.fen END OR coalesce(f.part, 0) <> u.bonus OR coalesce(f.bonus, 0) <> u.bonus`,
    `SELECT 'movement of no coupon ' || f.user_id || '/' || f.seq, f.amount FROM movements f
       WHERE f.ref IS NOT NULL AND (f.kind = 'coupon' AND f.reason = 'bet' OR f.kind = 'couponBack') AND NOT EXISTS (SELECT 1 FROM coupon_uses u WHERE u.user_id = f.user_id AND u.order_id = f.ref)`,
    `SELECT 'purchase in the store ' || p.id, p.points + p.fen FROM purchases p LEFT JOIN movements f ON f.user_id = p.user_id AND f.ref = p.id AND f.credit = 'house:store'
       WHERE coalesce(f.amount, 0) <> p.points + p.fen`,
    `SELECT 'movement of no purchase ' || f.user_id || '/' || f.seq, f.amount FROM movements f
       WHERE f.credit = 'house:store' AND f.ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.user_id = f.user_id AND p.id = f.ref)`,
  ],
};
