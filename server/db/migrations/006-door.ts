import { type Kysely, sql } from 'kysely';
import { DOOR } from './sql/door.ts';

/** Who may ask, how often, and what was asked already: sessions, limits, nonces and keys; and the odds of a description. */
export const door = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(DOOR).execute(db);
  },
};
