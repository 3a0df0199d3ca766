/** Imported matches into the database: new ones are added, those that are there get their day, kick-off, score and goals. */
import type { Database, Querying } from '../../server/platform/database/database.ts';
import { VOID_AFTER_MS } from '../../server/sports/feed/match-progress.ts';
import { type ImportedMatch, IMPORT_SOURCE } from './convert.ts';
import { checkResults } from './results.ts';

export interface StoreMatchesReport {
  readonly added: number;
  readonly changed: number;
  /** Ended otherwise than the file says, or an operator has them; the results desk corrects those, since bets may be paid. */
  readonly different: readonly string[];
}

const AT_ONCE = 500;
/** The same two teams meet again at the same ground in the next season at the soonest, and in short leagues twice in one. */
const SAME_FIXTURE_MS = 60 * 86_400_000;

/**
 * Rejects with RefusedResults where one of the results cannot be, and stores nothing. `written`: what is written down together with each part
 * that is stored, or not at all.
 */
export async function storeMatches(
  database: Database,
  matches: readonly ImportedMatch[],
  written: (client: Querying, added: number, changed: number) => Promise<void> = async () => {},
): Promise<StoreMatchesReport> {
  await checkResults(database, matches);
  let [added, changed] = [0, 0];
  const different: string[] = [];
  const here = new Set(matches.map(({ id }) => id));
  for (let at = 0; at < matches.length; at += AT_ONCE) {
    const stored = await database.transaction(async (client) => {
      const { rows, off } = await onTheirDays(client, matches.slice(at, at + AT_ONCE), here);
      const some = await storeSome(client, [...rows, ...off]);
      await written(client, some.fresh, some.moved);
      return some;
    });
    added += stored.fresh;
    changed += stored.moved;
    different.push(...stored.wrong);
  }
  return { added, changed, different };
}

interface Planned {
  readonly id: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly starts_at: number;
  /** The kick-off at which the match was first bet on; the 36 hours count from it, even if the match was moved later. */
  readonly first: number;
  readonly sold: boolean;
}

/**
 * A match whose day was changed in the file. Its id has the former day, so it is found by its teams: planned, with an id that is no
 * longer in the file. It keeps its id and gets its new day; where it is sold already and is put off by more than 36 hours, at once
 * or in steps, it is off (its bets are void, see docs/import-matches.md) and the match of the new day is another one.
 */
async function onTheirDays(
  client: Querying,
  rows: readonly ImportedMatch[],
  here: ReadonlySet<string>,
): Promise<{ readonly rows: readonly ImportedMatch[]; readonly off: readonly ImportedMatch[] }> {
  const { rows: planned } = await client.query<Planned & { there: boolean }>(
    `SELECT m.id, m.league, m.home, m.away, m.starts_at, coalesce(m.first_starts_at, m.starts_at) AS first, m.id = ANY($3::text[]) AS there,
            EXISTS (SELECT 1 FROM offers o WHERE o.match_id = m.id) AS sold
       FROM matches m
      WHERE m.league = ANY($1::text[]) AND (m.id = ANY($3::text[]) OR (m.state IN ('scheduled', 'postponed') AND (m.source = $2 OR m.id LIKE '%-of-%')))`,
    [[...new Set(rows.map(({ league }) => league))], IMPORT_SOURCE, rows.map(({ id }) => id)],
  );
  const there = new Set(planned.flatMap(({ id, there: known }) => (known ? [id] : [])));
  const lost = planned.filter(({ id }) => !here.has(id));
  const off: ImportedMatch[] = [];
  const placed = rows.map((row) => {
    if (there.has(row.id)) return row;
    const same = lost.filter(
      ({ league, home, away, starts_at }) =>
        league === row.league && home === row.home && away === row.away && Math.abs(starts_at - row.starts_at) < SAME_FIXTURE_MS,
    );
    const [before] = same;
    if (before === undefined || same.length > 1) return row;
    lost.splice(lost.indexOf(before), 1);
    if (!before.sold || Math.abs(row.starts_at - before.first) <= VOID_AFTER_MS) return { ...row, id: before.id };
    off.push({ ...row, id: before.id, starts_at: before.starts_at, state: 'cancelled', measures: {}, events: [] });
    return row;
  });
  return { rows: placed, off };
}

async function storeSome(
  client: Querying,
  matches: readonly ImportedMatch[],
): Promise<{ readonly fresh: number; readonly moved: number; readonly wrong: readonly string[] }> {
  const some = JSON.stringify(matches.map((row) => ({ ...row, written: undefined })));
  const rows = `jsonb_to_recordset($1::jsonb) AS x(id text, sport text, league text, home text, away text, starts_at bigint, state text,
                  measures jsonb, events jsonb, source text, cup jsonb)`;
  const { rows: wrong } = await client.query<{ id: string }>(
    `SELECT x.id FROM ${rows} JOIN matches m ON m.id = x.id
      WHERE x.state IN ('finished', 'cancelled')
        AND CASE WHEN m.state NOT IN ('finished', 'cancelled') THEN m.source <> x.source
                 ELSE m.state <> x.state OR x.state = 'finished' AND m.measures - 'extra' <> x.measures - 'extra' END
      ORDER BY x.id`,
    [some],
  );
  const changed = `m.id = x.id AND m.source = x.source AND m.state IN ('scheduled', 'postponed', 'abandoned')
            AND (m.state, m.starts_at, m.measures, m.events) IS DISTINCT FROM (x.state, x.starts_at, x.measures, x.events)`;
  // Matches and offers are held before a version is taken, as everywhere.
  await client.query(`SELECT lock_match(t.id) FROM (SELECT m.id FROM ${rows} JOIN matches m ON ${changed} ORDER BY m.id) t`, [some]);
  const { rows: versions } = await client.query<{ version: number }>('SELECT next_match_version() AS version');
  const version = versions[0]?.version ?? 0;
  // What is on sale stops before the new kick-off, and what was only put off is sold again.
  await client.query(
    `UPDATE offers o SET single_stops_at = o.single_stops_at + x.starts_at - m.starts_at, pass_stops_at = o.pass_stops_at + x.starts_at - m.starts_at,
                         suspended = CASE WHEN m.state = 'scheduled' THEN o.suspended END, version = $2
       FROM ${rows} JOIN matches m ON ${changed}
      WHERE o.match_id = x.id AND o.result IS NULL AND x.state = 'scheduled'`,
    [some, version],
  );
  await client.query('SELECT keep_issues_open($1::text[])', [matches.map(({ id }) => id)]);
  // The feed gives what ended to the offers, and looks at what is still to come when its sale stops.
  const { rowCount: moved } = await client.query(
    `UPDATE matches m SET starts_at = x.starts_at,
                          first_starts_at = CASE WHEN x.starts_at <> m.starts_at AND EXISTS (SELECT 1 FROM sport_legs l WHERE l.match_id = m.id)
                                                 THEN coalesce(m.first_starts_at, m.starts_at) ELSE m.first_starts_at END,
                          state = x.state, measures = x.measures, events = x.events, cup = nullif(x.cup, 'null'), next_at = caipu_now_ms(), version = $2
       FROM ${rows} WHERE ${changed}`,
    [some, version],
  );
  const { rowCount: fresh } = await client.query(
    `INSERT INTO matches (id, sport, league, home, away, starts_at, state, measures, events, source, cup, version)
     SELECT x.id, x.sport, x.league, x.home, x.away, x.starts_at, x.state, x.measures, x.events, x.source, nullif(x.cup, 'null'), $2
       FROM ${rows} ON CONFLICT (id) DO NOTHING`,
    [some, version],
  );
  return { fresh, moved, wrong: wrong.map(({ id }) => id) };
}
