/**
 * Copies of the database. PostgreSQL's own programs make and read those of a PostgreSQL (custom format, compressed, consistent while servers
 * run); PGlite dumps its folder. A copy is written beside its name and moved there when it is whole.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, openAsBlob, readdirSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type DatabaseOptions, requireEmbeddedDatabase, readLastMigration } from '../../server/platform/database/database.ts';
import { lockFolder } from '../../server/platform/database/lock.ts';
import type { Rows } from '../../server/platform/database/pool.ts';

const run = promisify(execFile);

export interface Backup {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a copy. Rejects with what to do. */
export async function writeBackup({ url, dataDir }: Pick<DatabaseOptions, 'url' | 'dataDir'>, file: string): Promise<Backup> {
  if (existsSync(file)) throw new Error(`${file} is there already. Choose another name: a backup is never overwritten.`);
  const draft = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  await rm(draft, { force: true });
  try {
    if (url === undefined) await dumpFolder(dataDir, draft);
    else {
      await refuseForeign(url);
      // Hints for phones carry transaction numbers of this cluster, which mean something else in another.
      await program('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', '--exclude-table-data=outbox', `--file=${draft}`]);
      // A copy whose table of contents cannot be read is none.
      await program('pg_restore', url, ['--list', draft]);
    }
    const written = await open(draft, 'r+');
    await written.sync();
    await written.close();
    if (url === undefined)
      await readThrough(draft).catch((error: Error) => {
        throw new Error(`the copy cannot be read back: ${error.message}. Nothing was kept; look at the disk of ${dirname(file)}.`);
      });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return copyOf(file);
}

/** Puts a copy into a database that is empty. Rejects with what to do. */
export async function restoreBackup({ url, dataDir }: Pick<DatabaseOptions, 'url' | 'dataDir'>, file: string): Promise<Backup> {
  if (!existsSync(file)) throw new Error(`${file} is not there.`);
  if (!(await stat(file)).isFile()) throw new Error(`${file} is no file. Name the backup itself.`);
  const kind = await kindOf(file);
  if (kind === undefined) throw new Error(`${file} is no backup of ours: it is neither a pg_dump nor a dump of the embedded database.`);
  if ((kind === 'postgres') !== (url !== undefined))
    throw new Error(
      kind === 'postgres'
        ? `${file} is a copy of a PostgreSQL: set DATABASE_URL to an empty database.`
        : `${file} is a copy of an embedded database: leave DATABASE_URL out and set CAIPU_DATA to an empty folder.`,
    );
  if (url === undefined) await loadFolder(dataDir, file);
  else {
    await refuseFull(url);
    await program('pg_restore', url, [
      '--no-owner',
      '--no-privileges',
      '--exit-on-error',
      '--single-transaction',
      `--dbname=${databaseOf(url)}`,
      file,
    ]);
  }
  return copyOf(file);
}

async function copyOf(file: string): Promise<Backup> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

async function kindOf(file: string): Promise<'postgres' | 'embedded' | undefined> {
  const handle = await open(file, 'r');
  const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
  await handle.close();
  if (buffer.toString('latin1') === 'PGDMP') return 'postgres';
  return buffer[0] === 0x1f && buffer[1] === 0x8b ? 'embedded' : undefined;
}

async function dumpFolder(dataDir: string, file: string): Promise<void> {
  requireEmbeddedDatabase(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const lite = await PGlite.create(join(dataDir, 'db'));
    let dump: Blob;
    try {
      if ((await readLastMigration({ query: async (text) => (await lite.query(text)) as Rows<never> })) === undefined)
        throw foreign(dataDir);
      dump = await lite.dumpDataDir('gzip');
    } finally {
      await lite.close();
    }
    // One write may take less than it is given and be no error: this goes on until all is written or the disk is full.
    await writeFile(file, Buffer.from(await dump.arrayBuffer()), { flag: 'wx' });
  } finally {
    lock.release();
  }
}

async function loadFolder(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  const folder = join(dataDir, 'db');
  try {
    // A copy that ends early would fail in the middle of PGlite, where nobody can answer.
    await readThrough(file).catch((error: Error) => {
      throw new Error(`${file} is damaged: ${error.message}. Use another copy.`);
    });
    if (existsSync(folder))
      throw new Error(`${dataDir} already holds a database. Set CAIPU_DATA to an empty folder: a restore replaces nothing.`);
    const draft = `${folder}.restored`;
    await rm(draft, { recursive: true, force: true });
    const lite = await PGlite.create(draft, { loadDataDir: await openAsBlob(file) });
    await lite.close();
    // A folder that is half filled never has the name of a database.
    await rename(draft, folder);
  } finally {
    lock.release();
  }
}

/** Rejects when a compressed file ends early or is not what was compressed. */
async function readThrough(file: string): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(file), createGunzip(), nowhere);
}

const foreign = (where: string): Error =>
  new Error(`the database of ${where} is none of ours or empty: it has no schema. Set CAIPU_DATA or DATABASE_URL to the server's.`);

async function clientOf(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect().catch((error: Error) => {
    throw new Error(`DATABASE_URL does not answer: ${error.message}.`);
  });
  return client;
}

/** A copy of a database that holds nothing would be found out when it is needed. */
async function refuseForeign(url: string): Promise<void> {
  const client = await clientOf(url);
  const schema = await readLastMigration({ query: async (text) => (await client.query(text)) as Rows<never> }).finally(() => client.end());
  if (schema === undefined) throw foreign('DATABASE_URL');
}

async function refuseFull(url: string): Promise<void> {
  const client = await clientOf(url);
  const { rows } = await client
    .query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')`,
    )
    .finally(() => client.end());
  if ((rows[0]?.n ?? 0) > 0)
    throw new Error(
      'the database of DATABASE_URL is not empty. Make a new one (createdb) and set DATABASE_URL to it: a restore replaces nothing.',
    );
}

const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** One of PostgreSQL's programs. The environment gives the address and the user, because all users of the machine see arguments. */
async function program(name: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<void> {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const env: Record<string, string | undefined> = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname) || searchParams.get('host') || 'localhost',
    PGPORT: port || '5432',
    PGDATABASE: databaseOf(url),
    ...(username === '' ? {} : { PGUSER: decodeURIComponent(username) }),
    ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode') ?? '' } : {}),
  };
  try {
    await run(await programs(name), args as string[], { env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT')
      throw new Error(
        `${name} is not on this machine. Install PostgreSQL's client programs, of the server's version or newer (Debian: apt-get install postgresql-client).`,
        {
          cause: error,
        },
      );
    throw new Error(`${name} failed: ${(stderr ?? String(error)).trim()}`, { cause: error });
  }
}

/** The newest on this machine, as Debian lays them out; else whatever the path has. A dump needs a program as new as the server. */
async function programs(name: string): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).filter((version) => existsSync(join(root, version, 'bin', name))) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? name : join(root, newest, 'bin', name);
}
