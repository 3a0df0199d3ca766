// Lists the codes of the games that the product comes with (games/). Its help pages and articles may name them on every server, whichever of
// them are sold there; any other name is a mistake of the text (server/catalog/text-checkers.ts).
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}server/catalog/generated`;

/** Kinds of games by the folder that they are in. */
const FOLDERS = { game: 'games', sport: 'games/sports', outright: 'games/outrights', scratch: 'games/scratch', small: 'games/small' };

const codesIn = (folder, kind) =>
  readdirSync(`${root}${folder}`)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${root}${folder}/${name}`, 'utf8')))
    .filter((file) => file.kind === kind)
    .map(({ code }) => code)
    .sort();

export function generateProductGames() {
  const codes = Object.fromEntries(Object.entries(FOLDERS).map(([kind, folder]) => [kind, codesIn(folder, kind)]));
  const text = [
    '// Generated from games/ by scripts/generate-product-games.mjs. Do not edit.',
    `export const PRODUCT_GAMES: Readonly<Record<${Object.keys(FOLDERS)
      .map((kind) => `'${kind}'`)
      .join(' | ')}, readonly string[]>> = ${JSON.stringify(codes)};`,
    '',
  ].join('\n');
  const file = `${out}/product-games.ts`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(out, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
