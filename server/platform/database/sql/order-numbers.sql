-- The number of a record as people read it (docs/decisions/0020-order-numbers.md): 20261129-0001234. The date is that of its placing on the product's
-- wall clock. A record from before there were counters has the end of its id instead. server/platform/order-number.ts reads such a text.
CREATE FUNCTION order_no(p_at bigint, p_number int, p_id uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(to_timestamp((p_at + (SELECT utc_offset_ms FROM clock WHERE id = 1)) / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD') || '-'
    || coalesce(lpad(p_number::text, greatest(7, length(p_number::text)), '0'), right(p_id::text, 8))
$$;
