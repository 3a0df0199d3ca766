/**
 * PGlite (PostgreSQL in WebAssembly) in the shape of a pool of one connection, behind a lock on its folder: a second process
 * on the same folder is not refused by PGlite itself and silently loses rows.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { freeBytes, diskFullError, RESERVE_BYTES, observeWal } from './disk.ts';
import { lockFolder } from './lock.ts';
import { copyClusterTemplate } from './template.ts';
import { INT8, type PoolLike, parseInt8, type Rows } from './pool.ts';
import { damagedDatabaseError, unusableDatabaseError } from './startup-errors.ts';
import { type Priority, SessionScheduler } from './session-scheduler.ts';
import { assertStatementName } from './statement-names.ts';

/** How often a process looks whether its folder is still its own, and how much is free on its disk. */
const LOOK_EVERY_MS = 1_000;
/**
 * Bytes of log after which there is a checkpoint. PostgreSQL leaves that to a process of its own, which PGlite has not: without checkpoints
 * the log grows for as long as the server runs, and a start after a kill goes through all of it (a third of a second for 16 MB).
 */
const CHECKPOINT_BYTES = 16 * 1_048_576;

/** For tests. */
export interface PgliteEnvironment {
  /** Bytes that are free on the disk of the folder. */
  readonly free?: (dataDir: string) => Promise<number>;
  /** Ends the process at once. */
  readonly end?: () => void;
  readonly lookEveryMs?: number;
  /** Bytes of log after which there is a checkpoint. */
  readonly checkpointBytes?: number;
}

export async function openPglite(
  dataDir: string,
  log: (line: string) => void,
  {
    free = freeBytes,
    end = () => process.exit(1),
    lookEveryMs = LOOK_EVERY_MS,
    checkpointBytes = CHECKPOINT_BYTES,
  }: PgliteEnvironment = {},
): Promise<PoolLike> {
  let lock: ReturnType<typeof lockFolder>;
  try {
    mkdirSync(dataDir, { recursive: true });
    lock = lockFolder(dataDir);
  } catch (error) {
    throw unusableDatabaseError(dataDir, error);
  }
  log(`embedded database in ${dataDir}: it survives a killed process, not a power cut; set DATABASE_URL for a PostgreSQL server`);
  let lite: PGlite;
  try {
    const freeSpace = await free(dataDir);
    if (freeSpace < RESERVE_BYTES) throw diskFullError(dataDir, freeSpace);
    await copyClusterTemplate(join(dataDir, 'db'));
    lite = await PGlite.create(join(dataDir, 'db'), { parsers: { [INT8]: parseInt8 } });
    // The folder's own word: a cluster that is damaged may open and fail at the first read.
    await lite.query('SELECT 1');
  } catch (error) {
    lock.release();
    const startupError = unusableDatabaseError(dataDir, error);
    throw startupError === error
      ? damagedDatabaseError(dataDir, String((error as Error)?.message ?? error).split('\n', 1)[0] as string, error)
      : startupError;
  }

  // Two processes that write the same folder lose each other's rows: the one that finds itself replaced writes nothing more.
  let folderLost = false;
  /** Why nothing is written; undefined while there is space. */
  let diskFull: Error | undefined;
  async function lookAtDisk(): Promise<void> {
    const left = await free(dataDir);
    const now = left < RESERVE_BYTES ? diskFullError(dataDir, left) : undefined;
    if (now !== undefined && diskFull === undefined) log(`${now.message}. Free some space there: it goes on by itself then.`);
    if (now === undefined && diskFull !== undefined) log(`there is space again in ${dataDir}`);
    diskFull = now;
  }
  let walBytes = 0;
  let checkpointAt: number | undefined;
  observeWal(lite, {
    writeFailed(error) {
      log(`${unusableDatabaseError(dataDir, error).message} The process ends, because the database cannot write its log.`);
      end();
    },
    written(upTo) {
      walBytes = Math.max(walBytes, upTo);
      checkpointAt ??= walBytes;
    },
  });
  let checkpointing = false;
  let closed = false;
  async function checkpoint(): Promise<void> {
    if (checkpointing || checkpointAt === undefined || walBytes - checkpointAt < checkpointBytes) return;
    checkpointing = true;
    try {
      // Behind what players do: it waits for its turn like any statement.
      await pool.forJob('settle').query('CHECKPOINT');
      checkpointAt = walBytes;
    } catch (error) {
      if (!closed) log(`the embedded database made no checkpoint: ${(error as Error).message}; trying again`);
    } finally {
      checkpointing = false;
    }
  }
  const watching = setInterval(() => {
    // A disk that cannot be asked is left to fail by itself.
    void lookAtDisk().catch(() => {});
    void checkpoint();
    if (folderLost || lock.isOwn()) return;
    folderLost = true;
    log(
      `another process took the data folder ${dataDir}: nothing more is written here. Stop this process, and keep data on a file system that honours locks.`,
    );
  }, lookEveryMs);
  watching.unref();

  const writeRefusal = () =>
    folderLost ? Object.assign(new Error(`another process took the data folder ${dataDir}`), { code: '57P01' }) : diskFull;
  const pool = singleSessionPool(lite, writeRefusal, async () => {
    closed = true;
    try {
      await lite.close();
    } finally {
      clearInterval(watching);
      lock.release();
    }
  });
  return pool;
}

/**
 * One session in the shape of a pool: a transaction holds it from connect to release, and everyone else waits in line. `refused` says why
 * nothing may be asked any more.
 */
export function singleSessionPool(
  lite: Pick<PGlite, 'exec' | 'query'>,
  writeRefusal: () => Error | undefined,
  close: () => Promise<void>,
): PoolLike {
  const scheduler = new SessionScheduler();
  /** Whether the session refuses to write now; undefined while it is being switched. */
  let readOnlyMode: boolean | undefined = false;
  /** Tells the session whether it only reads, where the turn before was of the other sort. */
  async function switchMode(onlyReads: boolean): Promise<void> {
    const refusal = writeRefusal();
    if (refusal !== undefined) throw refusal;
    if (readOnlyMode === onlyReads) return;
    readOnlyMode = undefined;
    await lite.exec(`SET default_transaction_read_only = ${onlyReads ? 'on' : 'off'}`);
    readOnlyMode = onlyReads;
  }
  async function run(text: string, values?: readonly unknown[], name?: string): Promise<Rows<unknown>> {
    assertStatementName(text, name);
    const refusal = writeRefusal();
    if (refusal !== undefined) throw refusal;
    // Without values a text may hold several statements, as over PostgreSQL's simple protocol.
    const result =
      values === undefined || values.length === 0 ? (await lite.exec(text)).at(-1) : await lite.query(text, values as unknown[]);
    return { rows: (result?.rows ?? []) as unknown[], rowCount: result?.affectedRows || (result?.rows.length ?? 0) };
  }
  const as = (priority: Priority, onlyReads = false): PoolLike => ({
    async query(text, values, name) {
      const release = await scheduler.acquire(priority);
      try {
        await switchMode(onlyReads);
        return await run(text, values, name);
      } finally {
        release();
      }
    },
    async connect() {
      const release = await scheduler.acquire(priority);
      try {
        await switchMode(onlyReads);
      } catch (error) {
        release();
        throw error;
      }
      return { query: run, release: () => release() };
    },
    forJob: (name) => ({ ...as(name), end: async () => {} }),
    reader: () => ({ ...as(priority, true), end: async () => {} }),
    counts: () => ({ total: 1, idle: scheduler.busy ? 0 : 1, waiting: scheduler.waiting }),
    async end() {
      const release = await scheduler.acquire(priority);
      try {
        await close();
      } finally {
        release();
      }
    },
  });
  return as('play');
}
