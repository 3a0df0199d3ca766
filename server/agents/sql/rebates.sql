-- Rebates (返点): a chain shares the highest rate in it. Each earns his rate less what was earned below him, rounded down by player, game and day.

-- Of whose orders a rebate is, as reports have it.
CREATE FUNCTION rebate_scopes(p_level int) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_level WHEN 0 THEN 'self' ELSE 'direct' END WHERE p_level < 2 UNION ALL SELECT 'team'
$$;

-- What is earned by what these players played on a day, by the figures that are counted. Whose rebate was booked keeps its chain and its rates:
-- only what they are reckoned from may change. p: see count_agents.
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
    SELECT b.player, b.game, b.family, b.base, m.id, (cardinality(a.path) - m.n)::int AS level
      FROM bases b JOIN placed a ON a.user_id = b.player, LATERAL unnest(a.path) WITH ORDINALITY AS m(id, n)
     WHERE NOT EXISTS (SELECT 1 FROM booked k WHERE (k.player, k.game, k.family) = (b.player, b.game, b.family))
  ), tiers AS MATERIALIZED (
    SELECT (t->>'fromFen')::bigint AS from_fen, (t->>'bp')::int AS bp FROM jsonb_array_elements(p->'tiers') t
  ), rates AS MATERIALIZED (
    -- A rate is looked up once for each player and family of the chains, whoever they are the chains of.
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

-- Books what is due of the days before p_today for the next p_limit players after p_after: what came to more in one movement, what came to less
-- in another. What was spent already is owed, and the next rebates pay it. Each step is a few statements however many players it has, and only
-- those who owe something are looked at one by one; what is due is found by its index, not by a look at all days. Returns the last player; NULL when nothing is left.
CREATE FUNCTION post_rebates(p_today int, p_after bigint, p_limit int) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
DECLARE
  each record;
  v_now bigint := caipu_now_ms();
  v_ids bigint[];
  v_more bigint[];
  v_less bigint[];
  v_refs uuid[];
  v_there bigint;
BEGIN
  SELECT array_agg(id ORDER BY id), array_agg(more ORDER BY id), array_agg(less ORDER BY id),
         array_agg(md5('rebate ' || id || ' ' || p_today || ' ' || v_now)::uuid ORDER BY id)
    INTO v_ids, v_more, v_less, v_refs
    FROM (SELECT r.beneficiary AS id, sum(greatest(r.due - r.posted, 0))::bigint AS more, sum(greatest(r.posted - r.due, 0))::bigint AS less
            FROM agent_rebates r
           WHERE r.due <> r.posted AND r.day < p_today AND r.beneficiary > p_after GROUP BY 1 ORDER BY 1 LIMIT p_limit) x;
  IF v_ids IS NULL THEN RETURN NULL; END IF;
  -- Whoever has nothing more earned nothing this time: a movement of zero is none.
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
  UPDATE agent_rebates SET posted = due, posted_at = v_now, taken = taken + greatest(posted - due, 0)
   WHERE beneficiary = ANY(v_ids) AND day < p_today AND due <> posted;
  PERFORM announce_balance(x.id, 'score', 'score', coalesce(p.balance, 0))
     FROM unnest(v_ids) AS x(id) LEFT JOIN purses p ON p.user_id = x.id AND p.purse = 'score';
  RETURN v_ids[cardinality(v_ids)];
END
$$;
