import type { Querying } from '../db/database.ts';

export interface BookFault {
  /** What is wrong, with the ids that it is about. */
  readonly what: string;
  /** By how much, or an amount that helps to find it. */
  readonly off: number;
}

/**
 * What is wrong with the whole of the books; nothing when they are in order. In order means: every transaction and the ledger of every unit
 * sum to zero, every movement is one that is described, every purse is the sum of its movements and every balance after is right, every
 * order has its stake, its detail and its prize or refund, every group order its shares, its escrow and its ticket, every chase its tickets, every scratch card its purchase and its prize, every point of a quiz its owner, every ticket of matches its legs, every fen of a pool is paid
 * or carried on, every commission of a release is its share of a profit and was paid, every rebate of an agent was booked and every score that was turned into money paid, and every withdrawal is held, paid or given back. Reads
 * everything: minutes on a large database.
 */
export async function bookFaults(client: Querying, most = 10): Promise<BookFault[]> {
  const { rows } =
    await client.query<BookFault>(`WITH parts AS (SELECT * FROM orders WHERE kind NOT IN ('chase', 'group') AND user_id <> 0),
  held AS (
    SELECT user_id, 'wallet' AS purse, 'fen' AS unit, balance_fen AS balance FROM wallets UNION ALL SELECT user_id, purse, unit, balance FROM purses),
  legs AS (
    SELECT user_id, seq, debit AS purse, -amount AS amount, debit_after AS after FROM transfers WHERE debit_after IS NOT NULL
    UNION ALL SELECT user_id, seq, credit, amount, credit_after FROM transfers WHERE credit_after IS NOT NULL),
  -- What was posted for each order, card or withdrawal, in one pass. Asked for one by one, a database without statistics (a young one, and the
  -- embedded one for good) reads all movements of its player for each.
  posted AS MATERIALIZED (
    SELECT user_id, ref, coalesce(sum(amount) FILTER (WHERE kind = 'stake'), 0) AS stake, coalesce(sum(amount) FILTER (WHERE kind = 'prize'), 0) AS prize,
           coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refund, coalesce(sum(amount) FILTER (WHERE kind = 'bonus'), 0) AS bonus,
           coalesce(sum(amount) FILTER (WHERE kind = 'scratchPrize'), 0) AS scratch_prize,
           coalesce(sum(got) FILTER (WHERE kind IN ('prize', 'refund', 'prizeBack', 'refundBack')), 0) AS ends,
           coalesce(sum(got) FILTER (WHERE kind IN ('followCommission', 'followCommissionBack')), 0) AS commission,
           coalesce(sum(got) FILTER (WHERE kind IN ('hmPrize', 'hmCommission', 'hmRefund', 'hmPrizeBack', 'hmRefundBack') AND reason <> 'unused'), 0) AS share,
           coalesce(sum(CASE 'escrow:hm' WHEN credit THEN amount WHEN debit THEN -amount END), 0) AS escrow
      FROM (SELECT *, CASE credit WHEN 'wallet' THEN amount ELSE -amount END AS got FROM transfers WHERE ref IS NOT NULL) f GROUP BY user_id, ref)
  SELECT * FROM (
    SELECT 'transaction ' || user_id || '/' || seq AS what, sum(amount)::bigint AS off FROM entries GROUP BY user_id, seq HAVING sum(amount) <> 0
    UNION ALL
    SELECT 'ledger of ' || unit, sum(amount)::bigint FROM entries GROUP BY unit HAVING sum(amount) <> 0
    UNION ALL
    SELECT 'undescribed ' || user_id || '/' || seq, amount FROM transfers f WHERE NOT EXISTS (
      SELECT 1 FROM movement_rules r WHERE r.kind = f.kind AND r.reason = f.reason AND r.unit = f.unit
         AND r.debit IN (f.debit, described_account(f.debit)) AND r.credit IN (f.credit, described_account(f.credit)))
    UNION ALL
    SELECT 'purse without movements, or the other way round: ' || coalesce(h.purse, l.purse) || ' ' || coalesce(h.user_id, l.user_id), 0
      FROM (SELECT * FROM held WHERE balance > 0) h FULL JOIN (SELECT DISTINCT user_id, purse FROM legs) l USING (user_id, purse)
     WHERE l.purse IS NULL OR NOT EXISTS (SELECT 1 FROM held e WHERE e.user_id = l.user_id AND e.purse = l.purse)
    UNION ALL
    SELECT h.purse || ' ' || h.user_id, h.balance - coalesce(l.sum, 0)::bigint
      FROM held h LEFT JOIN (SELECT user_id, purse, sum(amount) AS sum FROM legs GROUP BY user_id, purse) l USING (user_id, purse)
     WHERE h.balance <> coalesce(l.sum, 0)
    UNION ALL
    SELECT 'balance after ' || user_id || '/' || seq || ' ' || purse, after FROM (
      SELECT *, sum(amount) OVER (PARTITION BY user_id, purse ORDER BY seq) AS running FROM legs) t WHERE running <> after
    UNION ALL
    SELECT 'stake of ' || t.id, t.amount FROM parts t LEFT JOIN posted f ON f.user_id = t.user_id AND f.ref = t.id
     WHERE coalesce(f.stake, 0) <> t.amount
    UNION ALL
    SELECT 'prize of ' || t.id, t.prize FROM parts t LEFT JOIN posted f ON f.user_id = t.user_id AND f.ref = t.id
     WHERE t.kind <> 'sport' AND coalesce(f.prize, 0) <> t.prize
    UNION ALL
    SELECT 'prize and refund of ' || s.id, s.prize + s.refund FROM sport_orders s LEFT JOIN posted f ON f.user_id = s.user_id AND f.ref = s.id
     WHERE s.user_id <> 0 AND coalesce(f.ends, 0) <> s.prize + CASE s.status WHEN 'cancelled' THEN s.amount ELSE s.refund END + s.written_off
    UNION ALL
    SELECT 'commission of ' || f.order_id, f.commission_fen
      FROM follows f JOIN releases r ON r.id = f.release_id JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id
     WHERE f.commission_fen <> greatest(s.prize + f.commission_fen + s.refund - s.amount, 0) * r.commission_bp / 10000
    UNION ALL
    SELECT 'commission of release ' || r.id, r.commission_fen
      FROM releases r LEFT JOIN posted t ON t.user_id = r.user_id AND t.ref = r.order_id
      LEFT JOIN (SELECT release_id, sum(commission_fen) AS due, sum(written_off) AS off FROM follows GROUP BY release_id) f ON f.release_id = r.id
     WHERE r.commission_fen <> coalesce(f.due, 0) OR coalesce(t.commission, 0) <> coalesce(f.due + f.off, 0)
    UNION ALL
    SELECT 'legs of ' || d.id, count(*) FROM (
        SELECT s.user_id, s.id, s.game, e->>'match' AS match_id FROM sport_orders s, jsonb_array_elements(s.ticket->'matches') e
        UNION ALL
        SELECT s.user_id, s.id, s.game, outright_key(s.ticket->>'market', s.ticket->>'edition', e->>'code') FROM sport_orders s, jsonb_array_elements(s.ticket->'picks') e) d
      LEFT JOIN sport_legs l ON l.user_id = d.user_id AND l.order_id = d.id AND l.game = d.game AND l.match_id = d.match_id
     GROUP BY d.user_id, d.id HAVING count(l.order_id) <> count(*)
    UNION ALL
    SELECT 'late bet ' || s.id, s.placed_at - o.pass_stops_at FROM sport_orders s JOIN sport_legs l ON l.user_id = s.user_id AND l.order_id = s.id
      JOIN offers o ON o.game = l.game AND o.match_id = l.match_id
     WHERE s.placed_at >= greatest(o.single_stops_at, o.pass_stops_at)
    UNION ALL
    SELECT 'pool of ' || p.game || ' ' || p.issue || ' ' || p.play, p.pool_fen FROM sport_pools p
     WHERE p.pool_fen + p.carried_in <> p.carried_out + (SELECT coalesce(sum((t->>'paid')::bigint), 0) FROM jsonb_array_elements(p.tiers) t)
    UNION ALL
    SELECT 'late bet ' || t.id, t.placed_at - i.closes_at FROM parts t JOIN issues i USING (game, issue)
     WHERE t.placed_at >= i.closes_at OR (t.placed_at < i.opens_at AND t.parent IS NULL) OR i.backfilled OR t.due_at <> i.draws_at
    UNION ALL
    SELECT 'refund of ' || t.id, t.amount FROM parts t LEFT JOIN posted f ON f.user_id = t.user_id AND f.ref = t.id
     WHERE t.kind <> 'sport' AND coalesce(f.refund, 0) <> CASE t.status WHEN 'cancelled' THEN t.amount ELSE 0 END
    UNION ALL
    SELECT 'chase ' || c.id, c.amount FROM orders c JOIN chases d USING (user_id, id)
     WHERE (SELECT coalesce(sum(amount), 0) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id) <> c.amount
        OR (SELECT count(*) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id) <> d.issues
        OR c.due_at <> (SELECT max(t.due_at) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id AND (t.status <> 'cancelled' OR c.status = 'cancelled'))
    UNION ALL
    SELECT 'order of no kind ' || id, 0 FROM ONLY orders
    UNION ALL
    SELECT 'id of two orders ' || id, count(*) FROM orders GROUP BY user_id, id HAVING count(*) > 1
    UNION ALL
    SELECT 'movement without order ' || f.user_id || '/' || f.seq, f.amount FROM transfers f
     WHERE f.ref IS NOT NULL AND f.kind IN ('stake', 'prize', 'refund', 'prizeBack', 'refundBack')
       AND NOT EXISTS (SELECT 1 FROM parts t WHERE t.user_id = f.user_id AND t.id = f.ref)
    UNION ALL
    SELECT 'share of group order ' || j.id, j.amount FROM hm_joins j JOIN hm_orders o ON o.id = j.hm_id
      LEFT JOIN posted f ON f.user_id = j.user_id AND f.ref = j.id
     WHERE j.amount <> j.shares * o.share_fen OR j.game <> o.game OR j.issue IS DISTINCT FROM o.issue
        OR coalesce(f.share, 0) <> j.prize + j.commission + j.refund + j.written_off
    UNION ALL
    SELECT 'escrow of group order ' || o.id, coalesce(e.held, 0) FROM hm_orders o LEFT JOIN (
        SELECT k.hm_id, sum(f.escrow)::bigint AS held FROM posted f JOIN (SELECT id, hm_id FROM hm_joins UNION SELECT guarantee_id, id FROM hm_orders) k ON k.id = f.ref
         GROUP BY k.hm_id) e ON e.hm_id = o.id
     WHERE coalesce(e.held, 0) <> CASE o.state WHEN 'open' THEN (o.sold + o.guarantee) * o.share_fen ELSE 0 END
    UNION ALL
    SELECT 'group order ' || o.id, o.total FROM hm_orders o, LATERAL (
        SELECT coalesce(sum(j.shares), 0) AS shares, coalesce(sum(j.prize), 0) AS prize, coalesce(sum(j.commission), 0) AS commission,
               coalesce(sum(j.refund), 0) AS refund, count(DISTINCT j.user_id) AS people FROM hm_joins j WHERE j.hm_id = o.id) s
     WHERE s.shares <> o.sold OR s.people <> o.people OR s.commission <> o.commission_fen OR s.prize + s.commission <> o.prize
        OR (o.state IN ('played', 'won', 'lost')) <> EXISTS (SELECT 1 FROM orders t WHERE t.user_id = 0 AND t.id = o.id AND t.status <> 'cancelled')
        OR o.state IN ('played', 'won', 'lost') AND o.sold <> o.shares
    UNION ALL
    SELECT 'ticket without group order ' || t.id, t.amount FROM orders t WHERE t.user_id = 0
       AND NOT EXISTS (SELECT 1 FROM hm_orders o WHERE o.id = t.id AND o.total = t.amount AND o.prize = t.prize)
    UNION ALL
    SELECT 'escrow of group orders', s.held - o.held FROM
        (SELECT coalesce(sum(CASE credit WHEN 'escrow:hm' THEN amount ELSE -amount END), 0)::bigint AS held FROM transfers
          WHERE ref IS NOT NULL AND 'escrow:hm' IN (debit, credit)) s,
        (SELECT coalesce(sum((sold + guarantee) * share_fen), 0)::bigint AS held FROM hm_orders WHERE state = 'open') o
     WHERE s.held <> o.held
    UNION ALL
    SELECT 'pool of ' || coalesce(p.game, m.game), coalesce(p.balance, 0) - coalesce(m.sum, 0) FROM pools p FULL JOIN (
      SELECT substr(account, 6) AS game, sum(amount)::bigint AS sum FROM (
        SELECT debit AS account, -amount AS amount FROM transfers WHERE user_id = 0 UNION ALL SELECT credit, amount FROM transfers WHERE user_id = 0) legs
       WHERE account ^@ 'pool:' GROUP BY 1) m USING (game) WHERE coalesce(p.balance, 0) <> coalesce(m.sum, 0)
    UNION ALL
    SELECT 'pool of ' || game || ', movements of issues', p.balance - i.sum FROM pools p JOIN (
      SELECT game, sum(fed + added - paid)::bigint AS sum FROM issue_pools GROUP BY game) i USING (game)
     WHERE p.balance - i.sum <> coalesce((SELECT sum(amount) FROM transfers
       WHERE user_id = 0 AND kind = 'poolGuarantee' AND reason = 'return' AND credit = 'pool:' || game), 0)
    UNION ALL
    SELECT 'promised of the pool of ' || game, sum(promised - paid) FROM issue_pools JOIN pools USING (game)
     WHERE paid <> promised GROUP BY game, balance HAVING sum(promised - paid) > balance
    UNION ALL
    SELECT 'purchase of scratch cards ' || f.ref, f.amount FROM transfers f
     WHERE f.kind = 'scratch' AND f.ref IS NOT NULL AND f.amount <> (SELECT coalesce(sum(p.price), 0) FROM scratch_cards c JOIN scratch_pools p ON p.id = c.pool
             WHERE c.owner = f.user_id AND c.purchase = f.ref)
    UNION ALL
    SELECT 'scratch cards that nobody paid ' || c.purchase, count(*) FROM scratch_cards c
     WHERE c.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM transfers f WHERE f.user_id = c.owner AND f.ref = c.purchase AND f.kind = 'scratch')
     GROUP BY c.purchase
    UNION ALL
    SELECT 'scratch card ' || c.id, c.prize FROM scratch_cards c LEFT JOIN posted f ON f.user_id = c.owner AND f.ref = c.id
     WHERE c.owner IS NOT NULL AND coalesce(c.prize, 0) <> coalesce(f.scratch_prize, 0)
    UNION ALL
    SELECT 'prize of no scratch card ' || f.user_id || '/' || f.seq, f.amount FROM transfers f
     WHERE f.kind = 'scratchPrize' AND f.ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scratch_cards c WHERE c.owner = f.user_id AND c.id = f.ref)
    UNION ALL
    SELECT 'coupon of ' || u.order_id, u.fen FROM coupon_uses u LEFT JOIN (
        SELECT user_id, ref, coalesce(sum(amount) FILTER (WHERE kind = 'coupon'), 0) - coalesce(sum(amount) FILTER (WHERE kind = 'couponBack' AND reason = 'refund'), 0) AS paid,
               coalesce(sum(amount) FILTER (WHERE kind = 'couponBack' AND reason = 'part'), 0) AS part,
               coalesce(sum(amount) FILTER (WHERE kind = 'bonus'), 0) AS bonus
          FROM transfers WHERE kind IN ('coupon', 'couponBack', 'bonus') AND ref IS NOT NULL GROUP BY user_id, ref) f ON f.user_id = u.user_id AND f.ref = u.order_id
     WHERE coalesce(f.paid, 0) <> CASE WHEN u.returned THEN 0 ELSE u.fen END OR coalesce(f.part, 0) <> u.bonus OR coalesce(f.bonus, 0) <> u.bonus
    UNION ALL
    SELECT 'movement of no coupon ' || f.user_id || '/' || f.seq, f.amount FROM transfers f
     WHERE f.ref IS NOT NULL AND (f.kind = 'coupon' AND f.reason = 'bet' OR f.kind = 'couponBack') AND NOT EXISTS (SELECT 1 FROM coupon_uses u WHERE u.user_id = f.user_id AND u.order_id = f.ref)
    UNION ALL
    SELECT 'purchase in the store ' || p.id, p.points + p.fen FROM purchases p LEFT JOIN transfers f ON f.user_id = p.user_id AND f.ref = p.id AND f.credit = 'house:store'
     WHERE coalesce(f.amount, 0) <> p.points + p.fen
    UNION ALL
    SELECT 'movement of no purchase ' || f.user_id || '/' || f.seq, f.amount FROM transfers f
     WHERE f.credit = 'house:store' AND f.ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM purchases p WHERE p.user_id = f.user_id AND p.id = f.ref)
    UNION ALL
    SELECT 'small play ' || p.id, p.cost FROM small_plays p LEFT JOIN (
        SELECT user_id, ref, sum(amount) FILTER (WHERE kind = 'game') AS paid, sum(amount) FILTER (WHERE kind = 'gamePrize') AS won
          FROM transfers WHERE kind IN ('game', 'gamePrize') AND ref IS NOT NULL GROUP BY user_id, ref) f ON f.user_id = p.user_id AND f.ref = p.id
     WHERE coalesce(f.paid, 0) <> p.cost OR coalesce(f.won, 0) <> p.prize
    UNION ALL
    SELECT 'movement of no small play ' || f.user_id || '/' || f.seq, f.amount FROM transfers f
     WHERE f.kind IN ('game', 'gamePrize') AND f.ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM small_plays p WHERE p.user_id = f.user_id AND p.id = f.ref)
    UNION ALL
    SELECT 'held for a gate ' || f.ref, sum(CASE f.credit WHEN 'held' THEN f.amount ELSE -f.amount END)::bigint FROM transfers f
     WHERE f.ref IS NOT NULL AND (f.kind IN ('hold', 'release') AND f.reason = 'gate' OR f.kind = 'game' AND f.debit = 'held')
     GROUP BY f.user_id, f.ref HAVING sum(CASE f.credit WHEN 'held' THEN f.amount ELSE -f.amount END) <> 0
    UNION ALL
    SELECT 'quiz entry ' || e.id, e.points FROM quiz_entries e LEFT JOIN (
        SELECT user_id, ref, sum(amount) FILTER (WHERE kind = 'quiz') AS entered, sum(amount) FILTER (WHERE kind = 'quizPrize') AS got
          FROM transfers WHERE kind IN ('quiz', 'quizPrize') AND ref IS NOT NULL GROUP BY user_id, ref) f ON f.user_id = e.user_id AND f.ref = e.id
     WHERE coalesce(f.entered, 0) <> e.points OR coalesce(f.got, 0) <> e.prize
    UNION ALL
    SELECT 'movement of no quiz entry ' || f.user_id || '/' || f.seq, f.amount FROM transfers f
     WHERE f.kind IN ('quiz', 'quizPrize') AND f.ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM quiz_entries e WHERE e.user_id = f.user_id AND e.id = f.ref)
    UNION ALL
    SELECT 'points of quizzes', h.held - d.due FROM
        (SELECT coalesce(sum(CASE credit WHEN 'house:quiz' THEN amount ELSE -amount END), 0)::bigint AS held FROM transfers
          WHERE kind IN ('quiz', 'quizPrize') AND ref IS NOT NULL) h,
        (SELECT (coalesce((SELECT sum(points) FROM quiz_pots), 0) + coalesce((SELECT sum(carried) FROM quiz_rounds WHERE state = 'open'), 0)
           + coalesce((SELECT sum(CASE WHEN r.state = 'open' OR r.back IS NOT NULL THEN e.points WHEN e.option = r.outcome
                 THEN quiz_share(e.points, coalesce(r.taken, r.carried) + r.staked, r.share, r.right_points) ELSE 0 END)
               FROM quiz_entries e JOIN quiz_rounds r ON r.id = e.round WHERE e.status = 'placed'), 0))::bigint AS due) d
     WHERE h.held <> d.due
    UNION ALL
    SELECT 'rebates of ' || coalesce(r.user_id, f.user_id), (coalesce(f.got, 0) - coalesce(r.due, 0))::bigint FROM (
        SELECT a.user_id, sum(a.owed) + coalesce(sum(b.posted), 0) AS due
          FROM agents a LEFT JOIN (SELECT beneficiary, sum(posted) AS posted FROM agent_rebates GROUP BY 1) b ON b.beneficiary = a.user_id GROUP BY 1) r
      FULL JOIN (SELECT user_id, sum(CASE credit WHEN 'score' THEN amount ELSE -amount END) AS got FROM transfers WHERE kind = 'rebate' AND ref IS NOT NULL GROUP BY 1) f USING (user_id)
     WHERE coalesce(f.got, 0) <> coalesce(r.due, 0)
    UNION ALL
    SELECT 'score turned into money ' || f.user_id, sum(CASE f.kind WHEN 'rebateIn' THEN f.amount ELSE -f.amount END)::bigint FROM transfers f
     WHERE f.kind IN ('rebateOut', 'rebateIn') AND f.ref IS NOT NULL GROUP BY f.user_id, f.ref HAVING sum(CASE f.kind WHEN 'rebateIn' THEN f.amount ELSE -f.amount END) <> 0
    UNION ALL
    SELECT 'withdrawal ' || w.id, w.amount FROM withdrawals w LEFT JOIN (
        SELECT user_id, ref, sum(amount) FILTER (WHERE kind = 'withdrawRequest') AS asked, sum(amount) FILTER (WHERE kind = 'withdrawPaid') AS paid,
               sum(amount) FILTER (WHERE kind = 'fee') AS fee, sum(amount) FILTER (WHERE kind = 'withdrawCancel') AS back
          FROM transfers WHERE kind IN ('withdrawRequest', 'withdrawPaid', 'withdrawCancel', 'fee') GROUP BY user_id, ref) f
        ON f.user_id = w.user_id AND f.ref = w.id
     WHERE coalesce(f.asked, 0) <> w.amount OR coalesce(f.paid, 0) <> CASE w.state WHEN 'paid' THEN w.amount - w.fee ELSE 0 END
        OR coalesce(f.fee, 0) <> CASE w.state WHEN 'paid' THEN w.fee ELSE 0 END
        OR coalesce(f.back, 0) <> CASE WHEN w.state IN ('refused', 'returned', 'withdrawn', 'filled') THEN w.amount ELSE 0 END
    UNION ALL
    SELECT 'movement without withdrawal ' || f.user_id || '/' || f.seq, f.amount FROM transfers f
     WHERE f.kind IN ('withdrawRequest', 'withdrawPaid', 'withdrawCancel') AND f.ref IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.user_id = f.user_id AND w.id = f.ref)
    UNION ALL
    SELECT 'steps of withdrawal ' || w.id, w.amount FROM withdrawals w
     WHERE (SELECT s.state FROM withdrawal_steps s WHERE s.user_id = w.user_id AND s.withdrawal_id = w.id ORDER BY s.n DESC LIMIT 1) IS DISTINCT FROM w.state
    UNION ALL
    SELECT 'bonus of fill ' || x.id, x.bonus FROM withdrawal_fills x LEFT JOIN posted f ON f.user_id = x.user_id AND f.ref = x.id
     WHERE coalesce(f.bonus, 0) <> x.bonus
  ) faults LIMIT ${most}`);
  return rows;
}
