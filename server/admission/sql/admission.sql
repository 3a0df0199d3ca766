-- Counting requests and failed passwords, for all processes together. Instants are unix ms of the real clock.

CREATE FUNCTION real_now_ms() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint;
END
$$;

-- Takes p_chunk requests out of what a window has left. Windows of one length begin at the same instants for every key. Returns how many
-- were granted, fewer or none when the window is used up, and the ms until the next window.
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

-- The ms for which nothing more is tried after so many failures: 1 s after the first beyond p_free, then twice as long each time.
CREATE FUNCTION guess_delay(p_failures int, p_free int, p_longest bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_failures < p_free THEN RETURN 0; END IF;
  RETURN least(1000 * (2 ^ least(p_failures - p_free, 30))::bigint, p_longest);
END
$$;

-- Begins an attempt at a password, before anything is hashed. p_counters: [{key, free, longest}] in the order of their keys; all of them
-- count the attempt as failed at once, so that a hundred attempts at the same time are a hundred. Returns the ms to wait: then nothing was
-- counted and nothing may be tried. Failures are forgotten an hour after the last one.
CREATE FUNCTION begin_guess(p_counters jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := real_now_ms();
  v_wait bigint := 0;
  counter record;
  found guesses;
BEGIN
  -- One after the other, in the order given: two attempts that share counters never wait for each other in a circle.
  FOR counter IN SELECT x->>'key' AS key FROM jsonb_array_elements(p_counters) WITH ORDINALITY AS c(x, at) ORDER BY at LOOP
    INSERT INTO guesses (key, at) VALUES (counter.key, v_now) ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING * INTO found;
    v_wait := greatest(v_wait, found.blocked_until - v_now);
  END LOOP;
  IF v_wait > 0 THEN RETURN v_wait; END IF;
  UPDATE guesses g SET
    at = v_now,
    failures = n.failures,
    blocked_until = v_now + guess_delay(n.failures, n.free, n.longest)
   FROM (SELECT x->>'key' AS key, (x->>'free')::int AS free, (x->>'longest')::bigint AS longest,
                CASE WHEN o.at < v_now - 3600000 THEN 1 ELSE least(o.failures + 1, 1000) END AS failures
           FROM jsonb_array_elements(p_counters) x JOIN guesses o ON o.key = x->>'key') n
   WHERE g.key = n.key;
  RETURN 0;
END
$$;

-- The attempt was right: its counters are as if it had not been. A counter that is this player's own (forget) begins anew.
CREATE FUNCTION end_guess(p_counters jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counter record;
BEGIN
  FOR counter IN
    SELECT x->>'key' AS key, (x->>'free')::int AS free, (x->>'longest')::bigint AS longest, coalesce((x->>'forget')::boolean, false) AS forget
      FROM jsonb_array_elements(p_counters) WITH ORDINALITY AS c(x, at) ORDER BY at
  LOOP
    IF counter.forget THEN
      DELETE FROM guesses WHERE key = counter.key;
    ELSE
      UPDATE guesses g SET failures = greatest(g.failures - 1, 0),
             blocked_until = greatest(0, g.blocked_until - guess_delay(g.failures, counter.free, counter.longest)
                                         + guess_delay(g.failures - 1, counter.free, counter.longest))
       WHERE key = counter.key;
    END IF;
  END LOOP;
END
$$;
