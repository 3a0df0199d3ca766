/**
 * What players may not write where others read it: comments, declarations, titles. The words are data (words.json), in groups that each
 * have a sentence for the player. Spaces, signs, traditional characters and those that look alike do not help.
 */
import { Mint } from 'mint-filter';
import words from './words.json' with { type: 'json' };

const ALIKE: Readonly<Record<string, string>> = words.alike;
/** Only for the characters of the words, since a table of all characters has half a megabyte. A test compares it with the whole table. */
const SIMPLIFIED = new Map(Object.entries(words.traditional).flatMap(([simplified, all]) => [...all].map((one) => [one, simplified])));

const plainCharacter = (character: string): string => {
  const simplified = SIMPLIFIED.get(character) ?? character;
  return ALIKE[simplified] ?? simplified;
};

/** A text without what a word can be hidden with: width, case, spaces, signs, traditional characters, look-alikes. */
export const normalisedText = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()]
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .map(plainCharacter)
    .join('');

/**
 * The words that the filter is made of. One that holds another is left out: the shorter finds it, and the filter does not see a word that
 * ends inside a longer one that does not come to its end.
 */
export function withoutLongerWords(all: readonly string[]): string[] {
  const each = [...new Set(all.map(normalisedText))].filter((word) => word !== '');
  return each.filter((word) => !each.some((other) => other !== word && word.includes(other)));
}

type Group = keyof typeof words.refused;
const GROUPS = (Object.keys(words.refused) as Group[]).map((group) => ({
  why: words.why[group],
  filter: new Mint(withoutLongerWords(words.refused[group])),
}));

/** Seven digits without a gap are a number to call or to write to; numbers of a draw are written apart, and issues say that they are one. */
const NUMBER = /\d{7}/;
const ISSUE = /\d+ ?期|第 ?\d+/g;
/** Characters that are taken out of every text: control characters, and those that turn the direction of the following text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** A text as it is kept: without unseen characters, spaces at the ends, and more than one space or line break in a row. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(UNSEEN, (character) => (character === '\n' ? '\n' : ''))
    .replace(/ *\n[ \n]*/g, '\n')
    .replace(/ +/g, ' ')
    .trim();

/** The fault of a text that a player wrote, as a sentence for the player; undefined if there is none. */
export function textFault(text: string): string | undefined {
  const flat = normalisedText(text);
  const matchedGroup = GROUPS.find(({ filter }) => !filter.verify(flat));
  if (matchedGroup !== undefined) return `${matchedGroup.why}，请修改后再发`;
  if (NUMBER.test(text.normalize('NFKC').replaceAll('-', '').replace(ISSUE, ''))) return `${words.why.contact}，请修改后再发`;
  return undefined;
}
