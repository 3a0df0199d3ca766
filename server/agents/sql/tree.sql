-- The tree of agents and their rates.

-- A transaction that reads paths and writes by them locks the tree in shared mode; one that moves players or sets rates locks it in
-- exclusive mode. The lock is taken after the player's lock and before any row.
CREATE FUNCTION lock_tree(p_alone boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_alone THEN PERFORM pg_advisory_xact_lock(7218030); ELSE PERFORM pg_advisory_xact_lock_shared(7218030); END IF;
END
$$;

-- The rate of a player in a family on a day, bp; without a row 0.
CREATE FUNCTION agent_rate(p_user bigint, p_family text, p_day int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT bp FROM agent_rates WHERE user_id = p_user AND family = p_family AND from_day <= p_day ORDER BY from_day DESC LIMIT 1), 0)
$$;

CREATE FUNCTION set_agent_rate(p_user bigint, p_family text, p_day int, p_bp int, p_by bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO agent_rates (user_id, family, from_day, bp, before, set_by, at)
  VALUES (p_user, p_family, p_day, p_bp, agent_rate(p_user, p_family, p_day - 1), p_by, caipu_now_ms())
  ON CONFLICT (user_id, family, from_day) DO UPDATE SET bp = excluded.bp, set_by = excluded.set_by, at = excluded.at
$$;

-- Places a new player under the inviting player, which gets a place too if it has none. p_bp: the rate of the link in each of p_families,
-- at most the parent's, today and from tomorrow on. Nothing when the player has a place already, or the parent is not older. p_levels: how deep the tree may be.
CREATE FUNCTION join_agent(p_user bigint, p_parent bigint, p_link uuid, p_bp int, p_families text[], p_day int, p_levels int) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_family text;
  v_bp int;
BEGIN
  PERFORM lock_tree(false);
  IF p_parent >= p_user THEN RETURN false; END IF;
  INSERT INTO agents (user_id, path, since) SELECT p_parent, ARRAY[p_parent], caipu_now_ms() ON CONFLICT DO NOTHING;
  INSERT INTO agents (user_id, parent, path, since, link)
  SELECT p_user, p_parent, a.path || p_user, caipu_now_ms(), p_link FROM agents a
   WHERE a.user_id = p_parent AND NOT p_user = ANY(a.path) AND cardinality(a.path) < p_levels
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  FOREACH v_family IN ARRAY p_families LOOP
    -- A rate of the parent's that is set begins tomorrow.
    FOR v_day IN p_day .. p_day + 1 LOOP
      v_bp := least(p_bp, agent_rate(p_parent, v_family, v_day));
      IF v_bp <> agent_rate(p_user, v_family, v_day) THEN PERFORM set_agent_rate(p_user, v_family, v_day, v_bp, p_parent); END IF;
    END LOOP;
  END LOOP;
  RETURN true;
END
$$;

-- Moves a player with the whole team below under another player. The team's figures leave the former teams above and enter the new ones,
-- so that no figure counts twice. Calculated rebates stay with the agents that earned them. 'done', or why not:
-- 'circle': the other is below him, or himself. 'older': a parent is older. 'rate': he has a rate above the other's. 'deep'. 'none': no place.
CREATE FUNCTION move_agent(p_user bigint, p_under bigint, p_day int, p_levels int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  me agents;
  other agents;
  v_gone bigint[];
  v_new bigint[];
BEGIN
  PERFORM lock_tree(true);
  SELECT * INTO me FROM agents WHERE user_id = p_user;
  SELECT * INTO other FROM agents WHERE user_id = p_under;
  IF me.user_id IS NULL OR other.user_id IS NULL THEN RETURN 'none'; END IF;
  IF p_user = ANY(other.path) THEN RETURN 'circle'; END IF;
  IF p_under >= p_user THEN RETURN 'older'; END IF;
  IF me.parent = p_under THEN RETURN 'done'; END IF;
  IF (SELECT max(cardinality(path)) FROM agents WHERE path @> ARRAY[p_user]) - cardinality(me.path) + 1 + cardinality(other.path) > p_levels THEN
    RETURN 'deep';
  END IF;
  -- Of today and of every later day that is set already.
  IF EXISTS (
    SELECT 1 FROM (SELECT family, p_day AS day FROM agent_rates WHERE user_id = p_user
                   UNION SELECT family, from_day FROM agent_rates WHERE user_id IN (p_user, p_under) AND from_day > p_day) r
     WHERE agent_rate(p_user, r.family, r.day) > agent_rate(p_under, r.family, r.day)) THEN RETURN 'rate'; END IF;
  v_gone := ARRAY(SELECT unnest(me.path[:cardinality(me.path) - 1]) EXCEPT SELECT unnest(other.path));
  v_new := ARRAY(SELECT unnest(other.path) EXCEPT SELECT unnest(me.path));
  PERFORM add_agent_figures(p_user, v_gone, 'team', 'team', -1), add_agent_figures(p_user, v_new, 'team', 'team', 1),
          add_agent_figures(p_user, ARRAY[p_under], 'self', 'direct', 1);
  IF me.parent IS NOT NULL THEN PERFORM add_agent_figures(p_user, ARRAY[me.parent], 'self', 'direct', -1); END IF;
  UPDATE agents SET path = other.path || path[cardinality(me.path):], parent = CASE user_id WHEN p_user THEN p_under ELSE parent END
   WHERE path @> ARRAY[p_user];
  RETURN 'done';
END
$$;

-- Adds (p_sign 1) or takes away (−1) one player's figures of a scope to a scope of others. The caller holds the tree alone.
CREATE FUNCTION add_agent_figures(p_user bigint, p_to bigint[], p_scope text, p_into text, p_sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO agent_days AS d (user_id, scope, day, game, family, players, orders, won, back, stake, valid, base, prize, refund)
  SELECT t.id, p_into, f.day, f.game, f.family, f.players * p_sign, f.orders * p_sign, f.won * p_sign, f.back * p_sign, f.stake * p_sign,
         f.valid * p_sign, f.base * p_sign, f.prize * p_sign, f.refund * p_sign
    FROM agent_days f, unnest(p_to) AS t(id) WHERE f.user_id = p_user AND f.scope = p_scope
  ON CONFLICT (user_id, scope, day, game, family) DO UPDATE SET players = d.players + excluded.players, orders = d.orders + excluded.orders,
    won = d.won + excluded.won, back = d.back + excluded.back, stake = d.stake + excluded.stake, valid = d.valid + excluded.valid,
    base = d.base + excluded.base, prize = d.prize + excluded.prize, refund = d.refund + excluded.refund;
  -- The counts of new players stay with the teams above, the player's own included.
  INSERT INTO agent_accounts AS d (user_id, scope, day, active, joined, recharge, withdraw, commission, offer)
  SELECT t.id, p_into, f.day, f.active * p_sign, f.joined * p_sign, f.recharge * p_sign, f.withdraw * p_sign, f.commission * p_sign,
         f.offer * p_sign
    FROM agent_accounts f, unnest(p_to) AS t(id) WHERE f.user_id = p_user AND f.scope = p_scope
  ON CONFLICT (user_id, scope, day) DO UPDATE SET active = d.active + excluded.active, joined = d.joined + excluded.joined,
    recharge = d.recharge + excluded.recharge, withdraw = d.withdraw + excluded.withdraw, commission = d.commission + excluded.commission,
    offer = d.offer + excluded.offer;
  IF p_into = 'team' THEN
    INSERT INTO agent_months AS m (user_id, month, valid)
    SELECT t.id, f.month, f.valid * p_sign FROM agent_months f, unnest(p_to) AS t(id) WHERE f.user_id = p_user
    ON CONFLICT (user_id, month) DO UPDATE SET valid = m.valid + excluded.valid;
  END IF;
END
$$;
