import { type Kysely, sql } from 'kysely';
import { IDENTITY } from './sql/identity.ts';

/** Contacts, identities, fund passwords, codes, messages, and the vault that encrypts them. */
export const identity = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(IDENTITY).execute(db);
  },
};
