/** A browser's own triangle looks like an unfinished page: what folds has the kit's chevron. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = ['app', 'engine', 'server'];
const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx|ts|html|js)$/.test(name))
    .map((name) => join(folder, name)),
);

it('every <details> has the class of the kit', () => {
  const raw = SOURCES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<details\b[^>]*>/g)]
      .filter(([tag]) => !/disclosure/.test(tag))
      .map(([tag]) => `${file}: ${tag}`),
  );
  expect(raw, 'use engine/screens/kit/disclosure.tsx').toEqual([]);
});

it('the pages without the kit draw the same chevron', () => {
  expect(readFileSync('server/demo/games/style.css', 'utf8')).toContain('.disclosure summary::after');
});
