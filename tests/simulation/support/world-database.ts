/** The embedded database of simulated worlds: one for all worlds of a process, emptied between them. */
import { PGlite } from '@electric-sql/pglite';
import { upgradeDatabase, openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { singleSessionPool } from '../../../server/platform/database/pglite.ts';
import { INT8, type PoolLike, parseInt8 } from '../../../server/platform/database/pool.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import { CHECKED_AFTER_COMMIT } from './invariants.ts';
import type { OutsideWork } from './stage.ts';

export interface WorldDatabase {
  /** Servers that may run on it at once. */
  readonly servers: number;
  /** Sees what is committed. */
  readonly admin: Querying;
  /** Called after every commit of something that the invariants read, before anything else happens. */
  onCommit: () => Promise<void>;
  /** The database as one server process has it, for as long as that lives. */
  open(isDead: () => boolean): { readonly pool: PoolLike; readonly cut: () => Promise<void> };
  /** Resolves when every statement that was sent is done, or waits for a lock. */
  readonly outside: OutsideWork;
  /** Empties every table that a run fills. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** What migrations and the program themselves put there. */
const KEPT_TABLES = ['kysely_migration', 'kysely_migration_lock', 'sql_routines', 'movement_rules', 'clock'];

/** `TRUNCATE` of every table that a run fills. */
export async function emptyTables(client: Querying): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(
    `SELECT string_agg(format('%I', tablename), ', ') AS tables FROM pg_tables
      WHERE schemaname = current_schema() AND tablename <> ALL($1::text[])`,
    [KEPT_TABLES],
  );
  // The audit list refuses to be emptied; the owner of the database can switch that off.
  await client.query(
    `ALTER TABLE audit DISABLE TRIGGER forbid_audit_change; TRUNCATE ${rows[0]?.tables} RESTART IDENTITY CASCADE; ALTER TABLE audit ENABLE TRIGGER forbid_audit_change;
     INSERT INTO match_versions (version) VALUES (1)`,
  );
}

/**
 * Has every statement that changes a table that the invariants read leave a mark, which a rollback takes back. Two thirds of all commits
 * change none (heartbeats, nonces, leases), and asking after each of them would take half of a world's time.
 */
async function markChanges(client: Pick<PGlite, 'exec'>): Promise<void> {
  const views = CHECKED_AFTER_COMMIT.map((text, at) => `CREATE VIEW asked_${at} AS ${text};`).join('\n');
  await client.exec(`${views}
    CREATE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config('world.changed', 'yes', false); RETURN NULL; END $$;
    DO $$ DECLARE one text; BEGIN
      FOR one IN
        WITH RECURSIVE used AS (
          SELECT table_name FROM information_schema.view_table_usage WHERE starts_with(view_name, 'asked_')
          UNION SELECT u.table_name FROM used JOIN information_schema.view_table_usage u ON u.view_name = used.table_name)
        SELECT table_name FROM used JOIN pg_tables ON tablename = table_name WHERE schemaname = current_schema()
      LOOP EXECUTE format('CREATE TRIGGER mark_change AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION mark_change()', one);
      END LOOP;
    END $$`);
  for (const at of CHECKED_AFTER_COMMIT.keys()) await client.exec(`DROP VIEW asked_${at}`);
}

/** Whether something was marked since this was asked last. */
async function hasChanged(client: Pick<PGlite, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ changed: string | null }>(`SELECT current_setting('world.changed', true) AS changed`);
  if (rows[0]?.changed !== 'yes') return false;
  await client.query(`SELECT set_config('world.changed', '', false)`);
  return true;
}

/** A query over tables: what changes something is a statement of its own, or a function that is called without a table. */
const READS = /^\s*(WITH|SELECT)\b[^]*\bFROM\b/i;

export async function embeddedWorldDatabase({ sessionLock = true }: { readonly sessionLock?: boolean } = {}): Promise<WorldDatabase> {
  const lite = await PGlite.create('memory://', { parsers: { [INT8]: parseInt8 } });
  const plain = singleSessionPool(
    lite,
    () => undefined,
    () => lite.close(),
  );
  const database = await openDatabase({ schema: SCHEMA, dataDir: '', pool: plain });
  await upgradeDatabase(database, SCHEMA);
  await markChanges(lite);
  // The session is one, and a server may have left it reading only.
  const writes = () => lite.exec('SET default_transaction_read_only = off');
  const admin: Querying = {
    async query(text, values) {
      await writes();
      return plain.query(text, values) as never;
    },
  };

  let inTransaction = false;
  async function seen<T>(text: string, work: Promise<T>): Promise<T> {
    const result = await work;
    if (/^\s*BEGIN/i.test(text)) inTransaction = true;
    if (/^\s*(COMMIT|ROLLBACK\s*$)/i.test(text)) inTransaction = false;
    if (!inTransaction && !READS.test(text) && (await hasChanged(lite))) await world.onCommit();
    return result;
  }
  const watched = {
    query: (text: string, values?: unknown[]) => seen(text, lite.query(text, values)),
    exec: (text: string) => seen(text, lite.exec(text)),
  } as Pick<PGlite, 'exec' | 'query'>;

  const world: WorldDatabase = {
    servers: 1,
    admin,
    onCommit: async () => {},
    open: (isDead) => ({
      pool: (sessionLock ? singleSessionPool : unlocked)(
        watched,
        () => (isDead() ? new Error('killed') : undefined),
        async () => {},
      ),
      async cut() {
        await lite.exec('ROLLBACK');
        await writes();
        inTransaction = false;
      },
    }),
    outside: async () => {},
    reset: () => emptyTables(admin),
    close: () => lite.close(),
  };
  return world;
}

/** The session without its lock: a query runs inside the open transaction of another client. A test adds this fault on purpose. */
function unlocked(...[lite, refused, end]: Parameters<typeof singleSessionPool>): PoolLike {
  const own = () => singleSessionPool(lite, refused, end);
  return {
    query: (...query) => own().query(...query),
    connect: () => own().connect(),
    end,
    forJob: () => unlocked(lite, refused, end),
    reader: () => unlocked(lite, refused, end),
    counts: () => own().counts(),
  };
}
