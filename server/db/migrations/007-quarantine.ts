import { type Kysely, sql } from 'kysely';
import { QUARANTINE } from './sql/quarantine.ts';

/** Tickets and issues that cannot be settled wait by themselves; small steps of settlement; issues that passed while nobody ran. */
export const quarantine = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(QUARANTINE).execute(db);
  },
};
