/** Numbers that follow from another game's draw: how they follow, how likely they are, and what a file of such a game must not say. */
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../engine/descriptions/canonical.ts';
import { derivedSentence } from '../../../engine/descriptions/derived-text.ts';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { formatProblem, makeProblem, type Problem } from '../../../engine/descriptions/problem.ts';
import { sourceFindings, sourceGameOf } from '../../../engine/descriptions/semantics/source.ts';
import type { DrawSource, GameDescription, Zone } from '../../../engine/descriptions/types.ts';
import { deriveNumbers } from '../../../engine/rules/derived-numbers.ts';
import { drawFromSeed } from '../../../engine/rules/fairness.ts';
import { compileGame, probability, prizeRange } from '../../../engine/rules/index.ts';
import { drawCount } from '../../../engine/rules/odds.ts';
import { visitDraws } from '../../../engine/rules/draw-space.ts';
import type { CompiledPlay } from '../../../engine/rules/types.ts';
import { verifyDraw } from '../../../engine/screens/lottery/proof.ts';
import quickEight from '../../../games/bjkl8.json' with { type: 'json' };
import file from '../../../games/pcdd.json' with { type: 'json' };
import { familyOf } from '../../support/families.ts';
import { gameNamed } from './support/games.ts';

const game = gameNamed('pcdd');
const compiled = compileGame(game);
const source = game.draw.source as DrawSource;

/** Every set of `pick` numbers of 1–`to`, ascending. */
function* sets(to: number, pick: number, from = 1): Generator<number[]> {
  if (pick === 0) yield [];
  else for (let first = from; first <= to - pick + 1; first++) for (const rest of sets(to, pick - 1, first + 1)) yield [first, ...rest];
}

const digits = (pick: number): Zone => ({
  id: 'd',
  label: '号码',
  kind: 'digits',
  from: 0,
  to: 99,
  pick,
  places: Array.from({ length: pick }, (_, i) => ({ id: `p${i}`, label: `第 ${i + 1} 位` })),
});
const places = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: id }));

it('by hand: the sum of the named places, its remainder, and the number that is added to it', () => {
  const balls: Zone = { id: 'balls', label: '号码', kind: 'set', from: 1, to: 10, pick: 4 };
  const numbers: DrawSource['numbers'] = {
    d: [
      { zone: 'balls', ranks: [1, 4], mod: 7, plus: 3 },
      { zone: 'balls', ranks: [4], plus: 7 },
      { zone: 'balls', ranks: [2, 3] },
    ],
  };
  // From the smallest: 2, 4, 5, 9.
  expect(deriveNumbers({ ...source, zones: [balls], numbers }, { balls: [9, 2, 5, 4] })).toEqual({ d: [7, 16, 9] });
});

/** Chances of derived numbers, by `visitDraws`, and by looking at every draw of the source. */
function counted(from: DrawSource, drawn: Iterable<Record<string, number[]>>) {
  const zone = digits(Object.values(from.numbers)[0]?.length ?? 0);
  const touches = [{ zone: 'd', places: undefined, sets: [], numeric: true }];
  const ours = new Map<string, bigint>();
  const done = visitDraws({ zones: [zone], source: from }, touches, ({ numbers }, ways) => void ours.set(numbers.d?.join() ?? '', ways));
  expect(done).toBe(true);
  const listed = new Map<string, bigint>();
  for (const numbers of drawn) {
    const key = deriveNumbers(from, numbers).d?.join() ?? '';
    listed.set(key, (listed.get(key) ?? 0n) + 1n);
  }
  const sorted = (map: Map<string, bigint>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ours: sorted(ours), listed: sorted(listed) };
}

describe('numbers that follow from another draw', () => {
  it('PC蛋蛋 adds the sorted twenty by sixes and keeps the last digit', () => {
    const balls = [80, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 2];
    // 2 3 5 7 11 13 = 41; 17 19 23 29 31 37 = 156; 41 43 47 53 59 61 = 304.
    expect(deriveNumbers(source, { balls })).toEqual({ digits: [1, 6, 4] });
  });

  it('chances are exact: ranks of a set, with remainders and without, against every set', () => {
    const zones: Zone[] = [{ id: 'balls', label: '球', kind: 'set', from: 1, to: 11, pick: 5 }];
    const numbers = {
      d: [
        { zone: 'balls', ranks: [1, 3], mod: 4 },
        { zone: 'balls', ranks: [3] },
        { zone: 'balls', ranks: [4], plus: 7 },
      ],
    };
    const { ours, listed } = counted(
      { game: 'x', name: '甲', zones, numbers },
      [...sets(11, 5)].map((balls) => ({ balls })),
    );
    expect(listed.length).toBeGreaterThan(50);
    expect(ours).toEqual(listed);
  });

  it('and places of digits and of a sequence', () => {
    const zones: Zone[] = [
      { id: 'dice', label: '骰', kind: 'digits', from: 1, to: 6, pick: 2, places: places.slice(0, 2) },
      { id: 'row', label: '列', kind: 'sequence', from: 1, to: 5, pick: 3, places: places.slice(0, 3) },
    ];
    const numbers = {
      d: [
        { zone: 'dice', places: ['a', 'b'], mod: 3 },
        { zone: 'row', places: ['c'] },
      ],
    };
    const drawn: Record<string, number[]>[] = [];
    for (let a = 1; a <= 6; a++)
      for (let b = 1; b <= 6; b++)
        for (const set of sets(5, 3))
          for (const [i, j, k] of [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
          ] as const)
            drawn.push({ dice: [a, b], row: [set[i], set[j], set[k]] as number[] });
    // Places that nothing asks for stand for all their numbers, so ways are fewer by the same factor.
    const { ours, listed } = counted({ game: 'x', name: '甲', zones, numbers }, drawn);
    expect(ours.map(([key, ways]) => [key, ways * 12n])).toEqual(listed);
  });

  it('those of PC蛋蛋 add up to every draw of 快乐8, and its three digits are not independent of each other', () => {
    const play = compiled.play('TM') as CompiledPlay;
    const chances = play.areas.get('sum')?.values.map((sum) => [...probability(play, { play: 'TM', picks: { sum: [sum] } }).values()][0]);
    const all = drawCount(game.draw) ?? 0n;
    expect(all).toBe(3_535_316_142_212_174_320n);
    const ways = chances?.map((chance) => ((chance?.numerator ?? 0n) * all) / (chance?.denominator ?? 1n));
    expect(ways?.reduce((sum, each) => sum + each, 0n)).toBe(all);
    // Near 1/1,000, and not equal to it as in a game that draws its digits.
    expect(ways?.[0]).toBe(3_507_958_621_885_766n);
  });

  it('a range looks at what can be drawn at once', () => {
    const lines = [{ play: 'DXDS', picks: { pick: ['big', 'odd'] } }];
    const range = prizeRange(compiled, { game: 'pcdd', lines, multiplier: 2 });
    expect(range).toEqual({ minFen: 720n, maxFen: 1440n, exact: true });
  });

  it('the seed of the source proves the numbers, on the phone too', () => {
    const seed = createHash('sha256').update('derived').digest();
    const commit = createHash('sha256').update(seed).digest('hex');
    const hmac = (key: Uint8Array, message: Uint8Array) => createHmac('sha256', key).update(message).digest();
    const drawn = drawFromSeed(gameNamed('bjkl8'), '1000007', seed, hmac).numbers;
    const { numbers } = drawFromSeed(game, '1000007', seed, hmac);
    expect(numbers).toEqual(deriveNumbers(source, drawn));
    const verdict = verifyDraw(game, '1000007', numbers, commit, seed.toString('hex'));
    expect(verdict).toEqual({
      commit,
      commitMatches: true,
      numbers,
      numbersMatch: true,
      source: expect.objectContaining({ numbers: drawn }),
    });
    const wrong = { digits: [((numbers.digits?.[0] ?? 0) + 1) % 10, ...(numbers.digits ?? []).slice(1)] };
    expect(verifyDraw(game, '1000007', wrong, commit, seed.toString('hex')).numbersMatch).toBe(false);
  });

  it('is described in words', () => {
    expect(derivedSentence(source, game.draw.zones)).toBe(
      '号码由北京快乐8同一期的开奖号码推算。第一位：从小到大第 1–6 个之和，取除以 10 的余数；第二位：从小到大第 7–12 个之和，取除以 10 的余数；第三位：从小到大第 13–18 个之和，取除以 10 的余数。',
    );
  });
});

describe('a file of such a game', () => {
  type Change = (game: { source: Record<string, unknown> & { numbers: { digits: Record<string, unknown>[] } } }) => void;
  const changed = (change: Change): GameDescription => {
    const copy = JSON.parse(JSON.stringify(file)) as never;
    change(copy);
    return copy;
  };
  const families = new Map([['pc28', familyOf('pc28')]]);
  /** Without the place in the file: pointer, code, sentence and remedy. */
  const problemText = (problem: Problem, lang: 'zh' | 'en') => formatProblem(problem, lang).split('  ').slice(1).join(' ');
  const found = (change: Change, lang: 'zh' | 'en' = 'zh'): string[] => {
    const loaded = loadDocument(JSON.stringify(changed(change)), { file: 'pcdd.json', kind: 'game', families });
    return loaded.ok ? [] : loaded.problems.map((problem) => problemText(problem, lang));
  };
  const number =
    (change: Record<string, unknown>): Change =>
    ({ source }) =>
      void Object.assign(source.numbers.digits[1] as object, change);

  it('is refused where a number cannot follow, with the place and the remedy', () => {
    expect(found(() => {})).toEqual([]);
    expect(found(({ source }) => void source.numbers.digits.pop())).toEqual([
      '/source/numbers/digits SOURCE_ZONE 推算不出开奖区 "digits"：要 3 个号码，写了 2 个；在 numbers 的 "digits" 里恰好写 3 个',
    ]);
    expect(found(number({ zone: 'ball' }))).toEqual([
      expect.stringContaining('/source/numbers/digits/1/zone ZONE_UNKNOWN 没有开奖区 "ball"，是不是 "balls"'),
    ]);
    expect(found(number({ ranks: undefined, places: ['a'] }), 'en')).toEqual([
      '/source/numbers/digits/1 SOURCE_NUMBER zone "balls" is a set, so the number needs ranks; write only ranks: ranks by size for a set, places for a sequence or digits',
    ]);
    expect(found(number({ ranks: [7, 21] }))).toEqual([
      '/source/numbers/digits/1/ranks/1 RANK_PAST 只有 20 个号码，没有第 21 个；改小 nth',
    ]);
    expect(found(number({ mod: 11 }), 'en')).toEqual([
      '/source/numbers/digits/1 SOURCE_RANGE the number can be 0–10, but zone "digits" has 0–9; use mod and plus to bring it into the range, or change from and to of the zone',
    ]);
    expect(found(number({ mod: undefined }))).toEqual([
      '/source/numbers/digits/1 SOURCE_RANGE 推算出的号码在 57–417 之间，开奖区 "digits" 只有 0–9；用 mod 和 plus 把它收进范围，或改开奖区的 from、to',
    ]);
    expect(found(({ source }) => void Object.assign(source, { zones: [{ ...(source.zones as Zone[])[0], pick: 81 }] }))).not.toEqual([]);
  });

  it('is refused among games that draw something else, at other times, or follow one themselves', () => {
    const games = new Map([
      ['bjkl8', sourceGameOf(quickEight as unknown as GameDescription, familyOf('kl8')) ?? null],
      ['pcdd', sourceGameOf(file as unknown as GameDescription, familyOf('pc28')) ?? null],
      ['broken', null],
    ]);
    const among = (change: Change): string[] =>
      sourceFindings(changed(change), games).map((one) => problemText(makeProblem('pcdd.json', one, { line: 1, column: 1 }), 'zh'));
    expect(among(() => {})).toEqual([]);
    expect(among(({ source }) => void (source.game = 'broken'))).toEqual([]);
    expect(among(({ source }) => void (source.game = 'bjkl9'))).toEqual([
      '/source/game SOURCE_GAME 没有可以推算的彩种 "bjkl9"，是不是 "bjkl8"；写一个自己开奖的彩种：bjkl8；或先放入它的文件',
    ]);
    expect(among(({ source }) => void (source.game = 'pcdd'))[0]).toContain('SOURCE_GAME');
    expect(among(({ source }) => void Object.assign((source.zones as object[])[0] as object, { to: 79 }))).toEqual([
      '/source/zones SOURCE_DRAW "bjkl8" 开的不是这些号码；把 zones 写成 "bjkl8"（或它的家族）里的 draw.zones',
    ]);
    expect(among((game) => void Object.assign(game, { schedule: { ...file.schedule, issue: '{run:8}' } }))).toEqual([
      '/schedule SOURCE_SCHEDULE 开奖时间或期号写法与 "bjkl8" 不同；照抄 "bjkl8" 的 schedule；只有 closeBeforeSeconds 可以不同',
    ]);
    expect(among((game) => void Object.assign(game, { schedule: { ...file.schedule, closeBeforeSeconds: 60 } }))).toEqual([]);
    expect(among((game) => void Object.assign(game, { caps: { multiplier: 1, issues: 5 } }))).toEqual([
      '/caps/issues SOURCE_ISSUES 最多追 5 期，而 "bjkl8" 只提前开售 1 期；使 caps.issues 不超过 1',
    ]);
  });

  it('is another game for its players when its numbers follow in another way', () => {
    const other = structuredClone(game) as unknown as { draw: { source: { numbers: { digits: { ranks: number[] }[] } } } };
    (other.draw.source.numbers.digits[0] as { ranks: number[] }).ranks = [2, 5, 8, 11, 14, 17];
    expect(canonicalJson(other)).not.toBe(canonicalJson(game));
  });
});
