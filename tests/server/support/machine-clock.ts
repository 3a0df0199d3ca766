/**
 * A clock of the database's machine that a test moves. The machine's clock is the database's function clock_timestamp(), which is all that
 * the server ever asks; here a schema before PostgreSQL's own has another one.
 */
import type { Querying } from '../../../server/platform/database/database.ts';

export interface DatabaseClock {
  /** Moves the clock, ahead or back, for everybody who asks it. */
  jump(ms: number): Promise<void>;
}

const SCHEMA = `CREATE SCHEMA machine; CREATE TABLE machine.clock (off interval NOT NULL); INSERT INTO machine.clock VALUES ('0');
  CREATE FUNCTION machine.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp() + (SELECT off FROM machine.clock)';
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, machine, pg_catalog', current_database()); END $$;`;

/**
 * Gives a database such a clock. Only later connections use it, so call it before a server opens a PostgreSQL. The one session of an embedded
 * database gets the clock as well.
 */
export async function databaseClock(database: Querying, embedded = false): Promise<DatabaseClock> {
  for (const statement of embedded
    ? [...SCHEMA.split(/;\s*(?=CREATE|INSERT|DO)/), 'SET search_path = public, machine, pg_catalog']
    : [SCHEMA])
    await database.query(statement);
  return {
    async jump(ms) {
      await database.query('UPDATE machine.clock SET off = off + make_interval(secs => $1)', [ms / 1_000]);
    },
  };
}
