/**
 * A new database folder as a copy of one made before. Making one (PostgreSQL's initdb inside WebAssembly) and bringing its schema up to date
 * is two thirds of the first start; copying what they make takes a tenth of a second. The build makes one with its own schema (prepare.ts).
 * That is made from an empty cluster, which the build makes meanwhile (scripts/build/cluster.mjs);
 * where there is none of the build, the copy is of such a cluster. Either is looked at like any database that was there: what it lacks is made.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

/** Where packages keep what they can make again; a server that is installed without one makes its folders again. */
const CACHE = resolve('node_modules/.cache');

/** A cluster with the schema of this build, beside its program; from the sources there is none. */
export const PREPARED_CLUSTER = fileURLToPath(new URL('prepared', import.meta.url));

/** Puts a fresh cluster into a folder that is not there yet. Does nothing when it cannot: then PGlite makes its own. */
export async function copyClusterTemplate(folder: string, prepared = PREPARED_CLUSTER): Promise<void> {
  const whole = existsSync(prepared);
  if (existsSync(folder) || (!whole && !existsSync(dirname(CACHE)))) return;
  // One name, since the folder around it is locked: what a process left that was killed while it copied is taken away first.
  const draft = `${folder}.new`;
  try {
    const template = whole ? prepared : await openTemplate();
    rmSync(draft, { recursive: true, force: true });
    cpSync(template, draft, { recursive: true });
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The folder of the template for this version of PGlite, made when it is not there. */
export async function openTemplate(): Promise<string> {
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
