/** Imported matches into the database: new ones are added, those that are there get their kick-off, score and goals. */
import type { Database } from '../../server/db/database.ts';
import type { ImportedMatch } from './judge.ts';

export interface Stored {
  readonly added: number;
  readonly changed: number;
  /** Ended otherwise than the file says; the results desk corrects those, since bets may be paid. */
  readonly different: readonly string[];
}

const AT_ONCE = 500;

export async function storeMatches(database: Database, matches: readonly ImportedMatch[]): Promise<Stored> {
  let [added, changed] = [0, 0];
  const different: string[] = [];
  for (let at = 0; at < matches.length; at += AT_ONCE) {
    const some = JSON.stringify(matches.slice(at, at + AT_ONCE));
    const stored = await database.transaction(async (client) => {
      const rows = `jsonb_to_recordset($1::jsonb) AS x(id text, sport text, league text, home text, away text, starts_at bigint, state text,
                      measures jsonb, events jsonb, source text, cup jsonb)`;
      const { rows: wrong } = await client.query<{ id: string }>(
        `SELECT x.id FROM ${rows} JOIN matches m ON m.id = x.id WHERE m.state = 'finished' AND x.state = 'finished' AND m.measures <> x.measures ORDER BY x.id`,
        [some],
      );
      const { rows: versions } = await client.query<{ version: number }>('SELECT next_match_version() AS version');
      const version = versions[0]?.version ?? 0;
      // The feed gives what ended to the offers, and looks at what is still to come when its sale stops.
      const { rowCount: moved } = await client.query(
        `UPDATE matches m SET starts_at = x.starts_at, state = x.state, measures = x.measures, events = x.events, cup = nullif(x.cup, 'null'),
                              next_at = caipu_now_ms(), version = $2
           FROM ${rows}
          WHERE m.id = x.id AND m.source = x.source AND m.state = 'scheduled'
            AND (m.state, m.starts_at, m.measures, m.events) IS DISTINCT FROM (x.state, x.starts_at, x.measures, x.events)`,
        [some, version],
      );
      const { rowCount: fresh } = await client.query(
        `INSERT INTO matches (id, sport, league, home, away, starts_at, state, measures, events, source, cup, version)
         SELECT x.id, x.sport, x.league, x.home, x.away, x.starts_at, x.state, x.measures, x.events, x.source, nullif(x.cup, 'null'), $2
           FROM ${rows} ON CONFLICT (id) DO NOTHING`,
        [some, version],
      );
      return { fresh, moved, wrong: wrong.map(({ id }) => id) };
    });
    added += stored.fresh;
    changed += stored.moved;
    different.push(...stored.wrong);
  }
  return { added, changed, different };
}
