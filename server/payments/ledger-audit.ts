/** In order in the books: every withdrawal is held, paid or given back. */
import type { LedgerAuditClauses } from '../ledger/index.ts';

export const paymentAuditClauses: LedgerAuditClauses = {
  sums: {
    bonus: `coalesce(sum(amount) FILTER (WHERE kind = 'bonus'), 0)`,
  },
  faults: [
    `SELECT 'withdrawal ' || w.id, w.amount FROM withdrawals w LEFT JOIN (
          SELECT user_id, ref, sum(amount) FILTER (WHERE kind = 'withdrawRequest') AS asked, sum(amount) FILTER (WHERE kind = 'withdrawPaid') AS paid,
                 sum(amount) FILTER (WHERE kind = 'fee') AS fee, sum(amount) FILTER (WHERE kind = 'withdrawCancel') AS back
            FROM movements WHERE kind IN ('withdrawRequest', 'withdrawPaid', 'withdrawCancel', 'fee') GROUP BY user_id, ref) f
          ON f.user_id = w.user_id AND f.ref = w.id
       WHERE coalesce(f.asked, 0) <> w.amount OR coalesce(f.paid, 0) <> CASE w.state WHEN 'paid' THEN w.amount - w.fee ELSE 0 END
          OR coalesce(f.fee, 0) <> CASE w.state WHEN 'paid' THEN w.fee ELSE 0 END
          OR coalesce(f.back, 0) <> CASE WHEN w.state IN ('refused', 'returned', 'withdrawn', 'filled') THEN w.amount ELSE 0 END`,
    `SELECT 'movement without withdrawal ' || f.user_id || '/' || f.seq, f.amount FROM movements f
       WHERE f.kind IN ('withdrawRequest', 'withdrawPaid', 'withdrawCancel') AND f.ref IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.user_id = f.user_id AND w.id = f.ref)`,
    `SELECT 'steps of withdrawal ' || w.id, w.amount FROM withdrawals w
       WHERE (SELECT s.state FROM withdrawal_steps s WHERE s.user_id = w.user_id AND s.withdrawal_id = w.id ORDER BY s.n DESC LIMIT 1) IS DISTINCT FROM w.state`,
    `SELECT 'bonus of fill ' || x.id, x.bonus FROM recharge_conversions x LEFT JOIN posted f ON f.user_id = x.user_id AND f.ref = x.id
       WHERE coalesce(f.bonus, 0) <> x.bonus`,
  ],
};
