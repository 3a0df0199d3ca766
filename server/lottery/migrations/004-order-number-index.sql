-- Numbers grow with time, so a BRIN index finds one. It is a migration of its own: while PostgreSQL reads the table for it, nobody waits to read.
CREATE INDEX tickets_by_number ON tickets USING brin (number) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX chases_by_number ON chases USING brin (number) WITH (pages_per_range = 32, autosummarize = on);
