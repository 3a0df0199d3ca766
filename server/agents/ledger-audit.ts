/** In order in the books: every rebate was booked, and every score that was turned into money paid. */
import type { LedgerAuditClauses } from '../ledger/index.ts';

export const agentAuditClauses: LedgerAuditClauses = {
  faults: [
    `SELECT 'rebates of ' || coalesce(r.user_id, f.user_id), (coalesce(f.got, 0) - coalesce(r.due, 0))::bigint FROM (
          SELECT a.user_id, sum(a.owed) + coalesce(sum(b.posted), 0) AS due
            FROM agents a LEFT JOIN (SELECT beneficiary, sum(posted) AS posted FROM agent_rebates GROUP BY 1) b ON b.beneficiary = a.user_id GROUP BY 1) r
        FULL JOIN (SELECT user_id, sum(CASE credit WHEN 'score' THEN amount ELSE -amount END) AS got FROM movements WHERE kind = 'rebate' AND ref IS NOT NULL GROUP BY 1) f USING (user_id)
       WHERE coalesce(f.got, 0) <> coalesce(r.due, 0)`,
    `SELECT 'score turned into money ' || f.user_id, sum(CASE f.kind WHEN 'rebateIn' THEN f.amount ELSE -f.amount END)::bigint FROM movements f
       WHERE f.kind IN ('rebateOut', 'rebateIn') AND f.ref IS NOT NULL GROUP BY f.user_id, f.ref HAVING sum(CASE f.kind WHEN 'rebateIn' THEN f.amount ELSE -f.amount END) <> 0`,
  ],
};
