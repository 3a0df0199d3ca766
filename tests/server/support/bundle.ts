/**
 * The server as one file, as it ships: a start from the sources costs half as much again, and some tests make twenty. Made once for all test
 * files, which find it by what it was made of, with the list of the descriptions that are good. `npm test` has built both already
 * (CAIPU_TEST_SERVER); what the build prepares besides stays there.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removeOld, contentStamp } from './stamp.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Whatever the bundle is made of. */
const SOURCES = ['server', 'engine', 'protocol', 'app/descriptions', 'games', 'vite.server.config.ts', 'package-lock.json'];

async function bundle(into: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '-c', 'vite.server.config.ts', '--mode', 'production', '--outDir', into, '--logLevel', 'warn'],
    { cwd: root, env: { PATH: process.env.PATH ?? '' } },
  );
  await promisify(execFile)(process.execPath, [join(into, 'main.js'), 'prevalidate'], { cwd: root, env: { PATH: process.env.PATH ?? '' } });
}

export async function bundleServer(): Promise<string> {
  const folder = join(root, 'dist', 'test-server');
  const made = join(folder, contentStamp(SOURCES));
  const file = join(made, 'main.js');
  if (existsSync(file)) {
    utimesSync(made, new Date(), new Date());
    return file;
  }
  const own = join(folder, `${process.pid}`);
  const { CAIPU_TEST_SERVER: built } = process.env;
  if (built === undefined) await bundle(own);
  else for (const name of ['main.js', 'prevalidated.json']) cpSync(join(dirname(built), name), join(own, name));
  // Renamed into its place: another test file finds a whole one, or has made the same.
  if (existsSync(file)) rmSync(own, { recursive: true });
  else renameSync(own, made);
  removeOld(folder);
  return file;
}
