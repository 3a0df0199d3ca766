/**
 * Space of rows that are gone, for the embedded database: a PostgreSQL server has a process of its own for it (autovacuum), PGlite has none, and
 * without it every table whose rows come and go would grow for as long as the server runs.
 */
import type { Database } from '../db/database.ts';

/** A table is worth it with so many rows that are gone, and so many for each hundred that are there. */
const DEAD_ROWS = 1_000;
const DEAD_PERCENT = 10;

/** Vacuums what is worth it, one table at a time, so that whoever plays waits for one at most. Resolves the tables. */
export async function vacuumSome(database: Pick<Database, 'kind' | 'lane'>, stop: () => boolean): Promise<readonly string[]> {
  if (database.kind !== 'pglite') return [];
  // Behind everything that has to be done in time.
  const lane = database.lane('feed');
  const { rows } = await lane.query<{ name: string }>(
    `SELECT format('%I', relname) AS name FROM pg_stat_user_tables
      WHERE schemaname = current_schema() AND n_dead_tup > $1::bigint + n_live_tup * ${DEAD_PERCENT} / 100 ORDER BY n_dead_tup DESC`,
    [DEAD_ROWS],
  );
  const done: string[] = [];
  for (const { name } of rows) {
    if (stop()) break;
    await lane.query(`VACUUM ${name}`);
    done.push(name);
  }
  return done;
}
