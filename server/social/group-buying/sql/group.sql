-- Group buying (合买): starting, joining, filling, calling off, stopping. In this order, as everywhere:
--
--   session → (one at a time per player) key, nonce → the group order's row → (shared) the issue or the offers, the clock → wallets → writing.
--
-- The row of a group order is contended by design: all who join one order wait for each other there, and for nobody else. The clock is
-- read after the locks are held, so shares are taken before the stop or not at all.

-- Holds the wallets of all that a group order concerns, and p_more, in the order of the players, before any of them is written.
CREATE FUNCTION lock_group_wallets(p_ids uuid[], p_more bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM group_buy_orders WHERE id = ANY(p_ids) ORDER BY id FOR UPDATE;
  PERFORM 1 FROM wallets w WHERE w.user_id IN (
      SELECT unnest(p_more) UNION SELECT initiator FROM group_buy_orders WHERE id = ANY(p_ids)
      UNION SELECT user_id FROM group_buy_joins WHERE group_buy_id = ANY(p_ids))
    ORDER BY w.user_id FOR UPDATE;
END
$$;

-- Notifies clients on the lobby or on this group order of a change (server/platform/stream/group-topics.ts).
CREATE FUNCTION announce_progress(p_id uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (event) SELECT jsonb_build_object('type', 'hm', 'hmId', o.id, 'gameCode', o.game) FROM group_buy_orders o WHERE o.id = p_id
$$;

-- Notifies the owners of shares of the outcome, and clients on the page. p_status: status of each owner's order.
CREATE FUNCTION announce_group(p_id uuid, p_status text) RETURNS void LANGUAGE sql AS $$
  SELECT announce_progress(p_id);
  INSERT INTO outbox (user_id, event)
  SELECT j.user_id, jsonb_build_object('type', 'order', 'orderId', j.id, 'kind', 'group', 'gameCode', j.game,
           'status', coalesce(p_status, CASE j.status WHEN 'placed' THEN 'pending' WHEN 'held' THEN 'pending' ELSE j.status END), 'prizeFen', j.prize)
    FROM group_buy_joins j WHERE j.group_buy_id = p_id
$$;

-- What the legs of a group order's ticket are on offer as, under the locks of their offers. p_ticket: as it would be sold.
CREATE FUNCTION judge_group(o group_buy_orders, p_ticket jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  leg record;
BEGIN
  FOR leg IN SELECT e->>'match' AS match FROM jsonb_array_elements(p_ticket->'matches') e ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock_shared(offer_lock_key(o.game, leg.match));
  END LOOP;
  RETURN judge_legs(o.game, p_ticket->'matches', o.form, caipu_now_ms());
END
$$;

-- Why a group order cannot be played now, as a refusal; NULL: it can. The issue or the offers are held from here on.
-- p_sold: {ticket, min, max}, or {refused: why}, of matches as they were on offer a moment ago. When they are not any more, everything is taken back (CP001)
-- and the server looks again.
CREATE FUNCTION group_unplayable(o group_buy_orders, p_sold jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  judged jsonb;
  v_issue text;
BEGIN
  IF o.kind = 'ticket' THEN
    PERFORM pg_advisory_xact_lock_shared(issue_lock_key(o.game, o.issue));
    PERFORM 1 FROM issues WHERE game = o.game AND issue = o.issue AND state = 'open' AND cancelled IS NULL AND closes_at > caipu_now_ms();
    IF NOT FOUND THEN RETURN refusal('issueClosed', words('groupIssueClosed')); END IF;
    RETURN NULL;
  END IF;
  IF p_sold IS NULL THEN RAISE EXCEPTION 'the odds of a group order that is played are not known' USING ERRCODE = 'CP001'; END IF;
  IF p_sold ? 'refused' THEN RETURN refusal('issueClosed', p_sold->>'refused'); END IF;
  judged := judge_group(o, p_sold->'ticket');
  -- The message names neither the match nor the number of matches: a joining player may not see the plan.
  IF jsonb_array_length(judged->'stopped') > 0 THEN
    RETURN refusal('issueClosed', words('groupMatchStopped'));
  END IF;
  v_issue := judged->'issues'->>0;
  IF v_issue IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM sport_issues i WHERE i.game = o.game AND i.issue = v_issue AND i.state = 'open' AND i.closes_at > caipu_now_ms()) THEN
    RETURN refusal('issueClosed', words('groupIssueClosed')) || jsonb_build_object('models', jsonb_build_object('legs', '[]'::jsonb));
  END IF;
  -- Those who joined agreed to this handicap and no other.
  IF jsonb_array_length(judged->'numbers') > 0 THEN RETURN refusal('issueClosed', words('groupNumbersChanged')); END IF;
  IF jsonb_array_length(judged->'changes') > 0 THEN
    RAISE EXCEPTION 'the odds moved while a group order was about to be played' USING ERRCODE = 'CP001';
  END IF;
  RETURN NULL;
END
$$;

-- Places a group order when all shares are taken: one ordinary ticket, and the stake of each share out of escrow. The caller holds its
-- row, the issue or the offers, and the wallets. The rest of the guarantee goes back.
CREATE FUNCTION play_group(p_id uuid, p_sold jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  o group_buy_orders;
  share record;
  now_ms bigint := caipu_now_ms();
  v_issue text;
BEGIN
  SELECT * INTO STRICT o FROM group_buy_orders WHERE id = p_id;
  IF o.guarantee > 0 THEN
    PERFORM announce_balance(o.initiator, 'wallet', 'fen',
      post(o.initiator, 'hmRefund', 'escrow:hm', 'wallet', o.guarantee * o.share_fen, 'unused', o.guarantee_id, now_ms));
  END IF;
  FOR share IN SELECT user_id, id, amount FROM group_buy_joins WHERE group_buy_id = p_id ORDER BY user_id, id LOOP
    PERFORM post(share.user_id, 'hmPlay', 'escrow:hm', 'house:stakes', share.amount, 'filled', share.id, now_ms);
  END LOOP;
  UPDATE group_buy_joins SET status = 'placed' WHERE group_buy_id = p_id;
  IF o.kind = 'ticket' THEN
    INSERT INTO tickets (user_id, id, game, issue, hash, ticket, selection, bets, amount, multiplier, placed_at, due_at)
    VALUES (0, o.id, o.game, o.issue, o.hash, short_ticket(o.ticket), ticket_key(NULL, o.id), o.bets, o.total, o.multiplier, now_ms, o.due_at);
    UPDATE group_buy_orders SET state = 'played', played_at = now_ms, guarantee = 0 WHERE id = p_id;
  ELSE
    SELECT f.issue INTO v_issue FROM offers f WHERE f.game = o.game AND f.match_id = p_sold->'ticket'->'matches'->0->>'match';
    INSERT INTO sport_orders (user_id, id, game, hash, ticket, bets, amount, multiplier, min_fen, max_fen, sold_issue, placed_at)
    VALUES (0, o.id, o.game, o.hash, p_sold->'ticket', o.bets, o.total, o.multiplier, (p_sold->>'min')::bigint, (p_sold->>'max')::bigint,
            v_issue, now_ms);
    INSERT INTO sport_legs (game, match_id, user_id, order_id)
    SELECT o.game, e->>'match', 0, o.id FROM jsonb_array_elements(p_sold->'ticket'->'matches') e;
    UPDATE group_buy_orders SET state = 'played', played_at = now_ms, guarantee = 0, ticket = p_sold->'ticket' WHERE id = p_id;
  END IF;
  PERFORM announce_group(p_id, 'pending');
  -- All connected clients get the event of the draw.
  IF o.issue IS NOT NULL THEN
    INSERT INTO outbox (user_id, event)
    SELECT w.user_id, jsonb_build_object('type', 'placed', 'gameCode', o.game, 'issues', jsonb_build_array(o.issue), 'balanceFen', w.balance_fen)
      FROM wallets w WHERE w.user_id IN (SELECT j.user_id FROM group_buy_joins j WHERE j.group_buy_id = p_id);
  END IF;
END
$$;

-- Ends a group order that is not played: every join and the guarantee are given back. p_state: failed, cancelled, void. The caller holds its
-- row. Returns {refunded, refundFen}.
CREATE FUNCTION fail_group(p_id uuid, p_state text, p_why text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  o group_buy_orders;
  share record;
  now_ms bigint := caipu_now_ms();
  refunded int := 0;
  refund_fen bigint := 0;
BEGIN
  SELECT * INTO STRICT o FROM group_buy_orders WHERE id = p_id;
  IF o.state <> 'open' THEN RAISE EXCEPTION 'group order % is % and cannot be given back', p_id, o.state; END IF;
  PERFORM lock_group_wallets(ARRAY[p_id], '{}');
  IF o.issue IS NOT NULL THEN PERFORM return_stake_limits(o.game, o.issue, 0, p_id); END IF;
  FOR share IN SELECT user_id, id, amount FROM group_buy_joins WHERE group_buy_id = p_id ORDER BY user_id, id LOOP
    PERFORM post(share.user_id, 'hmRefund', 'escrow:hm', 'wallet', share.amount, p_why, share.id, now_ms);
    refund_fen := refund_fen + share.amount;
  END LOOP;
  IF o.guarantee > 0 THEN
    PERFORM post(o.initiator, 'hmRefund', 'escrow:hm', 'wallet', o.guarantee * o.share_fen, p_why, o.guarantee_id, now_ms);
    refund_fen := refund_fen + o.guarantee * o.share_fen;
  END IF;
  UPDATE group_buy_joins SET status = 'cancelled', settled_at = now_ms, refund = amount WHERE group_buy_id = p_id;
  UPDATE group_buy_orders SET state = p_state, guarantee = 0, refund = refund_fen, ended_at = now_ms WHERE id = p_id;
  PERFORM announce_group(p_id, 'cancelled');
  PERFORM announce_balance(w.user_id, 'wallet', 'fen', w.balance_fen)
     FROM wallets w WHERE w.user_id IN (SELECT j.user_id FROM group_buy_joins j WHERE j.group_buy_id = p_id);
  SELECT count(DISTINCT user_id)::int INTO refunded FROM group_buy_joins WHERE group_buy_id = p_id;
  RETURN jsonb_build_object('refunded', refunded, 'refundFen', refund_fen);
END
$$;

-- Starts a group order. The server has checked the ticket against its description, price and caps, and shares, own share,
-- guarantee and commission against the terms.
--   p: {token, nonce, key, body_hash, id, kind, game, issue, hash, ticket, bets, multiplier, form, amount, shares, own, guarantee, commission,
--       base, security, title, words, stop_ms, live_ms, own_id, guarantee_id, sold, to, limits}
-- The starter takes the limits of the issue here for all shares, so that a full order can always be placed.
CREATE FUNCTION start_group(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_user bigint := session_player(p->>'token');
  v_id uuid := (p->>'id')::uuid;
  v_game text := p->>'game';
  v_issue text := p->>'issue';
  v_total bigint := (p->>'amount')::bigint;
  v_shares int := (p->>'shares')::int;
  v_fen bigint := (p->>'amount')::bigint / (p->>'shares')::int;
  v_own int := (p->>'own')::int;
  v_guarantee int := (p->>'guarantee')::int;
  v_limits jsonb := nullif(p->'limits', 'null');
  v_due bigint;
  v_stop bigint;
  answer jsonb;
  judged jsonb;
  leg record;
  o group_buy_orders;
  now_ms bigint;
  balance bigint;
  forbidden text;
BEGIN
  answer := start_idempotent(v_user, p->>'nonce', p->>'key', p->>'body_hash');
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  forbidden := player_limit_refusal(v_user, 'stake', (v_own + v_guarantee) * v_fen);
  IF p->>'kind' = 'ticket' THEN
    IF v_issue IS NULL THEN
      now_ms := caipu_now_ms();
      SELECT issue INTO v_issue FROM issues
       WHERE game = v_game AND state = 'open' AND opens_at <= now_ms AND closes_at > now_ms ORDER BY closes_at LIMIT 1;
    END IF;
    IF v_issue IS NOT NULL THEN PERFORM pg_advisory_xact_lock_shared(issue_lock_key(v_game, v_issue)); END IF;
    now_ms := caipu_now_ms();
    SELECT draws_at, closes_at - (p->>'stop_ms')::bigint INTO v_due, v_stop FROM issues
     WHERE game = v_game AND issue = v_issue AND state = 'open' AND cancelled IS NULL AND opens_at <= now_ms AND closes_at > now_ms;
    IF NOT FOUND THEN answer := refusal('issueClosed', words('issueClosed')); END IF;
  ELSE
    v_issue := NULL;
    FOR leg IN SELECT e->>'match' AS match FROM jsonb_array_elements(p->'ticket'->'matches') e ORDER BY 1 LOOP
      PERFORM pg_advisory_xact_lock_shared(offer_lock_key(v_game, leg.match));
    END LOOP;
    now_ms := caipu_now_ms();
    judged := judge_legs(v_game, p->'ticket'->'matches', p->'form', now_ms);
    IF jsonb_array_length(judged->'stopped') > 0 THEN
      answer := refuse_stopped(judged->'stopped');
    ELSIF jsonb_array_length(judged->'issues') > 1 THEN
      answer := refusal('invalid', words('oneIssue'));
    ELSIF jsonb_array_length(judged->'numbers') > 0 THEN
      answer := refuse_changed(p->>'hash', '[]', judged->'numbers');
    ELSE
      SELECT min(m.starts_at), least(min(least(CASE WHEN (p->'form'->>'ones')::boolean THEN f.single_stops_at END,
                                              CASE WHEN (p->'form'->>'more')::boolean THEN f.pass_stops_at END)),
                                     min(i.closes_at)) - (p->>'stop_ms')::bigint
        INTO v_due, v_stop
        FROM jsonb_array_elements(p->'ticket'->'matches') e JOIN offers f ON f.game = v_game AND f.match_id = e->>'match'
        JOIN matches m ON m.id = f.match_id LEFT JOIN sport_issues i ON i.game = f.game AND i.issue = f.issue;
    END IF;
  END IF;
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSIF answer IS NOT NULL THEN
    NULL;
  ELSIF v_stop - now_ms < (p->>'live_ms')::bigint THEN
    answer := refusal('issueClosed', words('groupTooLate', ((p->>'live_ms')::bigint / 60000)::text));
  ELSIF EXISTS (SELECT 1 FROM group_buy_orders WHERE id = v_id) THEN
    answer := refusal('invalid', words('idUsed'));
  ELSE
    SELECT balance_fen INTO balance FROM wallets WHERE user_id = v_user FOR UPDATE;
    IF balance < (v_own + v_guarantee) * v_fen THEN
      answer := refusal('insufficientFunds', words('balanceShort'));
    ELSIF v_limits IS NOT NULL THEN
      answer := stake_limit_refusal(v_user, v_game, v_limits, ARRAY[v_issue], ARRAY[(p->>'multiplier')::int]);
    END IF;
    IF answer IS NULL THEN
      IF v_limits IS NOT NULL THEN PERFORM take_stake_limits(v_user, 0, v_id, v_game, v_issue, (p->>'multiplier')::int, v_limits); END IF;
      INSERT INTO group_buy_orders (id, initiator, kind, game, issue, hash, ticket, bets, multiplier, form, total, shares, share_fen, own_shares, sold,
                             guarantee, guarantee_id, commission, base, security, title, words, started_at, stops_at, due_at, record)
      VALUES (v_id, v_user, p->>'kind', v_game, v_issue, p->>'hash', p->'ticket', (p->>'bets')::bigint, (p->>'multiplier')::int,
              nullif(p->'form', 'null'), v_total, v_shares, v_fen, v_own, v_own, v_guarantee, (p->>'guarantee_id')::uuid,
              (p->>'commission')::int, p->>'base', (p->>'security')::int, p->>'title', p->>'words', now_ms, v_stop, v_due,
              coalesce((SELECT profit FROM group_buy_initiators WHERE user_id = v_user), 0))
      RETURNING * INTO o;
      INSERT INTO group_buy_initiators AS h (user_id, started, last_at) VALUES (v_user, 1, now_ms)
      ON CONFLICT (user_id) DO UPDATE SET started = h.started + 1, last_at = now_ms;
      balance := post(v_user, 'hmJoin', 'wallet', 'escrow:hm', v_own * v_fen, 'own', (p->>'own_id')::uuid, now_ms);
      IF v_guarantee > 0 THEN
        balance := post(v_user, 'hmGuarantee', 'wallet', 'escrow:hm', v_guarantee * v_fen, 'guarantee', o.guarantee_id, now_ms);
      END IF;
      INSERT INTO group_buy_joins (user_id, id, group_buy_id, type, shares, game, issue, amount, status, placed_at, due_at)
      VALUES (v_user, (p->>'own_id')::uuid, v_id, 'own', v_own, v_game, v_issue, v_own * v_fen, 'held', now_ms,
              CASE WHEN v_issue IS NULL THEN 9007199254740991 ELSE v_due END);
      IF v_own = v_shares THEN
        answer := group_unplayable(o, nullif(p->'sold', 'null'));
        IF answer IS NOT NULL THEN RAISE EXCEPTION 'the odds moved while a group order was started' USING ERRCODE = 'CP001'; END IF;
        PERFORM play_group(v_id, p->'sold');
        SELECT balance_fen INTO balance FROM wallets WHERE user_id = v_user;
      END IF;
      INSERT INTO outbox (user_id, event) VALUES (v_user, jsonb_build_object('type', 'placed', 'gameCode', v_game,
        'issues', CASE WHEN v_issue IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(v_issue) END, 'balanceFen', balance,
        'hm', v_id, 'began', true));
      answer := jsonb_build_object('status', status('ok'), 'msg', words('groupStarted'), 'models', jsonb_build_object(
        'hmId', v_id, 'orderNo', order_no(o.started_at, o.number, o.id), 'to', p->>'to', 'paidFen', (v_own + v_guarantee) * v_fen, 'ownFen', v_own * v_fen, 'guaranteeFen', v_guarantee * v_fen,
        'progress', v_own::bigint * 100 / v_shares, 'state', CASE WHEN v_own = v_shares THEN 'played' ELSE 'open' END,
        'stopsAt', v_stop, 'balanceFen', balance));
    END IF;
  END IF;
  PERFORM finish_idempotent(v_user, p->>'key', p->>'body_hash', answer, now_ms);
  RETURN answer;
END
$$;

-- Takes shares for a player whose lock the caller holds. p_from: wallet, or held (a rule paid in advance). p_shares 0: all that are left.
CREATE FUNCTION take_shares(p_user bigint, p_hm uuid, p_shares int, p_id uuid, p_type text, p_from text, p_sold jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  o group_buy_orders;
  now_ms bigint;
  v_shares int := p_shares;
  v_fen bigint;
  balance bigint;
  refused jsonb;
  forbidden text;
BEGIN
  SELECT * INTO o FROM group_buy_orders WHERE id = p_hm FOR UPDATE;
  IF NOT FOUND THEN RETURN refusal('notFound', words('groupMissing')); END IF;
  now_ms := caipu_now_ms();
  IF o.state IN ('played', 'won', 'lost', 'void') THEN
    RETURN refusal('soldOut', words('groupFull')) || jsonb_build_object('models', jsonb_build_object('leftShares', 0));
  ELSIF o.state <> 'open' THEN
    RETURN refusal('stateChanged', CASE o.state WHEN 'cancelled' THEN words('groupCalledOff') ELSE words('groupFailed') END)
      || jsonb_build_object('models', jsonb_build_object('state', o.state));
  ELSIF now_ms >= o.stops_at THEN
    RETURN refusal('issueClosed', words('groupClosed'));
  END IF;
  IF v_shares = 0 THEN v_shares := o.left_shares; END IF;
  IF v_shares > o.left_shares THEN
    RETURN refusal('soldOut', words('sharesLeft', o.left_shares::text))
      || jsonb_build_object('models', jsonb_build_object('leftShares', o.left_shares));
  END IF;
  v_fen := v_shares * o.share_fen;
  forbidden := player_limit_refusal(p_user, 'stake', v_fen);
  IF forbidden IS NOT NULL THEN RETURN refusal('limitReached', forbidden); END IF;
  IF v_shares = o.left_shares THEN
    refused := group_unplayable(o, p_sold);
    IF refused IS NOT NULL THEN RETURN refused || jsonb_build_object('models', NULL); END IF;
  END IF;
  -- This step may return the starter's guarantee: lock both wallets, in the order of the players.
  PERFORM 1 FROM wallets WHERE user_id IN (p_user, CASE WHEN v_shares = o.left_shares THEN o.initiator ELSE p_user END)
    ORDER BY user_id FOR UPDATE;
  balance := post(p_user, 'hmJoin', p_from, 'escrow:hm', v_fen, CASE p_type WHEN 'follow' THEN 'follow' ELSE 'join' END, p_id, now_ms);
  IF balance IS NULL THEN RETURN refusal('insufficientFunds', words('balanceShort')); END IF;
  UPDATE group_buy_orders SET sold = sold + v_shares,
         people = people + CASE WHEN EXISTS (SELECT 1 FROM group_buy_joins j WHERE j.user_id = p_user AND j.group_buy_id = p_hm) THEN 0 ELSE 1 END
   WHERE id = p_hm RETURNING * INTO o;
  INSERT INTO group_buy_joins (user_id, id, group_buy_id, type, shares, game, issue, amount, status, placed_at, due_at)
  VALUES (p_user, p_id, p_hm, p_type, v_shares, o.game, o.issue, v_fen, 'held', now_ms,
          CASE WHEN o.issue IS NULL THEN 9007199254740991 ELSE o.due_at END);
  IF o.left_shares = 0 THEN PERFORM play_group(p_hm, p_sold); END IF;
  SELECT balance_fen INTO balance FROM wallets WHERE user_id = p_user;
  INSERT INTO outbox (user_id, event) VALUES (p_user, jsonb_build_object('type', 'placed', 'gameCode', o.game,
    'issues', CASE WHEN o.issue IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(o.issue) END, 'balanceFen', balance, 'hm', p_hm));
  -- The starter gets a message (server/inbox/notices).
  IF p_user <> o.initiator THEN INSERT INTO outbox (user_id, event) VALUES (o.initiator, '{"type": "message"}'); END IF;
  RETURN jsonb_build_object('status', status('ok'), 'msg', CASE WHEN o.left_shares = 0 THEN words('groupFilled') ELSE words('groupJoined') END,
    'models', jsonb_build_object('hmId', p_hm, 'joinId', p_id, 'shares', v_shares, 'paidFen', v_fen, 'soldShares', o.sold,
      'leftShares', o.left_shares, 'progress', o.sold::bigint * 100 / o.shares,
      'state', CASE WHEN o.left_shares = 0 THEN 'played' ELSE 'open' END, 'balanceFen', balance));
END
$$;

-- p: {token, nonce, key, body_hash, hm, shares, id, sold}
CREATE FUNCTION join_group(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_user bigint := session_player(p->>'token');
  answer jsonb;
BEGIN
  answer := start_idempotent(v_user, p->>'nonce', p->>'key', p->>'body_hash');
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  answer := take_shares(v_user, (p->>'hm')::uuid, (p->>'shares')::int, (p->>'id')::uuid, 'join', 'wallet', nullif(p->'sold', 'null'));
  PERFORM finish_idempotent(v_user, p->>'key', p->>'body_hash', answer, caipu_now_ms());
  RETURN answer;
END
$$;

-- The starter calls the order off. The caller holds the starter's lock. p_below: percent that must not be reached.
CREATE FUNCTION cancel_group(p_user bigint, p_id uuid, p_below int) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  o group_buy_orders;
  back jsonb;
BEGIN
  SELECT * INTO o FROM group_buy_orders WHERE id = p_id AND initiator = p_user FOR UPDATE;
  IF NOT FOUND THEN RETURN refusal('notFound', words('groupMissing')); END IF;
  IF o.state <> 'open' THEN
    RETURN refusal('stateChanged', CASE o.state WHEN 'cancelled' THEN words('alreadyCalledOff') WHEN 'failed' THEN words('alreadyFailed') ELSE words('alreadyFull') END)
      || jsonb_build_object('models', jsonb_build_object('state', o.state));
  ELSIF caipu_now_ms() >= o.stops_at THEN
    RETURN refusal('stateChanged', words('cancelTooLate')) || jsonb_build_object('models', jsonb_build_object('state', o.state));
  ELSIF (o.sold + o.guarantee)::bigint * 100 >= o.shares::bigint * p_below THEN
    RETURN refusal('overCap', words('groupTooFar', p_below::text));
  END IF;
  back := fail_group(p_id, 'cancelled', 'cancel');
  RETURN jsonb_build_object('status', status('ok'), 'msg', words('groupCancelled'), 'models', back || jsonb_build_object('hmId', p_id,
    'balanceFen', (SELECT balance_fen FROM wallets WHERE user_id = p_user)));
END
$$;

-- Raises the guarantee or changes the declaration (NULL: unchanged). The caller holds the starter's lock.
CREATE FUNCTION edit_group(p_user bigint, p_id uuid, p_guarantee int, p_words text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  o group_buy_orders;
  v_more int;
  balance bigint;
  forbidden text;
BEGIN
  SELECT * INTO o FROM group_buy_orders WHERE id = p_id AND initiator = p_user FOR UPDATE;
  IF NOT FOUND THEN RETURN refusal('notFound', words('groupMissing')); END IF;
  IF o.state <> 'open' OR caipu_now_ms() >= o.stops_at THEN
    RETURN refusal('stateChanged', words('editTooLate')) || jsonb_build_object('models', jsonb_build_object('state', o.state));
  END IF;
  v_more := coalesce(p_guarantee, o.guarantee) - o.guarantee;
  IF v_more < 0 THEN RETURN refusal('overCap', words('guaranteeLess', o.guarantee::text)); END IF;
  IF v_more > 0 THEN
    IF o.guarantee + v_more > o.left_shares THEN
      RETURN refusal('overCap', words('guaranteeMore', o.left_shares::text));
    END IF;
    forbidden := player_limit_refusal(p_user, 'stake', v_more * o.share_fen);
    IF forbidden IS NOT NULL THEN RETURN refusal('limitReached', forbidden); END IF;
    balance := post(p_user, 'hmGuarantee', 'wallet', 'escrow:hm', v_more * o.share_fen, 'guarantee', o.guarantee_id);
    IF balance IS NULL THEN RETURN refusal('insufficientFunds', words('balanceShort')); END IF;
    PERFORM announce_balance(p_user, 'wallet', 'fen', balance);
  END IF;
  UPDATE group_buy_orders SET guarantee = o.guarantee + v_more, words = coalesce(p_words, words) WHERE id = p_id RETURNING * INTO o;
  PERFORM announce_progress(p_id);
  RETURN jsonb_build_object('status', status('ok'), 'msg', words('groupSaved'), 'models', jsonb_build_object('hmId', p_id, 'guaranteeShares', o.guarantee,
    'paidFen', v_more * o.share_fen, 'text', o.words, 'balanceFen', (SELECT balance_fen FROM wallets WHERE user_id = p_user)));
END
$$;

-- Stops a group order that is due, or whose issue is gone: played if the guarantee closes the gap, with what the site adds, else given back.
-- p_site: {user, fromPercent, mostPercent, id}, or NULL when the site adds nothing: its player takes what is still lacking, once so many
-- percent are taken and guaranteed, and at most so many percent of all; id is that of its shares. NULL: nothing was to be done, or another
-- process does it. Doing it twice changes nothing. 'unfunded': given back, since the site's player may not or cannot pay.
CREATE FUNCTION stop_group(p_id uuid, p_sold jsonb, p_site jsonb DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  o group_buy_orders;
  gone boolean;
  need int;
  v_site int := 0;
  v_player bigint := (p_site->>'user')::bigint;
  now_ms bigint;
BEGIN
  -- What its player may stake is judged under his lock, which comes before the order's.
  IF v_player IS NOT NULL THEN PERFORM lock_player(v_player); END IF;
  SELECT * INTO o FROM group_buy_orders WHERE id = p_id AND state = 'open' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  gone := o.kind = 'ticket' AND NOT EXISTS (
    SELECT 1 FROM issues WHERE game = o.game AND issue = o.issue AND state = 'open' AND cancelled IS NULL);
  IF NOT gone AND caipu_now_ms() < o.stops_at THEN RETURN NULL; END IF;
  need := least(o.left_shares, o.guarantee);
  IF need < o.left_shares AND (o.sold + o.guarantee)::bigint * 100 >= o.shares::bigint * (p_site->>'fromPercent')::int
     AND (o.left_shares - need)::bigint * 100 <= o.shares::bigint * (p_site->>'mostPercent')::int THEN
    v_site := o.left_shares - need;
  END IF;
  IF gone OR need + v_site < o.left_shares OR group_unplayable(o, p_sold) IS NOT NULL THEN
    PERFORM fail_group(p_id, CASE WHEN gone THEN 'void' ELSE 'failed' END, 'failed');
    RETURN 'failed';
  END IF;
  PERFORM lock_group_wallets(ARRAY[p_id], CASE WHEN v_site > 0 THEN ARRAY[v_player] ELSE '{}'::bigint[] END);
  IF v_site > 0 THEN
    now_ms := caipu_now_ms();
    -- One after the other: a player who may not stake is not asked for money.
    IF player_limit_refusal(v_player, 'stake', v_site * o.share_fen) IS NOT NULL
       OR post(v_player, 'hmJoin', 'wallet', 'escrow:hm', v_site * o.share_fen, 'site', (p_site->>'id')::uuid, now_ms) IS NULL THEN
      PERFORM fail_group(p_id, 'failed', 'failed');
      RETURN 'unfunded';
    END IF;
    INSERT INTO group_buy_joins (user_id, id, group_buy_id, type, shares, game, issue, amount, status, placed_at, due_at)
    VALUES (v_player, (p_site->>'id')::uuid, p_id, 'site', v_site, o.game, o.issue, v_site * o.share_fen, 'held', now_ms,
            CASE WHEN o.issue IS NULL THEN 9007199254740991 ELSE o.due_at END);
    UPDATE group_buy_orders SET sold = sold + v_site,
           people = people + CASE WHEN EXISTS (SELECT 1 FROM group_buy_joins j WHERE j.user_id = v_player AND j.group_buy_id = p_id AND j.type <> 'site')
                                  THEN 0 ELSE 1 END
     WHERE id = p_id;
  END IF;
  IF need > 0 THEN
    -- Paid when it was guaranteed.
    INSERT INTO group_buy_joins (user_id, id, group_buy_id, type, shares, game, issue, amount, status, placed_at, due_at)
    VALUES (o.initiator, o.guarantee_id, p_id, 'guarantee', need, o.game, o.issue, need * o.share_fen, 'held', o.started_at,
            CASE WHEN o.issue IS NULL THEN 9007199254740991 ELSE o.due_at END);
    UPDATE group_buy_orders SET sold = shares, guarantee = guarantee - need WHERE id = p_id;
  END IF;
  PERFORM play_group(p_id, p_sold);
  RETURN 'played';
END
$$;
