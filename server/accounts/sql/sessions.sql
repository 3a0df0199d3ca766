-- Opens a session and remembers its device. The number of a player's sessions and devices is bounded. p_password: the hash that the given
-- password matched. False: the player's hash has changed since. A change of the password holds the player's lock and ends earlier sessions.
CREATE FUNCTION open_session(p_user bigint, p_token text, p_now bigint, p_expires bigint, p_ends bigint, p_device_name text, p_address text,
                             p_device text, p_most_sessions int, p_most_devices int, p_password text DEFAULT NULL) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- One at a time for a player, so that two logins do not both find room.
  PERFORM lock_player(p_user);
  IF p_password <> (SELECT password_hash FROM users WHERE id = p_user) THEN RETURN false; END IF;
  PERFORM end_sessions(p_user, NULL, s.id, NULL) FROM (
    SELECT id FROM sessions WHERE user_id = p_user ORDER BY seen_at DESC OFFSET p_most_sessions - 1) s;
  INSERT INTO sessions (token_hash, user_id, created_at, expires_at, ends_at, seen_at, device, address, new_device)
  VALUES (p_token, p_user, p_now, p_expires, p_ends, p_now, p_device_name, p_address,
          EXISTS (SELECT 1 FROM known_devices WHERE user_id = p_user)
            AND NOT EXISTS (SELECT 1 FROM known_devices WHERE user_id = p_user AND device = p_device));
  -- His other phones have a message of a login on a new device (server/inbox/notices).
  INSERT INTO outbox (user_id, event) SELECT user_id, '{"type": "message"}' FROM sessions WHERE token_hash = p_token AND new_device;
  IF p_device IS NOT NULL THEN
    INSERT INTO known_devices (user_id, device, seen_at) VALUES (p_user, p_device, p_now)
    ON CONFLICT (user_id, device) DO UPDATE SET seen_at = excluded.seen_at;
    DELETE FROM known_devices WHERE user_id = p_user AND device IN (
      SELECT device FROM known_devices WHERE user_id = p_user ORDER BY seen_at DESC OFFSET p_most_devices);
  END IF;
  RETURN true;
END
$$;

-- Ends sessions: by the token (p_token), by the player and the id, or all of the player but one (p_all_but). Each end is published to the processes,
-- which close its streams. Returns the hashes of their tokens.
CREATE FUNCTION end_sessions(p_user bigint, p_token text, p_id uuid, p_all_but text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  gone record;
BEGIN
  FOR gone IN
    DELETE FROM sessions s
     WHERE CASE WHEN p_token IS NOT NULL THEN s.token_hash = p_token
                WHEN p_id IS NOT NULL THEN s.user_id = p_user AND s.id = p_id
                ELSE s.user_id = p_user AND p_all_but IS NOT NULL AND s.token_hash <> p_all_but END
    RETURNING s.user_id, s.token_hash
  LOOP
    INSERT INTO outbox (user_id, event) VALUES (gone.user_id, jsonb_build_object('type', 'ended', 'session', gone.token_hash));
    RETURN NEXT gone.token_hash;
  END LOOP;
END
$$;
