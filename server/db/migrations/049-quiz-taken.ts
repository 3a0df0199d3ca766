import { type Kysely, sql } from 'kysely';

/** What a round of a quiz took of the points that earlier rounds left. Null: it is open, or was decided when a round took all of them. */
export const quizTaken = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('ALTER TABLE quiz_rounds ADD COLUMN taken bigint CHECK (taken >= 0);').execute(db);
  },
};
