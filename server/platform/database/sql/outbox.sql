-- Hints for phones, read by every process (server/platform/stream/hub.ts). The types of events that phones see are in protocol/calls.ts.

-- Tells a player what a purse of his holds now. The main wallet is also told as balanceFen.
CREATE FUNCTION announce_balance(p_user bigint, p_purse text, p_unit text, p_balance bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (user_id, event) VALUES (p_user, balance_event(p_purse, p_unit, p_balance));
END
$$;

CREATE FUNCTION balance_event(p_purse text, p_unit text, p_balance bigint) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN jsonb_build_object('type', 'balance', 'purse', p_purse, 'unit', p_unit, 'balance', p_balance)
    || CASE p_purse WHEN 'wallet' THEN jsonb_build_object('balanceFen', p_balance) ELSE '{}' END;
END
$$;

-- Tells many players what a purse beside the wallet holds now, in one statement.
CREATE FUNCTION announce_balances(p_users bigint[], p_purse text, p_unit text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (user_id, event)
  SELECT x.id, balance_event(p_purse, p_unit, coalesce(p.balance, 0))
    FROM unnest(p_users) AS x(id) LEFT JOIN purses p ON p.user_id = x.id AND p.purse = p_purse;
END
$$;
