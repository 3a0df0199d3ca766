// The program in the database (server/**/*.sql, the kinds of movements, the statuses, the words) has a number that grows with every change of it, so that
// an older program is known as such (server/platform/database/sql-routines.ts). `npm run program` writes the next number when something has changed.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../lib/run.mjs';
import { takeWords } from '../lib/words.mjs';
import { sources } from './source.mjs';

const FILE = join(root, 'server/platform/database/sql-routines.json');
const PARTS = ['server', 'protocol/movements.json', 'protocol/status.ts', 'server/ledger/movements.ts', 'server/words.ts'];

function digestOfParts() {
  // Migrations change tables, which a program does not bring back.
  const files = [...sources(PARTS, /\.sql$|[\\/](movements|status|words)\.(json|ts)$/)]
    .filter(({ file }) => !/[\\/]migrations[\\/]/.test(file))
    .map(({ file, text }) => [file.replaceAll('\\', '/'), text.replaceAll('\r\n', '\n')]);
  const hash = createHash('sha256');
  for (const part of files.sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(JSON.stringify(part));
  return hash.digest('hex').slice(0, 16);
}

/** Also of a file that a merge left with both of its sides: the higher number counts, and no digest. */
function written() {
  const text = readFileSync(FILE, 'utf8');
  const all = (name) => [...text.matchAll(new RegExp(`"${name}": "?([0-9a-f]+)"?`, 'g'))].map(([, value]) => value);
  const digests = all('digest');
  return { number: Math.max(...all('number').map(Number)), digest: digests.length === 1 ? digests[0] : '' };
}

export function check() {
  return written().digest === digestOfParts()
    ? []
    : [
        'the program in the database has changed and has no number of its own yet (server/platform/database/sql-routines.json); run: npm run program',
      ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  takeWords(
    'npm run program: writes the next number into server/platform/database/sql-routines.json if the functions of the database have changed. It has no arguments',
  );
  const { number, digest } = written();
  const now = digestOfParts();
  if (now !== digest) writeFileSync(FILE, `${JSON.stringify({ number: number + 1, digest: now }, null, 2)}\n`);
}
