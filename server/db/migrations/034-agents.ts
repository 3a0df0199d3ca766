import { type Kysely, sql } from 'kysely';
import { AGENTS } from './sql/agents.ts';

export const agents = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(AGENTS).execute(db);
  },
};
