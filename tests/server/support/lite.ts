/**
 * An embedded database whose schema is up to date, as a copy of one that is made once for all test files. Running the migrations in
 * PGlite takes some two seconds of processor, and nearly every test of the server opens a database of its own; the tests of starts and
 * upgrades make theirs from nothing.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { removeOld, contentStamp } from './stamp.ts';

const folder = fileURLToPath(new URL('../../../dist/test-lite', import.meta.url));

/** Fills data folder `dataDir`. Does nothing when there is a database in it. */
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
  // Not needed by those who find one.
  const { openDatabase } = await import('../../../server/platform/database/database.ts');
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `draft-${randomBytes(6).toString('hex')}`);
  await (await openDatabase({ schema: SCHEMA, dataDir: draft })).close();
  // Every start makes and clears all of the 128 MB of pages, and tests never fill a quarter of them.
  appendFileSync(join(draft, 'db', 'postgresql.conf'), 'shared_buffers = 32MB\n');
  // The two databases that others are made from: a third of the files of each copy, and nobody makes another.
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
