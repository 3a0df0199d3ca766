/** Makes the database that first starts are copied from, for the build: `node dist/server/main.js prepare`. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from './database.ts';
import type { Schema } from './schema.ts';
import { PREPARED_CLUSTER } from './template.ts';

/** It holds tables, functions and rules, and nothing that differs between two installations: keys and players are made by a start. */
export async function prepareDatabase(schema: Schema, place = PREPARED_CLUSTER): Promise<void> {
  rmSync(place, { recursive: true, force: true });
  // Beside its place, so that it can be moved there whole.
  const draft = mkdtempSync(join(dirname(place), 'preparing-'));
  try {
    await (await openDatabase({ schema, dataDir: draft })).close();
    renameSync(join(draft, 'db'), place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
