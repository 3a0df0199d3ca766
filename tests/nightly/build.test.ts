/** The same sources give the same files: built twice, in two folders of the same content, and compared byte by byte. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { root } from '../server/support/server.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** File → SHA-256 of everything below a folder. */
function hashes(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return Object.fromEntries(
    files
      .filter((file) => statSync(file).isFile())
      .sort()
      .map((file) => [relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

/** Builds a copy of the sources and returns what came out. */
async function built(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'caipu-build-'));
  folders.push(folder);
  const skip = new Set(['node_modules', 'dist', '.git', '.data', 'test-results', 'generated']);
  cpSync(root, folder, { recursive: true, filter: (file) => !skip.has(file.slice(file.lastIndexOf('/') + 1)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: folder, env: { PATH: process.env.PATH ?? '' } });
  await promisify(execFile)(process.execPath, ['scripts/sbom.mjs'], { cwd: folder, env: { PATH: process.env.PATH ?? '', HOME: folder } });
  return hashes(join(folder, 'dist'));
}

it('two builds of the same sources are the same, byte by byte', async () => {
  const first = await built();
  expect(Object.keys(first).length).toBeGreaterThan(50);
  expect(await built()).toEqual(first);
});
