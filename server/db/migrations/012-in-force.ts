import { type Kysely, sql } from 'kysely';

/** What was in force last, by file: server/audit/in-force.ts. */
export const inForce = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('CREATE TABLE in_force (file text PRIMARY KEY, hash text NOT NULL)').execute(db);
  },
};
