import { type Kysely, sql } from 'kysely';
import { ONE_LEDGER } from './sql/one-ledger.ts';

/** Purses beside the wallet, movements with reason and ref, heads for orders of every kind, and indexes for what must not grow. */
export const oneLedger = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(ONE_LEDGER).execute(db);
  },
};
