-- A chase (追号) is an order of several parts: one order of kind 'chase', and one ticket for each issue that it plays. All of it is paid in
-- one transaction when it is placed, a stake for each ticket, so that every ticket and its refund explain themselves in the ledger.

-- Places one chase, all of it or nothing. It decides as place_bets does and in the same order. It is called for one chase at a time: it
-- holds a lock for each of its issues, and a batch of them would fill the database's table of locks.
--
-- p_item: {token, nonce, key, body_hash, id, game, issue, hash, ticket, selection?, bets, amount, stop, limits?, orders: [{id, issue, multiplier, amount}]}.
-- Orders come with issues of their own, or with none: then they are the next ones from p_item.issue on (from the one on sale if NULL).
CREATE FUNCTION place_chase(p_item jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_user bigint := session_player(p_item->>'token');
  v_game text := p_item->>'game';
  v_chase uuid := (p_item->>'id')::uuid;
  v_amount bigint := (p_item->>'amount')::bigint;
  v_bets bigint := (p_item->>'bets')::bigint;
  v_orders jsonb := p_item->'orders';
  v_wanted int := jsonb_array_length(p_item->'orders');
  v_issues text[];
  v_limits jsonb := nullif(p_item->'limits', 'null');
  answer jsonb;
  part record;
  first record;
  last record;
  v_number int;
  found_issues int;
  now_ms bigint;
  balance bigint;
  forbidden text;
BEGIN
  answer := start_idempotent(v_user, p_item->>'nonce', p_item->>'key', p_item->>'body_hash');
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  forbidden := player_limit_refusal(v_user, 'stake', v_amount);

  now_ms := caipu_now_ms();
  IF v_orders->0->>'issue' IS NOT NULL THEN
    SELECT array_agg(o->>'issue' ORDER BY at) INTO v_issues FROM jsonb_array_elements(v_orders) WITH ORDINALITY AS x(o, at);
  ELSE
    SELECT array_agg(issue ORDER BY closes_at) INTO v_issues FROM (
      SELECT issue, closes_at FROM issues
       WHERE game = v_game AND state = 'open' AND closes_at > now_ms
         AND closes_at >= coalesce((SELECT i.closes_at FROM issues i WHERE i.game = v_game AND i.issue = p_item->>'issue'), 0)
       ORDER BY closes_at LIMIT v_wanted) next_ones;
    IF p_item->>'issue' IS NOT NULL AND v_issues[1] IS DISTINCT FROM p_item->>'issue' THEN v_issues := NULL; END IF;
  END IF;

  -- Every issue's lock before the clock, as a bet does; no two transactions that hold these ever wait for each other by them.
  PERFORM pg_advisory_xact_lock_shared(issue_lock_key(v_game, issue)) FROM unnest(v_issues) AS issue;
  now_ms := caipu_now_ms();
  SELECT count(DISTINCT i.issue)::int INTO found_issues FROM issues i
   WHERE i.game = v_game AND i.issue = ANY(v_issues) AND i.state = 'open' AND i.closes_at > now_ms;
  IF forbidden IS NOT NULL THEN
    answer := refusal('limitReached', forbidden);
  ELSIF v_issues IS NULL OR found_issues <> v_wanted THEN
    answer := refusal('issueClosed', words('issueUnknown'));
  ELSIF NOT EXISTS (SELECT 1 FROM wallets WHERE user_id = v_user AND balance_fen >= v_amount FOR UPDATE) THEN
    answer := refusal('insufficientFunds', words('balanceShort'));
  ELSIF v_limits IS NOT NULL THEN
    answer := stake_limit_refusal(v_user, v_game, v_limits, v_issues,
                             ARRAY(SELECT (o->>'multiplier')::int FROM jsonb_array_elements(v_orders) WITH ORDINALITY AS x(o, at) ORDER BY at));
  END IF;
  IF answer IS NULL THEN
    SELECT issue, draws_at INTO first FROM issues WHERE game = v_game AND issue = ANY(v_issues) ORDER BY closes_at LIMIT 1;
    SELECT issue, draws_at INTO last FROM issues WHERE game = v_game AND issue = ANY(v_issues) ORDER BY draws_at DESC LIMIT 1;
    INSERT INTO chases (user_id, id, game, issue, hash, ticket, bets, issues, amount, stop_on_win, placed_at, due_at)
    VALUES (v_user, v_chase, v_game, last.issue, p_item->>'hash', p_item->'ticket', v_bets, v_wanted, v_amount, (p_item->>'stop')::boolean,
            now_ms, last.draws_at)
    RETURNING number INTO v_number;
    FOR part IN
      SELECT (o->>'id')::uuid AS id, (o->>'amount')::bigint AS amount, (o->>'multiplier')::int AS multiplier, i.issue, i.draws_at
        FROM jsonb_array_elements(v_orders) WITH ORDINALITY AS x(o, at) JOIN issues i ON i.game = v_game AND i.issue = v_issues[at]
       ORDER BY x.at
    LOOP
      balance := post(v_user, 'stake', 'wallet', 'house:stakes', part.amount, 'chase', part.id, now_ms);
      INSERT INTO tickets (user_id, id, game, issue, parent, hash, ticket, selection, bets, amount, multiplier, placed_at, due_at)
      VALUES (v_user, part.id, v_game, part.issue, v_chase, p_item->>'hash',
              short_ticket(p_item->'ticket' || jsonb_build_object('multiplier', part.multiplier, 'issues', 1)),
              ticket_key(p_item->>'selection', part.id), v_bets, part.amount, part.multiplier, now_ms,
              part.draws_at);
      IF v_limits IS NOT NULL THEN PERFORM take_stake_limits(v_user, v_user, part.id, v_game, part.issue, part.multiplier, v_limits); END IF;
    END LOOP;
    INSERT INTO outbox (user_id, event) VALUES (v_user, jsonb_build_object(
      'type', 'placed', 'gameCode', v_game, 'issues', to_jsonb(v_issues), 'balanceFen', balance));
    answer := jsonb_build_object('status', status('ok'), 'msg', words('chasePlaced'), 'models', jsonb_build_object(
      'orderId', (SELECT id FROM tickets WHERE user_id = v_user AND parent = v_chase AND issue = first.issue),
      'chaseId', v_chase, 'orderNo', order_no(now_ms, v_number, v_chase), 'issues', v_wanted, 'gameCode', v_game, 'issue', first.issue, 'bets', v_bets, 'amountFen', v_amount,
      'balanceFen', balance, 'drawsAt', first.draws_at));
  END IF;
  PERFORM finish_idempotent(v_user, p_item->>'key', p_item->>'body_hash', answer, now_ms);
  RETURN answer;
END
$$;

-- Stops a chase by hand: what nobody can bet on any more is played, the rest is given back. Doing it twice changes nothing. NULL: this
-- player has no such chase. Else {issues, refundFen} of this very call. Locks as everywhere: the player, the issues, the wallet, and only
-- then the orders; a settlement that stops the same chase holds the wallet before it comes to them too.
CREATE FUNCTION cancel_chase(p_user bigint, p_chase uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  later record;
  refunded int := 0;
  refund_fen bigint := 0;
BEGIN
  PERFORM lock_player(p_user);
  PERFORM 1 FROM chases WHERE user_id = p_user AND id = p_chase;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- In the order of their keys, since a withdrawal takes such a lock alone.
  PERFORM pg_advisory_xact_lock_shared(key) FROM (
    SELECT issue_lock_key(o.game, o.issue) AS key FROM tickets o JOIN issues i ON i.game = o.game AND i.issue = o.issue AND i.state = 'open'
     WHERE o.user_id = p_user AND o.parent = p_chase AND o.status = 'placed' ORDER BY 1) held;
  PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
  FOR later IN
    SELECT o.id, o.amount FROM tickets o JOIN issues i ON i.game = o.game AND i.issue = o.issue
     WHERE o.user_id = p_user AND o.parent = p_chase AND o.status = 'placed' AND i.state = 'open' AND i.closes_at > caipu_now_ms()
     ORDER BY i.closes_at
  LOOP
    IF refund_order(p_user, later.id, 'cancel') THEN
      refunded := refunded + 1;
      refund_fen := refund_fen + later.amount;
    END IF;
  END LOOP;
  IF refunded > 0 THEN
    UPDATE chases SET cancelled_at = coalesce(cancelled_at, caipu_now_ms()) WHERE user_id = p_user AND id = p_chase;
  END IF;
  RETURN jsonb_build_object('issues', refunded, 'refundFen', refund_fen);
END
$$;

-- To be called before any wallet is touched: holds back the freeze of every issue that these chases still wait for. A settlement that
-- asked for these locks after paying would hold wallets that bets wait for, whose locks the freeze waits for. p_list: [{user, chase}].
CREATE FUNCTION lock_chases(p_list jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(issue_lock_key(later.game, later.issue)) FROM (
    SELECT DISTINCT o.game, o.issue
      FROM jsonb_to_recordset(p_list) AS x("user" bigint, chase uuid)
      JOIN chases c ON c.user_id = x."user" AND c.id = x.chase AND c.stop_on_win AND c.stopped_by IS NULL
      JOIN tickets o ON o.user_id = c.user_id AND o.parent = c.id AND o.status = 'placed'
      JOIN issues i ON i.game = o.game AND i.issue = o.issue AND i.state = 'open') later;
END
$$;

-- 中奖即停: a win in p_issue ends these chases. Later issues that no bet can reach any more (frozen, drawn) are played; the others
-- are cancelled and refunded. Doing it twice changes nothing. p_list: [{user, chase}]. Returns tickets refunded.
CREATE FUNCTION stop_chases(p_list jsonb, p_issue text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  later record;
  refunded int := 0;
BEGIN
  UPDATE chases c SET stopped_by = p_issue FROM jsonb_to_recordset(p_list) AS x("user" bigint, chase uuid)
   WHERE c.user_id = x."user" AND c.id = x.chase AND c.stop_on_win AND c.stopped_by IS NULL;
  FOR later IN
    SELECT o.user_id, o.id
      FROM jsonb_to_recordset(p_list) AS x("user" bigint, chase uuid)
      JOIN chases c ON c.user_id = x."user" AND c.id = x.chase AND c.stopped_by = p_issue
      JOIN tickets o ON o.user_id = c.user_id AND o.parent = c.id AND o.status = 'placed'
      JOIN issues i ON i.game = o.game AND i.issue = o.issue AND i.state = 'open' AND i.closes_at > caipu_now_ms()
     ORDER BY o.user_id, i.closes_at
  LOOP
    IF refund_order(later.user_id, later.id, 'stop') THEN refunded := refunded + 1; END IF;
  END LOOP;
  RETURN refunded;
END
$$;
