/** Stopping a chase by hand: what nobody can bet on any more is played, the rest is given back. */
export const CANCEL_CHASE = `
-- When its player stopped it; NULL while nobody has.
ALTER TABLE chases ADD COLUMN cancelled_at bigint;

-- Cancels and refunds what of a player's chase is not frozen. Doing it twice changes nothing. NULL: this player has no such chase.
-- Else {issues, refundFen} of this very call. Locks as everywhere: the player, the issues, the wallet, and only then tickets and chase;
-- a settlement that stops the same chase holds the wallet before it comes to the tickets too.
CREATE FUNCTION cancel_chase(p_user bigint, p_chase uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  later record;
  refunded int := 0;
  refund_fen bigint := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(1, (p_user & 2147483647)::int);
  PERFORM 1 FROM chases WHERE user_id = p_user AND id = p_chase;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- In the order of their keys, since a withdrawal takes such a lock alone.
  PERFORM pg_advisory_xact_lock_shared(key) FROM (
    SELECT issue_lock_key(t.game, t.issue) AS key FROM tickets t JOIN issues i ON i.game = t.game AND i.issue = t.issue AND i.state = 'open'
     WHERE t.user_id = p_user AND t.chase_id = p_chase AND t.status = 'placed' ORDER BY 1) held;
  PERFORM 1 FROM wallets WHERE user_id = p_user FOR UPDATE;
  FOR later IN
    SELECT t.id, t.amount_fen FROM tickets t JOIN issues i ON i.game = t.game AND i.issue = t.issue
     WHERE t.user_id = p_user AND t.chase_id = p_chase AND t.status = 'placed' AND i.state = 'open' AND i.closes_at > caipu_now_ms()
     ORDER BY i.closes_at
  LOOP
    IF refund_ticket(p_user, later.id, 'cancel') THEN
      refunded := refunded + 1;
      refund_fen := refund_fen + later.amount_fen;
    END IF;
  END LOOP;
  IF refunded > 0 THEN
    UPDATE chases SET cancelled_at = coalesce(cancelled_at, caipu_now_ms()) WHERE user_id = p_user AND id = p_chase;
  END IF;
  RETURN jsonb_build_object('issues', refunded, 'refundFen', refund_fen);
END
$$;
`;
