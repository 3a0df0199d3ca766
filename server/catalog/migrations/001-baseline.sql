-- Versions of descriptions.

-- Every version of a game that was ever published, because a ticket settles under the one that it was sold under.
CREATE TABLE descriptions (
  hash text PRIMARY KEY,
  kind text NOT NULL,
  code text NOT NULL,
  body text NOT NULL,
  stored_at bigint NOT NULL,
  -- Whether it may have floating prizes, whose winners are counted before anybody is paid.
  floats boolean NOT NULL DEFAULT true,
  -- Hashes of the parts that the body names, those within parts included.
  parts text[] NOT NULL DEFAULT '{}',
  -- Whether an issue was opened, frozen or made, or a bet was sold under it.
  used boolean NOT NULL DEFAULT true,
  -- When some process had it in force last, unix ms.
  seen_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX descriptions_floating ON descriptions (kind, code) WHERE floats;
-- The prefix of a selection; it must have one.
CREATE UNIQUE INDEX descriptions_by_short ON descriptions (left(hash, 12)) WHERE kind = 'game';

-- What versions share: a part of a body, by its hash.
CREATE TABLE description_parts (hash text PRIMARY KEY, body text NOT NULL, stored_at bigint NOT NULL);

-- What was in force last, by file (server/catalog/publication-audit.ts).
CREATE TABLE published_files (file text PRIMARY KEY, hash text NOT NULL);
