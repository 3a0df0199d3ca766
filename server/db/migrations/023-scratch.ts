import { type Kysely, sql } from 'kysely';
import { SCRATCH } from './sql/scratch.ts';

export const scratch = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SCRATCH).execute(db);
  },
};
