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
export function fullError(dataDir: string, free: number): Error {
  const mb = Math.floor(free / 1_048_576);
  return Object.assign(
    new Error(`no space left on device: ${mb} MB are free in ${dataDir}, and nothing is written below ${RESERVE_BYTES / 1_048_576}`),
    { code: '53100' },
  );
}

/** What PGlite's file system calls to write to a file of the data folder. */
interface StreamOps {
  write(this: unknown, stream: { readonly path?: unknown }, ...rest: unknown[]): number;
}

/** Calls `lost` from within the write that fails: after it there may be no later. */
export function onLogLost(lite: PGlite, lost: (error: unknown) => void): void {
  const { stream_ops: ops } = lite.Module.NODEFS as unknown as { stream_ops: StreamOps };
  const write = ops.write;
  ops.write = function (stream, ...rest) {
    try {
      return write.call(this, stream, ...rest);
    } catch (error) {
      if (String(stream.path).includes('/pg_wal/')) lost(error);
      throw error;
    }
  };
}
