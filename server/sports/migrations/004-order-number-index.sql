-- Numbers grow with time, so a BRIN index finds one. It is a migration of its own: while PostgreSQL reads the table for it, nobody waits to read.
CREATE INDEX sport_orders_by_number ON sport_orders USING brin (number) WITH (pages_per_range = 32, autosummarize = on);
