/** The words by which files name their columns. They are data: vocabulary.json lists them, the likelier first. */
import type { Zone } from '../../engine/descriptions/types.ts';
import words from './vocabulary.json' with { type: 'json' };

export type Meaning = Exclude<keyof typeof words, 'zones'>;

/** A name without case, blanks and signs. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** And without the number of a series: R1, Ball 1 and 第1数字 belong together with the others of theirs. */
export const stemOf = (name: string): string => plainName(name).replace(/\d+/g, '');

/** Place in the list of a meaning's words, the likeliest first; undefined for other words. */
export function rankOf(meaning: Meaning, name: string): number | undefined {
  const index = words[meaning].indexOf(plainName(name));
  return index < 0 ? undefined : index;
}

/** 0 for the name that the game itself gives a zone, 1 for another word for the zone at this place; undefined for other words. */
export function zoneRank(zones: readonly Zone[], index: number, name: string): 0 | 1 | undefined {
  const zone = zones[index];
  if (zone === undefined) return undefined;
  const own = [zone.id, zone.label].map(plainName);
  const [plain, stem] = [plainName(name), stemOf(name)];
  if (own.includes(plain)) return 0;
  if (own.includes(stem)) return 1;
  const list = words.zones[Math.min(index, words.zones.length - 1)] as readonly string[];
  return list.includes(plain) || list.includes(stem) ? 1 : undefined;
}
