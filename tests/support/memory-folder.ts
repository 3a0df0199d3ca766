/**
 * Temporary folders of tests in memory. A database has a thousand files, and making and removing those on a disk took half of the time of
 * a test that opens one; what they hold need not outlive the run. Both runners call this before they start their workers, which inherit it.
 */
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';

/** Linux keeps this file system in memory; containers often give it 64 MB. */
const MEMORY = '/dev/shm';
/** What two workers with two PostgreSQL clusters each may need, with room to spare. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Lets os.tmpdir() of this process and of those that it starts be in memory, where there is room; elsewhere it stays as it is. */
export function keepTemporaryFilesInMemory(): void {
  // A runner's worker reads the configuration too.
  if (process.env.CAIPU_TEST_FOLDER !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(`${MEMORY}/caipu-`);
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755);
  process.env.CAIPU_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
  // A cluster of a worker may be stopping, and may still write into the folder.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
