// `npm run docs`: writes the blocks into docs/screens.md and the properties of games into docs/add-a-game.md. With --check it only says
// whether the pages agree with what they are written from.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screensPage } from './lib/docs.mjs';
import { gamePage } from './lib/game-docs.mjs';
import { root } from './lib/run.mjs';
import { takeWords } from './lib/words.mjs';

const words = takeWords(
  'npm run docs: writes docs/screens.md and the properties in docs/add-a-game.md anew; -- --check only says whether they agree',
  (word) => word === '--check',
);
const PAGES = [
  ['docs/screens.md', screensPage, 'does not show the blocks as their folders say'],
  ['docs/add-a-game.md', gamePage, 'does not list the properties as the schemas have them'],
];
for (const [name, written, wrong] of PAGES) {
  const file = join(root, name);
  const page = written(root);
  if (!words.includes('--check')) writeFileSync(file, page);
  else if (readFileSync(file, 'utf8') !== page) {
    console.error(`${name} ${wrong}; run "npm run docs"`);
    process.exitCode = 1;
  }
}
