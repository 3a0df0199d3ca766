-- The hot path: one round trip decides and writes any number of bets. The server has checked the signature, and the ticket
-- against its description, price and caps. The database decides the rest, in this order:
--
--   session → (one at a time per player) key, nonce → the player's own limits → (shared lock on the issue) the clock → wallet → writing.
--
-- The clock is read after the issue's lock is held and the freeze needs that lock alone, so a bet is either in before the close or not in
-- at all. No row is shared between players: sums over an issue are derived.
--
-- A batch takes each step for all its bets by one statement. place_bet places the others one by one, in the same
-- transaction and under the same locks: several bets of one player, because each depends on the one before; bets with a coupon;
-- bets of players with limits of their own; and bets on games with limits (issue-limits.sql).
--
-- Locks are taken for the whole batch, each kind in one order (players, issues, wallets, limits), so that two batches that meet wait for each other in one direction only.
-- Unless p_wait, the batch does not wait for a player's lock: the bets of a busy player are left out and have no answer.
--
-- Rows are looked up by primary key only and filtered afterwards, so that the planner cannot choose another index. An issue is read with
-- (game, issue) >= (…) ORDER BY … LIMIT 1, because only the primary key has that order. Plans are generic and made once for a connection, without
-- statistics (the settings below): a new database has none, and a plan that fitted it would stay.
CREATE FUNCTION place_bets(p_items jsonb, p_wait boolean DEFAULT true) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  -- One by itself is done sooner without sets.
  RETURN CASE jsonb_array_length(p_items) WHEN 1 THEN place_lone_bet(p_items->0, p_wait) ELSE place_bet_batch(p_items, p_wait) END;
END
$$;

CREATE FUNCTION place_lone_bet(p_item jsonb, p_wait boolean) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  bet asked_bet := jsonb_populate_record(NULL::asked_bet, p_item);
  v_user bigint := session_player(bet.token);
BEGIN
  IF NOT p_wait AND NOT try_lock_player(v_user) THEN RETURN '[]'; END IF;
  RETURN jsonb_build_array(place_bet(v_user, bet) || jsonb_build_object('i', bet.i));
END
$$;

CREATE FUNCTION place_bet_batch(p_items jsonb, p_wait boolean) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_sort = off SET jit = off AS $$
DECLARE
  now_ms bigint := caipu_now_ms();
  many int;
  -- The bets in the order of their players; what follows has an entry for each of them.
  bet asked_bet[];
  users bigint[];
  ids uuid[];
  -- The issues that they are on.
  issues text[];
  -- True for a bet that is its player's only one in the batch and has neither limit nor coupon.
  alone boolean[];
  -- True for a bet whose player's lock is held.
  held boolean[];
  answers jsonb[];
  -- When the issue is drawn, NULL for one that is not on sale; what the wallet holds after the stake, NULL for one that does not cover it.
  draws bigint[]; balances bigint[];
  -- The counters of their numbers, NULL for one that is not placed.
  numbers int[];
  -- True for what is decided here and remembered under its key.
  decided boolean[];
BEGIN
  SELECT array_agg(x.bet), array_agg(x.user_id), array_agg((x.bet).issue),
         array_agg((x.bet).coupon IS NULL AND (x.bet).limits IS NULL AND x.of_player = 1)
    INTO bet, users, issues, alone
    FROM (
      SELECT y.*, count(*) OVER (PARTITION BY y.user_id) AS of_player FROM (
        SELECT b AS bet, (SELECT CASE WHEN s.expires_at > now_ms THEN s.user_id END FROM sessions s WHERE s.token_hash = b.token) AS user_id
          FROM jsonb_populate_recordset(NULL::asked_bet, p_items) b) y
       ORDER BY y.user_id, (y.bet).key, (y.bet).i) x;
  many := cardinality(users);

  held := lock_players(users, p_wait);
  IF false = ANY(held) THEN
    p_items := (SELECT jsonb_agg(item) FROM jsonb_array_elements(p_items) AS item
                 WHERE (item->>'i')::int <> ALL (ARRAY(SELECT (bet[n]).i FROM generate_series(1, many) AS n WHERE NOT held[n])));
    RETURN CASE WHEN p_items IS NULL THEN '[]' ELSE place_bet_batch(p_items, p_wait) END;
  END IF;
  -- Nearly nobody has a row here.
  IF EXISTS (SELECT 1 FROM limited_players WHERE user_id = ANY(users)) THEN
    alone := ARRAY(SELECT alone[n] AND NOT EXISTS (SELECT 1 FROM limited_players p WHERE p.user_id = users[n]) FROM generate_series(1, many) AS n);
  END IF;

  ids := ARRAY(SELECT CASE WHEN alone[n] THEN coalesce(idempotent_id((bet[n]).id, users[n], (bet[n]).key), (bet[n]).id) ELSE (bet[n]).id END
                 FROM generate_series(1, many) AS n);
  answers := start_idempotent_bets(users, alone, ARRAY(SELECT b.nonce FROM unnest(bet) AS b), ARRAY(SELECT b.key FROM unnest(bet) AS b),
                             ARRAY(SELECT b.body_hash FROM unnest(bet) AS b), now_ms, ids);
  decided := ARRAY(SELECT users[n] IS NOT NULL AND alone[n] AND answers[n] IS NULL FROM generate_series(1, many) AS n);

  IF array_position(issues, NULL) IS NOT NULL THEN
    now_ms := caipu_now_ms();
    issues := ARRAY(SELECT coalesce(issues[n], issue_on_sale((bet[n]).game, now_ms)) FROM generate_series(1, many) AS n);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(key) FROM (
    SELECT DISTINCT issue_lock_key((bet[n]).game, issues[n]) AS key FROM generate_series(1, many) AS n
     WHERE issues[n] IS NOT NULL AND users[n] IS NOT NULL ORDER BY 1) held;
  now_ms := caipu_now_ms();
  draws := ARRAY(SELECT (SELECT d.draws_at FROM draw_of((bet[n]).game, issues[n], now_ms) AS d) FROM generate_series(1, many) AS n);

  balances := post_stakes(users, ARRAY(SELECT CASE WHEN decided[n] AND draws[n] IS NOT NULL THEN (bet[n]).amount END FROM generate_series(1, many) AS n),
                          'bet', ids, now_ms);
  numbers := ARRAY(SELECT CASE WHEN balances[n] IS NOT NULL THEN nextval('order_numbers') END FROM generate_series(1, many) AS n);
  PERFORM write_bets(bet, users, ids, numbers, issues, draws, balances, now_ms);
  answers := ARRAY(SELECT CASE
      WHEN NOT decided[n] THEN answers[n]
      WHEN draws[n] IS NULL THEN refusal('issueClosed', words('issueClosed'))
      WHEN balances[n] IS NULL THEN refusal('insufficientFunds', words('balanceShort'))
      ELSE bet_answer(ids[n], order_no(now_ms, numbers[n], ids[n]), (bet[n]).game, issues[n], (bet[n]).bets, (bet[n]).amount, balances[n], draws[n]) END
    FROM generate_series(1, many) AS n);
  -- A refused bet has no ticket that would hold the request.
  IF EXISTS (SELECT 1 FROM generate_series(1, many) AS n WHERE decided[n] AND balances[n] IS NULL) THEN
    PERFORM finish_idempotent(users[n], (bet[n]).key, (bet[n]).body_hash, answers[n], now_ms), store_nonce(users[n], (bet[n]).nonce)
       FROM generate_series(1, many) AS n WHERE decided[n] AND balances[n] IS NULL;
  END IF;

  IF false = ANY(alone) THEN
    IF EXISTS (SELECT 1 FROM unnest(bet) b WHERE b.limits IS NOT NULL) THEN
      PERFORM lock_stake_limits(array_agg(l.game), array_agg(l.issue), array_agg(l.key), array_agg(l.user_id))
         FROM generate_series(1, many) AS n, stake_limits_of(users[n], (bet[n]).game, issues[n], (bet[n]).limits) AS l
        WHERE users[n] IS NOT NULL AND issues[n] IS NOT NULL;
    END IF;
    FOR n IN 1 .. many LOOP
      CONTINUE WHEN alone[n] OR users[n] IS NULL;
      bet[n].issue := issues[n];
      answers[n] := place_bet(users[n], bet[n]);
    END LOOP;
  END IF;
  RETURN (SELECT jsonb_agg(answers[n] || jsonb_build_object('i', (bet[n]).i)) FROM generate_series(1, many) AS n);
END
$$;

-- Tickets of the bets whose stakes were paid, and events for the phones: for bets with a balance.
CREATE FUNCTION write_bets(p_bets asked_bet[], p_users bigint[], p_ids uuid[], p_numbers int[], p_issues text[], p_draws bigint[], p_balances bigint[],
                           p_at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tickets (user_id, id, number, game, issue, hash, ticket, selection, bets, amount, multiplier, placed_at, due_at, request)
  SELECT p_users[b.ordinality], p_ids[b.ordinality], p_numbers[b.ordinality], b.game, p_issues[b.ordinality], short_ticket_hash(b.hash, s.selection), b.ticket::json, s.selection,
         b.bets, b.amount, b.multiplier, p_at, p_draws[b.ordinality],
         -- What a coupon paid stands in no ticket, so the answer of such a bet is kept under its key.
         CASE WHEN b.coupon IS NULL THEN request_hash(b.body_hash, b.nonce) END
    FROM unnest(p_bets) WITH ORDINALITY AS b, LATERAL (SELECT ticket_key(b.selection, b.id) AS selection OFFSET 0) AS s
   WHERE p_balances[b.ordinality] IS NOT NULL;
  INSERT INTO outbox (user_id, event)
  SELECT p_users[b.ordinality], jsonb_build_object('type', 'placed', 'gameCode', b.game, 'issues', jsonb_build_array(p_issues[b.ordinality]),
                                                   'balanceFen', p_balances[b.ordinality])
    FROM unnest(p_bets) WITH ORDINALITY AS b WHERE p_balances[b.ordinality] IS NOT NULL;
END
$$;

-- When an issue is drawn that takes bets; no row: it takes none. In SQL and with rows, so that the planner puts it into the statement that calls it.
CREATE FUNCTION draw_of(p_game text, p_issue text, p_now bigint) RETURNS TABLE (draws_at bigint) LANGUAGE sql STABLE AS $$
  SELECT i.draws_at FROM (SELECT * FROM issues WHERE (game, issue) >= (p_game, p_issue) ORDER BY game, issue LIMIT 1) i
   WHERE i.game = p_game AND i.issue = p_issue AND i.state = 'open' AND i.opens_at <= p_now AND i.closes_at > p_now
$$;

-- One bet. What place_bets calls it for beside others has its player's, its issue's, its wallet's and its limits' locks already, and gets them again.
CREATE FUNCTION place_bet(p_user bigint, bet asked_bet) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid;
  v_issue text;
  v_draw bigint;
  v_number int;
  answer jsonb;
  forbidden text;
  now_ms bigint;
  balance bigint;
BEGIN
  v_id := coalesce(idempotent_id(bet.id, p_user, bet.key), bet.id);
  answer := start_idempotent_bet(p_user, bet.nonce, bet.key, bet.body_hash, v_id);
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  IF EXISTS (SELECT 1 FROM limited_players WHERE user_id = p_user) THEN
    forbidden := player_limit_refusal(p_user, 'stake', bet.amount);
  END IF;
  v_issue := coalesce(bet.issue, issue_on_sale(bet.game, caipu_now_ms()));
  IF v_issue IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(issue_lock_key(bet.game, v_issue));
  END IF;
  now_ms := caipu_now_ms();
  v_draw := (SELECT d.draws_at FROM draw_of(bet.game, v_issue, now_ms) AS d);
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSIF v_draw IS NULL THEN
    answer := refusal('issueClosed', words('issueClosed'));
  ELSE
    IF bet.limits IS NOT NULL THEN
      -- A payment that stops a chase locks the wallet first.
      PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
      answer := stake_limit_refusal(p_user, bet.game, bet.limits, ARRAY[v_issue], ARRAY[bet.multiplier]);
    END IF;
    IF answer IS NULL AND bet.coupon IS NOT NULL THEN
      answer := spend_coupon(p_user, bet.coupon, v_id, bet.coupon_kind, bet.game, bet.amount, now_ms);
    END IF;
    balance := CASE WHEN answer IS NULL THEN post(p_user, 'stake', 'wallet', 'house:stakes', bet.amount, 'bet', v_id, now_ms) END;
    IF answer IS NULL AND balance IS NULL THEN
      answer := refusal('insufficientFunds', words('balanceShort'));
    ELSIF answer IS NULL THEN
      v_number := nextval('order_numbers');
      PERFORM write_bets(ARRAY[bet], ARRAY[p_user], ARRAY[v_id], ARRAY[v_number], ARRAY[v_issue], ARRAY[v_draw], ARRAY[balance], now_ms);
      IF bet.limits IS NOT NULL THEN PERFORM take_stake_limits(p_user, p_user, v_id, bet.game, v_issue, bet.multiplier, bet.limits); END IF;
      answer := bet_answer(v_id, order_no(now_ms, v_number, v_id), bet.game, v_issue, bet.bets, bet.amount, balance, v_draw);
      IF bet.coupon IS NOT NULL THEN
        answer := jsonb_set(answer, '{models,couponFen}', to_jsonb(coupon_of(p_user, v_id)));
      END IF;
    END IF;
  END IF;
  -- A ticket holds request and answer, without the coupon.
  IF balance IS NULL OR bet.coupon IS NOT NULL THEN
    PERFORM finish_idempotent(p_user, bet.key, bet.body_hash, answer, now_ms);
    IF bet.nonce IS NOT NULL THEN PERFORM store_nonce(p_user, bet.nonce); END IF;
  END IF;
  RETURN answer;
END
$$;

CREATE FUNCTION bet_answer(p_id uuid, p_no text, p_game text, p_issue text, p_bets bigint, p_amount bigint, p_balance bigint, p_draws_at bigint)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('status', status('ok'), 'msg', words('betPlaced'), 'models', jsonb_build_object(
    'orderId', p_id, 'orderNo', p_no, 'gameCode', p_game, 'issue', p_issue, 'bets', p_bets, 'amountFen', p_amount, 'balanceFen', p_balance, 'drawsAt', p_draws_at))
$$;

-- The issue of a game that is on sale, the one that closes first if several are; NULL: none.
CREATE FUNCTION issue_on_sale(p_game text, p_now bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT issue FROM issues
           WHERE game = p_game AND state = 'open' AND opens_at <= p_now AND closes_at > p_now ORDER BY closes_at LIMIT 1);
END
$$;
