-- Numbers grow with time, so a BRIN index finds one. It is a migration of its own: while PostgreSQL reads the table for it, nobody waits to read.
CREATE INDEX group_buy_joins_by_number ON group_buy_joins USING brin (number) WITH (pages_per_range = 32, autosummarize = on);
