-- Quarantine of tickets and issues that cannot be frozen, drawn or settled. An entry is retried automatically after growing pauses. It is
-- retried at once when descriptions change, and when an operator retries it. Other tickets and issues do not wait for it.

-- Game ms until the next try after p_tries tries: 1 minute, doubled with each try, at most 1 hour.
CREATE FUNCTION quarantine_pause(p_tries int) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(3600000, 60000 * power(2, least(p_tries, 10) - 1))::bigint;
END
$$;

-- Takes an order out of quarantine. Its status is 'placed' again, which means unsettled, or lost when its issue is settled. The order that
-- contains it leaves quarantine with the last of its parts.
CREATE FUNCTION end_order_quarantine(p_user bigint, p_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_parent uuid;
BEGIN
  UPDATE orders SET status = 'placed' WHERE user_id = p_user AND id = p_id AND status = 'held' RETURNING parent INTO v_parent;
  -- A ticket of user 0 belongs to a group order (合买), whose shares change status with it.
  IF p_user = 0 THEN UPDATE group_buy_joins SET status = 'placed' WHERE group_buy_id = p_id AND status = 'held'; END IF;
  UPDATE orders SET status = 'placed' WHERE user_id = p_user AND id = v_parent AND status = 'held'
     AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = p_user AND o.parent = v_parent AND o.status = 'held');
END
$$;

-- Records that a ticket (with p_ticket NULL: the issue) could not be processed at p_step. Returns the number of failed tries: 1 the first
-- time, and 0 when nothing is recorded because the ticket has ended.
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
    IF p_user = 0 THEN UPDATE group_buy_joins SET status = 'held' WHERE group_buy_id = p_ticket AND status = 'placed'; END IF;
    -- A chase is held while one of its tickets is.
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

-- Ends the quarantine of an issue. p_outcome: done or refunded.
CREATE FUNCTION end_quarantine_of_issue(p_game text, p_issue text, p_outcome text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = p_outcome
   WHERE game = p_game AND issue = p_issue AND ticket IS NULL AND ended_at IS NULL;
  UPDATE issues SET held_until = NULL WHERE game = p_game AND issue = p_issue;
END
$$;

-- Makes one entry due now, or with p_id NULL all open entries. Returns the number of entries.
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

-- Ends an entry with a refund. The stake of a ticket is refunded at once. An issue is cancelled, and settlement refunds its tickets in small
-- steps. Returns false when no open entry has this id.
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
    PERFORM end_order_quarantine(item.user_id, item.ticket);
    PERFORM refund_order(item.user_id, item.ticket, 'void');
    UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'refunded' WHERE id = p_id;
    -- This ticket may have been the reason why its issue failed, so the issue is retried now.
    UPDATE quarantine SET retry_at = caipu_now_ms() WHERE game = item.game AND issue = item.issue AND ended_at IS NULL;
    UPDATE issues SET held_until = caipu_now_ms() WHERE game = item.game AND issue = item.issue AND held_until IS NOT NULL;
  END IF;
  RETURN true;
END
$$;

-- Refunds at most p_limit tickets of a cancelled issue, also those in quarantine. Returns true when no ticket is left. The issue has then
-- ended: settled if it was drawn, else withdrawn. Its sale is over, so no ticket is added meanwhile.
CREATE FUNCTION refund_issue(p_game text, p_issue text, p_limit int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  sold record;
  done int := 0;
BEGIN
  FOR sold IN
    SELECT user_id, id FROM tickets
     WHERE game = p_game AND issue = p_issue AND status IN ('placed', 'held') ORDER BY user_id, id LIMIT p_limit
  LOOP
    PERFORM end_order_quarantine(sold.user_id, sold.id);
    PERFORM refund_order(sold.user_id, sold.id, 'void');
    UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'refunded' WHERE user_id = sold.user_id AND ticket = sold.id AND ended_at IS NULL;
    done := done + 1;
  END LOOP;
  IF done = p_limit THEN RETURN false; END IF;
  UPDATE issues SET state = CASE state WHEN 'drawn' THEN 'settled' ELSE 'withdrawn' END WHERE game = p_game AND issue = p_issue;
  PERFORM forget_stake_limits(p_game, p_issue);
  PERFORM end_quarantine_of_issue(p_game, p_issue, 'refunded');
  RETURN true;
END
$$;
