import { type Kysely, sql } from 'kysely';
import { STORE } from './sql/store.ts';

export const store = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(STORE).execute(db);
  },
};
