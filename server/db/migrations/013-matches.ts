import { type Kysely, sql } from 'kysely';
import { MATCHES } from './sql/matches.ts';

export const matches = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(MATCHES).execute(db);
  },
};
