-- Hints for phones, read by every process (server/events/hub.ts). The types of events that phones see are in protocol/calls.ts.

-- Tells a player what a purse of his holds now. The main wallet is also told as balanceFen.
CREATE FUNCTION announce_balance(p_user bigint, p_purse text, p_unit text, p_balance bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (user_id, event) VALUES (p_user,
    jsonb_build_object('type', 'balance', 'purse', p_purse, 'unit', p_unit, 'balance', p_balance)
    || CASE p_purse WHEN 'wallet' THEN jsonb_build_object('balanceFen', p_balance) ELSE '{}' END);
END
$$;
