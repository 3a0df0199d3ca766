// Where `npm run pictures` writes, and which pictures the documents show.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

/** All pictures. Git ignores this folder. */
const MADE = join(root, '.pictures');
/** The few pictures that README and the guides show. To add one, copy it here from `.pictures/`. */
const SHOWN = join(root, 'docs/pictures');

/** Writes a text, such as the page of all pictures, into `.pictures/`. */
export function writePage(name, text) {
  mkdirSync(MADE, { recursive: true });
  writeFileSync(join(MADE, name), text);
}

/**
 * Writes `.pictures/<name>.png`, and replaces the copy in docs/pictures/ if there is one.
 * @param {string} name with or without a folder: `app/home`, whose copy is docs/pictures/app-home.png
 */
export function writePicture(name, png) {
  const file = join(MADE, `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, png);
  const copy = join(SHOWN, `${name.replace('/', '-')}.png`);
  if (existsSync(copy)) writeFileSync(copy, png);
}

/** Deletes the pictures in a folder of `.pictures/` that are not among `names`, because their examples no longer exist. */
export function removeOthers(folder, names) {
  for (const file of readdirSync(join(MADE, folder)))
    if (file.endsWith('.png') && !names.includes(file.slice(0, -'.png'.length))) rmSync(join(MADE, folder, file));
}
