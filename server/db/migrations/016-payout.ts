import { type Kysely, sql } from 'kysely';
import { PAYOUT } from './sql/payout.ts';

export const payout = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(PAYOUT).execute(db);
  },
};
