-- What the house took in and gave out, counted from the movements alone, so that it sums to what the accounts of the house hold.

-- What entered (+) and left (−) the accounts of the house and of the outside in a span of time, fen: by day, game, account and kind. A movement
-- touches one of them at most, which a test checks for protocol/movements.json. The game of a movement is that of the order, the play or the
-- card that it belongs to; of a pool, that of the pool.
CREATE FUNCTION house_movements(p_from bigint, p_to bigint, p_offset bigint)
RETURNS TABLE (day int, game text, account text, kind text, movements int, amount bigint) LANGUAGE sql STABLE SET jit = off AS $$
  WITH moved AS MATERIALIZED (
    SELECT f.at, f.user_id, f.ref, f.kind, f.debit, f.credit,
           CASE WHEN f.credit LIKE 'house:%' OR f.credit LIKE 'outside:%' THEN f.credit ELSE f.debit END AS account,
           CASE WHEN f.credit LIKE 'house:%' OR f.credit LIKE 'outside:%' THEN f.amount ELSE -f.amount END AS amount
      FROM movements f
     WHERE f.at >= p_from AND f.at < p_to AND f.unit = 'fen'
       AND (f.credit LIKE 'house:%' OR f.credit LIKE 'outside:%' OR f.debit LIKE 'house:%' OR f.debit LIKE 'outside:%')
  )
  SELECT ((m.at + p_offset) / 86400000)::int, coalesce(g.game, ''), m.account, m.kind, count(*)::int, sum(m.amount)::bigint
    FROM moved m
    LEFT JOIN LATERAL (
      -- The most frequent kinds first: a kind with a branch of its own is looked up nowhere else.
      SELECT o.game FROM orders o
       WHERE m.account IN ('house:stakes', 'house:prizes') AND m.user_id > 0 AND m.kind NOT IN ('game', 'gamePrize', 'scratch', 'scratchPrize')
         AND o.user_id = m.user_id AND o.id = m.ref
      UNION ALL
      SELECT p.game FROM small_plays p WHERE m.kind IN ('game', 'gamePrize') AND p.user_id = m.user_id AND p.id = m.ref
      UNION ALL
      SELECT l.card FROM scratch_cards c JOIN scratch_pools l ON l.id = c.pool
       WHERE m.kind = 'scratchPrize' AND c.owner = m.user_id AND c.id = m.ref
      UNION ALL
      (SELECT l.card FROM scratch_cards c JOIN scratch_pools l ON l.id = c.pool
        WHERE m.kind = 'scratch' AND c.owner = m.user_id AND c.purchase = m.ref LIMIT 1)
      UNION ALL
      SELECT split_part(CASE WHEN m.debit LIKE 'pool:%' THEN m.debit ELSE m.credit END, ':', 2)
       WHERE m.debit LIKE 'pool:%' OR m.credit LIKE 'pool:%'
    ) g ON true
   GROUP BY 1, 2, 3, 4
$$;

-- Counts the next hours, at most to the end of a day, and returns true; false: nothing is to be counted yet, or another process is at it. p_grace:
-- ms of the game clock that a movement takes at most from its instant to its commit; hours that ended later are left for the next time.
-- After its last hour a day is compared with its movements, and counted again if it differs. So a commit that took longer is not missed.
CREATE FUNCTION count_house(p_offset bigint, p_grace bigint) RETURNS boolean LANGUAGE plpgsql SET jit = off AS $$
DECLARE
  v_from bigint;
  v_to bigint;
  v_begin bigint;
  v_end bigint;
  v_day int;
BEGIN
  SELECT until INTO v_from FROM house_progress WHERE id = 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  IF v_from IS NULL THEN
    SELECT min(at) INTO v_from FROM movements;
    IF v_from IS NULL THEN RETURN false; END IF;
    v_from := (v_from + p_offset) / 86400000 * 86400000 - p_offset;
  END IF;
  v_day := (v_from + p_offset) / 86400000;
  v_begin := v_day::bigint * 86400000 - p_offset;
  v_end := v_begin + 86400000;
  v_to := least((caipu_now_ms() - p_grace) / 3600000 * 3600000, v_end);
  IF v_to <= v_from THEN RETURN false; END IF;
  INSERT INTO house_days AS d (day, game, account, kind, movements, amount)
  SELECT * FROM house_movements(v_from, v_to, p_offset) ORDER BY 1, 2, 3, 4
  ON CONFLICT (day, game, account, kind) DO UPDATE SET movements = d.movements + excluded.movements, amount = d.amount + excluded.amount;
  IF v_to = v_end THEN
    IF EXISTS (
      SELECT 1 FROM (SELECT account, kind, sum(movements) AS movements, sum(amount) AS amount FROM house_days WHERE day = v_day GROUP BY 1, 2) counted
        FULL JOIN (SELECT CASE WHEN credit LIKE 'house:%' OR credit LIKE 'outside:%' THEN credit ELSE debit END AS account, kind, count(*) AS movements,
                          sum(CASE WHEN credit LIKE 'house:%' OR credit LIKE 'outside:%' THEN amount ELSE -amount END) AS amount
                     FROM movements WHERE at >= v_begin AND at < v_end AND unit = 'fen'
                      AND (credit LIKE 'house:%' OR credit LIKE 'outside:%' OR debit LIKE 'house:%' OR debit LIKE 'outside:%') GROUP BY 1, 2) there
          USING (account, kind)
       WHERE (counted.movements, counted.amount) IS DISTINCT FROM (there.movements, there.amount))
    THEN
      DELETE FROM house_days WHERE day = v_day;
      INSERT INTO house_days SELECT * FROM house_movements(v_begin, v_end, p_offset) ORDER BY 1, 2, 3, 4;
    END IF;
    INSERT INTO house_players VALUES (v_day, house_players_in(v_begin, v_end)) ON CONFLICT (day) DO UPDATE SET players = excluded.players;
  END IF;
  UPDATE house_progress SET until = v_to;
  RETURN true;
END
$$;

-- Players who staked money in a span of time.
CREATE FUNCTION house_players_in(p_from bigint, p_to bigint) RETURNS int LANGUAGE sql STABLE SET jit = off AS $$
  SELECT count(DISTINCT user_id)::int FROM movements
   WHERE at >= p_from AND at < p_to AND unit = 'fen' AND kind IN ('stake', 'hmJoin', 'scratch', 'game') AND user_id > 0
$$;
