-- The first 48 bits of a UUID of version 7: unix ms of the process that made it.
CREATE FUNCTION uuid_ms(p_id uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || left(replace(p_id::text, '-', ''), 12))::bit(48)::bigint
$$;

-- The least UUID of such a ms.
CREATE FUNCTION uuid_from(p_ms bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(p_ms), 12, '0') || '00000000000000000000')::uuid
$$;

-- From which id on a player's orders were placed at an instant of the game clock or later. Ids grow with time, by a clock that is not the game's:
-- the place is found by halving what lies between his oldest and his newest order, one look at the index for each half, however many there are.
CREATE FUNCTION first_order_since(p_user bigint, p_at bigint) RETURNS uuid LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  one record;
  -- Ids of the ms `before` and all earlier ones are before the edge, those of `after` and later ones behind it.
  before bigint;
  after bigint;
  middle bigint;
BEGIN
  SELECT o.id, o.placed_at INTO one FROM orders o WHERE o.user_id = p_user ORDER BY o.id LIMIT 1;
  IF NOT FOUND OR one.placed_at >= p_at THEN RETURN '00000000-0000-0000-0000-000000000000'; END IF;
  before := uuid_ms(one.id);
  SELECT o.id, o.placed_at INTO one FROM orders o WHERE o.user_id = p_user ORDER BY o.id DESC LIMIT 1;
  IF one.placed_at < p_at THEN RETURN 'ffffffff-ffff-ffff-ffff-ffffffffffff'; END IF;
  after := uuid_ms(one.id);
  WHILE after - before > 1 LOOP
    middle := (before + after) / 2;
    SELECT o.id, o.placed_at INTO one FROM orders o WHERE o.user_id = p_user AND o.id >= uuid_from(middle) ORDER BY o.id LIMIT 1;
    IF one.placed_at < p_at THEN before := uuid_ms(one.id); ELSE after := middle; END IF;
  END LOOP;
  RETURN uuid_from(after);
END
$$;
