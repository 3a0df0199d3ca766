-- Adds a player with a wallet and the opening grant (p_grant, fen). Returns the id, or NULL if the name is taken.
CREATE FUNCTION register_user(p_name text, p_name_key text, p_password_hash text, p_grant bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  new_id bigint;
BEGIN
  INSERT INTO users (name, name_key, password_hash, created_at) VALUES (p_name, p_name_key, p_password_hash, caipu_now_ms())
  ON CONFLICT (name_key) DO NOTHING RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN NULL; END IF;
  INSERT INTO wallets (user_id, balance_fen) VALUES (new_id, 0);
  PERFORM post(new_id, 'grant', 'house:grants', 'wallet', p_grant, 'register', NULL);
  RETURN new_id;
END
$$;
