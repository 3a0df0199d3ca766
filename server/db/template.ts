/**
 * A new database folder as a copy of one made before. Making one (PostgreSQL's initdb inside WebAssembly) is half of the first start;
 * copying what it makes takes a tenth of a second. The copy holds nothing of ours: tables are made by the migrations, as ever.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** Where packages keep what they can make again; a server that is installed without one makes its folders anew. */
const CACHE = resolve('node_modules/.cache');

/** Puts a fresh, empty cluster into a folder that is not there yet. Does nothing when it cannot: then PGlite makes its own. */
export async function fillFromTemplate(folder: string): Promise<void> {
  if (existsSync(folder) || !existsSync(dirname(CACHE))) return;
  // One name, since the folder around it is locked: what a process left that was killed while it copied is taken away first.
  const draft = `${folder}.new`;
  try {
    const template = await openTemplate();
    rmSync(draft, { recursive: true, force: true });
    cpSync(template, draft, { recursive: true });
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The folder of the template for this version of PGlite, made when it is not there. */
async function openTemplate(): Promise<string> {
  const template = join(CACHE, `caipu-pglite-${version()}`);
  if (existsSync(template)) return template;
  mkdirSync(CACHE, { recursive: true });
  const draft = `${template}.${randomBytes(6).toString('hex')}`;
  try {
    await (await PGlite.create(draft)).close();
    renameSync(draft, template);
  } catch (error) {
    // Another process may have been first.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
  return template;
}

function version(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
