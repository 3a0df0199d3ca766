// `npm run docs`: writes the generated parts of the pages in docs/reference/: blocks, properties of games, codes of problems. With --check it
// only says whether the pages agree with what they are written from.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockPages } from './lib/docs.mjs';
import { codePages } from './lib/code-docs.mjs';
import { exportPages } from './lib/export-docs.mjs';
import { gamePages } from './lib/game-docs.mjs';
import { root } from './lib/run.mjs';
import { takeWords } from './lib/words.mjs';

const words = takeWords(
  'npm run docs: rewrites the generated parts of docs/reference/. With -- --check it only checks them against their sources',
  (word) => word === '--check',
);
const PAGES = [
  [blockPages(root), 'does not show the blocks as their folders say'],
  [gamePages(root), 'does not list the properties as the schemas have them'],
  [await codePages(root), 'does not list the codes as the program has them'],
  [exportPages(root), 'does not list the columns as the data dictionary has them'],
];
for (const [pages, wrong] of PAGES)
  for (const [name, page] of pages) {
    const file = join(root, name);
    if (!words.includes('--check')) writeFileSync(file, page);
    else if (readFileSync(file, 'utf8') !== page) {
      console.error(`${name} ${wrong}; run "npm run docs"`);
      process.exitCode = 1;
    }
  }
