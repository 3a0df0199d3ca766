/**
 * Initials of Chinese words in pinyin, by the collation that browsers sort Chinese with: its index characters (U+FDD0 and a letter) stand
 * before the first character of each letter. A table of readings would be some hundred kilobytes, and games come at run time.
 */

const LETTERS = 'ABCDEFGHJKLMNOPQRSTWXYZ';
const INDEX = '\uFDD0';
const HAN = /\p{Script=Han}/u;

let collator: Intl.Collator | undefined;
const known = new Map<string, string>();

/** "前三直选" is "qszx". Letters and digits stay, in lower case; a character with several readings has its usual one. */
export function initialsOf(text: string): string {
  return [...text].map((character) => (HAN.test(character) ? letterOf(character) : character.toLowerCase())).join('');
}

function letterOf(character: string): string {
  let letter = known.get(character);
  if (letter === undefined) {
    collator ??= new Intl.Collator('zh-u-co-pinyin');
    const { compare } = collator;
    letter = ([...LETTERS].findLast((each) => compare(INDEX + each, character) <= 0) ?? '').toLowerCase();
    known.set(character, letter);
  }
  return letter;
}
