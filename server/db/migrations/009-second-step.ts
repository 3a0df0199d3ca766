import { type Kysely, sql } from 'kysely';
import { SECOND_STEP } from './sql/second-step.ts';

/** The second step of the operators' login. */
export const secondStep = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SECOND_STEP).execute(db);
  },
};
