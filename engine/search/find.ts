/**
 * Searches a list of titles by text, by pinyin and by the initials of pinyin. Server and phone use the same code. The phone searches a list
 * that it has stored, so it finds the same entries without a network.
 */
import { plainText } from './plain-text.ts';

/** An entry of the search, as the phone stores it. */
export interface SearchEntry {
  readonly kind: string;
  readonly title: string;
  readonly note: string;
  readonly to: string;
  readonly icon: string;
  readonly tone: string;
  /** Other names of the entry. */
  readonly words: readonly string[];
  /** Syllables of the title, one for each letter or character, separated by spaces: "shuang se qiu". */
  readonly pinyin: string;
}

/** An entry with the normalised texts that a query is compared with. */
export interface Findable extends SearchEntry {
  readonly name: string;
  readonly full: string;
  readonly initials: string;
  readonly lower: readonly string[];
}

/** Longest query, characters. */
export const MOST_QUERY = 50;

export function findable(entry: SearchEntry): Findable {
  const syllables = entry.pinyin.split(' ');
  return {
    ...entry,
    name: plainText(entry.title),
    full: syllables.join(''),
    initials: syllables.map((syllable) => syllable.charAt(0)).join(''),
    lower: entry.words.map(plainText),
  };
}

/** Words of a query. An entry matches if it has all of them. */
export const termsOf = (q: string): string[] =>
  plainText(q)
    .trim()
    .split(/\s+/)
    .filter((term) => term !== '');

const LATIN = /^[a-z0-9]+$/;

/** Rank of an entry for a word; smaller is better. Undefined: the entry does not have the word. */
function rankOf({ name, lower, full, initials, note }: Findable, term: string): number | undefined {
  if (name === term || lower.includes(term)) return 0;
  if (name.startsWith(term)) return 1;
  if (LATIN.test(term)) {
    if (initials.startsWith(term) || full.startsWith(term)) return 2;
    if (term.length > 1 && (initials.includes(term) || full.includes(term))) return 5;
  }
  if (name.includes(term)) return 3;
  if (lower.some((word) => word.includes(term))) return 4;
  return plainText(note).includes(term) ? 6 : undefined;
}

/** The entries that have all words of the query, the best first. An empty query finds nothing. */
export function find(entries: readonly Findable[], q: string): Findable[] {
  const terms = termsOf(q);
  if (terms.length === 0) return [];
  const ranked = entries.flatMap((each, order) => {
    let rank = 0;
    for (const term of terms) {
      const found = rankOf(each, term);
      if (found === undefined) return [];
      rank = Math.max(rank, found);
    }
    return [{ each, order, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.order - b.order).map(({ each }) => each);
}

export interface Piece {
  readonly text: string;
  /** The piece matches the query. */
  readonly matched: boolean;
}

/** Splits a text into pieces, and marks those that match the query. `pinyin`: its syllables, to mark matches of pinyin and initials too. */
export function highlighted(text: string, q: string, pinyin = ''): Piece[] {
  const plain = plainText(text);
  // If a character becomes several letters, positions in the plain text would be wrong.
  const lower = plain.length === text.length ? plain : text.toLowerCase();
  const marked = new Array<boolean>(text.length).fill(false);
  for (const term of termsOf(q)) {
    const at = lower.indexOf(term);
    const [from, to] = at >= 0 ? [at, at + term.length] : byPinyin(text, term, pinyin);
    marked.fill(true, from, to);
  }
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && marked[to] === marked[from]) to += 1;
    pieces.push({ text: text.slice(from, to), matched: marked[from] as boolean });
    from = to;
  }
  return pieces;
}

/** Start and end in the text of the characters whose syllables or initials match the term; an empty span for none. */
function byPinyin(text: string, term: string, pinyin: string): [number, number] {
  if (!LATIN.test(term) || pinyin === '') return [0, 0];
  const syllables = pinyin.split(' ');
  // Punctuation and spaces have no syllable.
  const places = [...text.matchAll(/[\p{L}\p{N}]/gu)].map(({ index, 0: character }) => [index, index + character.length] as const);
  if (places.length !== syllables.length) return [0, 0];
  const starts: number[] = [];
  let length = 0;
  for (const syllable of syllables) {
    starts.push(length);
    length += syllable.length;
  }
  const initial = syllables
    .map((syllable) => syllable.charAt(0))
    .join('')
    .indexOf(term);
  const whole = syllables.join('').indexOf(term);
  const first = initial >= 0 ? initial : starts.findLastIndex((start) => start <= whole);
  const last = initial >= 0 ? initial + term.length - 1 : starts.findLastIndex((start) => start < whole + term.length);
  const [from, to] = [places[first], places[last]];
  return (initial < 0 && whole < 0) || !from || !to ? [0, 0] : [from[0], to[1]];
}
