-- The number of a record as people read it (docs/decisions/0020-order-numbers.md): 20261129-0001234. The date is that of its placing on the product's
-- wall clock. A record from before there were counters has the end of its id instead. server/platform/order-number.ts reads such a text.
-- p_offset: UTC offset of the wall clock, ms. A list reads it once and passes it to all its rows: order_no reads the clock for each row.
CREATE FUNCTION order_no_at_offset(p_at bigint, p_number int, p_id uuid, p_offset bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(to_timestamp((p_at + p_offset) / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD') || '-'
    || coalesce(lpad(p_number::text, greatest(7, length(p_number::text)), '0'), right(p_id::text, 8))
$$;
CREATE FUNCTION order_no(p_at bigint, p_number int, p_id uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT order_no_at_offset(p_at, p_number, p_id, (SELECT utc_offset_ms FROM clock WHERE id = 1))
$$;
