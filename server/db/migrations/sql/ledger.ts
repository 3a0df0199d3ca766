/** The only functions, with place_bets, that move money. Each writes the wallet and its transfer together. */
export const LEDGER_FUNCTIONS = `
-- Puts money into a wallet from a house account and writes it down. Returns the balance after.
CREATE FUNCTION credit_wallet(p_user bigint, p_kind text, p_from text, p_amount bigint, p_order uuid, p_note text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  balance bigint;
BEGIN
  UPDATE wallets SET balance_fen = balance_fen + p_amount WHERE user_id = p_user RETURNING balance_fen INTO STRICT balance;
  INSERT INTO transfers (user_id, kind, debit, credit, amount_fen, balance_fen, at, order_id, note)
  VALUES (p_user, p_kind, p_from, 'wallet', p_amount, balance, caipu_now_ms(), p_order, p_note);
  RETURN balance;
END
$$;

-- A new player with a wallet and the opening grant. NULL when the name is taken.
CREATE FUNCTION register_user(p_name text, p_name_key text, p_password_hash text, p_grant bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  new_id bigint;
BEGIN
  INSERT INTO users (name, name_key, password_hash, created_at) VALUES (p_name, p_name_key, p_password_hash, caipu_now_ms())
  ON CONFLICT (name_key) DO NOTHING RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN NULL; END IF;
  INSERT INTO wallets (user_id, balance_fen) VALUES (new_id, 0);
  PERFORM credit_wallet(new_id, 'grant', 'house:grants', p_grant, NULL, NULL);
  RETURN new_id;
END
$$;

-- Pays winning tickets: [{user, id, prize, wins}]. A ticket that is not 'placed' any more is passed over, so nobody is paid twice.
-- Users in order, as everywhere, so that two that pay or bet at once cannot wait for each other in a circle. Returns tickets paid.
CREATE FUNCTION pay_prizes(p_list jsonb) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  item record;
  sold record;
  paid int := 0;
BEGIN
  FOR item IN SELECT * FROM jsonb_to_recordset(p_list) AS x("user" bigint, id uuid, prize bigint, wins jsonb) ORDER BY 1, 2 LOOP
    UPDATE tickets SET status = 'won', prize_fen = item.prize, wins = item.wins
     WHERE user_id = item."user" AND id = item.id AND status = 'placed' RETURNING game, issue INTO sold;
    IF FOUND THEN
      PERFORM credit_wallet(item."user", 'prize', 'house:prizes', item.prize, item.id, sold.game || ' ' || sold.issue);
      paid := paid + 1;
    END IF;
  END LOOP;
  RETURN paid;
END
$$;
`;
