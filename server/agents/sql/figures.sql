-- Daily figures of players and teams. They are counted from what has ended, by the day on which it did, and hold nothing that is not in
-- orders, plays, cards and movements: counting again changes nothing, and rebuild_agent_days makes the same rows from nothing.

-- Bets on one match alone have a family of their own.
CREATE FUNCTION sport_family(p_ticket jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN p_ticket->'passes' = '["1_1"]' THEN 'single' ELSE 'sport' END;
END
$$;

-- Results of these players' orders, plays and cards in a span of time, by game. base: the amount that rebates are calculated from. A round of a
-- number game, or a play, counts at most by the amount that was won or lost in it, so bets against each other earn nothing. A group order counts
-- for its starter, without the part that the site paid; its shares count for no player. p_families: game of numbers → family.
CREATE FUNCTION agent_ended(p_users bigint[], p_from bigint, p_to bigint, p_families jsonb)
RETURNS TABLE (user_id bigint, game text, family text, orders int, won int, back int, stake bigint, valid bigint, base bigint, prize bigint, refund bigint)
LANGUAGE sql STABLE SET enable_nestloop = on AS $$
  WITH rounds AS (
    SELECT o.user_id, o.game, count(*)::int AS orders, count(*) FILTER (WHERE o.status = 'won')::int AS won,
           count(*) FILTER (WHERE o.status = 'cancelled')::int AS back, sum(o.amount)::bigint AS stake,
           coalesce(sum(o.amount - coalesce(u.fen - u.bonus, 0)) FILTER (WHERE o.status <> 'cancelled'), 0)::bigint AS valid,
           sum(o.prize)::bigint AS prize, coalesce(sum(o.amount) FILTER (WHERE o.status = 'cancelled'), 0)::bigint AS refund
      FROM tickets o LEFT JOIN coupon_uses u ON u.user_id = o.user_id AND u.order_id = o.id AND NOT u.returned
     WHERE o.user_id = ANY(p_users) AND o.due_at >= p_from AND o.due_at < p_to
       AND (o.status IN ('won', 'lost', 'cancelled')
            OR o.status = 'placed' AND EXISTS (SELECT 1 FROM issues i WHERE i.game = o.game AND i.issue = o.issue AND i.state = 'settled'))
     GROUP BY o.user_id, o.game, o.issue
  ), each AS (
    SELECT r.user_id, r.game, coalesce(p_families->>r.game, 'number') AS family, r.orders, r.won, r.back, r.stake, r.valid,
           CASE WHEN r.prize > 0 THEN least(r.valid, abs(r.prize - r.valid)) ELSE r.valid END AS base, r.prize, r.refund FROM rounds r
    UNION ALL
    SELECT s.user_id, s.game, sport_family(s.ticket), 1, (s.status = 'won')::int, (s.status = 'cancelled')::int, s.amount, v.valid, v.valid, s.prize, v.refund
      FROM sport_orders s LEFT JOIN coupon_uses u ON u.user_id = s.user_id AND u.order_id = s.id AND NOT u.returned,
           LATERAL (SELECT CASE s.status WHEN 'cancelled' THEN s.amount ELSE s.refund END AS refund,
                           CASE s.status WHEN 'cancelled' THEN 0 ELSE greatest(s.amount - s.refund - coalesce(u.fen - u.bonus, 0), 0) END AS valid) v
     WHERE s.user_id = ANY(p_users) AND s.due_at >= p_from AND s.due_at < p_to AND s.status IN ('won', 'lost', 'cancelled')
    UNION ALL
    SELECT j.user_id, j.game, coalesce(p_families->>j.game, CASE WHEN j.issue IS NULL THEN 'sport' ELSE 'number' END), 1, (j.status = 'won')::int,
           (j.status = 'cancelled')::int, j.amount, v.valid, 0, j.prize, v.refund
      FROM group_buy_joins j, LATERAL (SELECT CASE j.status WHEN 'cancelled' THEN j.amount ELSE j.refund END AS refund,
                                       CASE j.status WHEN 'cancelled' THEN 0 ELSE j.amount - j.refund END AS valid) v
     WHERE j.user_id = ANY(p_users) AND j.due_at >= p_from AND j.due_at < p_to
       AND (j.status IN ('won', 'lost', 'cancelled')
            OR j.status = 'placed' AND EXISTS (SELECT 1 FROM issues i WHERE i.game = j.game AND i.issue = j.issue AND i.state = 'settled'))
    UNION ALL
    SELECT o.initiator, o.game, CASE o.kind WHEN 'sport' THEN sport_family(o.ticket) ELSE coalesce(p_families->>o.game, 'number') END, 0, 0, 0, 0, 0,
           o.total - o.refund, 0, 0
      FROM group_buy_orders o
     WHERE o.initiator = ANY(p_users) AND o.ended_at >= p_from AND o.ended_at < p_to AND o.state IN ('won', 'lost')
       AND NOT EXISTS (SELECT 1 FROM group_buy_joins j WHERE j.group_buy_id = o.id AND j.type = 'site')
    UNION ALL
    SELECT p.user_id, p.game, 'small', 1, (p.prize > 0)::int, 0, p.cost, p.cost,
           CASE WHEN p.prize > 0 THEN least(p.cost, abs(p.prize - p.cost)) ELSE p.cost END, p.prize, 0
      FROM small_plays p WHERE p.user_id = ANY(p_users) AND p.settled_at >= p_from AND p.settled_at < p_to
    UNION ALL
    SELECT c.owner, l.card, 'small', 1, (c.prize > 0)::int, 0, l.price, v.valid, v.valid, c.prize, 0
      FROM scratch_cards c JOIN scratch_pools l ON l.id = c.pool,
           -- What a scratch coupon paid was not the player's own.
           LATERAL (SELECT CASE WHEN EXISTS (SELECT 1 FROM bag_items i WHERE i.user_id = c.owner AND i.used_for = c.purchase) THEN 0 ELSE l.price END AS valid) v
     WHERE c.owner = ANY(p_users) AND c.opened_at >= p_from AND c.opened_at < p_to
  )
  SELECT e.user_id, e.game, e.family, sum(e.orders)::int, sum(e.won)::int, sum(e.back)::int, sum(e.stake)::bigint, sum(e.valid)::bigint,
         sum(e.base)::bigint, sum(e.prize)::bigint, sum(e.refund)::bigint
    FROM each e GROUP BY 1, 2, 3
$$;

-- Counts a day of these players: what differs from what was counted is added to them, to their parents and to every team that they are in.
-- Then what is earned by it. p: {offset, families, tiers, cap}. By hash joins alone, as count_agent_rebates (rebates.sql); what ended is looked up by
-- its indexes (agent_ended), since the tables of orders are large.
CREATE FUNCTION count_agents(p_users bigint[], p_day int, p jsonb) RETURNS void LANGUAGE plpgsql SET enable_nestloop = off SET jit = off AS $$
DECLARE
  v_from bigint := p_day::bigint * 86400000 - (p->>'offset')::bigint;
  v_to bigint := v_from + 86400000;
  v_month int := day_month(p_day);
BEGIN
  PERFORM lock_tree(false);
  WITH fresh AS (
    SELECT * FROM agent_ended(p_users, v_from, v_to, p->'families')
  ), kept AS (
    SELECT * FROM agent_days d WHERE d.user_id = ANY(p_users) AND d.scope = 'self' AND d.day = p_day
  ), change AS (
    SELECT user_id, game, family, (coalesce(f.orders, 0) > 0)::int - coalesce(k.players, 0) AS players,
           coalesce(f.orders, 0) - coalesce(k.orders, 0) AS orders, coalesce(f.won, 0) - coalesce(k.won, 0) AS won,
           coalesce(f.back, 0) - coalesce(k.back, 0) AS back, coalesce(f.stake, 0) - coalesce(k.stake, 0) AS stake,
           coalesce(f.valid, 0) - coalesce(k.valid, 0) AS valid, coalesce(f.base, 0) - coalesce(k.base, 0) AS base,
           coalesce(f.prize, 0) - coalesce(k.prize, 0) AS prize, coalesce(f.refund, 0) - coalesce(k.refund, 0) AS refund
      FROM fresh f FULL JOIN kept k USING (user_id, game, family)
  ), spread AS (
    SELECT t.id, t.scope, c.game, c.family, sum(c.players)::int AS players, sum(c.orders)::int AS orders, sum(c.won)::int AS won, sum(c.back)::int AS back,
           sum(c.stake)::bigint AS stake, sum(c.valid)::bigint AS valid, sum(c.base)::bigint AS base, sum(c.prize)::bigint AS prize,
           sum(c.refund)::bigint AS refund
      FROM change c JOIN (SELECT user_id, parent, path FROM agents WHERE user_id = ANY(p_users)) a USING (user_id), LATERAL (
             SELECT a.user_id AS id, 'self' AS scope UNION ALL
             SELECT a.parent, 'direct' WHERE a.parent IS NOT NULL UNION ALL
             SELECT unnest(a.path), 'team') t
     WHERE (c.players, c.orders, c.won, c.back, c.stake, c.valid, c.base, c.prize, c.refund) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
     GROUP BY 1, 2, 3, 4
  ), months AS (
    INSERT INTO agent_months AS m (user_id, month, valid)
    SELECT s.id, v_month, sum(s.valid) FROM spread s WHERE s.scope = 'team' GROUP BY 1 HAVING sum(s.valid) <> 0 ORDER BY 1
    ON CONFLICT (user_id, month) DO UPDATE SET valid = m.valid + excluded.valid
  )
  INSERT INTO agent_days AS d (user_id, scope, day, game, family, players, orders, won, back, stake, valid, base, prize, refund)
  SELECT s.id, s.scope, p_day, s.game, s.family, s.players, s.orders, s.won, s.back, s.stake, s.valid, s.base, s.prize, s.refund FROM spread s
   ORDER BY 1, 2, 4, 5
  ON CONFLICT (user_id, scope, day, game, family) DO UPDATE SET players = d.players + excluded.players, orders = d.orders + excluded.orders,
    won = d.won + excluded.won, back = d.back + excluded.back, stake = d.stake + excluded.stake, valid = d.valid + excluded.valid,
    base = d.base + excluded.base, prize = d.prize + excluded.prize, refund = d.refund + excluded.refund;
  PERFORM count_agent_accounts(p_users, p_day, v_from, v_to), count_agent_rebates(p_users, p_day, p);
END
$$;

-- 20780 → 202611
CREATE FUNCTION day_month(p_day int) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT (extract(year FROM d) * 100 + extract(month FROM d))::int FROM (SELECT DATE '1970-01-01' + p_day AS d) x
$$;

-- 202701 → 202612
CREATE FUNCTION month_before(p_month int) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_month % 100 WHEN 1 THEN p_month - 89 ELSE p_month - 1 END
$$;

-- The part of a day that belongs to no game: players that played or registered, and movements of the wallet other than bets.
-- By hash joins alone, as count_agent_rebates (rebates.sql).
CREATE FUNCTION count_agent_accounts(p_users bigint[], p_day int, p_from bigint, p_to bigint) RETURNS void
LANGUAGE plpgsql SET enable_nestloop = off SET jit = off AS $$
BEGIN
  WITH moved AS (
    SELECT f.user_id, coalesce(sum(f.amount) FILTER (WHERE f.kind = 'recharge'), 0)::bigint AS recharge,
           coalesce(sum(f.amount) FILTER (WHERE f.kind = 'withdrawPaid'), 0)::bigint AS withdraw,
           coalesce(sum(f.amount) FILTER (WHERE f.kind IN ('hmCommission', 'followCommission')), 0)::bigint
             - coalesce(sum(f.amount) FILTER (WHERE f.kind = 'followCommissionBack'), 0)::bigint AS commission,
           coalesce(sum(f.amount) FILTER (WHERE f.kind IN ('grant', 'bonus', 'coupon')), 0)::bigint
             - coalesce(sum(f.amount) FILTER (WHERE f.kind = 'couponBack'), 0)::bigint AS offer
      FROM movements f
     WHERE f.user_id = ANY(p_users) AND f.at >= p_from AND f.at < p_to AND f.unit = 'fen' AND f.kind <> 'stake'
       AND f.kind IN ('recharge', 'withdrawPaid', 'hmCommission', 'followCommission', 'followCommissionBack', 'grant', 'bonus', 'coupon', 'couponBack')
     GROUP BY 1
  ), played AS (
    SELECT DISTINCT d.user_id FROM agent_days d WHERE d.user_id = ANY(p_users) AND d.scope = 'self' AND d.day = p_day AND d.orders > 0
  ), fresh AS (
    SELECT a.user_id, (p.user_id IS NOT NULL)::int AS active,
           (a.parent IS NOT NULL AND a.since >= p_from AND a.since < p_to)::int AS joined, coalesce(m.recharge, 0) AS recharge,
           coalesce(m.withdraw, 0) AS withdraw, coalesce(m.commission, 0) AS commission, coalesce(m.offer, 0) AS offer
      FROM agents a LEFT JOIN moved m USING (user_id) LEFT JOIN played p USING (user_id) WHERE a.user_id = ANY(p_users)
  ), change AS (
    SELECT f.user_id, f.active - coalesce(k.active, 0) AS active, f.joined - coalesce(k.joined, 0) AS joined,
           f.recharge - coalesce(k.recharge, 0) AS recharge, f.withdraw - coalesce(k.withdraw, 0) AS withdraw,
           f.commission - coalesce(k.commission, 0) AS commission, f.offer - coalesce(k.offer, 0) AS offer
      FROM fresh f LEFT JOIN (SELECT * FROM agent_accounts WHERE user_id = ANY(p_users) AND scope = 'self' AND day = p_day) k ON k.user_id = f.user_id
  )
  INSERT INTO agent_accounts AS d (user_id, scope, day, active, joined, recharge, withdraw, commission, offer)
  SELECT t.id, t.scope, p_day, sum(c.active), sum(c.joined), sum(c.recharge), sum(c.withdraw), sum(c.commission), sum(c.offer)
    FROM change c JOIN agents a USING (user_id), LATERAL (
           SELECT a.user_id AS id, 'self' AS scope UNION ALL
           SELECT a.parent, 'direct' WHERE a.parent IS NOT NULL UNION ALL
           SELECT unnest(a.path), 'team') t
   WHERE (c.active, c.joined, c.recharge, c.withdraw, c.commission, c.offer) <> (0, 0, 0, 0, 0, 0)
   GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (user_id, scope, day) DO UPDATE SET active = d.active + excluded.active, joined = d.joined + excluded.joined,
    recharge = d.recharge + excluded.recharge, withdraw = d.withdraw + excluded.withdraw, commission = d.commission + excluded.commission,
    offer = d.offer + excluded.offer;
END
$$;

-- Makes the figures of some days from nothing. What was booked is not touched; what should have been is booked with the next night.
CREATE FUNCTION rebuild_agent_days(p_from int, p_to int, p jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_users bigint[];
BEGIN
  PERFORM 1 FROM agent_progress WHERE id = 1 FOR UPDATE;
  PERFORM lock_tree(true);
  DELETE FROM agent_days WHERE day BETWEEN p_from AND p_to;
  DELETE FROM agent_accounts WHERE day BETWEEN p_from AND p_to;
  DELETE FROM agent_months WHERE month BETWEEN day_month(p_from) AND day_month(p_to);
  INSERT INTO agent_months (user_id, month, valid)
  SELECT user_id, day_month(day), sum(valid) FROM agent_days
   WHERE scope = 'team' AND day_month(day) BETWEEN day_month(p_from) AND day_month(p_to) GROUP BY 1, 2;
  INSERT INTO agent_days (user_id, scope, day, game, family, rebate)
  SELECT r.beneficiary, t.scope, r.day, r.game, r.family, sum(r.due) FROM agent_rebates r, LATERAL rebate_scopes(r.level) AS t(scope)
   WHERE r.day BETWEEN p_from AND p_to AND r.due > 0 GROUP BY 1, 2, 3, 4, 5;
  v_users := ARRAY(SELECT user_id FROM agents ORDER BY user_id);
  FOR v_day IN p_from..p_to LOOP
    PERFORM count_agents(v_users[n:n + 999], v_day, p) FROM generate_series(1, greatest(cardinality(v_users), 1), 1000) AS n;
  END LOOP;
END
$$;

-- Counted orders that have changed are counted again: a corrected result, a late refund, an order that was in quarantine.
CREATE FUNCTION mark_agent_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO agent_days_to_recount (user_id, at) SELECT NEW.user_id, t.at FROM (VALUES (OLD.due_at), (NEW.due_at)) AS t(at)
   WHERE t.at <= caipu_now_ms() AND EXISTS (SELECT 1 FROM agents WHERE user_id = NEW.user_id) GROUP BY 1, 2;
  RETURN NULL;
END
$$;
CREATE TRIGGER mark_agent_order AFTER UPDATE ON sport_orders FOR EACH ROW
  WHEN (OLD.status IN ('won', 'lost', 'cancelled', 'held')) EXECUTE FUNCTION mark_agent_order();
CREATE TRIGGER mark_agent_order AFTER UPDATE ON group_buy_joins FOR EACH ROW
  WHEN (OLD.status IN ('won', 'lost', 'cancelled')) EXECUTE FUNCTION mark_agent_order();
CREATE TRIGGER mark_agent_order AFTER UPDATE ON tickets FOR EACH ROW
  WHEN (OLD.status = 'held') EXECUTE FUNCTION mark_agent_order();

CREATE FUNCTION mark_agent_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO agent_days_to_recount (user_id, at) SELECT NEW.initiator, NEW.ended_at WHERE EXISTS (SELECT 1 FROM agents WHERE user_id = NEW.initiator);
  RETURN NULL;
END
$$;
CREATE TRIGGER mark_agent_group AFTER UPDATE ON group_buy_orders FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL AND (OLD.state <> NEW.state OR OLD.refund <> NEW.refund)) EXECUTE FUNCTION mark_agent_group();
