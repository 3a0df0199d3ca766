-- Locks and steps of an issue's life. Numbers and prizes are computed by the server; here is only what must be atomic.

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
  IF NOT FOUND THEN RETURN false; END IF;
  -- What an issue is drawn under is kept for good.
  UPDATE descriptions SET used = true WHERE hash = p_hash AND NOT used;
  RETURN true;
END
$$;

-- Takes an issue back that has not begun by p_not_begun. Nobody bet on it: it is gone. Else those who did are refunded and it stays, for
-- their records, as withdrawn.
CREATE FUNCTION withdraw_issue(p_game text, p_issue text, p_not_begun bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold record;
BEGIN
  PERFORM pg_advisory_xact_lock(issue_lock_key(p_game, p_issue));
  PERFORM 1 FROM issues WHERE game = p_game AND issue = p_issue AND state = 'open' AND opens_at > p_not_begun FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF NOT EXISTS (SELECT 1 FROM tickets WHERE game = p_game AND issue = p_issue) THEN
    DELETE FROM issues WHERE game = p_game AND issue = p_issue;
    RETURN;
  END IF;
  UPDATE issues SET state = 'withdrawn', cancelled = 'schedule' WHERE game = p_game AND issue = p_issue;
  FOR sold IN
    SELECT user_id, id FROM tickets WHERE game = p_game AND issue = p_issue AND status = 'placed' ORDER BY user_id, id
  LOOP
    PERFORM refund_order(sold.user_id, sold.id, 'withdrawn');
  END LOOP;
  PERFORM forget_limits(p_game, p_issue);
END
$$;
