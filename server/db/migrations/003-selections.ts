import { type Kysely, sql } from 'kysely';
import { SELECTIONS } from './sql/selections.ts';

/** What tickets bet on as a key, so that an issue is settled by what was bet and not by who bet it; and pruning of old keys. */
export const selections = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SELECTIONS).execute(db);
  },
};
