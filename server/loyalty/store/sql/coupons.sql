-- Coupons (红包) on bets. The house pays the coupon into the wallet in the transaction that takes the whole stake from it, so that the price
-- of an order does not depend on the payer; a refund of the whole stake also returns the coupon. Callers hold the player's lock, or the order's.

-- Takes a coupon for an order of p_amount fen, or says why not; NULL: taken, and the wallet covers the stake.
--   p_kind: number, quick or sport; p_game: code of the game.
CREATE FUNCTION spend_coupon(p_user bigint, p_item uuid, p_order uuid, p_kind text, p_game text, p_amount bigint, p_at bigint)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  thing record;
  terms jsonb;
  v_fen bigint;
BEGIN
  -- The wallet before the coupon: a refund locks in the same order.
  PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
  SELECT * INTO thing FROM bag_items WHERE user_id = p_user AND id = p_item FOR UPDATE;
  terms := thing.what->'gives'->'coupon';
  IF terms IS NULL THEN RETURN refusal('notFound', words('couponMissing')); END IF;
  IF thing.used_at IS NOT NULL THEN RETURN refusal('stateChanged', words('couponUsed')); END IF;
  IF thing.expires_at <= p_at THEN RETURN refusal('stateChanged', words('couponOver')); END IF;
  IF NOT coupon_fits(terms, p_kind, p_game) THEN RETURN refusal('stateChanged', words('couponOther')); END IF;
  IF p_amount < (terms->>'leastFen')::bigint THEN
    RETURN refusal('stateChanged', words('couponLeast', yuan_text((terms->>'leastFen')::bigint)));
  END IF;
  v_fen := (terms->>'fen')::bigint;
  IF NOT EXISTS (SELECT 1 FROM wallets WHERE user_id = p_user AND balance_fen + v_fen >= p_amount) THEN
    RETURN refusal('insufficientFunds', words('balanceShort'));
  END IF;
  PERFORM post(p_user, 'coupon', 'house:promotions', 'wallet', v_fen, 'bet', p_order, p_at);
  UPDATE bag_items SET used_at = p_at, used_for = p_order WHERE user_id = p_user AND id = p_item;
  INSERT INTO coupon_uses (user_id, order_id, item_id, fen) VALUES (p_user, p_order, p_item, v_fen);
  RETURN NULL;
END
$$;

CREATE FUNCTION coupon_fits(p_terms jsonb, p_kind text, p_game text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_terms->>'for' WHEN 'all' THEN true WHEN 'game' THEN p_terms->>'game' = p_game ELSE p_terms->>'for' = p_kind END
$$;

-- What a coupon paid of an order; 0 without one.
CREATE FUNCTION coupon_of(p_user bigint, p_order uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT fen FROM coupon_uses WHERE user_id = p_user AND order_id = p_order AND NOT returned), 0)
$$;

-- The outcome of an order's coupon when p_refund of its p_amount fen has come back in all; nothing where there was none. The whole: the coupon
-- is in the bag again for the days that its product says, and what it paid goes back to the house. A part: the coupon's share of that part stays as a bonus, which
-- has to be played once. Doing it twice changes nothing.
CREATE FUNCTION end_coupon(p_user bigint, p_order uuid, p_amount bigint, p_refund bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  u record;
  now_ms bigint;
  part bigint;
BEGIN
  SELECT * INTO u FROM coupon_uses WHERE user_id = p_user AND order_id = p_order FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  now_ms := caipu_now_ms();
  IF p_refund = p_amount THEN
    IF u.returned THEN RETURN; END IF;
    -- After a correction that was partly written off, the wallet may have less than the coupon's amount. Then the coupon stays spent.
    IF post(p_user, 'couponBack', 'wallet', 'house:promotions', u.fen, 'refund', p_order, now_ms) IS NULL THEN RETURN; END IF;
    UPDATE bag_items SET used_at = NULL, used_for = NULL, expires_at = now_ms + (what->'gives'->'coupon'->>'backDays')::bigint * 86400000
     WHERE user_id = p_user AND id = u.item_id;
    UPDATE coupon_uses SET returned = true WHERE user_id = p_user AND order_id = p_order;
    RETURN;
  END IF;
  IF u.returned THEN
    -- The result was corrected after the stake had come back. A coupon that was used elsewhere meanwhile was worth its money there.
    UPDATE bag_items SET used_at = now_ms, used_for = p_order WHERE user_id = p_user AND id = u.item_id AND used_at IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM post(p_user, 'coupon', 'house:promotions', 'wallet', u.fen, 'bet', p_order, now_ms);
    UPDATE coupon_uses SET returned = false WHERE user_id = p_user AND order_id = p_order;
  END IF;
  part := div(u.fen::numeric * p_refund, p_amount)::bigint - u.bonus;
  IF part <= 0 OR post(p_user, 'couponBack', 'wallet', 'house:promotions', part, 'part', p_order, now_ms) IS NULL THEN RETURN; END IF;
  PERFORM post(p_user, 'bonus', 'house:promotions', 'wallet', part, 'coupon', p_order, now_ms);
  INSERT INTO turnovers (user_id, why, required, ref, opened_at) VALUES (p_user, 'bonus', part, p_order, now_ms);
  UPDATE coupon_uses SET bonus = bonus + part WHERE user_id = p_user AND order_id = p_order;
END
$$;
