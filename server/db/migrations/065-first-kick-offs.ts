import { inOrder } from './statements.ts';

/**
 * The kick-off for which bets on a match were taken, of a match that was put off since: what is not played 36 hours after it is void, however
 * often it is put off.
 */
export const firstKickOffs = inOrder(['ALTER TABLE matches ADD COLUMN first_starts_at bigint']);
