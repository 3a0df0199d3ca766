-- Rebates (返点): a chain shares the highest rate in it. Each earns his rate less what was earned below him, rounded down by player, game and day.

-- Of whose orders a rebate is, as reports have it.
CREATE FUNCTION rebate_scopes(p_level int) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_level WHEN 0 THEN 'self' ELSE 'direct' END WHERE p_level < 2 UNION ALL SELECT 'team'
$$;

-- Calculates the rebates on what these players played on a day, from the counted figures. A booked rebate keeps its chain and rates; only the
-- figures may change. p: see count_agents.
-- Only by hash joins: nobody has counted the rows of a new day yet, and what is thought to be one row would be looked through for each of thousands.
CREATE FUNCTION count_agent_rebates(p_users bigint[], p_day int, p jsonb) RETURNS void LANGUAGE plpgsql SET enable_nestloop = off SET jit = off AS $$
DECLARE
  -- Last month's turnover decides the tier.
  v_month int := month_before(day_month(p_day));
BEGIN
  WITH bases AS (
    SELECT d.user_id AS player, d.game, d.family, d.base FROM agent_days d
     WHERE d.user_id = ANY(p_users) AND d.scope = 'self' AND d.day = p_day AND d.base > 0
  ), kept AS (
    SELECT * FROM agent_rebates r WHERE r.player = ANY(p_users) AND r.day = p_day
  ), booked AS (
    SELECT DISTINCT player, game, family FROM kept WHERE posted_at IS NOT NULL
  ), placed AS MATERIALIZED (
    SELECT a.user_id, a.path FROM agents a WHERE a.user_id = ANY(p_users)
  ), chain AS MATERIALIZED (
    -- Both go through the path side by side; as a table of its own, made for each player, the path took as long as all the rest.
    SELECT b.player, b.game, b.family, b.base, unnest(a.path) AS id, cardinality(a.path) - generate_subscripts(a.path, 1) AS level
      FROM bases b JOIN placed a ON a.user_id = b.player
     WHERE NOT EXISTS (SELECT 1 FROM booked k WHERE (k.player, k.game, k.family) = (b.player, b.game, b.family))
  ), tiers AS MATERIALIZED (
    SELECT (t->>'fromFen')::bigint AS from_fen, (t->>'bp')::int AS bp FROM jsonb_array_elements(p->'tiers') t
  ), rates AS MATERIALIZED (
    -- Each rate is looked up once for a player and family, however many chains contain them.
    SELECT c.id, c.family, CASE WHEN r.bp = 0 THEN 0 ELSE least(r.bp + coalesce((
             SELECT max(t.bp) FROM tiers t WHERE t.from_fen <= m.valid), 0), (p->>'cap')::int) END AS bp
      FROM (SELECT DISTINCT id, family FROM chain) c
      CROSS JOIN LATERAL (SELECT agent_rate(c.id, c.family, p_day) AS bp OFFSET 0) r
      LEFT JOIN (SELECT m.user_id, m.valid FROM agent_months m WHERE m.user_id = ANY(ARRAY(SELECT DISTINCT id FROM chain)) AND m.month = v_month) m
        ON m.user_id = c.id
  ), wanted AS (
    SELECT id AS beneficiary, player, game, family, level, base, bp, div(base::numeric * bp, 10000)::bigint AS due FROM (
      SELECT c.*, greatest(r.bp - coalesce(max(r.bp) OVER (PARTITION BY c.player, c.game, c.family ORDER BY c.level
                                                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0), 0) AS bp
        FROM chain c JOIN rates r USING (id, family)) x
     WHERE x.bp > 0
    UNION ALL
    SELECT k.beneficiary, player, game, family, k.level, coalesce(b.base, 0), k.bp, div(coalesce(b.base, 0)::numeric * k.bp, 10000)::bigint
      FROM kept k JOIN booked USING (player, game, family) LEFT JOIN bases b USING (player, game, family)
  ), change AS (
    SELECT beneficiary, player, game, family, coalesce(w.level, k.level) AS level, coalesce(w.base, 0) AS base, coalesce(w.bp, k.bp) AS bp,
           coalesce(w.due, 0) AS due, coalesce(w.due, 0) - coalesce(k.due, 0) AS by
      FROM wanted w FULL JOIN kept k USING (beneficiary, player, game, family)
     WHERE (w.due, w.base, w.bp, w.level) IS DISTINCT FROM (k.due, k.base, k.bp, k.level)
  ), written AS (
    INSERT INTO agent_rebates AS r (beneficiary, day, player, game, family, level, base, bp, due)
    SELECT beneficiary, p_day, player, game, family, level, base, bp, due FROM change ORDER BY 1, 3, 4, 5
    ON CONFLICT (beneficiary, day, player, game, family) DO UPDATE
      SET level = excluded.level, base = excluded.base, bp = excluded.bp, due = excluded.due
  )
  INSERT INTO agent_days AS d (user_id, scope, day, game, family, rebate)
  SELECT c.beneficiary, t.scope, p_day, c.game, c.family, sum(c.by) FROM change c, LATERAL rebate_scopes(c.level) AS t(scope)
   WHERE c.by <> 0 GROUP BY 1, 2, 4, 5 ORDER BY 1, 2, 4, 5
  ON CONFLICT (user_id, scope, day, game, family) DO UPDATE SET rebate = d.rebate + excluded.rebate;
END
$$;

-- Books the rebates that are due for the days before p_today, the next p_rows of them from player p_from on: increases in one movement,
-- decreases in another. A step is bounded by rebates and not by players, so that it is as short for an agent above a hundred thousand players
-- as for any other; such an agent gets a movement from each step. A decrease that the agent has already spent is owed, and later rebates pay it.
-- An index finds the due rows, and only agents that owe something are processed one by one. Returns the last player, which may have more
-- rebates; NULL when nothing is left.
CREATE FUNCTION post_rebates(p_today int, p_from bigint, p_rows int) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
DECLARE
  each record;
  v_now bigint := caipu_now_ms();
  v_ids bigint[];
  v_more bigint[];
  v_less bigint[];
  v_refs uuid[];
  v_there bigint;
BEGIN
  WITH taken AS MATERIALIZED (
    SELECT r.ctid AS place, r.beneficiary, r.due - r.posted AS by, concat_ws(' ', r.day, r.player, r.game, r.family) AS name FROM agent_rebates r
     WHERE r.due <> r.posted AND r.day < p_today AND r.beneficiary >= p_from ORDER BY r.beneficiary LIMIT p_rows
  ), booked AS (
    UPDATE agent_rebates r SET posted = r.due, posted_at = v_now, taken = r.taken + greatest(r.posted - r.due, 0)
      FROM taken t WHERE r.ctid = t.place RETURNING t.beneficiary, t.by, t.name
  )
  -- The movement is named after the first of its rebates: no other step has that one.
  SELECT array_agg(id ORDER BY id), array_agg(more ORDER BY id), array_agg(less ORDER BY id),
         array_agg(md5('rebate ' || id || ' ' || p_today || ' ' || v_now || ' ' || first)::uuid ORDER BY id)
    INTO v_ids, v_more, v_less, v_refs
    FROM (SELECT beneficiary AS id, sum(greatest(by, 0))::bigint AS more, sum(greatest(-by, 0))::bigint AS less, min(name) AS first
            FROM booked GROUP BY 1) x;
  IF v_ids IS NULL THEN RETURN NULL; END IF;
  -- A player with no balance left gets no movement: a movement of zero does not exist.
  PERFORM post_all('rebate', 'house:rebate', 'score', 'day', array_agg(id ORDER BY id), array_agg(more ORDER BY id), array_agg(ref ORDER BY id), v_now)
     FROM unnest(v_ids, v_more, v_refs) AS x(id, more, ref) WHERE more > 0 HAVING count(*) > 0;
  FOR each IN
    SELECT x.id, x.ref, a.owed + x.less AS owed FROM unnest(v_ids, v_less, v_refs) AS x(id, less, ref) JOIN agents a ON a.user_id = x.id
     WHERE a.owed + x.less > 0 ORDER BY x.id FOR UPDATE OF a
  LOOP
    SELECT balance INTO v_there FROM purses WHERE user_id = each.id AND purse = 'score' FOR UPDATE;
    v_there := least(coalesce(v_there, 0), each.owed);
    IF v_there > 0 THEN PERFORM post(each.id, 'rebate', 'score', 'house:rebate', v_there, 'takeBack', each.ref); END IF;
    UPDATE agents SET owed = each.owed - v_there WHERE user_id = each.id;
  END LOOP;
  PERFORM announce_balances(v_ids, 'score', 'score');
  RETURN v_ids[cardinality(v_ids)];
END
$$;
