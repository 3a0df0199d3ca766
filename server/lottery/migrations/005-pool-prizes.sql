-- Prizes that depend on the pool: the conditions in force for the issue, by their ids in the description. The next issue's follow from them.
ALTER TABLE issue_pools ADD COLUMN in_force text[] NOT NULL DEFAULT '{}';
