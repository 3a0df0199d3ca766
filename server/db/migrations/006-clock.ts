import { type Kysely, sql } from 'kysely';

/**
 * A column of the clock in a transaction of its own, before 006-door, of which it once was a part. Some calls read the clock before a session
 * and others after it, so whoever locked both beside running processes was mostly given up. A database that has 006-door has the column.
 */
export const clock = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('ALTER TABLE clock ADD COLUMN IF NOT EXISTS decided boolean NOT NULL DEFAULT false').execute(db);
  },
};
