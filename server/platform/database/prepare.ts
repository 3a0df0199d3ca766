/** Makes the database that first starts are copied from, for the build: `node dist/server/main.js prepare`. */
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from './database.ts';
import type { Schema } from './schema.ts';
import { PREPARED_CLUSTER } from './template.ts';

const DRAFT = 'preparing-';

/** It holds tables, functions and rules, and nothing that differs between two installations: keys and players are made by a start. */
export async function prepareDatabase(schema: Schema, place = PREPARED_CLUSTER): Promise<void> {
  rmSync(place, { recursive: true, force: true });
  // What a build left that was stopped here.
  for (const name of readdirSync(dirname(place))) if (name.startsWith(DRAFT)) rmSync(join(dirname(place), name), { recursive: true });
  // Beside its place, so that it can be moved there whole.
  const draft = mkdtempSync(join(dirname(place), DRAFT));
  try {
    await (await openDatabase({ schema, dataDir: draft })).close();
    renameSync(join(draft, 'db'), place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
