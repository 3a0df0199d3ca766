/** How often promotion links are looked at. */
import { type Database, openTally, type Tally } from '../../platform/index.ts';

export const openVisits = (database: Pick<Database, 'query'>): Tally =>
  openTally((codes, counts) =>
    database.query(
      `UPDATE agent_links l SET visits = l.visits + x.n FROM unnest($1::text[], $2::bigint[]) AS x(code, n) WHERE l.code = x.code`,
      [codes, counts],
      'link-visits',
    ),
  );
