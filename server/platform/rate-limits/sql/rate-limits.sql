-- Counters of requests and of failed passwords, shared by all processes. Instants are unix ms of the real clock.

CREATE FUNCTION real_now_ms() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint;
END
$$;

-- Takes p_chunk requests from the current window of a key, which lasts p_window ms and allows p_most. Windows of one length begin at the
-- same instants for all keys. Returns the number of granted requests (fewer or 0 when p_most is reached), and the ms to the next window.
CREATE FUNCTION take_requests(p_key text, p_window bigint, p_most bigint, p_chunk bigint, OUT granted bigint, OUT ends_in bigint)
LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := real_now_ms();
  v_started bigint := v_now - v_now % p_window;
  v_used bigint;
BEGIN
  INSERT INTO request_counts AS c (key, started, used) VALUES (p_key, v_started, p_chunk)
  ON CONFLICT (key) DO UPDATE SET started = excluded.started,
    used = CASE WHEN c.started = excluded.started THEN least(c.used, p_most) + p_chunk ELSE p_chunk END
  RETURNING used INTO v_used;
  granted := greatest(0, least(p_chunk, p_most - (v_used - p_chunk)));
  ends_in := v_started + p_window - v_now;
END
$$;

-- The pause after p_failures failures, ms: 0 below p_free, 1 s at p_free, then twice as long after each failure, at most p_longest.
CREATE FUNCTION attempt_delay(p_failures int, p_free int, p_longest bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_failures < p_free THEN RETURN 0; END IF;
  RETURN least(1000 * (2 ^ least(p_failures - p_free, 30))::bigint, p_longest);
END
$$;

-- Begins an attempt at a password, before the password is hashed. p_counters: [{key, free, longest}] in the order of their keys. Each
-- counter counts the attempt as failed in advance, so that simultaneous attempts all count. Returns the ms to wait. If they are above 0,
-- nothing was counted and the caller must not try the password. A counter starts again one hour after its last failure.
CREATE FUNCTION begin_attempt(p_counters jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := real_now_ms();
  v_wait bigint := 0;
  counter record;
  found failed_attempts;
BEGIN
  -- The rows are locked one by one in the given order, so attempts with common counters cannot deadlock.
  FOR counter IN SELECT x->>'key' AS key FROM jsonb_array_elements(p_counters) WITH ORDINALITY AS c(x, at) ORDER BY at LOOP
    INSERT INTO failed_attempts (key, at) VALUES (counter.key, v_now) ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING * INTO found;
    v_wait := greatest(v_wait, found.blocked_until - v_now);
  END LOOP;
  IF v_wait > 0 THEN RETURN v_wait; END IF;
  UPDATE failed_attempts g SET
    at = v_now,
    failures = n.failures,
    blocked_until = v_now + attempt_delay(n.failures, n.free, n.longest)
   FROM (SELECT x->>'key' AS key, (x->>'free')::int AS free, (x->>'longest')::bigint AS longest,
                CASE WHEN o.at < v_now - 3600000 THEN 1 ELSE least(o.failures + 1, 1000) END AS failures
           FROM jsonb_array_elements(p_counters) x JOIN failed_attempts o ON o.key = x->>'key') n
   WHERE g.key = n.key;
  RETURN 0;
END
$$;

-- Ends an attempt that did not fail: each counter takes back the failure of begin_attempt. A counter with forget (the player's) is deleted.
CREATE FUNCTION end_attempt(p_counters jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counter record;
BEGIN
  FOR counter IN
    SELECT x->>'key' AS key, (x->>'free')::int AS free, (x->>'longest')::bigint AS longest, coalesce((x->>'forget')::boolean, false) AS forget
      FROM jsonb_array_elements(p_counters) WITH ORDINALITY AS c(x, at) ORDER BY at
  LOOP
    IF counter.forget THEN
      DELETE FROM failed_attempts WHERE key = counter.key;
    ELSE
      UPDATE failed_attempts g SET failures = greatest(g.failures - 1, 0),
             blocked_until = greatest(0, g.blocked_until - attempt_delay(g.failures, counter.free, counter.longest)
                                         + attempt_delay(g.failures - 1, counter.free, counter.longest))
       WHERE key = counter.key;
    END IF;
  END LOOP;
END
$$;
