import { inOrder } from './statements.ts';

/**
 * Keys of what tickets bet on as the server makes them (server/draws/ticket-keys.ts), in the place of those that the database made: by these,
 * settlement asks for the selections that may have won. A ticket that comes without one gets a key that no other has, and is looked at.
 *
 * What waits keeps its old key behind a byte that says that nothing is known of it; tickets of settled issues are never looked for by theirs
 * and need none. How far an issue is settled has another name: an older process that runs on does not find it, and leaves settling alone.
 */
export const askedSelections = inOrder([
  'LOCK TABLE orders, tickets, issues IN ACCESS EXCLUSIVE MODE',
  'ALTER TABLE tickets RENAME COLUMN selection TO made',
  'ALTER TABLE tickets ADD COLUMN selection bytea',
  `UPDATE tickets t SET selection = '\\x00'::bytea || uuid_send(t.made) FROM issues i
    WHERE i.game = t.game AND i.issue = t.issue AND i.state IN ('open', 'frozen', 'drawn')`,
  'ALTER TABLE tickets DROP COLUMN made',
  `ALTER TABLE tickets ALTER COLUMN selection SET DEFAULT '\\x00'::bytea || uuid_send(gen_random_uuid())`,
  // Tickets that have none are not asked for.
  'CREATE INDEX tickets_by_selection ON tickets (game, issue, selection, user_id, id) WHERE selection IS NOT NULL',
  'ALTER TABLE issues ADD COLUMN settled_upto bytea',
  `UPDATE issues SET settled_upto = '\\x00'::bytea || uuid_send(settled_selection) WHERE settled_selection IS NOT NULL AND state <> 'settled'`,
  'ALTER TABLE issues DROP COLUMN settled_selection',
  `UPDATE issues SET counted = jsonb_set(counted, '{after}', to_jsonb('00' || replace(counted->>'after', '-', ''))) WHERE counted->>'after' IS NOT NULL`,
]);
