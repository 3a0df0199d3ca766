-- Quarantine of tickets and issues that cannot be frozen, drawn or settled. Each is tried again by itself, later each time, and whenever
-- descriptions change or an operator says so; until it ends, nothing else waits for it.

-- Game ms until the next try after so many: a minute, two, four, and at most an hour.
CREATE FUNCTION quarantine_pause(p_tries int) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(3600000, 60000 * power(2, least(p_tries, 10) - 1))::bigint;
END
$$;

-- Takes an order out of quarantine: it waits, or has lost with its issue, as any other. The order that it is a part of comes out with the
-- last of its parts.
CREATE FUNCTION release_order(p_user bigint, p_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_parent uuid;
BEGIN
  UPDATE orders SET status = 'placed' WHERE user_id = p_user AND id = p_id AND status = 'held' RETURNING parent INTO v_parent;
  -- The shares of a group order (合买) wait while its ticket does.
  IF p_user = 0 THEN UPDATE hm_joins SET status = 'placed' WHERE hm_id = p_id AND status = 'held'; END IF;
  UPDATE orders SET status = 'placed' WHERE user_id = p_user AND id = v_parent AND status = 'held'
     AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = p_user AND o.parent = v_parent AND o.status = 'held');
END
$$;

-- Writes down that a ticket (or, with p_ticket NULL, the issue) could not be dealt with. Returns how often that was by now: 1 the first
-- time, 0 when there is nothing to hold since the ticket has ended.
CREATE FUNCTION quarantine(p_game text, p_issue text, p_user bigint, p_ticket uuid, p_step text, p_reason text)
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := caipu_now_ms();
  entry record;
  v_parent uuid;
BEGIN
  IF p_ticket IS NOT NULL THEN
    UPDATE orders SET status = 'held' WHERE user_id = p_user AND id = p_ticket AND status IN ('placed', 'held') RETURNING parent INTO v_parent;
    IF NOT FOUND THEN RETURN 0; END IF;
    IF p_user = 0 THEN UPDATE hm_joins SET status = 'held' WHERE hm_id = p_ticket AND status = 'placed'; END IF;
    -- A chase waits while one of its tickets does.
    UPDATE orders SET status = 'held' WHERE user_id = p_user AND id = v_parent AND status = 'placed';
  END IF;
  INSERT INTO quarantine AS q (game, issue, user_id, ticket, step, reason, held_at, retry_at)
  VALUES (p_game, p_issue, p_user, p_ticket, p_step, p_reason, now_ms, now_ms + quarantine_pause(1))
  ON CONFLICT (game, issue, user_id, ticket) WHERE ended_at IS NULL
  DO UPDATE SET step = excluded.step, reason = excluded.reason, tries = q.tries + 1, retry_at = now_ms + quarantine_pause(q.tries + 1)
  RETURNING tries, retry_at INTO entry;
  IF p_ticket IS NULL THEN
    UPDATE issues SET held_until = entry.retry_at WHERE game = p_game AND issue = p_issue;
  END IF;
  RETURN entry.tries;
END
$$;

-- An issue that was in quarantine is dealt with.
CREATE FUNCTION end_quarantine_of_issue(p_game text, p_issue text, p_outcome text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = p_outcome
   WHERE game = p_game AND issue = p_issue AND ticket IS NULL AND ended_at IS NULL;
  UPDATE issues SET held_until = NULL WHERE game = p_game AND issue = p_issue;
END
$$;

-- Tries one, or with NULL all that wait, at once. Returns how many.
CREATE FUNCTION retry_quarantined(p_id bigint) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := caipu_now_ms();
  asked int;
BEGIN
  UPDATE quarantine SET retry_at = now_ms WHERE ended_at IS NULL AND (p_id IS NULL OR id = p_id);
  GET DIAGNOSTICS asked = ROW_COUNT;
  UPDATE issues i SET held_until = now_ms FROM quarantine q
   WHERE q.ended_at IS NULL AND q.ticket IS NULL AND (p_id IS NULL OR q.id = p_id) AND i.game = q.game AND i.issue = q.issue
     AND i.held_until > now_ms;
  RETURN asked;
END
$$;

-- Gives up on one: a ticket's stake is given back at once; an issue is cancelled, and settlement gives back what was bet on it in its own
-- small steps. False: there is none of this number that waits.
CREATE FUNCTION refund_quarantined(p_id bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  item record;
BEGIN
  SELECT * INTO item FROM quarantine WHERE id = p_id AND ended_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF item.ticket IS NULL THEN
    UPDATE issues SET cancelled = 'operator', held_until = NULL
     WHERE game = item.game AND issue = item.issue AND state IN ('open', 'frozen', 'drawn');
    UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'refunded' WHERE id = p_id;
  ELSE
    PERFORM release_order(item.user_id, item.ticket);
    PERFORM refund_order(item.user_id, item.ticket, 'void');
    UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'refunded' WHERE id = p_id;
    -- What the issue could not be settled for may have been this ticket.
    UPDATE quarantine SET retry_at = caipu_now_ms() WHERE game = item.game AND issue = item.issue AND ended_at IS NULL;
    UPDATE issues SET held_until = caipu_now_ms() WHERE game = item.game AND issue = item.issue AND held_until IS NOT NULL;
  END IF;
  RETURN true;
END
$$;

-- One step of giving back a cancelled issue: at most p_limit tickets, held ones as well. True when nothing is left, and then the issue has
-- ended: withdrawn, or settled if it was drawn. Bets are past: it is frozen.
CREATE FUNCTION refund_issue(p_game text, p_issue text, p_limit int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  sold record;
  done int := 0;
BEGIN
  FOR sold IN
    SELECT user_id, id FROM tickets
     WHERE game = p_game AND issue = p_issue AND status IN ('placed', 'held') ORDER BY user_id, id LIMIT p_limit
  LOOP
    PERFORM release_order(sold.user_id, sold.id);
    PERFORM refund_order(sold.user_id, sold.id, 'void');
    UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'refunded' WHERE user_id = sold.user_id AND ticket = sold.id AND ended_at IS NULL;
    done := done + 1;
  END LOOP;
  IF done = p_limit THEN RETURN false; END IF;
  UPDATE issues SET state = CASE state WHEN 'drawn' THEN 'settled' ELSE 'withdrawn' END WHERE game = p_game AND issue = p_issue;
  PERFORM forget_limits(p_game, p_issue);
  PERFORM end_quarantine_of_issue(p_game, p_issue, 'refunded');
  RETURN true;
END
$$;
