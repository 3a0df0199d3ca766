-- Limits of an issue (限额), which a game's description says: what one player may stake on the issue, on a play, on a single bet, and what may
-- have to be paid for a single bet over all players. engine/rules/limits.ts calculates a ticket's use of each:
--
--   takes: [{key, own, line, name, fen, most, unit, each}], of multiplier 1.
--
-- The use of a limit is a row (stake_limit_uses), which the transaction of the bet updates under its lock, so it is exact. These
-- rows are the last locks of all (players, issues, wallets, limits) and are taken in one order. A refund takes no lock: it is
-- written to stake_limit_returns, and the next transaction that locks the row subtracts it. So a payment that stops chases, or a withdrawal, never
-- waits for a bet here.

-- The rows that takes of one ticket count in.
CREATE FUNCTION stake_limits_of(p_user bigint, p_game text, p_issue text, p_takes jsonb)
RETURNS TABLE (game text, issue text, key text, user_id bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT p_game, p_issue, t.key, CASE WHEN t.own THEN p_user ELSE 0 END FROM jsonb_to_recordset(p_takes) AS t(key text, own boolean)
$$;

-- Holds these rows until the transaction ends; what was given back of them is subtracted.
CREATE FUNCTION lock_stake_limits(p_games text[], p_issues text[], p_keys text[], p_users bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- New rows first: the holder of a new row does not wait for a transaction that is already here.
  INSERT INTO stake_limit_uses (game, issue, key, user_id)
  SELECT DISTINCT * FROM unnest(p_games, p_issues, p_keys, p_users) AS w(game, issue, key, user_id) ORDER BY 1, 2, 4, 3
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM stake_limit_uses u
    WHERE (u.game, u.issue, u.key, u.user_id) IN (SELECT * FROM unnest(p_games, p_issues, p_keys, p_users))
    ORDER BY u.game, u.issue, u.user_id, u.key FOR UPDATE;
  WITH back AS (
    DELETE FROM stake_limit_returns r
     WHERE (r.game, r.issue, r.key, r.user_id) IN (SELECT * FROM unnest(p_games, p_issues, p_keys, p_users))
    RETURNING r.*
  ), sums AS (
    SELECT b.game, b.issue, b.key, b.user_id, sum(b.fen)::bigint AS fen FROM back b GROUP BY 1, 2, 3, 4
  )
  UPDATE stake_limit_uses u SET used_fen = u.used_fen - s.fen FROM sums s
   WHERE u.game = s.game AND u.issue = s.issue AND u.key = s.key AND u.user_id = s.user_id;
END
$$;

-- Why a ticket cannot be sold in these issues, at so many times (倍) in each, as a refusal that names the first limit and all of them in its
-- models; NULL: there is room. The rows are held from here on. The caller holds the player and the issues, and the wallet if it needs it.
CREATE FUNCTION stake_limit_refusal(p_user bigint, p_game text, p_takes jsonb, p_issues text[], p_times int[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  lacking jsonb;
  first jsonb;
  v_left bigint;
  v_text text;
BEGIN
  PERFORM lock_stake_limits(array_agg(l.game), array_agg(l.issue), array_agg(l.key), array_agg(l.user_id))
     FROM unnest(p_issues) AS i(issue), stake_limits_of(p_user, p_game, i.issue, p_takes) AS l;
  SELECT jsonb_agg(jsonb_build_object('issue', i.issue, 'pointer', '/lines/' || t.line, 'name', t.name, 'own', t.own,
                                      'leftFen', greatest(0, (t.most - u.used_fen) / t.each) * t.unit) ORDER BY i.at, t.at)
    INTO lacking
    FROM unnest(p_issues, p_times) WITH ORDINALITY AS i(issue, times, at)
   CROSS JOIN ROWS FROM (jsonb_to_recordset(p_takes) AS (key text, own boolean, line int, name text, fen bigint, most bigint, unit bigint, each bigint))
     WITH ORDINALITY AS t(key, own, line, name, fen, most, unit, each, at)
    JOIN stake_limit_uses u ON u.game = p_game AND u.issue = i.issue AND u.key = t.key AND u.user_id = CASE WHEN t.own THEN p_user ELSE 0 END
   WHERE u.used_fen + t.fen * i.times > t.most;
  IF lacking IS NULL THEN RETURN NULL; END IF;
  first := lacking->0;
  v_left := (first->>'leftFen')::bigint;
  v_text := words('issueNamed', first->>'issue') || CASE first->>'name' WHEN '' THEN '' ELSE ' ' || (first->>'name') END;
  v_text := CASE
    WHEN v_left > 0 THEN words('issueLeft', v_text, to_char(v_left / 100.0, 'FM999,999,999,999,990.00'))
    WHEN (first->>'own')::boolean THEN words('issueFull', v_text)
    ELSE words('issueSoldOut', v_text) END;
  RETURN refusal(CASE WHEN (first->>'own')::boolean THEN 'overCap' ELSE 'soldOut' END, v_text)
    || jsonb_build_object('models', jsonb_build_object('limits', lacking));
END
$$;

-- Takes it; the rows are held and there is room. p_player: whose stake it is. p_owner and p_order: of the ticket, 0 and its id of a group order.
CREATE FUNCTION take_stake_limits(p_player bigint, p_owner bigint, p_order uuid, p_game text, p_issue text, p_times int, p_takes jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stake_limit_uses u SET used_fen = u.used_fen + t.fen * p_times
    FROM jsonb_to_recordset(p_takes) AS t(key text, own boolean, fen bigint)
   WHERE u.game = p_game AND u.issue = p_issue AND u.key = t.key AND u.user_id = CASE WHEN t.own THEN p_player ELSE 0 END;
  INSERT INTO stake_limit_takes (game, issue, user_id, order_id, takes)
  SELECT p_game, p_issue, p_owner, p_order,
         jsonb_agg(jsonb_build_object('key', t.key, 'user_id', CASE WHEN t.own THEN p_player ELSE 0 END, 'fen', t.fen * p_times))
    FROM jsonb_to_recordset(p_takes) AS t(key text, own boolean, fen bigint);
END
$$;

-- What an order took is free again: it was refunded, withdrawn or called off. Of one that took nothing this is one look.
CREATE FUNCTION return_stake_limits(p_game text, p_issue text, p_owner bigint, p_order uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS (
    DELETE FROM stake_limit_takes WHERE game = p_game AND issue = p_issue AND user_id = p_owner AND order_id = p_order RETURNING takes
  )
  INSERT INTO stake_limit_returns (game, issue, key, user_id, fen)
  SELECT p_game, p_issue, t.key, t.user_id, t.fen FROM gone g, jsonb_to_recordset(g.takes) AS t(key text, user_id bigint, fen bigint);
END
$$;

-- An issue that has ended needs none of it.
CREATE FUNCTION forget_stake_limits(p_game text, p_issue text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM stake_limit_takes WHERE game = p_game AND issue = p_issue;
  DELETE FROM stake_limit_returns WHERE game = p_game AND issue = p_issue;
  DELETE FROM stake_limit_uses WHERE game = p_game AND issue = p_issue;
END
$$;
