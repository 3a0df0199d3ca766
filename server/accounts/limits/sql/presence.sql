-- The time that a player plays, measured by heartbeats of the client.

-- Stores a heartbeat. The time between two heartbeats counts as play if it is at most p_gap, and otherwise not. After p_rest or more a new
-- sitting begins. After p_away or more the player was absent. All times are real ms, at any speed of the game clock.
CREATE FUNCTION note_heartbeat(p_user bigint, p_offset bigint, p_gap bigint, p_rest bigint, p_away bigint) RETURNS presence LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := caipu_now_ms();
  was presence;
  silence bigint;
BEGIN
  INSERT INTO presence (user_id, seen_at, sitting_from) VALUES (p_user, now_ms, now_ms) ON CONFLICT (user_id) DO NOTHING;
  SELECT * INTO was FROM presence WHERE user_id = p_user FOR UPDATE;
  silence := greatest(now_ms - was.seen_at, 0) / (SELECT greatest(speed, 1) FROM clock WHERE id = 1);
  -- The row stores that the player was here on this day, even if the heartbeat adds no time.
  INSERT INTO play_days AS d (user_id, day, played_ms)
  VALUES (p_user, (now_ms + p_offset) / 86400000, CASE WHEN silence <= p_gap THEN silence ELSE 0 END)
  ON CONFLICT (user_id, day) DO UPDATE SET played_ms = d.played_ms + excluded.played_ms;
  IF silence <= p_gap THEN
    was.sitting_ms := was.sitting_ms + silence;
  ELSIF silence >= p_rest THEN
    was.sitting_from := now_ms;
    was.sitting_ms := 0;
    was.told_ms := 0;
  END IF;
  IF silence >= p_away THEN
    was.left_at := was.seen_at;
    was.back_at := now_ms;
  END IF;
  UPDATE presence SET seen_at = greatest(now_ms, was.seen_at), sitting_from = was.sitting_from, sitting_ms = was.sitting_ms,
         told_ms = was.told_ms, left_at = was.left_at, back_at = was.back_at
   WHERE user_id = p_user;
  RETURN was;
END
$$;

-- The movements of a player since p_since that spend money on games or bring it back, each with its game or its game company.
CREATE FUNCTION spent_and_back(p_user bigint, p_since bigint)
RETURNS TABLE (at bigint, kind text, game text, company text, spent bigint, back bigint) LANGUAGE sql STABLE AS $$
  SELECT f.at, o.kind, o.game, substring(CASE WHEN f.debit = 'wallet' THEN f.credit ELSE f.debit END FROM '^(?:transit|company):(.+)$'),
         CASE WHEN is_spending(f.debit, f.credit) OR f.credit = 'house:prizes' THEN f.amount ELSE 0 END,
         CASE WHEN is_spending(f.debit, f.credit) OR f.credit = 'house:prizes' THEN 0 ELSE f.amount END
    FROM movements f
    -- A LATERAL look-up by the key, so that the planner cannot read all orders of the player: server/ledger/order-join.ts.
    LEFT JOIN LATERAL (SELECT x.kind, x.game FROM orders x WHERE x.user_id = p_user AND x.id = f.ref LIMIT 1) o ON true
   WHERE f.user_id = p_user AND f.unit = 'fen'
     AND f.seq > coalesce((SELECT b.seq FROM movements b WHERE b.user_id = p_user AND b.at < p_since ORDER BY b.seq DESC LIMIT 1), 0)
     AND (is_spending(f.debit, f.credit) OR is_given_back(f.debit, f.credit) OR won_by(f.debit, f.credit, f.amount) <> 0)
$$;

-- Stops all chases of a player. First it takes the shared locks of all issues on which they have open tickets, in the order of the keys and before
-- any wallet lock, so that none of them freezes meanwhile. Returns the number of stopped chases and the refunded fen. The caller holds the player's lock.
CREATE FUNCTION stop_all_chases(p_user bigint, OUT chases int, OUT refund_fen bigint) LANGUAGE plpgsql AS $$
DECLARE
  open_chase uuid;
  done jsonb;
BEGIN
  chases := 0;
  refund_fen := 0;
  PERFORM pg_advisory_xact_lock_shared(key) FROM (
    SELECT DISTINCT issue_lock_key(o.game, o.issue) AS key FROM tickets o
      JOIN issues i ON i.game = o.game AND i.issue = o.issue AND i.state = 'open'
     WHERE o.user_id = p_user AND o.parent IS NOT NULL AND o.status = 'placed' AND o.due_at > caipu_now_ms() ORDER BY 1) held;
  FOR open_chase IN
    SELECT c.id FROM chases c WHERE c.user_id = p_user AND c.status = 'placed' AND c.due_at > caipu_now_ms() ORDER BY c.id
  LOOP
    done := cancel_chase(p_user, open_chase);
    IF (done->>'issues')::int > 0 THEN
      chases := chases + 1;
      refund_fen := refund_fen + (done->>'refundFen')::bigint;
    END IF;
  END LOOP;
END
$$;
