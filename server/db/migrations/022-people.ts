import { type Kysely, sql } from 'kysely';
import { PEOPLE } from './sql/people.ts';

export const people = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(PEOPLE).execute(db);
  },
};
