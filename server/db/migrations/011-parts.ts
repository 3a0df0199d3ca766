import { type Kysely, sql } from 'kysely';

/**
 * Versions of games share their plays, and those that nobody refers to can go. What is stored already stays as it is: a process of the
 * version before goes on reading it, and what it stores meanwhile is kept for good (`used`) and taken to have floating prizes.
 */
export const parts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
ALTER TABLE descriptions ALTER COLUMN floats DROP EXPRESSION;
ALTER TABLE descriptions
  -- Whether it may have floating prizes, whose winners are counted before anybody is paid.
  ALTER COLUMN floats SET DEFAULT true,
  -- Hashes of the parts that the body names, those within parts included.
  ADD COLUMN parts text[] NOT NULL DEFAULT '{}',
  -- Whether an issue was opened, frozen or made, or a bet was sold under it.
  ADD COLUMN used boolean NOT NULL DEFAULT true,
  -- When some process had it in force last, unix ms.
  ADD COLUMN seen_at bigint NOT NULL DEFAULT 0;
CREATE TABLE description_parts (hash text PRIMARY KEY, body text NOT NULL, stored_at bigint NOT NULL);
`)
      .execute(db);
  },
};
