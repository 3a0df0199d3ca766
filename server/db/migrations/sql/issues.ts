/** Locks and steps of an issue's life. Numbers and prizes are computed by the server; here is only what must be atomic. */
export const ISSUE_FUNCTIONS = `
-- One lock per issue: bets hold it shared until they commit, the freeze takes it alone. So after a freeze no bet is still on its way.
CREATE FUNCTION issue_lock_key(game text, issue text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(game || '/' || issue, 0)
$$;

-- Closes an issue for good, under the description version given. False when it is not due or no longer open.
CREATE FUNCTION freeze_issue(p_game text, p_issue text, p_hash text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(issue_lock_key(p_game, p_issue));
  UPDATE issues SET state = 'frozen', hash = coalesce(p_hash, hash)
   WHERE game = p_game AND issue = p_issue AND state = 'open' AND closes_at <= caipu_now_ms();
  RETURN FOUND;
END
$$;

-- A nonce may be used once; old ones are pruned by the server. False: seen before.
CREATE FUNCTION use_nonce(p_nonce text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO nonces (nonce, at) VALUES (p_nonce, caipu_now_ms()) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;
`;
