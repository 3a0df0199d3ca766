/** Traditional characters of a search in simplified ones, by OpenCC's table. Phones load this module only when they need it: 17 KB gzip. */
import TABLE from 'opencc-js/dict/TSCharacters';
import { plainText } from './plain-text.ts';

/** "雙 双|還 还 環": of several simplified characters the first is the usual one. */
const simplifiedOf: ReadonlyMap<string, string> = new Map(TABLE.split('|').map((pair) => pair.split(' ') as [string, string]));

/** "雙色球" is "双色球". */
export const simplified = (text: string): string => [...text].map((each) => simplifiedOf.get(each) ?? each).join('');

/** The ways to write the words of a search: as they were typed, in plain letters, and in simplified characters if that differs. */
export const spellings = (text: string): string[] => [...new Set([plainText(text), simplified(plainText(text))])];
