/**
 * Chinese in pinyin, for the search: "双色球" is found by "shuangseqiu" and "ssq". pinyin.json has the usual reading of every character of
 * GB 2312, as Unicode's transliteration gives it; where a word is read otherwise it stands in PHRASES.
 */
import TABLE from './pinyin.json' with { type: 'json' };

const PHRASES: Readonly<Record<string, readonly string[]>> = {
  重庆: ['chong', 'qing'],
  银行: ['yin', 'hang'],
  重设: ['chong', 'she'],
  调整: ['tiao', 'zheng'],
};
const readings: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLE).flatMap(([syllable, all]) => [...all].map((each) => [each, syllable] as const)),
);

/** Syllables of a text; what is no Chinese stays as it is, in lower case, without spaces and signs. */
function syllables(text: string): string[] {
  const syllableList: string[] = [];
  for (let at = 0; at < text.length; ) {
    const phrase = PHRASES[text.slice(at, at + 2)];
    if (phrase !== undefined) {
      syllableList.push(...phrase);
      at += 2;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    at += character.length;
    const syllable = readings.get(character) ?? character.toLowerCase();
    if (/^[a-z0-9]+$/.test(syllable)) syllableList.push(syllable);
  }
  return syllableList;
}

/** "双色球" → "shuang se qiu". */
export const pinyinOf = (text: string): string => syllables(text).join(' ');
