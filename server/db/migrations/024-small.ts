import { type Kysely, sql } from 'kysely';
import { SMALL } from './sql/small.ts';

export const small = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SMALL).execute(db);
  },
};
