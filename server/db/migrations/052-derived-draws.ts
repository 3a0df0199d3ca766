import { type Kysely, sql } from 'kysely';

/** Issues whose numbers follow from another game's draw of the same issue (PC蛋蛋 from 快乐8). */
export const derivedDraws = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('ALTER TABLE issues ADD COLUMN source text').execute(db);
  },
};
