import { type Kysely, sql } from 'kysely';

/**
 * A bet that was accepted is found by its key through its own ticket: the last bits of the order's id are made of player and key
 * (server/db/sql/keyed.sql), and movements are looked up by these bits. So a bet writes no row of keys any more. Keys of before stay where they are.
 *
 * Used nonces are looked up in a table that is not in the write-ahead log. After a crash of the database it is empty, and is filled from what
 * is: the nonce of a bet stands in its ticket, every other one in `nonces`, which needs no key for that. It is filled from the nonces that
 * are there now as well, by the first request.
 */
export const keysInTickets = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  'LOCK TABLE orders, tickets, transfers, nonces IN ACCESS EXCLUSIVE MODE',
  'ALTER TABLE tickets ADD COLUMN body_hash uuid, ADD COLUMN nonce bigint',
  'DROP INDEX transfers_by_ref',
  `CREATE INDEX transfers_by_ref ON transfers (user_id, (('x' || replace(right(ref::text, 17), '-', ''))::bit(64)::bigint)) WHERE ref IS NOT NULL`,
  `CREATE UNLOGGED TABLE spent_nonces (
    user_id bigint NOT NULL,
    nonce bigint NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (user_id, nonce)
  )`,
  'CREATE INDEX spent_nonces_by_age ON spent_nonces USING brin (at)',
  'ALTER TABLE nonces DROP CONSTRAINT nonces_pkey',
];
