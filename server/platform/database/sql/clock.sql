-- The game clock: see the table clock. Every instant in the database is a unix ms of this clock.

-- In plpgsql, which keeps its plan: as a function in SQL it was planned again for every statement, a quarter of the cost of a bet.
CREATE FUNCTION caipu_now_ms() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT base_game + (floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - base_real) * speed FROM clock WHERE id = 1);
END
$$;
