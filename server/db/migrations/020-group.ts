import { type Kysely, sql } from 'kysely';
import { GROUP } from './sql/group.ts';

export const group = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(GROUP).execute(db);
  },
};
