import { type Kysely, sql } from 'kysely';
import { DOOR } from './sql/door.ts';

/**
 * A process of schema 005 that still runs puts nonces without a player, by its own functions until those of this program are applied, and its
 * bets under way finish by them. Its nonces are nobody's. A database that had this migration before the default was added has no such
 * process any more.
 */
const BESIDE = 'ALTER TABLE nonces ALTER COLUMN user_id SET DEFAULT 0';

/** Who may ask, how often, and what was asked already: sessions, limits, nonces and keys; and the odds of a description. */
export const door = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(DOOR).execute(db);
    await sql.raw(BESIDE).execute(db);
  },
};
