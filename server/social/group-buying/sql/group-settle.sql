-- Distributes the outcome of a group order's ticket to its shares. The ticket belongs to user 0, so the functions that pay it (pay_prizes,
-- refund_order, end_sport_orders) call settle_group in place of a wallet.

-- Brings one amount of a share (prize, commission or refund) from what was posted to what it should be, and returns what is written off
-- by then. What was written off before is owed no more; what is too much is taken back as far as the wallet covers it.
CREATE FUNCTION post_share(p_user bigint, p_id uuid, p_delta bigint, p_kind text, p_back text, p_account text, p_reason text, p_off bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  owed bigint;
BEGIN
  IF p_delta > 0 THEN
    owed := least(p_delta, p_off);
    IF p_delta > owed THEN PERFORM post(p_user, p_kind, p_account, 'wallet', p_delta - owed, p_reason, p_id); END IF;
    RETURN p_off - owed;
  ELSIF p_delta < 0 THEN
    RETURN p_off - p_delta - recover_overpayment(p_user, p_back, p_account, -p_delta, p_id);
  END IF;
  RETURN p_off;
END
$$;

-- The commission on a prize. p_cost: what the ticket cost, less what of it was given back. Nothing unless the prize is above the cost.
CREATE FUNCTION group_commission(p_prize bigint, p_cost bigint, p_percent int, p_base text) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_prize <= p_cost THEN RETURN 0; END IF;
  -- A commission on the prize is at most the profit, so that joiners get their price back.
  RETURN CASE p_base WHEN 'profit' THEN div((p_prize - p_cost)::numeric * p_percent, 100)::bigint
                     ELSE least(div(p_prize::numeric * p_percent, 100)::bigint, p_prize - p_cost) END;
END
$$;

-- Distributes p_prize, and p_refund of the price. Each share gets its part rounded down; the rest goes to
-- the starter's own shares, of a refund at most their cost. When it is called again with other sums (a corrected
-- result), only the differences are posted.
CREATE FUNCTION settle_group(p_id uuid, p_prize bigint, p_refund bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  o group_buy_orders;
  share record;
  now_ms bigint := caipu_now_ms();
  v_state text;
  v_commission bigint;
  v_shared bigint;
  v_prize bigint;
  v_refund bigint;
  v_fee bigint;
  v_off bigint;
  rest_prize bigint;
  rest_refund bigint;
  own_refund bigint;
  first boolean;
BEGIN
  SELECT * INTO STRICT o FROM group_buy_orders WHERE id = p_id FOR UPDATE;
  IF o.state NOT IN ('played', 'won', 'lost', 'void') OR o.sold <> o.shares THEN
    RAISE EXCEPTION 'group order % is % and has no ticket', p_id, o.state;
  END IF;
  first := o.state = 'played';
  PERFORM lock_group_wallets(ARRAY[p_id], '{}');
  v_state := CASE WHEN p_prize > 0 THEN 'won' WHEN p_refund = o.total THEN 'void' ELSE 'lost' END;
  v_commission := group_commission(p_prize, o.total - p_refund, o.commission, o.base);
  v_shared := p_prize - v_commission;
  SELECT v_shared - sum(div(v_shared::numeric * shares, o.shares))::bigint, p_refund - sum(div(p_refund::numeric * shares, o.shares))::bigint
    INTO rest_prize, rest_refund FROM group_buy_joins WHERE group_buy_id = p_id;
  -- No refund exceeds the payment: the excess of the own shares goes to the other shares, which were rounded down, one fen each.
  SELECT least(rest_refund, amount - div(p_refund::numeric * shares, o.shares)::bigint) INTO own_refund
    FROM group_buy_joins WHERE group_buy_id = p_id AND type = 'own';
  rest_refund := rest_refund - own_refund;
  FOR share IN SELECT * FROM group_buy_joins WHERE group_buy_id = p_id ORDER BY user_id, id LOOP
    v_prize := div(v_shared::numeric * share.shares, o.shares)::bigint;
    v_refund := div(p_refund::numeric * share.shares, o.shares)::bigint;
    v_fee := 0;
    IF share.type = 'own' THEN
      v_prize := v_prize + rest_prize;
      v_refund := v_refund + own_refund;
      v_fee := v_commission;
    ELSIF rest_refund > 0 THEN
      v_refund := v_refund + 1;
      rest_refund := rest_refund - 1;
    END IF;
    v_off := post_share(share.user_id, share.id, v_prize - share.prize, 'hmPrize', 'hmPrizeBack', 'house:prizes',
                        CASE WHEN first THEN 'win' ELSE 'correction' END, share.written_off);
    v_off := post_share(share.user_id, share.id, v_fee - share.commission, 'hmCommission', 'hmPrizeBack', 'house:prizes',
                        CASE WHEN first THEN 'win' ELSE 'correction' END, v_off);
    v_off := post_share(share.user_id, share.id, v_refund - share.refund, 'hmRefund', 'hmRefundBack', 'house:stakes',
                        CASE WHEN v_state = 'void' THEN 'void' ELSE 'voidLeg' END, v_off);
    UPDATE group_buy_joins SET prize = v_prize, commission = v_fee, refund = v_refund, written_off = v_off,
           status = CASE WHEN v_prize > 0 THEN 'won' WHEN v_state = 'void' THEN 'cancelled' ELSE 'lost' END, settled_at = now_ms,
           due_at = CASE WHEN issue IS NULL THEN now_ms ELSE due_at END
     WHERE user_id = share.user_id AND id = share.id;
  END LOOP;
  -- The starter's record has another result now, so the background job counts this order again (finish_groups).
  UPDATE group_buy_orders SET state = v_state, prize = p_prize, commission_fen = v_commission, refund = p_refund, ended_at = coalesce(ended_at, now_ms),
         due_at = CASE WHEN issue IS NULL THEN now_ms ELSE due_at END
   WHERE id = p_id;
  -- When an issue is settled, each process itself notifies its clients of their orders (server/platform/stream/hub.ts).
  IF o.issue IS NULL OR v_state = 'void' THEN
    PERFORM announce_group(p_id, NULL);
    PERFORM announce_balance(w.user_id, 'wallet', 'fen', w.balance_fen)
       FROM wallets w WHERE w.user_id IN (SELECT j.user_id FROM group_buy_joins j WHERE j.group_buy_id = p_id);
  END IF;
END
$$;

-- The icon of a profit: 1 star, 2 moon, 3 sun, 4 crown; NULL for less. p_least: the least profits, fen.
CREATE FUNCTION group_icon(p_profit bigint, p_least bigint[]) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT max(n)::int FROM unnest(p_least) WITH ORDINALITY AS t(least, n) WHERE p_profit >= least
$$;

-- Adds a group order (p_sign 1) to the starter's record, or removes it (−1). p_least: see group_icon.
CREATE FUNCTION add_group_record(o group_buy_orders, p_prize bigint, p_day int, p_sign int, p_least bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_stake bigint := (o.total) * p_sign;
  v_won int := CASE WHEN p_prize > 0 THEN p_sign ELSE 0 END;
  v_profit bigint := greatest(p_prize - o.total, 0);
  v_icon int := group_icon(v_profit, p_least);
BEGIN
  INSERT INTO group_buy_initiators (user_id) VALUES (o.initiator) ON CONFLICT DO NOTHING;
  UPDATE group_buy_initiators SET orders = orders + p_sign, won = won + v_won, stake = stake + v_stake, prize = prize + p_prize * p_sign,
         profit = profit + v_profit * p_sign, biggest = CASE WHEN p_sign > 0 THEN greatest(biggest, p_prize) ELSE biggest END
   WHERE user_id = o.initiator;
  IF v_icon IS NOT NULL THEN UPDATE group_buy_initiators SET icons[v_icon] = icons[v_icon] + p_sign WHERE user_id = o.initiator; END IF;
  INSERT INTO group_buy_days AS d (user_id, day, game, orders, won, stake, prize) VALUES (o.initiator, p_day, o.game, p_sign, v_won, v_stake, p_prize * p_sign)
  ON CONFLICT (user_id, day, game) DO UPDATE
    SET orders = d.orders + excluded.orders, won = d.won + excluded.won, stake = d.stake + excluded.stake, prize = d.prize + excluded.prize;
END
$$;

-- Updates the starter's record with the outcome of the order. p_offset: the product's wall clock, ms after UTC; a corrected
-- order keeps its day.
CREATE FUNCTION count_group(p_id uuid, p_least bigint[], p_offset bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  o group_buy_orders;
  v_day int := ((caipu_now_ms() + p_offset) / 86400000)::int;
BEGIN
  SELECT * INTO STRICT o FROM group_buy_orders WHERE id = p_id FOR UPDATE;
  IF o.counted >= 0 THEN PERFORM add_group_record(o, o.counted, o.counted_day, -1, p_least); END IF;
  v_day := coalesce(o.counted_day, v_day);
  IF o.state = 'void' THEN
    UPDATE group_buy_orders SET counted = -1, counted_day = v_day WHERE id = p_id;
  ELSE
    PERFORM add_group_record(o, o.prize, v_day, 1, p_least);
    UPDATE group_buy_orders SET counted = o.prize, counted_day = v_day WHERE id = p_id;
  END IF;
END
$$;

-- Group orders of a number game whose ticket lost with its issue: that is written here, at most p_limit, and nowhere else. Then the records
-- of those that have their result, or another one than the record holds. Returns how many were looked at.
CREATE FUNCTION finish_groups(p_limit int, p_least bigint[], p_offset bigint) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  ended record;
  n int := 0;
BEGIN
  FOR ended IN
    SELECT o.id FROM group_buy_orders o JOIN issues i ON i.game = o.game AND i.issue = o.issue AND i.state = 'settled'
      JOIN tickets t ON t.user_id = 0 AND t.id = o.id AND t.status = 'placed'
     WHERE o.state = 'played' AND o.due_at <= (SELECT caipu_now_ms()) ORDER BY o.due_at LIMIT p_limit FOR UPDATE OF o SKIP LOCKED
  LOOP
    UPDATE group_buy_orders SET state = 'lost', ended_at = caipu_now_ms() WHERE id = ended.id;
    n := n + 1;
  END LOOP;
  FOR ended IN
    SELECT id FROM group_buy_orders
     WHERE state IN ('won', 'lost', 'void') AND counted IS DISTINCT FROM (CASE state WHEN 'void' THEN -1 ELSE prize END)
     ORDER BY id LIMIT p_limit FOR UPDATE SKIP LOCKED
  LOOP
    PERFORM count_group(ended.id, p_least, p_offset);
    n := n + 1;
  END LOOP;
  RETURN n;
END
$$;

-- The draw of a number game's issue was moved: group orders on it are due then. They stop when they said.
CREATE FUNCTION move_groups(p_game text, p_issue text, p_due_at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE group_buy_orders SET due_at = p_due_at WHERE game = p_game AND issue = p_issue AND state IN ('open', 'played');
END
$$;
