/**
 * Settlement by selection. Tickets that bet on the same under the same description win or lose together, so settlement looks at each
 * selection once and reads only the tickets of those that win: losing tickets cost a step in an index for each different selection,
 * however many they are.
 */
export const SELECTIONS = `
-- What a ticket bets on, apart from how often (multiplier, issues). Derived by the database, so that no writer can forget it. MD5 serves to
-- tell selections apart, not to keep anyone out: whoever contrived two of one key would hide a win of his own from himself, since each
-- ticket is paid by its own lines.
ALTER TABLE tickets ADD COLUMN selection uuid NOT NULL GENERATED ALWAYS AS (md5(hash || (ticket - 'multiplier' - 'issues')::text)::uuid) STORED;
CREATE INDEX tickets_by_selection ON tickets (game, issue, selection, user_id, id);

-- How far settlement has come: every selection up to this one is done, but while settled_user is set this one only up to that ticket.
ALTER TABLE issues ADD COLUMN settled_selection uuid;

-- Rows come in the order of time, so a few numbers for each run of pages find the old ones, and a bet pays nothing for it.
CREATE INDEX idempotency_by_age ON idempotency USING brin (at);
`;
