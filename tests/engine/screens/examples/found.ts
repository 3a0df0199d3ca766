/** Finds the examples on disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Example } from './example.ts';

const root = join(import.meta.dirname, '../../../..');
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

export interface BlockFolder {
  readonly name: string;
  /** From the project's root. */
  readonly folder: string;
  readonly description: { readonly block: string; readonly summary: string; readonly accessibility: string };
  /** undefined when the folder has none, which a test refuses. */
  readonly example: Example | undefined;
}

/** Every block's folder, by name. */
export function blockFolders(): readonly BlockFolder[] {
  return readdirSync(join(root, 'engine/screens'), { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'block.json')
    .map((file): BlockFolder => {
      const folder = join('engine/screens', dirname(file));
      const files = readdirSync(join(root, folder));
      return {
        name: basename(folder),
        folder,
        description: read(join(root, folder, 'block.json')),
        example: files.includes('example.json') ? read<Example>(join(root, folder, 'example.json')) : undefined,
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export interface ScreenExample {
  readonly name: string;
  readonly file: string;
  readonly example: Example;
}

/** The whole screens: <name>.json is the description as it would be published, <name>.answers.json all the rest of the example. */
export function screenExamples(): readonly ScreenExample[] {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((file) => file.endsWith('.answers.json'))
    .sort()
    .map((file): ScreenExample => {
      const name = file.replace('.answers.json', '');
      const screen = read<Example['screen']>(join(folder, `${name}.json`));
      return { name, file: join(folder, `${name}.json`), example: { ...read<Omit<Example, 'screen'>>(join(folder, file)), screen } };
    });
}
