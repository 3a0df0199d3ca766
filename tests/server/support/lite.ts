/**
 * An embedded database with the current schema: a copy of a database that is made once for all test files. Running the migrations in PGlite
 * takes about two seconds of processor time, and nearly every test of the server opens a database of its own. Tests of starts and upgrades
 * do not use the copy.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { removeOld, contentStamp } from './stamp.ts';

const folder = fileURLToPath(new URL('../../../dist/test-lite', import.meta.url));

/** Copies the database into the data folder `dataDir`, unless the folder has one. */
export async function fillWithSchema(dataDir: string): Promise<void> {
  const home = join(dataDir, 'db');
  if (existsSync(home)) return;
  mkdirSync(dataDir, { recursive: true });
  cpSync(await withSchema(), home, { recursive: true });
}

/** The embedded database of a test that needs no server. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  await fillWithSchema(dataDir);
  const { openDatabase } = await import('../../../server/platform/database/database.ts');
  return openDatabase({ schema: SCHEMA, dataDir });
}

let made: Promise<string> | undefined;
const withSchema = (): Promise<string> => (made ??= make());

async function make(): Promise<string> {
  const place = join(folder, contentStamp(['server', 'package-lock.json', 'tests/server/support/lite.ts']));
  if (existsSync(place)) {
    utimesSync(place, new Date(), new Date());
    return place;
  }
  // Loaded here, because a test file that finds a copy does not need this module.
  const { openDatabase } = await import('../../../server/platform/database/database.ts');
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `draft-${randomBytes(6).toString('hex')}`);
  await (await openDatabase({ schema: SCHEMA, dataDir: draft })).close();
  // Every start allocates and clears all shared buffers, 128 MB by default, and tests never fill a quarter of them.
  appendFileSync(join(draft, 'db', 'postgresql.conf'), 'shared_buffers = 32MB\n');
  // The databases template1 and template0: they are a third of the files of each copy, and no test creates a database in it.
  for (const template of ['1', '4']) rmSync(join(draft, 'db', 'base', template), { recursive: true });
  try {
    renameSync(join(draft, 'db'), place);
  } catch (error) {
    // Another test file was first.
    if (!existsSync(place)) throw error;
  }
  rmSync(draft, { recursive: true, force: true });
  removeOld(folder);
  return place;
}
