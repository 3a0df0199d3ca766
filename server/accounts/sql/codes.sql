-- Codes by text message and e-mail. HMACs are compared: the database knows neither address nor code.

-- Counts a sending to an address: ms to wait, 0 when it may be made.
CREATE FUNCTION count_sending(p_address text, p_now bigint, p_between bigint, p_window bigint, p_window_most int, p_day bigint,
                              p_day_most int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  sent bigint[];
BEGIN
  -- One at a time for an address, so that two requests do not both find room.
  PERFORM pg_advisory_xact_lock(hashtextextended('code ' || p_address, 0));
  DELETE FROM verification_code_sends WHERE address_hmac = p_address AND at <= p_now - p_day;
  SELECT array_agg(at ORDER BY at DESC) INTO sent FROM verification_code_sends WHERE address_hmac = p_address;
  IF sent[1] > p_now - p_between THEN RETURN sent[1] + p_between - p_now; END IF;
  IF sent[p_window_most] > p_now - p_window THEN RETURN sent[p_window_most] + p_window - p_now; END IF;
  IF sent[p_day_most] IS NOT NULL THEN RETURN sent[p_day_most] + p_day - p_now; END IF;
  INSERT INTO verification_code_sends (address_hmac, at) VALUES (p_address, p_now);
  RETURN 0;
END
$$;

-- Makes a code the live one for a purpose and an address. p_user NULL: nobody has the address, and nobody is sent the code.
CREATE FUNCTION store_code(p_purpose text, p_address text, p_user bigint, p_code text, p_now bigint, p_life bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO verification_codes (purpose, address_hmac, user_id, code_hmac, sent_at, expires_at)
  VALUES (p_purpose, p_address, p_user, p_code, p_now, p_now + p_life)
  ON CONFLICT (purpose, address_hmac) DO UPDATE
    SET user_id = excluded.user_id, code_hmac = excluded.code_hmac, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at;
END
$$;

-- Spends a code. NULL: it was right, and is gone. Otherwise the tries that were left before this one; 0: there is no live code. The caller
-- counts the wrong try (count_code_try), because the transaction that asked may be taken back.
CREATE FUNCTION spend_code(p_purpose text, p_address text, p_user bigint, p_code text, p_now bigint, p_tries int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  found verification_codes;
BEGIN
  SELECT * INTO found FROM verification_codes WHERE purpose = p_purpose AND address_hmac = p_address FOR UPDATE;
  IF found IS NULL OR found.expires_at <= p_now OR found.tries >= p_tries THEN RETURN 0; END IF;
  IF found.user_id = p_user AND found.code_hmac = p_code THEN
    DELETE FROM verification_codes WHERE purpose = p_purpose AND address_hmac = p_address;
    RETURN NULL;
  END IF;
  RETURN p_tries - found.tries;
END
$$;

CREATE FUNCTION count_code_try(p_purpose text, p_address text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE verification_codes SET tries = tries + 1 WHERE purpose = p_purpose AND address_hmac = p_address;
END
$$;
