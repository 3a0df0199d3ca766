/**
 * One dialect, two homes: PostgreSQL (any server that speaks its protocol, through a pool) and PGlite (PostgreSQL inside this
 * process, in a folder). Everything above this file sees `Database` and cannot tell which it is.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, Migrator, sql } from 'kysely';
import { OwnTablesDialect } from './dialect.ts';
import { applySqlRoutines } from './sql-routines.ts';
import { openPglite } from './pglite.ts';
import type { ConnectionCounts, BackgroundJob, PoolLike, Rows } from './pool.ts';
import { isLockContention, isUnavailable, MIGRATION_LIMITS, openPostgres } from './postgres.ts';
import { lastMigration, type Migrations, type Schema } from './schema.ts';
import { damagedDatabaseError, unusableDatabaseError } from './startup-errors.ts';
import { isReadOnly, StandbyDetector } from './standby.ts';
import type { Tables } from './tables.ts';

export interface Querying {
  /** `name` lets PostgreSQL keep the parsed and planned statement of a hot path for the life of a connection. */
  query<R = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<Rows<R>>;
}

export interface Database extends Querying {
  readonly kind: 'pglite' | 'postgres';
  /** How many statements can usefully be under way at once. */
  readonly width: number;
  /** For everyday queries; the hot paths are functions in the database. */
  readonly kysely: Kysely<Tables>;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Use only the given client inside. */
  transaction<T>(work: (client: Querying) => Promise<T>): Promise<T>;
  /** Runs what only reads in one transaction that sees the database as it was at its first statement: figures that belong together agree. */
  snapshot<T>(work: (client: Querying) => Promise<T>): Promise<T>;
  /**
   * This database for a background job: on PostgreSQL over a separate connection, on PGlite with the job's priority in the queue for the one
   * session. It stays open until this database is closed.
   */
  forJob(name: BackgroundJob): Database;
  /**
   * This database without the right to write, for handlers of GETs. On PostgreSQL over connections of its own, as many as this
   * one has; on PGlite the one session, which is switched at each turn. Open until the database is closed.
   */
  reader(): Database;
  connections(): ConnectionCounts;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** server/schema.ts; tests upgrade to a later one. */
  readonly schema: Schema;
  /** postgres://… of a real server; without it PGlite in `dataDir`. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** Connections of this process; more than 8 bring nothing on 2 cores. */
  readonly poolSize?: number;
  readonly log?: (line: string) => void;
  /** The number of the program of a newer version that this one replaces on purpose. */
  readonly replaceRoutinesNumber?: number | undefined;
  /** Opened already, in the place of one that is opened here: a simulation brings its own. The opener migrates its schema. */
  readonly pool?: PoolLike | undefined;
}

/** Opens the database and brings its schema up to date. Rejects with what to do when it cannot. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const log = options.log ?? (() => {});
  if (options.pool !== undefined) return wrapPool(options.pool, options);
  if (options.url !== undefined) await upgradeServer(options, options.url, log);
  const pool = options.url === undefined ? await openPglite(options.dataDir, log) : await openPostgres(options.url, options.poolSize ?? 8);
  const database = wrapPool(pool, options);
  if (options.url !== undefined) return database;
  try {
    await upgradeDatabase(database, options.schema, options.dataDir, options.replaceRoutinesNumber);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Opens a database without changing anything in it, and without the limits of time that a server has: for commands that look at it. Rejects
 * when its schema is not the one that this program knows.
 */
export async function openWithoutMigrating({ schema, url, dataDir, log = () => {} }: DatabaseOptions): Promise<Database> {
  if (url === undefined) requireEmbeddedDatabase(dataDir);
  const pool = url === undefined ? await openPglite(dataDir, log) : await openPostgres(url, 2, MIGRATION_LIMITS);
  const database = wrapPool(pool, { schema, url, dataDir, poolSize: 2 });
  try {
    await readKnownMigrations(database, schema.migrations);
    const last = lastMigration(schema.migrations);
    const found = await readLastMigration(database);
    if (found !== last)
      throw new Error(
        `the schema of this database is ${found ?? 'none'}, and this program works with ${last}. Nothing was changed. Start the server once to upgrade it, or use the version that made it.`,
      );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Throws for a folder without a database: a reading command must not create one for a mistyped name. */
export function requireEmbeddedDatabase(dataDir: string): void {
  if (existsSync(join(dataDir, 'db', 'PG_VERSION'))) return;
  throw new Error(`${dataDir} holds no embedded database. Set CAIPU_DATA to its folder, or DATABASE_URL.`);
}

/** The last migration of a database; undefined when it is not one of ours, or empty. */
export async function readLastMigration(database: Querying): Promise<string | undefined> {
  const { rows: tables } = await database.query<{ found: boolean }>(`SELECT to_regclass('kysely_migration') IS NOT NULL AS found`);
  if (tables[0]?.found !== true) return undefined;
  return (await database.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1')).rows[0]?.name;
}

/** Times that the schema is tried to be brought up to date beside processes that hold its tables, and the ms between. */
const TRIES = 100;
const BETWEEN_TRIES_MS = 300;

/** Brings a PostgreSQL's schema up to date over a connection with limits of its own, so that running processes are never held up long. */
async function upgradeServer({ schema, replaceRoutinesNumber }: DatabaseOptions, url: string, log: (line: string) => void): Promise<void> {
  const database = wrapPool(await openPostgres(url, 1, MIGRATION_LIMITS), { schema, url, dataDir: '', poolSize: 1 });
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await upgradeDatabase(database, schema, 'DATABASE_URL', replaceRoutinesNumber);
      } catch (error) {
        const cause = (error as Error).cause ?? error;
        if (!isUnavailable(cause) || /^53/.test(String((cause as { code?: unknown }).code)) || tries === TRIES) throw error;
        log(`the database is being used by others while its schema changes (${(error as Error).message}); trying again`);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
      }
    }
  } finally {
    await database.close();
  }
}

/** Makes the schema, the functions and the rules what this program needs. `where`: the data folder, or "DATABASE_URL". */
export async function upgradeDatabase(
  database: Database,
  schema: Schema,
  where = 'DATABASE_URL',
  replaceRoutinesNumber?: number,
): Promise<void> {
  try {
    const { migrations } = schema;
    const applied = await readKnownMigrations(database, migrations);
    if (applied !== undefined) await requireVitalTables(database, where);
    // Nearly every start finds all of them, and has no need of the migrator.
    if (applied === undefined || Object.keys(migrations).some((name) => !applied.has(name))) await migrate(database.kysely, migrations);
    await applySqlRoutines(database, schema, { replaceNumber: replaceRoutinesNumber });
  } catch (error) {
    throw unusableDatabaseError(where, error);
  }
}

/** Tables without which nothing can be sold or settled. */
const VITAL = ['clock', 'users', 'wallets', 'sessions', 'movements', 'descriptions', 'issues', 'tickets', 'idempotency'];

/** Rejects, before anything is written, a database that says that it was migrated and has not the tables. */
async function requireVitalTables(database: Database, where: string): Promise<void> {
  // In one statement: a migration that another process commits meanwhile brings its entry and its tables together.
  const { rows } = await database.query<{ missing: string[] | null }>(
    `SELECT (SELECT array_agg(name) FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL) AS missing
      WHERE EXISTS (SELECT 1 FROM kysely_migration)`,
    [VITAL],
  );
  const missing = rows[0]?.missing ?? [];
  if (missing.length > 0) throw damagedDatabaseError(where, `it has no table ${missing.join(', ')}`);
}

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

function wrapPool(pool: PoolLike, options: DatabaseOptions, onlyReads = false): Database {
  const standby = new StandbyDetector(onlyReads);
  const kysely = new Kysely<Tables>({ dialect: new OwnTablesDialect({ pool: kyselyPool(pool, standby) }) });
  const jobDatabases = new Map<BackgroundJob, Database>();
  let reader: Database | undefined;

  async function inTransaction<T>(begin: string, work: (client: Querying) => Promise<T>): Promise<T> {
    const number = standby.begin();
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await work(client as Querying);
      await client.query('COMMIT');
      return result;
    } catch (thrown) {
      // A connection that is lost or silent has nothing to roll back: the server does when it goes. The embedded session never goes.
      const isLost = (error: unknown): boolean =>
        isUnavailable(error) && !isLockContention(error) && options.url !== undefined && !(onlyReads && isReadOnly(error));
      if (!isLost(thrown))
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure;
        });
      const error = broken === undefined ? await standby.classify(thrown, number, (text) => client.query(text)) : thrown;
      if (isLost(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const self: Database = {
    kind: options.url === undefined ? 'pglite' : 'postgres',
    width: options.url === undefined ? 1 : (options.poolSize ?? 8),
    kysely,
    query: (text, values, name) => queryWithoutTransaction(standby, pool, text, values, name) as Promise<Rows<never>>,
    transaction: (work) => inTransaction('BEGIN', work),
    snapshot: (work) => inTransaction(SNAPSHOT, work),
    forJob(name) {
      const known = jobDatabases.get(name) ?? wrapPool(pool.forJob(name), { ...options, poolSize: 1 });
      jobDatabases.set(name, known);
      return known;
    },
    reader: () => (onlyReads ? self : (reader ??= wrapPool(pool.reader(), options, true))),
    connections() {
      const counts = pool.counts();
      const reading = options.url === undefined ? undefined : reader?.connections();
      const sum = (what: keyof ConnectionCounts) => counts[what] + (reading?.[what] ?? 0);
      return { total: sum('total'), idle: sum('idle'), waiting: sum('waiting') };
    },
    async close() {
      await reader?.close();
      for (const jobDatabase of jobDatabases.values()) await jobDatabase.close();
      await kysely.destroy();
      await pool.end();
    },
  };
  return self;
}

/** A statement by itself, outside of a transaction. */
async function queryWithoutTransaction(
  standby: StandbyDetector,
  on: Pick<PoolLike, 'query'>,
  ...parameters: Parameters<PoolLike['query']>
): Promise<Rows<unknown>> {
  const number = standby.begin();
  try {
    return await on.query(...parameters);
  } catch (error) {
    throw await standby.classify(error, number, (text) => on.query(text));
  }
}

/**
 * Rejects, before anything is written, when the database has been migrated by a newer program than this one, or by one from before the first
 * release, whose migrations nobody keeps. Returns the migrations that it has; undefined for a database that never was migrated.
 */
async function readKnownMigrations(database: Database, known: Migrations): Promise<ReadonlySet<string> | undefined> {
  const { rows: tables } = await database.query<{ found: boolean }>(`SELECT to_regclass('kysely_migration') IS NOT NULL AS found`);
  if (tables[0]?.found !== true) return undefined;
  const { rows } = await database.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  const unknown = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return new Set(rows.map(({ name }) => name));
  if (rows[0]?.name !== Object.keys(known)[0])
    throw new Error(
      `this database was made by a development version from before the first release of Caipu (its schema is ${unknown.at(-1)}), which cannot be upgraded. ` +
        'Nothing was changed. It holds play money only: start again with another CAIPU_DATA or DATABASE_URL, or go on with the version that made it.',
    );
  throw new Error(
    `this database was made by a newer version of Caipu: its schema is ${unknown.at(-1)}, and this program knows the schemas up to ${Object.keys(known).at(-1)}. ` +
      'Nothing was changed. Start the newer version, or restore a backup from before the upgrade, or start with another CAIPU_DATA or DATABASE_URL.',
  );
}

async function migrate(kysely: Kysely<Tables>, known: Migrations): Promise<void> {
  const migrator = new Migrator({
    db: kysely,
    provider: {
      getMigrations: async () => Object.fromEntries(Object.entries(known).map(([name, texts]) => [name, { up: migrationOf(texts) }])),
    },
    // kysely orders what was applied by the clocks of the processes that did it, and two of those may be an hour apart. That nothing is
    // missing and nothing unknown is checked all the same.
    allowUnorderedMigrations: true,
  });
  // One at a time, each a transaction of its own: what one holds is let go before the next one asks for more.
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
    if (results.length === 0) return;
  }
}

const migrationOf = (texts: readonly string[]) => async (db: Kysely<unknown>) => {
  for (const text of texts) await sql.raw(text).execute(db);
};

/** kysely asks for `command` to tell a change from a read; both homes give it rows and a count, which is all it uses. */
function kyselyPool(pool: PoolLike, standby: StandbyDetector) {
  return {
    async connect() {
      const client = await pool.connect();
      return {
        async query(sql: string, values: readonly unknown[]) {
          const { rows, rowCount } = await queryWithoutTransaction(standby, client, sql, values);
          return { command: /^\s*(insert|update|delete|merge)/i.exec(sql)?.[1]?.toUpperCase() ?? 'SELECT', rows, rowCount };
        },
        release: () => client.release(),
      };
    },
    // Ended with the database, which may never have used kysely.
    end: async () => {},
  } as unknown as ConstructorParameters<typeof OwnTablesDialect>[0]['pool'] & object;
}
