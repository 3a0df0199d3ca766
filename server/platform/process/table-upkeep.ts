/**
 * What a PostgreSQL server does by itself (autovacuum) and the embedded database, which has no process for it, does not: giving back the space
 * of rows that are gone, and knowing how many rows a table has.
 */
import type { Database } from '../database/database.ts';

/** A table is vacuumed when its dead rows exceed DEAD_ROWS plus DEAD_PERCENT % of its live rows. */
const DEAD_ROWS = 1_000;
const DEAD_PERCENT = 10;
/** A table is analysed when the rows written since the last time exceed WRITTEN_ROWS plus WRITTEN_PERCENT % of its live rows. */
const WRITTEN_ROWS = 500;
const WRITTEN_PERCENT = 10;

type Upkept = Pick<Database, 'kind' | 'forJob'>;

/**
 * Vacuums what is worth it. Resolves the tables. Without it every table whose rows come and go would grow for as long as the server runs.
 */
export const vacuumSome = (database: Upkept, stop: () => boolean): Promise<readonly string[]> =>
  keep(database, stop, 'VACUUM', `n_dead_tup > ${DEAD_ROWS} + n_live_tup * ${DEAD_PERCENT} / 100`, 'n_dead_tup');

/**
 * Makes statistics of tables with enough changes. Resolves the tables. A session keeps the plans of its statements until there are new
 * statistics: the embedded database has one session, which would read a table of a hundred thousand rows from end to end for as long as the
 * server runs, because it had ten rows at the first query.
 */
export const analyzeSome = (database: Upkept, stop: () => boolean): Promise<readonly string[]> =>
  keep(database, stop, 'ANALYZE', `n_mod_since_analyze > ${WRITTEN_ROWS} + n_live_tup * ${WRITTEN_PERCENT} / 100`, 'n_mod_since_analyze');

/** One table at a time, the neediest first, so that a request waits for one at most. */
async function keep(database: Upkept, stop: () => boolean, command: string, needs: string, order: string): Promise<readonly string[]> {
  if (database.kind !== 'pglite') return [];
  // The priority of jobs that can wait.
  const jobDatabase = database.forJob('feed');
  const { rows } = await jobDatabase.query<{ name: string }>(
    `SELECT format('%I', relname) AS name FROM pg_stat_user_tables
      WHERE schemaname = current_schema() AND ${needs} ORDER BY ${order} DESC`,
  );
  const done: string[] = [];
  for (const { name } of rows) {
    if (stop()) break;
    await jobDatabase.query(`${command} ${name}`);
    done.push(name);
  }
  return done;
}
