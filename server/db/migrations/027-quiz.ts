import { type Kysely, sql } from 'kysely';
import { QUIZ } from './sql/quiz.ts';

export const quiz = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(QUIZ).execute(db);
  },
};
