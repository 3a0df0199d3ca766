-- The hot path: one round trip decides and writes any number of bets. What the server has checked before: the signature, the ticket
-- against its description, price and caps. What only the database can decide is decided here, in this order:
--
--   session → (one at a time per player) key, nonce → the player's own limits → (shared lock on the issue) the clock → wallet → writing.
--
-- The clock is read after the issue's lock is held and the freeze needs that lock alone, so a bet is either in before the close or not in
-- at all. No row is shared between players: sums over an issue are derived.
--
-- A batch takes each step for all its bets by one statement. What that cannot do is left to place_bet, one bet after the other, in the same
-- transaction and under the same locks: several bets of one player, of which each finds what the one before left, bets with a coupon,
-- bets of players who set themselves limits, and bets on games that have limits (issue-limits.sql).
--
-- Locks are taken for the whole batch, each kind in one order (players, issues, wallets, limits), so that two batches that meet wait for each other in one direction only.
--
-- Every look-up is one by a primary key; what else is asked of a row is asked when it was found, so that no other index offers itself. An issue
-- is the first one from its key on, because its order only one index has: by its game alone two others would find it as well, among all of the game. The plans are made once for a connection and without looking at statistics or at how many bets the first
-- batches held (the settings below): a database that is young has no statistics, and a plan that was right for it would stay.
CREATE FUNCTION place_bets(p_items jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  -- One by itself is done sooner without sets.
  RETURN CASE jsonb_array_length(p_items) WHEN 1 THEN place_lone_bet(p_items->0) ELSE place_bet_batch(p_items) END;
END
$$;

CREATE FUNCTION place_lone_bet(p_item jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_array(place_bet(session_player(r.token), r.nonce, r.key, r.body_hash, r.id, r.game, r.issue, r.hash, r.ticket::json,
                                       selection_given(r.selection, r.id), r.bets, r.amount, r.multiplier, r.coupon, r.coupon_kind, r.limits) || jsonb_build_object('i', r.i))
      FROM jsonb_to_record(p_item) AS r(i int, token text, nonce text, key text, body_hash text, id uuid, game text, issue text, hash text,
                                        ticket text, selection text, bets bigint, amount bigint, multiplier int, coupon uuid,
                                        coupon_kind text, limits jsonb));
END
$$;

CREATE FUNCTION place_bet_batch(p_items jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_sort = off SET jit = off AS $$
DECLARE
  now_ms bigint := caipu_now_ms();
  many int;
  -- Of each bet, the players in order.
  places int[]; users bigint[]; nonces text[]; keys text[]; body_hashes text[]; ids uuid[]; games text[]; wanted text[]; hashes text[];
  contents json[]; selections bytea[]; bets bigint[]; amounts bigint[]; multipliers int[]; coupons uuid[]; coupon_kinds text[]; takes jsonb[];
  -- True for a bet that is its player's only one here, and that no limit or coupon has to be asked about.
  alone boolean[];
  answers jsonb[];
  -- When the issue is drawn, NULL for one that is not on sale; what the wallet holds after the stake, NULL for one that does not cover it.
  draws bigint[]; balances bigint[];
  -- True for what is decided here and remembered under its key.
  decided boolean[];
BEGIN
  SELECT array_agg(x.i), array_agg(x.user_id), array_agg(x.nonce), array_agg(x.key), array_agg(x.body_hash), array_agg(x.id),
         array_agg(x.game), array_agg(x.issue), array_agg(x.hash), array_agg(x.ticket::json), array_agg(selection_given(x.selection, x.id)), array_agg(x.bets),
         array_agg(x.amount), array_agg(x.multiplier), array_agg(x.coupon), array_agg(x.coupon_kind), array_agg(x.limits),
         array_agg(x.coupon IS NULL AND x.limits IS NULL AND x.of_player = 1)
    INTO places, users, nonces, keys, body_hashes, ids, games, wanted, hashes, contents, selections, bets, amounts, multipliers, coupons, coupon_kinds, takes, alone
    FROM (
      SELECT y.*, count(*) OVER (PARTITION BY y.user_id) AS of_player FROM (
        SELECT r.*, (SELECT CASE WHEN s.expires_at > now_ms THEN s.user_id END FROM sessions s WHERE s.token_hash = r.token) AS user_id
          FROM jsonb_to_recordset(p_items) AS r(i int, token text, nonce text, key text, body_hash text, id uuid, game text, issue text,
                                                hash text, ticket text, selection text, bets bigint, amount bigint, multiplier int,
                                                coupon uuid, coupon_kind text, limits jsonb)) y
       ORDER BY y.user_id, y.key, y.i) x;

  many := cardinality(places);

  PERFORM lock_player(users[n]) FROM generate_series(1, many) AS n WHERE users[n] IS NOT NULL;
  -- Nearly nobody has a row here.
  IF EXISTS (SELECT 1 FROM protection WHERE user_id = ANY(users)) THEN
    alone := ARRAY(SELECT alone[n] AND NOT EXISTS (SELECT 1 FROM protection p WHERE p.user_id = users[n]) FROM generate_series(1, many) AS n);
  END IF;

  ids := ARRAY(SELECT CASE WHEN alone[n] THEN coalesce(keyed_id(ids[n], users[n], keys[n]), ids[n]) ELSE ids[n] END FROM generate_series(1, many) AS n);
  answers := begin_keyed_all(users, alone, nonces, keys, body_hashes, now_ms, ids);
  decided := ARRAY(SELECT users[n] IS NOT NULL AND alone[n] AND answers[n] IS NULL FROM generate_series(1, many) AS n);

  IF array_position(wanted, NULL) IS NOT NULL THEN
    now_ms := caipu_now_ms();
    wanted := ARRAY(SELECT coalesce(wanted[n], issue_on_sale(games[n], now_ms)) FROM generate_series(1, many) AS n);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(key) FROM (
    SELECT DISTINCT issue_lock_key(games[n], wanted[n]) AS key FROM generate_series(1, many) AS n
     WHERE wanted[n] IS NOT NULL AND users[n] IS NOT NULL ORDER BY 1) held;
  now_ms := caipu_now_ms();
  draws := ARRAY(SELECT (
      SELECT CASE WHEN i.game = games[n] AND i.issue = wanted[n] AND i.state = 'open' AND i.opens_at <= now_ms AND i.closes_at > now_ms
                  THEN i.draws_at END
        FROM (SELECT * FROM issues WHERE (game, issue) >= (games[n], wanted[n]) ORDER BY game, issue LIMIT 1) i)
    FROM generate_series(1, many) AS n);

  balances := post_stakes(users, ARRAY(SELECT CASE WHEN decided[n] AND draws[n] IS NOT NULL THEN amounts[n] END FROM generate_series(1, many) AS n),
                          'bet', ids, now_ms);
  INSERT INTO tickets (user_id, id, game, issue, hash, ticket, selection, bets, amount, multiplier, placed_at, due_at, request)
  SELECT users[n], ids[n], games[n], wanted[n], short_sold(hashes[n], selections[n]), contents[n], selections[n], bets[n], amounts[n], multipliers[n], now_ms, draws[n],
         request_mark(body_hashes[n], nonces[n])
    FROM generate_series(1, many) AS n WHERE balances[n] IS NOT NULL;
  INSERT INTO outbox (user_id, event)
  SELECT users[n], jsonb_build_object('type', 'placed', 'gameCode', games[n], 'issues', jsonb_build_array(wanted[n]), 'balanceFen', balances[n])
    FROM generate_series(1, many) AS n WHERE balances[n] IS NOT NULL;
  answers := ARRAY(SELECT CASE
      WHEN NOT decided[n] THEN answers[n]
      WHEN draws[n] IS NULL THEN refusal('issueClosed', '本期已截止投注，请选择下一期')
      WHEN balances[n] IS NULL THEN refusal('insufficientFunds', '余额不足')
      ELSE bet_answer(ids[n], games[n], wanted[n], bets[n], amounts[n], balances[n], draws[n]) END
    FROM generate_series(1, many) AS n);
  -- Who was refused has no ticket that would say what he asked.
  IF EXISTS (SELECT 1 FROM generate_series(1, many) AS n WHERE decided[n] AND balances[n] IS NULL) THEN
    INSERT INTO idempotency (user_id, key, body_hash, answer, at)
    SELECT users[n], keys[n], short_hash(body_hashes[n]), answers[n], now_ms FROM generate_series(1, many) AS n WHERE decided[n] AND balances[n] IS NULL;
    INSERT INTO nonces (user_id, nonce, at)
    SELECT users[n], short_nonce(nonces[n]), now_ms FROM generate_series(1, many) AS n WHERE decided[n] AND balances[n] IS NULL;
  END IF;

  IF false = ANY(alone) THEN
    IF EXISTS (SELECT 1 FROM unnest(takes) AS t WHERE t IS NOT NULL) THEN
      PERFORM hold_limits(array_agg(l.game), array_agg(l.issue), array_agg(l.key), array_agg(l.user_id))
         FROM generate_series(1, many) AS n, limits_of(users[n], games[n], wanted[n], takes[n]) AS l
        WHERE users[n] IS NOT NULL AND wanted[n] IS NOT NULL;
    END IF;
    FOR n IN 1 .. many LOOP
      CONTINUE WHEN alone[n] OR users[n] IS NULL;
      answers[n] := place_bet(users[n], nonces[n], keys[n], body_hashes[n], ids[n], games[n], wanted[n], hashes[n], contents[n],
                              selections[n], bets[n], amounts[n], multipliers[n], coupons[n], coupon_kinds[n], takes[n]);
    END LOOP;
  END IF;
  RETURN (SELECT jsonb_agg(answers[n] || jsonb_build_object('i', places[n])) FROM generate_series(1, many) AS n);
END
$$;

-- One bet. What place_bets calls it for beside others has its player's, its issue's, its wallet's and its limits' locks already, and gets them again.
CREATE FUNCTION place_bet(p_user bigint, p_nonce text, p_key text, p_body_hash text, p_id uuid, p_game text, p_issue text, p_hash text,
                          p_ticket json, p_selection bytea, p_bets bigint, p_amount bigint, p_multiplier int, p_coupon uuid, p_coupon_kind text,
                          p_limits jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  answer jsonb;
  forbidden text;
  target record;
  now_ms bigint;
  balance bigint;
BEGIN
  p_id := coalesce(keyed_id(p_id, p_user, p_key), p_id);
  answer := begin_keyed(p_user, p_nonce, p_key, p_body_hash, p_id);
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  IF EXISTS (SELECT 1 FROM protection WHERE user_id = p_user) THEN
    forbidden := limit_refusal(p_user, 'stake', p_amount);
  END IF;
  IF p_issue IS NULL THEN
    p_issue := issue_on_sale(p_game, caipu_now_ms());
  END IF;
  IF p_issue IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(issue_lock_key(p_game, p_issue));
  END IF;
  now_ms := caipu_now_ms();
  SELECT i.draws_at INTO target FROM (
    SELECT * FROM issues WHERE (game, issue) >= (p_game, p_issue) ORDER BY game, issue LIMIT 1) i
   WHERE i.game = p_game AND i.issue = p_issue AND i.state = 'open' AND i.opens_at <= now_ms AND i.closes_at > now_ms;
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSIF NOT FOUND THEN
    answer := refusal('issueClosed', '本期已截止投注，请选择下一期');
  ELSE
    IF p_limits IS NOT NULL THEN
      -- Whoever pays a prize and stops a chase by it holds the wallet first.
      PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
      answer := limits_lacking(p_user, p_game, p_limits, ARRAY[p_issue], ARRAY[p_multiplier]);
    END IF;
    IF answer IS NULL AND p_coupon IS NOT NULL THEN
      answer := spend_coupon(p_user, p_coupon, p_id, p_coupon_kind, p_game, p_amount, now_ms);
    END IF;
    balance := CASE WHEN answer IS NULL THEN post(p_user, 'stake', 'wallet', 'house:stakes', p_amount, 'bet', p_id, now_ms) END;
    IF answer IS NULL AND balance IS NULL THEN
      answer := refusal('insufficientFunds', '余额不足');
    ELSIF answer IS NULL THEN
      INSERT INTO tickets (user_id, id, game, issue, hash, ticket, selection, bets, amount, multiplier, placed_at, due_at, request)
      VALUES (p_user, p_id, p_game, p_issue, short_sold(p_hash, p_selection), p_ticket, p_selection, p_bets, p_amount, p_multiplier, now_ms, target.draws_at,
              CASE WHEN p_coupon IS NULL THEN request_mark(p_body_hash, p_nonce) END);
      IF p_limits IS NOT NULL THEN PERFORM take_limits(p_user, p_user, p_id, p_game, p_issue, p_multiplier, p_limits); END IF;
      INSERT INTO outbox (user_id, event) VALUES (p_user, jsonb_build_object(
        'type', 'placed', 'gameCode', p_game, 'issues', jsonb_build_array(p_issue), 'balanceFen', balance));
      answer := bet_answer(p_id, p_game, p_issue, p_bets, p_amount, balance, target.draws_at);
      IF p_coupon IS NOT NULL THEN
        answer := jsonb_set(answer, '{models,couponFen}', to_jsonb(coupon_of(p_user, p_id)));
      END IF;
    END IF;
  END IF;
  -- A ticket says what was asked and answered, but for a coupon.
  IF balance IS NULL OR p_coupon IS NOT NULL THEN
    PERFORM finish_keyed(p_user, p_key, p_body_hash, answer, now_ms);
    IF p_nonce IS NOT NULL THEN PERFORM keep_nonce(p_user, p_nonce); END IF;
  END IF;
  RETURN answer;
END
$$;

CREATE FUNCTION bet_answer(p_id uuid, p_game text, p_issue text, p_bets bigint, p_amount bigint, p_balance bigint, p_draws_at bigint)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('status', status('ok'), 'msg', '投注成功', 'models', jsonb_build_object(
    'orderId', p_id, 'gameCode', p_game, 'issue', p_issue, 'bets', p_bets, 'amountFen', p_amount, 'balanceFen', p_balance, 'drawsAt', p_draws_at))
$$;

-- The issue of a game that is on sale, the one that closes first if several are; NULL: none.
CREATE FUNCTION issue_on_sale(p_game text, p_now bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT issue FROM issues
           WHERE game = p_game AND state = 'open' AND opens_at <= p_now AND closes_at > p_now ORDER BY closes_at LIMIT 1);
END
$$;
