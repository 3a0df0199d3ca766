/** In order in the books: every order has its stake, its detail and its prize or refund, every chase its tickets, and every fen of a pool is paid or carried on. */
import type { LedgerAuditClauses } from '../ledger/index.ts';

export const lotteryAuditClauses: LedgerAuditClauses = {
  sums: {
    stake: `coalesce(sum(amount) FILTER (WHERE kind = 'stake'), 0)`,
    prize: `coalesce(sum(amount) FILTER (WHERE kind = 'prize'), 0)`,
    refund: `coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)`,
  },
  faults: [
    `SELECT 'stake of ' || t.id, t.amount FROM parts t LEFT JOIN posted f ON f.user_id = t.user_id AND f.ref = t.id
       WHERE coalesce(f.stake, 0) <> t.amount`,
    `SELECT 'prize of ' || t.id, t.prize FROM parts t LEFT JOIN posted f ON f.user_id = t.user_id AND f.ref = t.id
       WHERE t.kind <> 'sport' AND coalesce(f.prize, 0) <> t.prize`,
    `SELECT 'late bet ' || t.id, t.placed_at - i.closes_at FROM parts t JOIN issues i USING (game, issue)
       WHERE t.placed_at >= i.closes_at OR (t.placed_at < i.opens_at AND t.parent IS NULL) OR i.backfilled OR t.due_at <> i.draws_at`,
    `SELECT 'refund of ' || t.id, t.amount FROM parts t LEFT JOIN posted f ON f.user_id = t.user_id AND f.ref = t.id
       WHERE t.kind <> 'sport' AND coalesce(f.refund, 0) <> CASE t.status WHEN 'cancelled' THEN t.amount ELSE 0 END`,
    `SELECT 'chase ' || c.id, c.amount FROM orders c JOIN chases d USING (user_id, id)
       WHERE (SELECT coalesce(sum(amount), 0) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id) <> c.amount
          OR (SELECT count(*) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id) <> d.issues
          OR c.due_at <> (SELECT max(t.due_at) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id AND (t.status <> 'cancelled' OR c.status = 'cancelled'))`,
    `SELECT 'movement without order ' || f.user_id || '/' || f.seq, f.amount FROM movements f
       WHERE f.ref IS NOT NULL AND f.kind IN ('stake', 'prize', 'refund', 'prizeBack', 'refundBack')
         AND NOT EXISTS (SELECT 1 FROM parts t WHERE t.user_id = f.user_id AND t.id = f.ref)`,
    `SELECT 'pool of ' || coalesce(p.game, m.game), coalesce(p.balance, 0) - coalesce(m.sum, 0) FROM pools p FULL JOIN (
        SELECT substr(account, 6) AS game, sum(amount)::bigint AS sum FROM (
          SELECT debit AS account, -amount AS amount FROM movements WHERE user_id = 0 UNION ALL SELECT credit, amount FROM movements WHERE user_id = 0) legs
         WHERE account ^@ 'pool:' GROUP BY 1) m USING (game) WHERE coalesce(p.balance, 0) <> coalesce(m.sum, 0)`,
    `SELECT 'pool of ' || game || ', movements of issues', p.balance - i.sum FROM pools p JOIN (
        SELECT game, sum(fed + added - paid)::bigint AS sum FROM issue_pools GROUP BY game) i USING (game)
       WHERE p.balance - i.sum <> coalesce((SELECT sum(amount) FROM movements
         WHERE user_id = 0 AND kind = 'poolGuarantee' AND reason = 'return' AND credit = 'pool:' || game), 0)`,
    `SELECT 'promised of the pool of ' || game, sum(promised - paid) FROM issue_pools JOIN pools USING (game)
       WHERE paid <> promised GROUP BY game, balance HAVING sum(promised - paid) > balance`,
  ],
};
