/** Files that are made once for all test files are found by a hash of their sources. */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What is older may still be somebody's until then. */
const OLD_MS = 3_600_000;

/** Another text when a file of these paths (from the root of the repository) was changed, added or taken away. */
export function contentStamp(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const info = statSync(path);
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
  };
  for (const path of paths) add(join(root, path));
  return hash.digest('hex').slice(0, 16);
}

/** Removes what nobody has made or used for an hour. */
export function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    // Another worker may have taken away, or renamed, what was listed.
    const made = statSync(join(folder, name), { throwIfNoEntry: false });
    if (made && Date.now() - made.mtimeMs > OLD_MS) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
