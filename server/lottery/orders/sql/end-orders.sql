-- Pays prizes and refunds orders. An order on an issue has lost if it has neither when the issue is settled. This is not stored
-- (docs/ledger/orders.md gives the reason).

-- Locks the wallets of a list of tickets [{user, id}], if one of them belongs to a group order (合买). User 0 owns these tickets, and settle_group
-- pays their shares to several wallets. All wallets are locked first, by player, so that transactions cannot deadlock.
CREATE FUNCTION lock_wallets_of_group_tickets(p_list jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM jsonb_to_recordset(p_list) AS x("user" bigint) WHERE "user" = 0) THEN
    PERFORM lock_group_wallets(
      ARRAY(SELECT id FROM jsonb_to_recordset(p_list) AS x("user" bigint, id uuid) WHERE "user" = 0),
      ARRAY(SELECT "user" FROM jsonb_to_recordset(p_list) AS x("user" bigint) WHERE "user" <> 0));
  END IF;
END
$$;

-- Pays winning orders [{user, id, prize, outcome, pool}], amounts in fen. pool: the part of the prize that the game's pool pays; left out for none
-- (draws/sql/pools.sql). An order whose status is not 'placed' is skipped, so no order is paid twice. Orders are paid by player, so that transactions
-- that pay or bet at once cannot deadlock. Returns the number of paid orders.
CREATE FUNCTION pay_prizes(p_list jsonb) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  item record;
  now_ms bigint := caipu_now_ms();
  paid int := 0;
  sold record;
BEGIN
  PERFORM lock_wallets_of_group_tickets(p_list);
  FOR item IN SELECT * FROM jsonb_to_recordset(p_list) AS x("user" bigint, id uuid, prize bigint, outcome jsonb, pool bigint) ORDER BY 1, 2 LOOP
    UPDATE orders SET status = 'won', prize = item.prize, outcome = item.outcome, settled_at = now_ms
     WHERE user_id = item."user" AND id = item.id AND status = 'placed'
    RETURNING game, issue INTO sold;
    IF FOUND THEN
      IF item."user" = 0 THEN
        PERFORM settle_group(item.id, item.prize, 0);
      ELSE
        PERFORM post(item."user", 'prize', 'house:prizes', 'wallet', item.prize, 'win', item.id);
      END IF;
      IF item.pool > 0 THEN PERFORM pay_from_pool(sold.game, sold.issue, item.id, item.pool); END IF;
      paid := paid + 1;
    END IF;
  END LOOP;
  RETURN paid;
END
$$;

-- Cancels one placed order and refunds its stake. Returns false if its status is not 'placed'. p_why: reason of the movement 'refund'.
-- The caller holds the lock of the order's issue.
CREATE FUNCTION refund_order(p_user bigint, p_id uuid, p_why text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  sold record;
  balance bigint;
  v_release uuid;
BEGIN
  UPDATE orders SET status = 'cancelled', settled_at = caipu_now_ms() WHERE user_id = p_user AND id = p_id AND status = 'placed'
  RETURNING kind, game, issue, parent, amount INTO sold;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM return_stake_limits(sold.game, sold.issue, p_user, p_id);
  PERFORM remember_pool_return(p_user, p_id, sold.game, sold.issue);
  IF p_user = 0 THEN
    PERFORM settle_group(p_id, 0, sold.amount);
    RETURN true;
  END IF;
  PERFORM post(p_user, 'refund', 'house:stakes', 'wallet', sold.amount, p_why, p_id);
  PERFORM end_coupon(p_user, p_id, sold.amount, sold.amount);
  IF sold.kind = 'sport' THEN
    SELECT release_id INTO v_release FROM sport_orders WHERE user_id = p_user AND id = p_id;
    IF v_release IS NOT NULL THEN PERFORM end_release_order(p_user, p_id, v_release, 'cancelled', 0, sold.amount, 0, caipu_now_ms()); END IF;
  END IF;
  SELECT balance_fen INTO balance FROM wallets WHERE user_id = p_user;
  INSERT INTO outbox (user_id, event) VALUES (p_user, jsonb_build_object(
    'type', 'order', 'orderId', p_id, 'kind', sold.kind, 'gameCode', sold.game, 'status', 'cancelled', 'prizeFen', 0));
  PERFORM announce_balance(p_user, 'wallet', 'fen', balance);
  IF sold.parent IS NOT NULL THEN PERFORM end_order_at_last_part(p_user, sold.parent); END IF;
  RETURN true;
END
$$;

-- Updates an order of several parts (a chase) after one part was cancelled. It takes issue and due_at of its last part that is not cancelled.
-- If all parts are cancelled, so is the order.
CREATE FUNCTION end_order_at_last_part(p_user bigint, p_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last_part record;
BEGIN
  SELECT issue, due_at INTO last_part FROM orders WHERE user_id = p_user AND parent = p_id AND status <> 'cancelled' ORDER BY due_at DESC LIMIT 1;
  IF FOUND THEN
    UPDATE orders SET issue = last_part.issue, due_at = last_part.due_at WHERE user_id = p_user AND id = p_id;
  ELSE
    UPDATE orders SET status = 'cancelled', settled_at = caipu_now_ms() WHERE user_id = p_user AND id = p_id;
  END IF;
END
$$;
