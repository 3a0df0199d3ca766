import { type Kysely, sql } from 'kysely';

/**
 * The lobby of follow-betting by stake, by followers and by the record of who released: its first page is the beginning of an index, and not
 * the best of all that can be followed. A record is of the player: whoever stands highest is looked up, and then what of his is open.
 */
const INDEXES = [
  `CREATE INDEX releases_by_stake ON releases (stake_fen, id) WHERE withdrawn_at IS NULL AND status = 'placed'`,
  `CREATE INDEX releases_by_followers ON releases (followers, id) WHERE withdrawn_at IS NULL AND status = 'placed'`,
  `CREATE INDEX releases_open_by_user ON releases (user_id, stops_at) WHERE withdrawn_at IS NULL AND status = 'placed'`,
  `CREATE INDEX releasers_by_hits ON releasers ((CASE orders7 WHEN 0 THEN -1 ELSE hits7::bigint * 10000 / orders7 END))`,
  `CREATE INDEX releasers_by_return ON releasers ((CASE stake7 WHEN 0 THEN -1 ELSE prize7 * 10000 / stake7 END))`,
];

export const releaseSorts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const index of INDEXES) await sql.raw(index).execute(db);
  },
};
