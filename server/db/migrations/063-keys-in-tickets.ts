import { inOrder } from './statements.ts';

/**
 * A bet that was accepted is found by its key through its own ticket: the last bits of the order's id are made of player and key
 * (server/db/sql/keyed.sql), and movements are looked up by these bits. So a bet writes no row of keys any more. Keys of before stay where they are.
 *
 * Used nonces are looked up in a table that is not in the write-ahead log. After a crash of the database it is empty, and is filled from what
 * is: the nonce of a bet stands in its ticket, every other one in `nonces`, which needs no key for that. It is filled from the nonces that
 * are there now as well, by the first request.
 *
 * A bet's ticket says nothing twice: neither its game nor a description by whose hash its selection begins (server/draws/sold-tickets.ts). An older
 * process that runs on could not read that. So how far an issue is settled has another name again, and so have orders given back that their pools
 * are still to hear of: it does not find them, and leaves both alone.
 */
export const keysInTickets = inOrder([
  'LOCK TABLE orders, tickets, transfers, nonces, issues, pool_returns, descriptions IN ACCESS EXCLUSIVE MODE',
  'ALTER TABLE tickets ADD COLUMN request bytea',
  'DROP INDEX transfers_by_ref',
  // Eight bytes of an entry for what was sixteen: they only find, and who asks holds player and order against what he found. First the player, so that
  // those who are busy write to few pages. ref_mark (server/db/sql/keyed.sql) is the same expression.
  `CREATE INDEX transfers_by_ref ON transfers (((user_id << 32) # hashtext(right(ref::text, 15))::bigint)) WHERE ref IS NOT NULL`,
  `CREATE UNLOGGED TABLE spent_nonces (
    user_id bigint NOT NULL,
    nonce bigint NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (user_id, nonce)
  )`,
  'CREATE INDEX spent_nonces_by_age ON spent_nonces USING brin (at)',
  'ALTER TABLE issues RENAME COLUMN settled_upto TO settled_to',
  'ALTER TABLE pool_returns RENAME TO returns_to_pools',
  // By what a selection begins with, of which there must be one.
  `CREATE UNIQUE INDEX descriptions_by_short ON descriptions (left(hash, 12)) WHERE kind = 'game'`,
  'ALTER TABLE nonces DROP CONSTRAINT nonces_pkey',
]);
