import { type Kysely, sql } from 'kysely';

/** The audit list: what operators did and what was drawn, each row bound to the one before by its hash (server/audit). */
export const audit = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
CREATE TABLE audit (
  seq bigint PRIMARY KEY,
  -- Unix ms of the real clock: acts of operators are dated by it whatever the game clock shows.
  at bigint NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z.-]+$'),
  -- Who: an operator's address, a user of the command line, or server.
  actor text NOT NULL CHECK (actor !~ '[\\n\\r]'),
  -- What, as canonical JSON: the text is what is hashed.
  body text NOT NULL CHECK (body !~ '[\\n\\r]'),
  prev text NOT NULL,
  hash text NOT NULL
);
REVOKE ALL ON audit FROM PUBLIC;
`)
      .execute(db);
  },
};
