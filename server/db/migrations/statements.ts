import { type Kysely, type Migration, sql } from 'kysely';

/** A migration that is these statements of SQL, one after the other. */
export const inOrder = (statements: readonly string[]): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
