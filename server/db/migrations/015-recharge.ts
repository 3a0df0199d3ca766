import { type Kysely, sql } from 'kysely';
import { RECHARGE } from './sql/recharge.ts';

export const recharge = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(RECHARGE).execute(db);
  },
};
