import { inOrder } from './statements.ts';

/**
 * The index by which settlement asks for tickets ends with the player: a ticket's id in it was sixteen bytes of every bet, in the table of the
 * index and in the write-ahead log. The few tickets that one player has of one selection are put in order when they are read
 * (server/draws/selections.ts).
 */
export const narrowSelections = inOrder([
  'DROP INDEX tickets_by_selection',
  'CREATE INDEX tickets_by_selection ON tickets (game, issue, selection, user_id) WHERE selection IS NOT NULL',
]);
