/** Words that players may not write: in traditional characters, in full width and with what is put between, each is found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Converter } from 'opencc-js';
import { describe, expect, it } from 'vitest';
import { normalisedText, textFault } from '../../../server/social/profiles/text-filter.ts';

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../../server', name), 'utf8')) as unknown;
const WORDS = read('social/profiles/words.json') as {
  readonly refused: Readonly<Record<string, readonly string[]>>;
  readonly alike: Readonly<Record<string, string>>;
  readonly traditional: Readonly<Record<string, string>>;
};
const OTHERS = [
  ...(read('social/group-buying/group.json') as { refusedWords: string[] }).refusedWords,
  ...(read('social/copy-betting/follow.json') as { release: { refusedWords: string[] } }).release.refusedWords,
];
const ALL = Object.values(WORDS.refused).flat();
const FORMS = ['t', 'hk', 'tw'] as const;
const TO = FORMS.map((to) => Converter({ from: 'cn', to }));
const forms = (word: string): string[] => [...new Set(TO.map((convert) => convert(word)))];

describe('a refused word', () => {
  it.each(ALL)('%s is found in each of its traditional forms, and in full width', (word) => {
    const wide = word.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
    for (const form of [word, ...forms(word), wide, [...word].join(' '), [...word].join('*')])
      expect(textFault(`我说${form}吧`), form).toMatch(/^\S+，请修改后再发$/);
  });

  it('and those of groups and releases are the same in both', () => {
    for (const word of OTHERS) for (const form of forms(word)) expect(normalisedText(form)).toBe(normalisedText(word));
  });

  it('of a person who is spoken to is found in the plain form of the word too', () => {
    for (const written of ['操\u4f60', '\u4f60妈的', '妳媽', '操妳']) expect(textFault(written), written).toBeDefined();
  });

  it('a text without one passes, in simplified and in traditional characters', () => {
    for (const text of ['今晚主隊贏面大，穩住', '双色球复式', '發現一個好方案', '號碼 08 12 28'])
      expect(textFault(text), text).toBeUndefined();
  });
});

it('the table has every traditional character of the words', () => {
  const characters = new Set([...ALL, ...OTHERS, ...Object.keys(WORDS.alike)].join(''));
  const convert = FORMS.map((from) => Converter({ from, to: 'cn' }));
  const wanted = new Map<string, Set<string>>();
  for (let code = 0x3400; code < 0x30000; code += 1) {
    const one = String.fromCodePoint(code);
    // What NFKC replaces is replaced before.
    if (!/\p{Script=Han}/u.test(one) || one.normalize('NFKC') !== one) continue;
    for (const simplified of convert.map((to) => to(one)))
      if (simplified !== one && characters.has(simplified)) wanted.set(simplified, (wanted.get(simplified) ?? new Set()).add(one));
  }
  expect(WORDS.traditional).toEqual(Object.fromEntries([...wanted].map(([simplified, all]) => [simplified, [...all].join('')])));
});
