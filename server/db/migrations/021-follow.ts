import { type Kysely, sql } from 'kysely';
import { FOLLOW } from './sql/follow.ts';

export const follow = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(FOLLOW).execute(db);
  },
};
