/** The described games themselves are the fixtures. */
import { readFile } from 'node:fs/promises';
import { resolveGame } from '../../../../../engine/descriptions/resolve.ts';
import type { Game, GameDescription } from '../../../../../engine/descriptions/types.ts';
import { calendarOfGame, familyOf } from '../../../../support/families.ts';

// Not by URL: a test in a DOM has the DOM's URL, which the file system does not take.
const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(`${import.meta.dirname}/../../../../../games/${name}`, 'utf8')) as T;

export async function readGame(code: string): Promise<Game> {
  const description = await read<GameDescription>(`${code}.json`);
  return resolveGame(description, description.family ? familyOf(description.family) : undefined, calendarOfGame(description));
}
