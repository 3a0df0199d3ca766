import { type Kysely, sql } from 'kysely';
import { MEMBER } from './sql/member.ts';

export const member = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(MEMBER).execute(db);
  },
};
