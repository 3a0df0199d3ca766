/**
 * What the server's build knows of the product's own descriptions (server/catalog/prevalidated.ts), for tests that run it from the sources:
 * checking the same 700 files at each of a hundred starts was a third of those. Files that a test writes or changes are checked as ever.
 * Made once for as long as nothing changes, before the workers start (globalSetup); know-proofs.ts hands it to each.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeOld, contentStamp } from '../server/support/stamp.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'dist', 'test-proofs');

/** Whatever the checks and what they check are made of. */
const SOURCES = ['engine', 'protocol', 'schemas', 'server', 'games', 'app/descriptions'];

export default async function writeProofs(): Promise<void> {
  const file = join(folder, `${contentStamp(SOURCES)}.json`);
  process.env.CAIPU_TEST_PROOFS = file;
  if (existsSync(file)) return;
  const { prevalidateDescriptions } = await import('../../server/catalog/prevalidate.ts');
  const proofs = await prevalidateDescriptions(join(root, 'games'), join(root, 'app/descriptions'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(proofs));
  removeOld(folder);
}
