import { type Kysely, sql } from 'kysely';

/**
 * What a player has in a round so far, written with each of his entries: the next one reads the last row and not all of them. Entries of
 * before have none (NULL), and are added up as long as there are any.
 */
export const runningEntries = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `ALTER TABLE quiz_entries ADD COLUMN running bigint;
         CREATE INDEX quiz_entries_running ON quiz_entries (user_id, round, running);
         DROP INDEX quiz_entries_own;`,
      )
      .execute(db);
  },
};
