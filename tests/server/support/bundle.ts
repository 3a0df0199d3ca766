/**
 * The server as one file, as it ships: a start from the sources costs half as much again, and some tests make twenty. Made once for all test
 * files, which find it by what it was made of.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Whatever the bundle is made of. */
const SOURCES = ['server', 'engine', 'protocol', 'app/descriptions', 'games', 'vite.server.config.ts', 'package-lock.json'];
/** An older bundle may still be somebody's. */
const OLD_MS = 3_600_000;

export async function bundleServer(): Promise<string> {
  const folder = join(root, 'dist', 'test-server');
  const made = join(folder, stampOf(SOURCES));
  const file = join(made, 'main.js');
  if (existsSync(file)) {
    utimesSync(made, new Date(), new Date());
    return file;
  }
  const own = join(folder, `${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '-c', 'vite.server.config.ts', '--mode', 'production', '--outDir', own, '--logLevel', 'warn'],
    { cwd: root, env: { PATH: process.env.PATH ?? '' } },
  );
  // Renamed into its place: another test file finds a whole one, or has made the same.
  if (existsSync(file)) rmSync(own, { recursive: true });
  else renameSync(own, made);
  for (const name of readdirSync(folder))
    if (Date.now() - statSync(join(folder, name)).mtimeMs > OLD_MS) rmSync(join(folder, name), { recursive: true, force: true });
  return file;
}

/** Another text when a file of these was changed, added or taken away. */
function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const info = statSync(path);
    if (info.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
  };
  for (const path of paths) add(join(root, path));
  return hash.digest('hex').slice(0, 16);
}
