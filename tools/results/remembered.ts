/** Mappings of columns that imports used, by game and by the names of the columns, in the data folder. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface RememberedMapping {
  /** Names the mapping to `maps remove`. */
  readonly id: string;
  readonly game: string;
  readonly columns: readonly string[];
  readonly map: string;
  /** Whether an operator gave it with --map. One that was found by itself is found anew each time. */
  readonly given: boolean;
}

const fileIn = (folder: string): string => join(folder, 'results-mappings.json');

export const mappingId = (game: string, columns: readonly string[]): string =>
  createHash('sha256')
    .update([game, ...columns].join('\n'))
    .digest('hex')
    .slice(0, 8);

export async function rememberedMappings(folder: string): Promise<RememberedMapping[]> {
  let text: string;
  try {
    text = await readFile(fileIn(folder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return JSON.parse(text) as RememberedMapping[];
}

/** Whole or not at all: an import that is stopped leaves the old list. */
async function write(folder: string, mappings: readonly RememberedMapping[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = `${fileIn(folder)}.${process.pid}`;
  await writeFile(part, `${JSON.stringify(mappings, null, 2)}\n`);
  await rename(part, fileIn(folder));
}

export async function rememberMapping(folder: string, mapping: Omit<RememberedMapping, 'id'>): Promise<void> {
  const id = mappingId(mapping.game, mapping.columns);
  const others = (await rememberedMappings(folder)).filter((each) => each.id !== id);
  await write(folder, [...others, { id, ...mapping }]);
}

/** False when there is none. */
export async function forgetMapping(folder: string, game: string, id: string): Promise<boolean> {
  const all = await rememberedMappings(folder);
  const others = all.filter((each) => each.id !== id || each.game !== game);
  if (others.length === all.length) return false;
  await write(folder, others);
  return true;
}
