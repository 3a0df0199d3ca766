/**
 * A lock file that names the process that holds it. A killed process leaves the file behind, so a lock counts only while that
 * very process lives; process numbers are used again, so where the system tells (Linux), the start time must match too.
 */
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the folder or throws with what to do. Returns the function that gives it back. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'caipu.lock');
  const own = `${process.pid} ${startTime(process.pid) ?? '-'}\n`;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    // Written first and linked into place, so that nobody ever reads half a lock.
    const draft = `${file}.${process.pid}.new`;
    writeFileSync(draft, own);
    try {
      linkSync(draft, file);
      return () => {
        if (read(file) === own) unlinkSync(file);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
    const found = read(file);
    if (found === undefined) continue;
    if (isAlive(found)) throw inUse(folder, found);
    // Moved aside rather than deleted: of two processes that find the same stale lock, one only may take it away.
    const aside = `${file}.${process.pid}.old`;
    try {
      renameSync(file, aside);
    } catch {
      continue;
    }
    const moved = read(aside);
    if (moved !== found && moved !== undefined && isAlive(moved)) {
      // Another process had just taken the lock: give it back.
      linkSync(aside, file);
      unlinkSync(aside);
      throw inUse(folder, moved);
    }
    unlinkSync(aside);
  }
  throw new Error(`could not lock ${folder}: another process keeps taking and leaving it. Stop it, or set CAIPU_DATA to another folder.`);
}

function inUse(folder: string, content: string): Error {
  return new Error(
    `the data folder ${folder} is in use by process ${content.split(' ')[0]}. Stop that one, set CAIPU_DATA to another folder, or give both a PostgreSQL with DATABASE_URL.`,
  );
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isAlive(content: string): boolean {
  const [pidText = '', started = '-'] = content.trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const now = startTime(pid);
  if (pid === process.pid) return now !== undefined && started === now;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return started === '-' || now === undefined || started === now;
}

/** When the process started, in the kernel's ticks since boot (field 22 of /proc/<pid>/stat); undefined elsewhere than on Linux. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, field 2, may hold blanks and brackets: count from the last bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
