// `npm run docs`: writes the blocks into docs/screens.md. With --check it only says whether page and examples agree.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screensPage } from './lib/docs.mjs';
import { root } from './lib/run.mjs';

const file = join(root, 'docs/screens.md');
const page = screensPage(root);
if (!process.argv.includes('--check')) writeFileSync(file, page);
else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/screens.md does not show the blocks as their folders say; run "npm run docs"');
  process.exit(1);
}
