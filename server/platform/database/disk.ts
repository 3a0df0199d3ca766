/**
 * The disk under an embedded database. A PostgreSQL that cannot write its log (pg_wal) ends at once and is started again. Inside this process
 * it does not: the lock on its log stays taken, the next commit asks for it over and over without ever giving the thread back, and neither a
 * request nor a signal is heard any more. So nothing is written when the disk is nearly full, and should a write of the log fail all the
 * same, the process ends as that PostgreSQL would.
 */
import { statfs } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';

/** Bytes below which nothing is written: a file of the log takes 16 MB, and a second of many bets some more. */
export const RESERVE_BYTES = 48 * 1_048_576;

/** Bytes that are free on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** As PostgreSQL says it, so that it is answered with 503 and tried again. */
export function diskFullError(dataDir: string, free: number): Error {
  const mb = Math.floor(free / 1_048_576);
  return Object.assign(
    new Error(`no space left on device: ${mb} MB are free in ${dataDir}, and nothing is written below ${RESERVE_BYTES / 1_048_576}`),
    { code: '53100' },
  );
}

/** What PGlite's file system calls to write to a file of the data folder. */
interface StreamOps {
  write(
    this: unknown,
    stream: { readonly path?: unknown },
    buffer: unknown,
    offset: number,
    length: number,
    position: number | undefined,
    ...rest: unknown[]
  ): number;
}

/** Bytes of one file of the log. Its name is the timeline, which 4 GB of the log it is part of, and its number in them, 8 hex digits each. */
const LOG_FILE = 16 * 1_048_576;
const LOG_FILES = 2 ** 32 / LOG_FILE;
const LOG_NAME = /\/pg_wal\/[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/;

export interface WalObserver {
  /** From within the write that fails: after it there may be no later. */
  writeFailed(error: unknown): void;
  /** The log has been written up to here, in bytes since the cluster was made. */
  written(upTo: number): void;
}

/** Sees every write of the database's log. */
export function observeWal(lite: PGlite, { writeFailed, written }: WalObserver): void {
  const { stream_ops: ops } = lite.Module.NODEFS as unknown as { stream_ops: StreamOps };
  const write = ops.write;
  ops.write = function (stream, buffer, offset, length, position, ...rest) {
    try {
      const count = write.call(this, stream, buffer, offset, length, position, ...rest);
      const name = position === undefined ? null : LOG_NAME.exec(String(stream.path));
      if (name !== null) {
        const file = Number.parseInt(name[1] as string, 16) * LOG_FILES + Number.parseInt(name[2] as string, 16);
        written(file * LOG_FILE + (position as number) + count);
      }
      return count;
    } catch (error) {
      if (String(stream.path).includes('/pg_wal/')) writeFailed(error);
      throw error;
    }
  };
}
