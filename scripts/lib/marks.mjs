// A page is written by hand around what is generated: that stands between two marks, and `npm run docs` replaces it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The page with `text` between its marks. Throws when the marks are missing.
 * @param {string} name what stands there, as the marks call it: `blocks`, `properties`, `codes`
 */
export function filled(root, page, name, text) {
  const [begin, end] = [new RegExp(`<!-- ${name}: written by \`npm run docs\`[^\n]* -->`), `<!-- end of ${name} -->`];
  const written = readFileSync(join(root, page), 'utf8');
  const found = begin.exec(written);
  const to = written.indexOf(end);
  if (found === null || to < found.index)
    throw new Error(`${page}: the marks "${begin.source}" and "${end}" must stand there, in this order`);
  return `${written.slice(0, found.index + found[0].length)}\n\n${text}\n\n${written.slice(to)}`;
}
