import { type Kysely, sql } from 'kysely';
import { SPORT_BETS } from './sql/sport-bets.ts';

export const sportBets = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SPORT_BETS).execute(db);
  },
};
