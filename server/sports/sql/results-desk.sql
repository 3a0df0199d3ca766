-- Results by operators (server/admin/office/results.ts). The demonstration feed does not play a match that an operator has changed.

-- Locks a match and all of its offers. False: there is no such match.
CREATE FUNCTION lock_match(p_match text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM matches WHERE id = p_match FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM lock_offers((SELECT coalesce(jsonb_agg(jsonb_build_object('game', game, 'match', match_id)), '[]') FROM offers WHERE match_id = p_match));
  RETURN true;
END
$$;

-- Locks the settlements of a match and of its issues: it waits for a step under way, and no step begins. Call it after lock_match and before
-- next_match_version. The match comes before its issues, in the order of settlement itself.
CREATE FUNCTION lock_settlements(p_match text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM sport_settlements WHERE match_id = p_match ORDER BY game FOR UPDATE;
  PERFORM 1 FROM sport_settlements s JOIN offers o ON s.game = o.game AND s.match_id = 'issue/' || o.issue
    WHERE o.match_id = p_match ORDER BY s.game FOR UPDATE OF s;
END
$$;

-- Whether a bet may have been paid by the result of a match.
CREATE FUNCTION is_match_paid(p_match text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM offers o JOIN sport_settlements s ON s.game = o.game AND s.match_id = o.match_id
     WHERE o.match_id = p_match
       AND (s.done_at IS NOT NULL OR s.after_user IS NOT NULL OR EXISTS (SELECT 1 FROM sport_pools p WHERE p.game = o.game AND p.issue = o.issue))
       AND EXISTS (SELECT 1 FROM sport_legs l WHERE l.game = o.game AND l.match_id = o.match_id))
$$;

-- Final odds by play and choice. A choice without final odds has its last shown odds, because the feed writes final odds of winners only.
CREATE FUNCTION final_or_last(p_final jsonb, p_last jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_final, '{}') || coalesce(jsonb_object_agg(play, choices || coalesce(p_final->play, '{}')), '{}')
    FROM jsonb_each(p_last) AS shown(play, choices)
$$;

-- Writes a result into a match and into its offers of p_games (NULL: all). Settlement pays from p_due on. Every choice gets final odds, because
-- this result may have other winners than the one before. Measures that the operator did not enter stay, such as penalties.
CREATE FUNCTION write_result(p_match text, p_result jsonb, p_due bigint, p_games text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v bigint := next_match_version();
  ended text := CASE WHEN p_result ? 'void' THEN 'cancelled' ELSE 'finished' END;
BEGIN
  UPDATE matches SET state = ended, clock = NULL, next_at = NULL, source = 'desk', measures = measures || coalesce(p_result->'measures', '{}'), version = v
   WHERE id = p_match;
  UPDATE offers SET state = ended, suspended = CASE ended WHEN 'cancelled' THEN words('matchCancelled') END, result = p_result, result_at = p_due,
         final_odds = final_or_last(final_odds, odds), version = v
   WHERE match_id = p_match AND (p_games IS NULL OR game = ANY(p_games));
  -- Winners of a pool that is not shared out yet are counted again.
  UPDATE sport_settlements s SET counted = NULL, after_user = NULL, after_order = NULL
    FROM offers o
   WHERE o.match_id = p_match AND (p_games IS NULL OR o.game = ANY(p_games)) AND s.game = o.game AND s.match_id = 'issue/' || o.issue
     AND s.done_at IS NULL AND NOT coalesce(s.counted ? 'prizes', false);
  PERFORM announce_matches((SELECT coalesce(jsonb_agg(game), '[]') FROM offers WHERE match_id = p_match), true);
END
$$;

-- Enters a result by an operator, or that a match is void ({"void": true}). It is paid after p_wait ms; until then an operator can replace it.
-- Answers: done, unknown, early (the match has not kicked off), paid (a correction needs two operators).
CREATE FUNCTION enter_result(p_match text, p_result jsonb, p_wait bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF NOT lock_match(p_match) THEN RETURN 'unknown'; END IF;
  PERFORM lock_settlements(p_match);
  IF is_match_paid(p_match) THEN RETURN 'paid'; END IF;
  IF NOT p_result ? 'void' AND (SELECT starts_at FROM matches WHERE id = p_match) > caipu_now_ms() THEN RETURN 'early'; END IF;
  PERFORM write_result(p_match, p_result, caipu_now_ms() + p_wait, NULL);
  -- A replaced result may be due earlier.
  UPDATE sport_settlements SET due_at = caipu_now_ms() + p_wait WHERE match_id = p_match AND done_at IS NULL;
  RETURN 'done';
END
$$;

-- Postpones a match. With a new kick-off, the sale goes on and its stops move along. Without one (NULL), the sale is suspended, and the job for
-- due matches makes the match void p_void_ms after the kick-off at which it was first bet on. A match with bets cannot be postponed beyond that.
-- Answers: done, unknown, ended (it has a result), late.
CREATE FUNCTION postpone_match(p_match text, p_starts bigint, p_void_ms bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v bigint;
  later bigint;
  v_first bigint;
BEGIN
  IF NOT lock_match(p_match) THEN RETURN 'unknown'; END IF;
  IF EXISTS (SELECT 1 FROM offers WHERE match_id = p_match AND result IS NOT NULL) THEN RETURN 'ended'; END IF;
  SELECT coalesce(first_starts_at, starts_at) INTO v_first FROM matches
   WHERE id = p_match AND EXISTS (SELECT 1 FROM sport_legs l WHERE l.match_id = p_match);
  IF p_starts > v_first + p_void_ms THEN RETURN 'late'; END IF;
  v := next_match_version();
  SELECT coalesce(p_starts, starts_at) - starts_at INTO later FROM matches WHERE id = p_match;
  UPDATE matches SET state = CASE WHEN p_starts IS NULL THEN 'postponed' ELSE 'scheduled' END, starts_at = starts_at + later, clock = NULL,
         first_starts_at = v_first, next_at = CASE WHEN p_starts IS NULL THEN coalesce(v_first, starts_at) + p_void_ms END, source = 'desk', version = v
   WHERE id = p_match;
  UPDATE offers SET state = CASE WHEN p_starts IS NULL THEN 'postponed' ELSE 'selling' END,
         suspended = CASE WHEN p_starts IS NULL THEN words('matchPostponed') END,
         single_stops_at = single_stops_at + later, pass_stops_at = pass_stops_at + later, version = v
   WHERE match_id = p_match;
  PERFORM keep_issues_open(ARRAY[p_match]);
  PERFORM announce_matches((SELECT coalesce(jsonb_agg(game), '[]') FROM offers WHERE match_id = p_match), true);
  RETURN 'done';
END
$$;

-- Cancels an issue and refunds its waiting orders. Answers: done, unknown, shared (its pool is paid).
CREATE FUNCTION cancel_sport_issue(p_game text, p_issue text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_state text;
BEGIN
  -- The feed takes the same locks in the same order: offers, version, issue.
  PERFORM lock_offers((SELECT coalesce(jsonb_agg(jsonb_build_object('game', game, 'match', match_id)), '[]') FROM offers
                        WHERE game = p_game AND issue = p_issue));
  PERFORM next_match_version();
  SELECT state INTO v_state FROM sport_issues WHERE game = p_game AND issue = p_issue FOR UPDATE;
  IF NOT FOUND OR v_state = 'cancelled' THEN RETURN 'unknown'; END IF;
  IF v_state = 'settled' THEN RETURN 'shared'; END IF;
  UPDATE sport_issues SET state = 'cancelled' WHERE game = p_game AND issue = p_issue;
  RETURN 'done';
END
$$;

-- Voids the open bets on the winner of a cup that will not be decided. Their stakes are refunded; decided choices stay as they are.
-- Answers: done, unknown (nothing is open).
CREATE FUNCTION void_outright(p_game text, p_edition text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v bigint;
BEGIN
  PERFORM lock_offers(jsonb_build_array(jsonb_build_object('game', p_game, 'match', 'outright')));
  v := next_match_version();
  UPDATE outrights SET state = 'void', stops_at = 0, version = v
   WHERE game = p_game AND edition = p_edition AND state IN ('selling', 'stopped');
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  PERFORM announce_matches(jsonb_build_array(p_game), false);
  RETURN 'done';
END
$$;

-- Proposes another result for a match that was paid. Returns the id of the correction. NULL: there is no such match, it was not paid, or
-- another correction of it waits.
CREATE FUNCTION propose_correction(p_match text, p_result jsonb, p_reason text, p_by text, p_session text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
BEGIN
  IF NOT lock_match(p_match) OR NOT is_match_paid(p_match)
     OR EXISTS (SELECT 1 FROM sport_corrections WHERE match_id = p_match AND ended IS NULL) THEN RETURN NULL; END IF;
  INSERT INTO sport_corrections (match_id, result, reason, proposed_by, proposed_in, proposed_at)
  VALUES (p_match, p_result, p_reason, p_by, p_session, caipu_now_ms()) RETURNING id INTO v_id;
  RETURN v_id;
END
$$;

-- A second operator signs a correction: the match gets the other result, and its orders are settled again. A pool that was shared out stays as
-- it is, because its rest has gone to the next issue. Answers: done, unknown, same (the proposer cannot sign).
CREATE FUNCTION sign_correction(p_id bigint, p_by text, p_session text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  item record;
  games text[];
BEGIN
  SELECT * INTO item FROM sport_corrections WHERE id = p_id AND ended IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  IF item.proposed_in = p_session OR lower(item.proposed_by) = lower(p_by) THEN RETURN 'same'; END IF;
  PERFORM lock_match(item.match_id);
  PERFORM lock_settlements(item.match_id);
  SELECT coalesce(array_agg(o.game), '{}') INTO games FROM offers o
   WHERE o.match_id = item.match_id
     AND NOT EXISTS (SELECT 1 FROM sport_pools p WHERE p.game = o.game AND p.issue = o.issue);
  PERFORM write_result(item.match_id, item.result, caipu_now_ms(), games);
  PERFORM queue_settlement(o.game, o.match_id, caipu_now_ms(), p_id) FROM offers o WHERE o.match_id = item.match_id AND o.game = ANY(games);
  UPDATE sport_corrections SET signed_by = p_by, signed_at = caipu_now_ms(), ended = 'signed', ended_at = caipu_now_ms() WHERE id = p_id;
  RETURN 'done';
END
$$;

CREATE FUNCTION withdraw_correction(p_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sport_corrections SET ended = 'withdrawn', ended_at = caipu_now_ms() WHERE id = p_id AND ended IS NULL;
  RETURN FOUND;
END
$$;

-- Matches for the desk, at most p_limit. With p_open: matches that kicked off or have ended, and have no result or a settlement that is held
-- back (held_until). Otherwise: matches that kick off from p_from on and before p_to.
CREATE FUNCTION desk_matches(p_open boolean, p_from bigint, p_to bigint, p_limit int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
           'id', m.id, 'sport', m.sport, 'league', m.league, 'home', m.home, 'away', m.away, 'startsAt', m.starts_at, 'state', m.state,
           'source', m.source, 'measures', m.measures, 'isTie', coalesce(m.cup ? 'stage', false),
           'offers', (SELECT jsonb_agg(jsonb_build_object(
                        'game', o.game, 'code', o.code, 'issue', o.issue, 'result', o.result, 'paysAt', s.due_at,
                        'progress', CASE WHEN o.result IS NULL THEN 'none' WHEN s.done_at IS NOT NULL THEN 'paid'
                                         WHEN s.after_user IS NOT NULL OR s.due_at <= caipu_now_ms() THEN 'paying' ELSE 'waiting' END,
                        'orders', (SELECT count(*) FROM sport_legs l WHERE l.game = o.game AND l.match_id = o.match_id)) ORDER BY o.game)
                        FROM offers o LEFT JOIN sport_settlements s ON s.game = o.game AND s.match_id = o.match_id WHERE o.match_id = m.id),
           'correction', (SELECT jsonb_build_object('id', c.id, 'result', c.result, 'reason', c.reason, 'by', c.proposed_by, 'at', c.proposed_at)
                            FROM sport_corrections c WHERE c.match_id = m.id AND c.ended IS NULL LIMIT 1))
           ORDER BY m.starts_at, m.id), '[]')
    FROM (SELECT m.* FROM matches m
           WHERE EXISTS (SELECT 1 FROM offers o LEFT JOIN sport_settlements s ON s.game = o.game AND s.match_id = o.match_id
                          WHERE o.match_id = m.id AND (NOT p_open OR o.result IS NULL OR s.done_at IS NULL AND s.held_until > caipu_now_ms()))
             AND CASE WHEN p_open THEN m.starts_at <= caipu_now_ms() OR m.state = 'finished' ELSE m.starts_at >= p_from AND m.starts_at < p_to END
           ORDER BY m.starts_at, m.id LIMIT p_limit) m
$$;
