-- Quizzes (竞猜): rounds are opened, entered, decided and paid. Points of undecided rounds lie in house:quiz. Locks, in this order: a player,
-- then the quiz, then the round; entries hold the round's lock shared until they commit, deciding takes it alone.

-- Opens a round, with what earlier ones left. False: there is one about the same thing, or p_most are open already.
-- p_round: {id, quiz, kind, game, subject, body, ask, note, options, names, least, most, share, closesAt, dueAt, voidAt, open}.
CREATE FUNCTION open_quiz(p_round jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  r record;
  v_now bigint;
  v_pot bigint;
BEGIN
  SELECT * INTO r FROM jsonb_to_record(p_round) AS x(id uuid, quiz text, kind text, game text, subject text, body text, ask text, note text,
    options text[], names text[], least bigint, most bigint, share int, "closesAt" bigint, "dueAt" bigint, "voidAt" bigint, open int);
  PERFORM pg_advisory_xact_lock(issue_lock_key('quiz', r.quiz));
  v_now := caipu_now_ms();
  IF r."closesAt" <= v_now OR EXISTS (SELECT 1 FROM quiz_rounds WHERE quiz = r.quiz AND subject = r.subject)
     OR (SELECT count(*) FROM quiz_rounds WHERE quiz = r.quiz AND state = 'open' AND closes_at > v_now) >= r.open THEN
    RETURN false;
  END IF;
  SELECT points INTO v_pot FROM quiz_pots WHERE quiz = r.quiz FOR UPDATE;
  UPDATE quiz_pots SET points = 0 WHERE quiz = r.quiz;
  INSERT INTO quiz_rounds (id, quiz, number, kind, game, subject, body, ask, note, options, names, least, most, share, opens_at, closes_at, due_at,
                           void_at, carried)
  VALUES (r.id, r.quiz, coalesce((SELECT max(number) FROM quiz_rounds WHERE quiz = r.quiz), 0) + 1, r.kind, r.game, r.subject, r.body, r.ask, r.note,
          r.options, r.names, r.least, r.most, r.share, v_now, r."closesAt", r."dueAt", r."voidAt", coalesce(v_pot, 0));
  RETURN true;
END
$$;

-- Whether what a round is about still takes bets. A match that begins early, or a draw that is taken back, closes the round before its time.
CREATE FUNCTION quiz_source_open(p_kind text, p_game text, p_subject text, p_now bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_kind = 'draw' THEN
    RETURN EXISTS (SELECT 1 FROM issues WHERE game = p_game AND issue = p_subject AND state = 'open' AND closes_at > p_now);
  END IF;
  RETURN EXISTS (SELECT 1 FROM offers WHERE game = p_game AND match_id = p_subject AND suspended IS NULL AND result IS NULL AND pass_stops_at > p_now);
END
$$;

-- Whether a round takes entries.
CREATE FUNCTION quiz_round_open(r quiz_rounds, p_now bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN r.state = 'open' AND r.closes_at > p_now AND quiz_source_open(r.kind, r.game, r.subject, p_now);
END
$$;

-- Why an entry is not taken; NULL: it is. p_open: the round and what it is about take entries. p_mine, p_side: the points and the side that the
-- player has in it (NULL: none).
CREATE FUNCTION quiz_refusal(r quiz_rounds, p_open boolean, p_option text, p_points bigint, p_mine bigint, p_side text) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF r.id IS NULL THEN RETURN refusal('notFound', words('quizMissing')); END IF;
  IF NOT p_open THEN RETURN refusal('issueClosed', words('quizClosed')); END IF;
  IF NOT p_option = ANY (r.options) THEN RETURN refusal('invalid', words('optionMissing')); END IF;
  IF p_side <> p_option THEN
    RETURN refusal('stateChanged', words('quizSide', r.names[array_position(r.options, p_side)]));
  END IF;
  IF p_points < r.least THEN RETURN refusal('overCap', words('quizLeast', r.least::text)); END IF;
  IF p_mine + p_points > r.most THEN
    RETURN refusal('overCap', CASE WHEN p_mine >= r.most THEN words('quizFull', r.most::text)
                                   ELSE words('quizLeft', r.most::text, (r.most - p_mine)::text) END);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION quiz_unaffordable(p_user bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN refusal('insufficientFunds', words('pointsShort',
    coalesce((SELECT balance FROM purses WHERE user_id = p_user AND purse = 'points'), 0)::text));
END
$$;

-- What an entry that was taken is answered with. p_balance: the points that the player has left.
CREATE FUNCTION quiz_answer(r quiz_rounds, p_models jsonb, p_id uuid, p_option text, p_points bigint, p_balance bigint, p_at bigint)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN jsonb_build_object('status', status('ok'), 'msg', words('quizEntered'), 'models', p_models || jsonb_build_object('points', p_balance,
    'entry', jsonb_build_object('entryId', p_id, 'question', r.id, 'quiz', r.quiz, 'ask', r.ask, 'option', p_option,
      'optionName', r.names[array_position(r.options, p_option)], 'points', p_points, 'prize', 0, 'net', 0, 'status', 'placed',
      'outcomeName', '', 'result', '', 'why', '', 'at', p_at, 'endsAt', r.due_at)));
END
$$;

-- What a player has in a round: his points and his side (0 and NULL: nothing). His last entry says it. Without sorting only the index of the
-- sums is left.
CREATE FUNCTION quiz_mine(p_user bigint, p_round uuid, OUT points bigint, OUT side text) LANGUAGE plpgsql STABLE SET enable_sort = off AS $$
BEGIN
  SELECT e.running, e.option INTO points, side FROM quiz_entries e
   WHERE e.user_id = p_user AND e.round = p_round ORDER BY e.running DESC LIMIT 1;
  points := coalesce(points, 0);
END
$$;

-- Enters a round. p_item: {token, nonce, key, body_hash, id, round, option, points, models}. The clock is read after the round's lock is held:
-- an entry is in before the close or not in at all. A player takes one side of a question.
CREATE FUNCTION bet_quiz(p_item jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  item record;
  r quiz_rounds%ROWTYPE;
  v_user bigint;
  v_now bigint;
  v_balance bigint;
  v_mine bigint;
  v_side text;
  answer jsonb;
  forbidden text;
BEGIN
  SELECT * INTO item FROM jsonb_to_record(p_item) AS x(token text, nonce text, key text, body_hash text, id uuid, round uuid, option text,
    points bigint, models jsonb);
  v_user := session_player(item.token);
  answer := start_idempotent(v_user, item.nonce, item.key, item.body_hash);
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  -- Points are no money: limits of money do not count them, but who is taking a break or is excluded does not play.
  IF EXISTS (SELECT 1 FROM limited_players WHERE user_id = v_user) THEN
    forbidden := player_limit_refusal(v_user, 'stake', 0);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(issue_lock_key('quiz/round', item.round::text));
  v_now := caipu_now_ms();
  SELECT * INTO r FROM quiz_rounds WHERE id = item.round;
  SELECT mine.points, mine.side INTO v_mine, v_side FROM quiz_mine(v_user, item.round) AS mine;
  IF r.id IS NOT NULL AND forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSE
    answer := quiz_refusal(r, quiz_round_open(r, v_now), item.option, item.points, v_mine, v_side);
  END IF;
  IF answer IS NULL THEN
    v_balance := post(v_user, 'quiz', 'points', 'house:quiz', item.points, 'play', item.id, v_now);
    IF v_balance IS NULL THEN
      answer := quiz_unaffordable(v_user);
    ELSE
      INSERT INTO quiz_entries (user_id, id, round, option, points, running, placed_at)
      VALUES (v_user, item.id, item.round, item.option, item.points, v_mine + item.points, v_now);
      PERFORM announce_balance(v_user, 'points', 'points', v_balance);
      answer := quiz_answer(r, item.models, item.id, item.option, item.points, v_balance, v_now);
    END IF;
  END IF;
  PERFORM finish_idempotent(v_user, item.key, item.body_hash, answer, v_now);
  RETURN answer;
END
$$;

-- Entries of several players in one transaction; answers in the order of p_items. Unless p_wait, it does not wait for a player's lock: the
-- entries of a busy player are left out and answered with null.
CREATE FUNCTION bet_quizzes(p_items jsonb, p_wait boolean DEFAULT true) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN CASE jsonb_array_length(p_items) WHEN 1 THEN bet_quiz_lone(p_items->0, p_wait) ELSE bet_quiz_batch(p_items, p_wait) END;
END
$$;

CREATE FUNCTION bet_quiz_lone(p_item jsonb, p_wait boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN jsonb_build_array(CASE WHEN p_wait OR try_lock_player(session_player(p_item->>'token')) IS NOT FALSE THEN bet_quiz(p_item) END);
END
$$;

-- Takes each step for all entries by one statement, as bets do (orders/sql/place-bets.sql, which tells why the plans are made as they are). Left to
-- bet_quiz, one after the other under the same locks: several entries of one player, and those of players who set themselves limits.
CREATE FUNCTION bet_quiz_batch(p_items jsonb, p_wait boolean) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_sort = off SET jit = off AS $$
DECLARE
  now_ms bigint := caipu_now_ms();
  many int;
  -- One element for each entry, ordered by player.
  places int[]; users bigint[]; nonces text[]; keys text[]; body_hashes text[]; ids uuid[]; wanted uuid[]; options text[]; amounts bigint[];
  models jsonb[];
  together boolean[];
  -- True for an item whose player's lock is held.
  held boolean[];
  busy int[];
  answers jsonb[];
  -- True for what is decided here and remembered under its key.
  decided boolean[];
  -- Every round that is named here, once, and whether it takes entries.
  rounds quiz_rounds[];
  taking boolean[];
  -- For each entry: the index of its round, NULL for none; the player's balance after it, NULL for a refused entry.
  which int[];
  balances bigint[];
  -- What each player has in the round of his entry before it.
  mine bigint[];
  sides text[];
BEGIN
  SELECT array_agg(x.place), array_agg(x.user_id), array_agg(x.nonce), array_agg(x.key), array_agg(x.body_hash), array_agg(x.id),
         array_agg(x.round), array_agg(x.option), array_agg(x.points), array_agg(x.models)
    INTO places, users, nonces, keys, body_hashes, ids, wanted, options, amounts, models
    FROM (
      SELECT r.*, (SELECT CASE WHEN s.expires_at > now_ms THEN s.user_id END FROM sessions s WHERE s.token_hash = r.token) AS user_id
        FROM ROWS FROM (jsonb_to_recordset(p_items) AS (token text, nonce text, key text, body_hash text, id uuid, round uuid, option text,
               points bigint, models jsonb)) WITH ORDINALITY
             AS r(token, nonce, key, body_hash, id, round, option, points, models, place)
       ORDER BY user_id, place) x;
  many := cardinality(places);

  held := lock_players(users, p_wait);
  IF false = ANY(held) THEN
    busy := ARRAY(SELECT places[n] FROM generate_series(1, many) AS n WHERE NOT held[n]);
    RETURN answers_with_gaps(CASE WHEN cardinality(busy) = many THEN '[]' ELSE bet_quiz_batch(items_without(p_items, busy), p_wait) END, busy);
  END IF;
  together := decided_together(users);
  answers := start_idempotent_all(users, together, nonces, keys, body_hashes, now_ms);
  decided := ARRAY(SELECT users[n] IS NOT NULL AND together[n] AND answers[n] IS NULL FROM generate_series(1, many) AS n);

  PERFORM pg_advisory_xact_lock_shared(key) FROM (
    SELECT DISTINCT issue_lock_key('quiz/round', wanted[n]::text) AS key FROM generate_series(1, many) AS n
     WHERE users[n] IS NOT NULL ORDER BY 1) held;
  now_ms := caipu_now_ms();
  rounds := ARRAY(SELECT q FROM quiz_rounds q WHERE q.id = ANY (wanted));
  taking := ARRAY(SELECT quiz_round_open(rounds[k], now_ms) FROM generate_series(1, cardinality(rounds)) AS k);
  which := ARRAY(SELECT (SELECT k FROM generate_series(1, cardinality(rounds)) AS k WHERE (rounds[k]).id = wanted[n]) FROM generate_series(1, many) AS n);
  SELECT array_agg(m.points ORDER BY n), array_agg(m.side ORDER BY n) INTO mine, sides
    FROM generate_series(1, many) AS n LEFT JOIN LATERAL quiz_mine(users[n], wanted[n]) AS m ON decided[n];
  answers := ARRAY(SELECT CASE WHEN decided[n]
      THEN quiz_refusal(rounds[which[n]], taking[which[n]], options[n], amounts[n], mine[n], sides[n]) ELSE answers[n] END
    FROM generate_series(1, many) AS n);

  balances := post_purse_stakes('quiz', 'points', 'house:quiz', 'play', users,
    ARRAY(SELECT CASE WHEN decided[n] AND answers[n] IS NULL THEN amounts[n] END FROM generate_series(1, many) AS n), ids, now_ms);
  INSERT INTO quiz_entries (user_id, id, round, option, points, running, placed_at)
  SELECT users[n], ids[n], wanted[n], options[n], amounts[n], mine[n] + amounts[n], now_ms FROM generate_series(1, many) AS n WHERE balances[n] IS NOT NULL;
  INSERT INTO outbox (user_id, event) SELECT users[n], balance_event('points', 'points', balances[n])
    FROM generate_series(1, many) AS n WHERE balances[n] IS NOT NULL;
  answers := ARRAY(SELECT CASE
      WHEN NOT decided[n] OR answers[n] IS NOT NULL THEN answers[n]
      WHEN balances[n] IS NULL THEN quiz_unaffordable(users[n])
      ELSE quiz_answer(rounds[which[n]], models[n], ids[n], options[n], amounts[n], balances[n], now_ms) END
    FROM generate_series(1, many) AS n);
  INSERT INTO idempotency (user_id, key, body_hash, answer, at)
  SELECT users[n], keys[n], short_hash(body_hashes[n]), answers[n], now_ms FROM generate_series(1, many) AS n WHERE decided[n];

  IF false = ANY(together) THEN
    FOR n IN 1 .. many LOOP
      CONTINUE WHEN together[n] OR users[n] IS NULL;
      answers[n] := bet_quiz(p_items->(places[n] - 1));
    END LOOP;
  END IF;
  RETURN (SELECT jsonb_agg(answers[n] ORDER BY places[n]) FROM generate_series(1, many) AS n);
END
$$;

-- What an entry that was right is paid: the same as engine/quiz/split.ts.
CREATE FUNCTION quiz_share(p_points bigint, p_pool bigint, p_share int, p_right bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT div(p_points::numeric * p_pool * p_share, 100::numeric * p_right)::bigint
$$;

-- What a round takes of the points that earlier rounds left: at most the share of its own stakes that is not paid out, so that nobody gains by
-- taking every side of it (pointsFromCarryover of engine/quiz/split.ts).
CREATE FUNCTION quiz_taken(p_staked bigint, p_carried bigint, p_share int) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT least(p_carried, p_staked * (100 - p_share) / 100)
$$;

-- Decides a round that is over, once. p_outcome NULL: nothing came true, it is void. False: decided before, or not over.
CREATE FUNCTION decide_quiz(p_round uuid, p_outcome text, p_result text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  r quiz_rounds%ROWTYPE;
  v_now bigint;
  v_staked bigint;
  v_right bigint;
  v_back text;
  v_taken bigint;
  v_left bigint;
  v_next uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(issue_lock_key('quiz', (SELECT quiz FROM quiz_rounds WHERE id = p_round)));
  PERFORM pg_advisory_xact_lock(issue_lock_key('quiz/round', p_round::text));
  v_now := caipu_now_ms();
  SELECT * INTO r FROM quiz_rounds WHERE id = p_round AND state = 'open' FOR UPDATE;
  -- What has no result any more may end before it closes.
  IF NOT FOUND OR (r.closes_at > v_now AND p_outcome IS NOT NULL) THEN RETURN false; END IF;
  SELECT coalesce(sum(points), 0), coalesce(sum(points) FILTER (WHERE option = p_outcome), 0) INTO v_staked, v_right
    FROM quiz_entries WHERE round = p_round;
  v_back := CASE WHEN p_outcome IS NULL THEN 'void' WHEN v_right = 0 THEN 'nobody' WHEN v_right = v_staked THEN 'one' END;
  v_taken := CASE WHEN v_back IS NULL THEN quiz_taken(v_staked, r.carried, r.share) ELSE 0 END;
  v_left := CASE WHEN v_back IS NOT NULL THEN r.carried ELSE r.carried + v_staked - (
    SELECT sum(quiz_share(points, v_taken + v_staked, r.share, v_right)) FROM quiz_entries WHERE round = p_round AND option = p_outcome) END;
  UPDATE quiz_rounds SET state = CASE WHEN v_staked = 0 THEN 'done' ELSE 'paying' END, outcome = p_outcome, back = v_back, result = p_result,
         staked = v_staked, right_points = v_right, taken = v_taken, left_points = v_left, decided_at = v_now, ended_at = CASE WHEN v_staked = 0 THEN v_now END
   WHERE id = p_round;
  -- Into the pool of the round that closes next; without one it waits for the one that is opened next.
  SELECT id INTO v_next FROM quiz_rounds WHERE quiz = r.quiz AND state = 'open' AND closes_at > v_now ORDER BY closes_at, id LIMIT 1;
  IF FOUND THEN
    UPDATE quiz_rounds SET carried = carried + v_left WHERE id = v_next;
  ELSE
    INSERT INTO quiz_pots AS p (quiz, points) VALUES (r.quiz, v_left) ON CONFLICT (quiz) DO UPDATE SET points = p.points + excluded.points;
  END IF;
  RETURN true;
END
$$;

-- Pays some entries of a decided round, in the order of their players; any number of processes may. Returns how many.
CREATE FUNCTION pay_quiz(p_round uuid, p_most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  r quiz_rounds%ROWTYPE;
  each record;
  v_now bigint := caipu_now_ms();
  v_prize bigint;
  v_balance bigint;
  paid int := 0;
BEGIN
  SELECT * INTO r FROM quiz_rounds WHERE id = p_round AND state = 'paying';
  IF NOT FOUND THEN RETURN 0; END IF;
  FOR each IN SELECT user_id, id, option, points FROM quiz_entries WHERE round = p_round AND status = 'placed' ORDER BY user_id, id LIMIT p_most
                FOR UPDATE SKIP LOCKED LOOP
    v_prize := CASE WHEN r.back IS NOT NULL THEN each.points
                    WHEN each.option = r.outcome THEN quiz_share(each.points, r.taken + r.staked, r.share, r.right_points) ELSE 0 END;
    IF v_prize > 0 THEN
      v_balance := post(each.user_id, 'quizPrize', 'house:quiz', 'points', v_prize, CASE WHEN r.back IS NULL THEN 'win' ELSE 'void' END, each.id, v_now);
      PERFORM announce_balance(each.user_id, 'points', 'points', v_balance);
    END IF;
    UPDATE quiz_entries SET prize = v_prize, settled_at = v_now,
           status = CASE WHEN r.back IS NOT NULL THEN 'back' WHEN each.option = r.outcome THEN 'won' ELSE 'lost' END
     WHERE user_id = each.user_id AND id = each.id;
    paid := paid + 1;
  END LOOP;
  IF NOT EXISTS (SELECT 1 FROM quiz_entries WHERE round = p_round AND status = 'placed') THEN
    UPDATE quiz_rounds SET state = 'done', ended_at = v_now WHERE id = p_round AND state = 'paying';
  END IF;
  RETURN paid;
END
$$;
