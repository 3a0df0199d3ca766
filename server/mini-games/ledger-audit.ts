/** In order in the books: every scratch card has its purchase and its prize, every play what it cost and won, every point of a quiz its owner. */
import type { LedgerAuditClauses } from '../ledger/index.ts';

export const miniGameAuditClauses: LedgerAuditClauses = {
  sums: {
    scratch_prize: `coalesce(sum(amount) FILTER (WHERE kind = 'scratchPrize'), 0)`,
  },
  faults: [
    `SELECT 'purchase of scratch cards ' || f.ref, f.amount FROM movements f
       WHERE f.kind = 'scratch' AND f.ref IS NOT NULL AND f.amount <> (SELECT coalesce(sum(p.price), 0) FROM scratch_cards c JOIN scratch_pools p ON p.id = c.pool
               WHERE c.owner = f.user_id AND c.purchase = f.ref)`,
    `SELECT 'scratch cards that nobody paid ' || c.purchase, count(*) FROM scratch_cards c
       WHERE c.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM movements f WHERE f.user_id = c.owner AND f.ref = c.purchase AND f.kind = 'scratch')
       GROUP BY c.purchase`,
    `SELECT 'scratch card ' || c.id, c.prize FROM scratch_cards c LEFT JOIN posted f ON f.user_id = c.owner AND f.ref = c.id
       WHERE c.owner IS NOT NULL AND coalesce(c.prize, 0) <> coalesce(f.scratch_prize, 0)`,
    `SELECT 'prize of no scratch card ' || f.user_id || '/' || f.seq, f.amount FROM movements f
       WHERE f.kind = 'scratchPrize' AND f.ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scratch_cards c WHERE c.owner = f.user_id AND c.id = f.ref)`,
    `SELECT 'small play ' || p.id, p.cost FROM small_plays p LEFT JOIN (
          SELECT user_id, ref, sum(amount) FILTER (WHERE kind = 'game') AS paid, sum(amount) FILTER (WHERE kind = 'gamePrize') AS won
            FROM movements WHERE kind IN ('game', 'gamePrize') AND ref IS NOT NULL GROUP BY user_id, ref) f ON f.user_id = p.user_id AND f.ref = p.id
       WHERE coalesce(f.paid, 0) <> p.cost OR coalesce(f.won, 0) <> p.prize`,
    `SELECT 'movement of no small play ' || f.user_id || '/' || f.seq, f.amount FROM movements f
       WHERE f.kind IN ('game', 'gamePrize') AND f.ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM small_plays p WHERE p.user_id = f.user_id AND p.id = f.ref)`,
    `SELECT 'held for a gate ' || f.ref, sum(CASE f.credit WHEN 'held' THEN f.amount ELSE -f.amount END)::bigint FROM movements f
       WHERE f.ref IS NOT NULL AND (f.kind IN ('hold', 'release') AND f.reason = 'gate' OR f.kind = 'game' AND f.debit = 'held')
       GROUP BY f.user_id, f.ref HAVING sum(CASE f.credit WHEN 'held' THEN f.amount ELSE -f.amount END) <> 0`,
    `SELECT 'quiz entry ' || e.id, e.points FROM quiz_entries e LEFT JOIN (
          SELECT user_id, ref, sum(amount) FILTER (WHERE kind = 'quiz') AS entered, sum(amount) FILTER (WHERE kind = 'quizPrize') AS got
            FROM movements WHERE kind IN ('quiz', 'quizPrize') AND ref IS NOT NULL GROUP BY user_id, ref) f ON f.user_id = e.user_id AND f.ref = e.id
       WHERE coalesce(f.entered, 0) <> e.points OR coalesce(f.got, 0) <> e.prize`,
    `SELECT 'movement of no quiz entry ' || f.user_id || '/' || f.seq, f.amount FROM movements f
       WHERE f.kind IN ('quiz', 'quizPrize') AND f.ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM quiz_entries e WHERE e.user_id = f.user_id AND e.id = f.ref)`,
    `SELECT 'points of quizzes', h.held - d.due FROM
          (SELECT coalesce(sum(CASE credit WHEN 'house:quiz' THEN amount ELSE -amount END), 0)::bigint AS held FROM movements
            WHERE kind IN ('quiz', 'quizPrize') AND ref IS NOT NULL) h,
          (SELECT (coalesce((SELECT sum(points) FROM quiz_pots), 0) + coalesce((SELECT sum(carried) FROM quiz_rounds WHERE state = 'open'), 0)
             + coalesce((SELECT sum(CASE WHEN r.state = 'open' OR r.back IS NOT NULL THEN e.points WHEN e.option = r.outcome
                   THEN quiz_share(e.points, coalesce(r.taken, r.carried) + r.staked, r.share, r.right_points) ELSE 0 END)
                 FROM quiz_entries e JOIN quiz_rounds r ON r.id = e.round WHERE e.status = 'placed'), 0))::bigint AS due) d
       WHERE h.held <> d.due`,
  ],
};
