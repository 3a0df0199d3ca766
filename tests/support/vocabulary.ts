/** What a screen of this product may name, read from the files of the product as the server reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Description } from '../../engine/descriptions/load.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import { screenVocabulary } from '../../server/catalog/vocabulary.ts';

const FOLDER = join(import.meta.dirname, '../../app/descriptions');

/** Every description of a folder, without those of the folders inside it. */
function folder(path: string): Description[] {
  return readdirSync(join(FOLDER, path), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => JSON.parse(readFileSync(join(FOLDER, path, name), 'utf8')) as Description);
}

export function productDescriptions(): Description[] {
  const inside = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...folder('.'), ...inside.flatMap(({ name }) => folder(name))];
}

export function productVocabulary(): Vocabulary {
  const all = productDescriptions();
  const ofKind = (kind: string): Description[] => all.filter((each) => each.kind === kind);
  return screenVocabulary({
    inForce: ofKind,
    accepted: () => [],
    expected: (wanted) => ofKind(wanted).length > 0,
    codes: (kind) => ofKind(kind).map(({ code }) => code),
    families: () => new Map(),
    calendars: () => new Map(),
  });
}
