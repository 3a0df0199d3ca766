import { type Kysely, sql } from 'kysely';
import { CANCEL_CHASE } from './sql/cancel-chase.ts';

/** A player stops a chase (追号) by hand. */
export const cancelChase = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(CANCEL_CHASE).execute(db);
  },
};
