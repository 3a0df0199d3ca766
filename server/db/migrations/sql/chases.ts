/**
 * A chase (追号) is one row and one ticket for each issue that it plays. All of it is paid in one transaction when it is placed, a
 * stake for each ticket, so that every ticket and its refund explain themselves in the ledger.
 *
 * place_chase decides as place_bets does and in the same order: session → (one at a time per player) key, nonce → shared locks on
 * the issues → the clock → wallet → writing. It is called for one chase at a time: it holds a lock for each of its issues, and a
 * batch of them would fill the database's table of locks.
 */
export const CHASES = `
CREATE TABLE chases (
  user_id bigint NOT NULL,
  id uuid NOT NULL,
  game text NOT NULL,
  hash text NOT NULL,
  -- The lines; the multiplier is each ticket's own.
  ticket jsonb NOT NULL,
  -- Bets of one issue.
  bets bigint NOT NULL CHECK (bets > 0),
  -- Issues played, and what all of them cost.
  issues int NOT NULL CHECK (issues > 0),
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  stop_on_win boolean NOT NULL,
  placed_at bigint NOT NULL,
  -- The issue whose win stopped it; NULL while none has.
  stopped_by text,
  PRIMARY KEY (user_id, id)
);

ALTER TABLE tickets ADD COLUMN chase_id uuid;
CREATE INDEX tickets_by_chase ON tickets (user_id, chase_id) WHERE chase_id IS NOT NULL;

-- withdrawn: taken back by a changed schedule before it began, after somebody had bet on it; those were refunded.
ALTER TABLE issues DROP CONSTRAINT issues_state_check;
ALTER TABLE issues ADD CONSTRAINT issues_state_check CHECK (state IN ('open', 'frozen', 'drawn', 'settled', 'withdrawn'));

-- p_item: {token, nonce, key, body_hash, id, game, issue, hash, ticket, bets, amount, stop, orders: [{id, issue, multiplier, amount}]}.
-- Orders come with issues of their own, or with none: then they are the next ones from p_item.issue on (from the one on sale if NULL).
CREATE FUNCTION place_chase(p_item jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_user bigint;
  v_game text := p_item->>'game';
  v_chase uuid := (p_item->>'id')::uuid;
  v_amount bigint := (p_item->>'amount')::bigint;
  v_bets bigint := (p_item->>'bets')::bigint;
  v_orders jsonb := p_item->'orders';
  v_wanted int := jsonb_array_length(p_item->'orders');
  v_issues text[];
  fresh boolean;
  earlier record;
  answer jsonb;
  first record;
  found_issues int;
  now_ms bigint;
  balance bigint;
BEGIN
  SELECT user_id INTO v_user FROM sessions WHERE token_hash = p_item->>'token' AND expires_at > caipu_now_ms();
  IF NOT FOUND THEN
    RETURN jsonb_build_object('status', 2, 'models', NULL, 'msg', '登录已失效，请重新登录');
  END IF;
  PERFORM pg_advisory_xact_lock(1, (v_user & 2147483647)::int);
  INSERT INTO nonces (nonce, at) VALUES (p_item->>'nonce', caipu_now_ms()) ON CONFLICT DO NOTHING;
  fresh := FOUND;
  SELECT body_hash, idempotency.answer INTO earlier FROM idempotency WHERE user_id = v_user AND key = p_item->>'key';
  IF FOUND THEN
    RETURN CASE
      WHEN earlier.body_hash = p_item->>'body_hash' THEN earlier.answer
      WHEN earlier.body_hash = '' THEN jsonb_build_object('status', 7, 'models', NULL, 'msg', '该投注请求已作废，请重新下单')
      ELSE jsonb_build_object('status', 7, 'models', NULL, 'msg', '同一请求编号的内容不一致，请重新下单') END;
  END IF;
  IF NOT fresh THEN
    RETURN jsonb_build_object('status', 3, 'models', NULL, 'msg', '请求已被使用，请重新提交');
  END IF;

  IF v_orders->0->>'issue' IS NOT NULL THEN
    SELECT array_agg(o->>'issue' ORDER BY at) INTO v_issues FROM jsonb_array_elements(v_orders) WITH ORDINALITY AS x(o, at);
  ELSE
    SELECT array_agg(issue ORDER BY closes_at) INTO v_issues FROM (
      SELECT issue, closes_at FROM issues
       WHERE game = v_game AND state = 'open' AND closes_at > caipu_now_ms()
         AND closes_at >= coalesce((SELECT i.closes_at FROM issues i WHERE i.game = v_game AND i.issue = p_item->>'issue'), 0)
       ORDER BY closes_at LIMIT v_wanted) next_ones;
    IF p_item->>'issue' IS NOT NULL AND v_issues[1] IS DISTINCT FROM p_item->>'issue' THEN v_issues := NULL; END IF;
  END IF;

  -- Every issue's lock before the clock, as a bet does; no two transactions that hold these ever wait for each other by them.
  PERFORM pg_advisory_xact_lock_shared(issue_lock_key(v_game, issue)) FROM unnest(v_issues) AS issue;
  now_ms := caipu_now_ms();
  SELECT count(DISTINCT i.issue)::int INTO found_issues FROM issues i
   WHERE i.game = v_game AND i.issue = ANY(v_issues) AND i.state = 'open' AND i.closes_at > now_ms;
  IF v_issues IS NULL OR found_issues <> v_wanted THEN
    answer := jsonb_build_object('status', 4, 'models', NULL, 'msg', '所选期次中有已截止或尚未开放的，请重新选择期数');
  ELSE
    UPDATE wallets SET balance_fen = balance_fen - v_amount WHERE user_id = v_user AND balance_fen >= v_amount RETURNING balance_fen INTO balance;
    IF NOT FOUND THEN
      answer := jsonb_build_object('status', 5, 'models', NULL, 'msg', '余额不足');
    ELSE
      INSERT INTO chases (user_id, id, game, hash, ticket, bets, issues, amount_fen, stop_on_win, placed_at)
      VALUES (v_user, v_chase, v_game, p_item->>'hash', p_item->'ticket', v_bets, v_wanted, v_amount, (p_item->>'stop')::boolean, now_ms);
      INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount_fen, multiplier, placed_at, chase_id)
      SELECT v_user, (o->>'id')::uuid, v_game, v_issues[at], p_item->>'hash',
             p_item->'ticket' || jsonb_build_object('multiplier', o->'multiplier', 'issues', 1),
             v_bets, (o->>'amount')::bigint, (o->>'multiplier')::int, now_ms, v_chase
        FROM jsonb_array_elements(v_orders) WITH ORDINALITY AS x(o, at);
      INSERT INTO transfers (user_id, kind, debit, credit, amount_fen, balance_fen, at, order_id, note)
      SELECT v_user, 'stake', 'wallet', 'house:stakes', t.amount_fen, balance + v_amount - t.so_far, now_ms, t.id, v_game || ' ' || t.issue || ' chase'
        FROM (SELECT (o->>'id')::uuid AS id, (o->>'amount')::bigint AS amount_fen, v_issues[at] AS issue, at,
                     sum((o->>'amount')::bigint) OVER (ORDER BY at)::bigint AS so_far
                FROM jsonb_array_elements(v_orders) WITH ORDINALITY AS x(o, at)) t
       ORDER BY t.at;
      INSERT INTO outbox (user_id, event) VALUES (v_user, jsonb_build_object('type', 'balance', 'balanceFen', balance));
      SELECT issue, draws_at INTO first FROM issues WHERE game = v_game AND issue = ANY(v_issues) ORDER BY closes_at LIMIT 1;
      answer := jsonb_build_object('status', 0, 'msg', '追号成功', 'models', jsonb_build_object(
        'orderId', (SELECT id FROM tickets WHERE user_id = v_user AND chase_id = v_chase AND issue = first.issue),
        'chaseId', v_chase, 'issues', v_wanted, 'gameCode', v_game, 'issue', first.issue, 'bets', v_bets, 'amountFen', v_amount,
        'balanceFen', balance, 'drawsAt', first.draws_at));
    END IF;
  END IF;
  INSERT INTO idempotency (user_id, key, body_hash, answer, at) VALUES (v_user, p_item->>'key', p_item->>'body_hash', answer, now_ms);
  RETURN answer;
END
$$;

-- Cancels one ticket that waits, and gives its stake back. False: it does not wait any more. The caller holds its issue's lock.
CREATE FUNCTION refund_ticket(p_user bigint, p_id uuid, p_why text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  sold record;
  balance bigint;
BEGIN
  UPDATE tickets SET status = 'cancelled' WHERE user_id = p_user AND id = p_id AND status = 'placed' RETURNING game, issue, amount_fen INTO sold;
  IF NOT FOUND THEN RETURN false; END IF;
  balance := credit_wallet(p_user, 'refund', 'house:stakes', sold.amount_fen, p_id, sold.game || ' ' || sold.issue || ' ' || p_why);
  INSERT INTO outbox (user_id, event) VALUES
    (p_user, jsonb_build_object('type', 'order', 'orderId', p_id, 'status', 'cancelled', 'prizeFen', 0)),
    (p_user, jsonb_build_object('type', 'balance', 'balanceFen', balance));
  RETURN true;
END
$$;

-- To be called before any wallet is touched: holds back the freeze of every issue that these chases still wait for. A settlement that
-- asked for these locks after paying would hold wallets that bets wait for, whose locks the freeze waits for. p_list: [{user, chase}].
CREATE FUNCTION hold_chases(p_list jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(issue_lock_key(later.game, later.issue)) FROM (
    SELECT DISTINCT t.game, t.issue
      FROM jsonb_to_recordset(p_list) AS x("user" bigint, chase uuid)
      JOIN chases c ON c.user_id = x."user" AND c.id = x.chase AND c.stop_on_win AND c.stopped_by IS NULL
      JOIN tickets t ON t.user_id = c.user_id AND t.chase_id = c.id AND t.status = 'placed'
      JOIN issues i ON i.game = t.game AND i.issue = t.issue AND i.state = 'open') later;
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
    SELECT t.user_id, t.id
      FROM jsonb_to_recordset(p_list) AS x("user" bigint, chase uuid)
      JOIN chases c ON c.user_id = x."user" AND c.id = x.chase AND c.stopped_by = p_issue
      JOIN tickets t ON t.user_id = c.user_id AND t.chase_id = c.id AND t.status = 'placed'
      JOIN issues i ON i.game = t.game AND i.issue = t.issue AND i.state = 'open' AND i.closes_at > caipu_now_ms()
     ORDER BY t.user_id, i.closes_at
  LOOP
    IF refund_ticket(later.user_id, later.id, 'stop') THEN refunded := refunded + 1; END IF;
  END LOOP;
  RETURN refunded;
END
$$;

-- Takes an issue back that has not begun by p_not_begun. Nobody bet on it: it is gone. Else those who did are refunded and it stays, for
-- their records, as withdrawn.
CREATE FUNCTION withdraw_issue(p_game text, p_issue text, p_not_begun bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold record;
BEGIN
  PERFORM pg_advisory_xact_lock(issue_lock_key(p_game, p_issue));
  PERFORM 1 FROM issues WHERE game = p_game AND issue = p_issue AND state = 'open' AND opens_at > p_not_begun FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF NOT EXISTS (SELECT 1 FROM tickets WHERE game = p_game AND issue = p_issue) THEN
    DELETE FROM issues WHERE game = p_game AND issue = p_issue;
    RETURN;
  END IF;
  UPDATE issues SET state = 'withdrawn' WHERE game = p_game AND issue = p_issue;
  FOR sold IN SELECT user_id, id FROM tickets WHERE game = p_game AND issue = p_issue AND status = 'placed' ORDER BY user_id, id LOOP
    PERFORM refund_ticket(sold.user_id, sold.id, 'withdrawn');
  END LOOP;
END
$$;
`;
