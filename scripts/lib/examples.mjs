// The examples that pictures and pages are made of: one for each block, and the whole screens.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { blockFolders } from './screen-schema.mjs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** [{name, folder, description, example}], sorted by name; a block without an example is left out here and refused by a test. */
export function blockExamples(root) {
  return blockFolders(root)
    .filter((folder) => existsSync(join(folder, 'example.json')))
    .map((folder) => ({
      name: basename(folder),
      folder,
      description: read(join(folder, 'block.json')),
      example: read(join(folder, 'example.json')),
    }));
}

/** Names of the whole screens. */
export function screenNames(root) {
  return readdirSync(join(root, 'tests/engine/screens/examples'))
    .filter((file) => file.endsWith('.answers.json'))
    .map((file) => file.replace('.answers.json', ''))
    .sort();
}
