/** The search that server and phone share: ranks, what is highlighted, what is remembered, how often it may be asked. */
import { describe, expect, it } from 'vitest';
import { find, findable, highlighted } from '../../../engine/search/find.ts';
import { simplified, spellings } from '../../../engine/search/simplified.ts';
import { recentQueries, rememberQuery } from '../../../engine/screens/blocks/search/recent.ts';
import { slidingWindow } from '../../../server/platform/rate-limits/rate-limiter.ts';
import { pinyinOf } from '../../../server/content/pinyin.ts';

const entry = (title: string, words: string[] = [], note = '') =>
  findable({ kind: 'game', title, note, to: `game:${title}`, icon: '', tone: '', words, pinyin: pinyinOf(title) });
const LIST = [
  entry('大乐透', ['dlt']),
  entry('双色球', ['ssq']),
  entry('重庆时时彩', ['cqssc']),
  entry('什么是追号'),
  entry('追号怎么停', [], '双色球也能停'),
  entry('福彩3D', ['fc3d']),
  entry('快乐8', ['kl8']),
];
const titles = (q: string) => find(LIST, q).map(({ title }) => title);

describe('find', () => {
  it.each([
    ['双色球', ['双色球', '追号怎么停']],
    ['SSQ', ['双色球']],
    ['shuangse', ['双色球']],
    ['zhui', ['追号怎么停', '什么是追号']],
    ['追号 停', ['追号怎么停']],
    ['没有', []],
    ['３Ｄ', ['福彩3D']],
    ['快乐８', ['快乐8']],
    ['ＳＳＱ', ['双色球']],
    ['  ', []],
  ])('%s', (q, found) => expect(titles(q)).toEqual(found));
});

describe('highlighted', () => {
  const marked = (text: string, q: string, pinyin = pinyinOf(text)) =>
    highlighted(text, q, pinyin)
      .map(({ text: part, matched: is }) => (is ? `[${part}]` : part))
      .join('');
  it.each([
    ['双色球', '色', '双[色]球'],
    ['双色球', 'ssq', '[双色球]'],
    ['双色球', 'seqiu', '双[色球]'],
    ['什么是“追号”？', 'zhuihao', '什么是“[追号]”？'],
    ['什么是“追号”？', 'zh', '什么是“[追号]”？'],
    ['ABC 彩', 'bc', 'A[BC] 彩'],
    ['双色球', '没有', '双色球'],
    ['福彩3D', '３ｄ', '福彩[3D]'],
    ['第㎏条', '条', '第㎏[条]'],
    ['', 'x', ''],
  ])('%s by %s', (text, q, is) => expect(marked(text, q)).toBe(is));
});

it.each([
  ['雙色球', '双色球'],
  ['快樂8', '快乐8'],
  ['體彩開獎', '体彩开奖'],
  ['双色球 ssq', '双色球 ssq'],
  ['', ''],
])('%s in simplified characters is %s', (text, is) => expect(simplified(text)).toBe(is));

it('looks for a nickname as it was typed, and in simplified characters', () => {
  expect(spellings('尋寶Ａ')).toEqual(['尋寶a', '寻宝a']);
  expect(spellings('寻宝')).toEqual(['寻宝']);
});

it('remembers ten queries, the newest first, each once, and forgets all of them', () => {
  const storageItems = new Map<string, string>();
  const storage = {
    get: (key: string) => storageItems.get(key) ?? null,
    set: (key: string, value: string) => void storageItems.set(key, value),
    remove: (key: string) => void storageItems.delete(key),
  };
  for (let n = 0; n < 12; n += 1) rememberQuery(storage, '1', `q${n}`);
  expect(rememberQuery(storage, '1', 'q5').slice(0, 3)).toEqual(['q5', 'q11', 'q10']);
  expect(recentQueries(storage, '1')).toHaveLength(10);
  expect([recentQueries(storage, '2'), recentQueries(storage, '')], 'the next player on the phone does not see them').toEqual([[], []]);
  expect(rememberQuery(storage, '1', undefined)).toEqual([]);
  storage.set('drafts.1', JSON.stringify({ recentQueries: { queries: '{broken' } }));
  expect(recentQueries(storage, '1')).toEqual([]);
});

it('lets five searches a second pass, for each caller', () => {
  let at = 0;
  const wait = slidingWindow({ most: 5, windowMs: 1_000 }, () => at);
  expect(Array.from({ length: 6 }, () => wait('one'))).toEqual([0, 0, 0, 0, 0, 1_000]);
  expect(wait('two')).toBe(0);
  at = 999;
  expect(wait('one')).toBe(1);
  at = 1_001;
  expect(wait('one')).toBe(0);
});
