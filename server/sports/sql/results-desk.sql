-- Results by operators (server/admin/results-calls.ts). What an operator has touched the feed no longer plays.

-- Holds a match and all of its offers alone. False: there is no such match.
CREATE FUNCTION lock_match(p_match text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM matches WHERE id = p_match FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM lock_offers((SELECT coalesce(jsonb_agg(jsonb_build_object('game', game, 'match', match_id)), '[]') FROM offers WHERE match_id = p_match));
  RETURN true;
END
$$;

-- Holds what is settled by a match, itself and its issues: a step that is under way is waited for, and none begins. After lock_match and before
-- a version is taken; a match before its issues, as its own settlement takes them.
CREATE FUNCTION lock_settlements(p_match text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM sport_settlements WHERE match_id = p_match ORDER BY game FOR UPDATE;
  PERFORM 1 FROM sport_settlements s JOIN offers o ON s.game = o.game AND s.match_id = 'issue/' || o.issue
    WHERE o.match_id = p_match ORDER BY s.game FOR UPDATE OF s;
END
$$;

-- Whether somebody may have been paid by the result of a match.
CREATE FUNCTION is_match_paid(p_match text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM offers o JOIN sport_settlements s ON s.game = o.game AND s.match_id = o.match_id
     WHERE o.match_id = p_match
       AND (s.done_at IS NOT NULL OR s.after_user IS NOT NULL OR EXISTS (SELECT 1 FROM sport_pools p WHERE p.game = o.game AND p.issue = o.issue))
       AND EXISTS (SELECT 1 FROM sport_legs l WHERE l.game = o.game AND l.match_id = o.match_id))
$$;

-- Final odds by play and choice, where there are none (the feed writes those of the winners alone) the odds that were shown last.
CREATE FUNCTION final_or_last(p_final jsonb, p_last jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_final, '{}') || coalesce(jsonb_object_agg(play, choices || coalesce(p_final->play, '{}')), '{}')
    FROM jsonb_each(p_last) AS shown(play, choices)
$$;

-- Writes a result into a match and into those of its offers that p_games names (NULL: all). It pays from p_due on. Another result may have
-- other winners than the one before: each choice has final odds from here on. What was not typed in stays: penalties say who goes on.
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
  -- A pool that is not shared out yet is counted anew.
  UPDATE sport_settlements s SET counted = NULL, after_user = NULL, after_order = NULL
    FROM offers o
   WHERE o.match_id = p_match AND (p_games IS NULL OR o.game = ANY(p_games)) AND s.game = o.game AND s.match_id = 'issue/' || o.issue
     AND s.done_at IS NULL AND NOT coalesce(s.counted ? 'prizes', false);
  PERFORM announce_matches((SELECT coalesce(jsonb_agg(game), '[]') FROM offers WHERE match_id = p_match), true);
END
$$;

-- A result that an operator typed in, or a match that is off ({"void": true}). It is paid after p_wait ms; until then another one takes its
-- place. Answers: done, unknown, early (it has not kicked off), paid (a correction needs two operators).
CREATE FUNCTION enter_result(p_match text, p_result jsonb, p_wait bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF NOT lock_match(p_match) THEN RETURN 'unknown'; END IF;
  PERFORM lock_settlements(p_match);
  IF is_match_paid(p_match) THEN RETURN 'paid'; END IF;
  IF NOT p_result ? 'void' AND (SELECT starts_at FROM matches WHERE id = p_match) > caipu_now_ms() THEN RETURN 'early'; END IF;
  PERFORM write_result(p_match, p_result, caipu_now_ms() + p_wait, NULL);
  -- The one before may be due earlier.
  UPDATE sport_settlements SET due_at = caipu_now_ms() + p_wait WHERE match_id = p_match AND done_at IS NULL;
  RETURN 'done';
END
$$;

-- Puts a match off: to another kick-off, and its sale goes on until the stops before that; or to one that nobody knows (NULL), and its sale
-- rests. Bets are void p_void_ms after the kick-off for which the first of them were taken: a match without a new one is void then (by the
-- feed's lane), and one that was bet on is not put off beyond it. Answers: done, unknown, ended (it has a result), late.
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

-- Gives an issue up: its orders that wait are given back. Answers: done, unknown, shared (its pool is paid).
CREATE FUNCTION cancel_sport_issue(p_game text, p_issue text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_state text;
BEGIN
  -- Offers, the version, then the issue, as the feed takes them.
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

-- Calls off what can be bet on the end of a cup, which will not be decided: stakes on what is open are given back, what was decided stays.
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

-- Proposes another result for a match that was paid. The id of the correction; NULL: there is no such match, it was not paid, or another
-- correction of it waits.
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

-- A second operator signs: from now on the match has the other result, and its orders are settled again. A distributed pool stays
-- as it is: its rest has gone to the next issue. Answers: done, unknown, same (the proposer cannot sign).
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

-- Matches for the desk: those that kicked off, or are said to be over, and have no result or one that nobody is paid by (p_open), or those of a
-- span of kick-offs; at most p_limit.
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
