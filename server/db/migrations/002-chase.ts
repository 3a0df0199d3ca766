import { type Kysely, sql } from 'kysely';
import { CHASES } from './sql/chases.ts';

/** Chases (追号): one ticket over several issues, paid in front; and issues that are withdrawn after somebody bet on them. */
export const chase = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(CHASES).execute(db);
  },
};
