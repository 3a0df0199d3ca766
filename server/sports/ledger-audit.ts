/** In order in the books: every ticket of matches has its legs and its prize, every fen of a pool is paid or carried on. */
import type { LedgerAuditClauses } from '../ledger/index.ts';

export const sportAuditClauses: LedgerAuditClauses = {
  sums: {
    ends: `coalesce(sum(got) FILTER (WHERE kind IN ('prize', 'refund', 'prizeBack', 'refundBack')), 0)`,
  },
  faults: [
    `SELECT 'prize and refund of ' || s.id, s.prize + s.refund FROM sport_orders s LEFT JOIN posted f ON f.user_id = s.user_id AND f.ref = s.id
       WHERE s.user_id <> 0 AND coalesce(f.ends, 0) <> s.prize + CASE s.status WHEN 'cancelled' THEN s.amount ELSE s.refund END + s.written_off`,
    `SELECT 'legs of ' || d.id, count(*) FROM (
          SELECT s.user_id, s.id, s.game, e->>'match' AS match_id FROM sport_orders s, jsonb_array_elements(s.ticket->'matches') e
          UNION ALL
          SELECT s.user_id, s.id, s.game, outright_key(s.ticket->>'market', s.ticket->>'edition', e->>'code') FROM sport_orders s, jsonb_array_elements(s.ticket->'picks') e) d
        LEFT JOIN sport_legs l ON l.user_id = d.user_id AND l.order_id = d.id AND l.game = d.game AND l.match_id = d.match_id
       GROUP BY d.user_id, d.id HAVING count(l.order_id) <> count(*)`,
    `SELECT 'late bet ' || s.id, s.placed_at - o.pass_stops_at FROM sport_orders s JOIN sport_legs l ON l.user_id = s.user_id AND l.order_id = s.id
        JOIN offers o ON o.game = l.game AND o.match_id = l.match_id
       WHERE s.placed_at >= greatest(o.single_stops_at, o.pass_stops_at)`,
    `SELECT 'pool of ' || p.game || ' ' || p.issue || ' ' || p.play, p.pool_fen FROM sport_pools p
       WHERE p.pool_fen + p.carried_in <> p.carried_out + (SELECT coalesce(sum((t->>'paid')::bigint), 0) FROM jsonb_array_elements(p.tiers) t)`,
  ],
};
