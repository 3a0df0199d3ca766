import { type Kysely, sql } from 'kysely';
import { ISSUE_FUNCTIONS } from './sql/issues.ts';
import { LEDGER_FUNCTIONS } from './sql/ledger.ts';
import { PLACE_BETS } from './sql/place-bets.ts';
import { TABLES } from './sql/tables.ts';

/** Users, wallets, the ledger, issues, tickets, and the functions of the hot paths. */
export const foundation = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const text of [TABLES, ISSUE_FUNCTIONS, LEDGER_FUNCTIONS, PLACE_BETS]) await sql.raw(text).execute(db);
  },
};
