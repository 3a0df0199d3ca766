/** Quizzes without a server: their descriptions, how a round is decided, and how its pool is shared out. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import type { SportDescription } from '../../../engine/descriptions/sports/types.ts';
import type { GameDescription } from '../../../engine/descriptions/types.ts';
import { QUIZ_CODES } from '../../../engine/quiz/codes.ts';
import { decideDraw, decideMatch } from '../../../engine/quiz/decide.ts';
import { quizInSetFindings } from '../../../engine/quiz/semantics.ts';
import { splitPool, pointsFromCarryover } from '../../../engine/quiz/split.ts';
import type { DrawSource, MatchSource, QuizDescription } from '../../../engine/quiz/types.ts';
import { runCount } from '../rules/support/runs.ts';
import { familyOf } from '../../support/families.ts';
import { tablesOfCodes } from '../../support/guides.ts';
import { type Edit, patchedBytes } from '../../support/patched.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const json = <T>(path: string): T => JSON.parse(read(path)) as T;
const quiz = (code: string): QuizDescription => json(`games/quiz/${code}.json`);
const k3 = familyOf('k3');
const games = {
  draws: new Map([['jsks', { zones: k3.draw.zones, sets: k3.sets ?? [] }]]),
  sports: new Map([['jczq', json<SportDescription>('games/sports/jczq.json')]]),
};

it.each(tablesOfCodes('add-a-question.md', QUIZ_CODES))('$page has the table of codes as the program has it', ({ written, wanted }) => {
  expect(written).toBe(wanted);
});

describe('a file that is refused says where', () => {
  const problems = (code: string, edits: readonly Edit[]): string[] => {
    const loaded = loadDocument(patchedBytes(read(`games/quiz/${code}.json`), edits).toString('utf8'), { file: `${code}.json` });
    if (!loaded.ok) return loaded.problems.map((problem) => formatProblem(problem, 'zh'));
    const found = loaded.report(quizInSetFindings(loaded.document as unknown as QuizDescription, games));
    return found.map((problem) => formatProblem(problem, 'zh'));
  };
  const low = { op: 'lt', left: { get: 'sum', of: { zone: 'dice' } }, right: { get: 'number', is: 3 } };

  it('and those that come with the product are right', () => {
    for (const file of readdirSync(join(ROOT, 'games/quiz')))
      expect(loadDocument(read(`games/quiz/${file}`), { file, kind: 'quiz' })).toMatchObject({ ok: true });
    expect(problems('k3daxiao', [])).toEqual([]);
    expect(problems('zuqiu', [])).toEqual([]);
  });

  it.each<[string, string, Edit[]]>([
    ['k3daxiao', 'QUIZ_REST /source/options/0', [{ remove: '/source/options/0/when' }]],
    ['k3daxiao', 'QUIZ_STAKE /stake/least', [{ set: '/stake/least', to: 2_000 }]],
    ['k3daxiao', 'QUIZ_GAME /source/game', [{ set: '/source/game', to: 'jsk' }]],
    ['k3daxiao', 'QUIZ_NEVER /source/options/0/when', [{ set: '/source/options/0/when', to: low }]],
    ['k3daxiao', 'QUIZ_ALWAYS /source/options/0/when', [{ set: '/source/options/0/when', to: { op: 'not', of: low } }]],
    ['k3daxiao', 'QUIZ_PICK /source/options/0/when/value', [{ set: '/source/options/0/when', to: { op: 'odd', value: { get: 'pick' } } }]],
    [
      'k3daxiao',
      'ZONE_UNKNOWN /source/options/0/when/of/0/left/of/zone',
      [{ set: '/source/options/0/when/of/0/left/of/zone', to: 'dise' }],
    ],
    [
      'k3daxiao',
      'SET_UNKNOWN /source/options/0/when/set',
      [{ set: '/source/options/0/when', to: { op: 'in', value: { get: 'sum', of: { zone: 'dice' } }, set: 'red' } }],
    ],
    ['k3daxiao', 'QUIZ_WORD /ask', [{ set: '/ask', to: '{home} 赢吗？' }]],
    ['k3daxiao', 'DUPLICATE /source/options/1/code', [{ set: '/source/options/1/code', to: 'big' }]],
    ['k3daxiao', 'SHAPE_ITEMS /source/options', [{ remove: '/source/options/1' }]],
    ['zuqiu', 'SPORT_MEASURE /source/options/0/when/of', [{ set: '/source/options/0/when/of', to: 'fulll' }]],
    [
      'zuqiu',
      'SPORT_REST /source/options/1/when',
      [
        {
          set: '/source/options/1/when',
          to: {
            op: 'all',
            conditions: [
              { op: 'odd', of: 'full', take: 'total' },
              { op: 'rest', when: { op: 'odd', of: 'full', take: 'total' } },
            ],
          },
        },
      ],
    ],
    ['zuqiu', 'QUIZ_WORD /source/options/0/name', [{ set: '/source/options/0/name', to: '{hime}' }]],
  ])('%s: %s', (code, expected, edits) => {
    const found = problems(code, edits).map((line) => line.split(/\s+/).slice(1, 3).reverse().join(' '));
    expect(
      found.some((each) => each.startsWith(expected)),
      found.join('\n'),
    ).toBe(true);
  });

  it('in words, with a guess', () => {
    const [line = ''] = problems('k3daxiao', [{ set: '/source/game', to: 'jsk' }]);
    expect(line).toContain('没有游戏 "jsk"，是不是 "jsks"');
  });
});

describe('[Q4] the first option whose condition holds', () => {
  it('of a draw: all 216 throws, against counting by hand', () => {
    const source = quiz('k3daxiao').source as DrawSource;
    const game = resolveGame(json<GameDescription>('games/jsks.json'), k3);
    const faces = [1, 2, 3, 4, 5, 6];
    const seen = { big: 0, small: 0, none: 0 };
    for (const a of faces)
      for (const b of faces)
        for (const c of faces) {
          const outcome = decideDraw(source, game, 0, { numbers: { dice: [a, b, c] } });
          const byHand = a === b && b === c ? undefined : a + b + c > 10 ? 'big' : 'small';
          expect(outcome).toBe(byHand);
          seen[(outcome ?? 'none') as keyof typeof seen] += 1;
        }
    expect(seen).toEqual({ big: 105, small: 105, none: 6 });
  });

  it('of a match, and the last without a condition takes the rest', () => {
    const source = quiz('zuqiu').source as MatchSource;
    const of = (home: number, away: number) => decideMatch(source, { full: [home, away], half: [0, 0] }, {});
    expect([of(2, 1), of(1, 1), of(0, 3)]).toEqual(['home', 'draw', 'away']);
  });
});

describe('[Q5] a pool', () => {
  const stakes = fc.array(fc.record({ option: fc.constantFrom('a', 'b', 'c'), points: fc.integer({ min: 10, max: 1_000 }) }), {
    maxLength: 40,
  });

  it('is shared out exactly: nothing appears and nothing is lost, and no stake has a point more or less than its part', () => {
    fc.assert(
      fc.property(
        stakes,
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 50, max: 100 }),
        fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
        (all, carried, share, outcome) => {
          const { back, paid, left } = splitPool(all, carried, share, outcome);
          const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
          const staked = sum(all.map(({ points }) => points));
          const right = sum(all.filter(({ option }) => option === outcome).map(({ points }) => points));
          expect(sum(paid) + left).toBe(staked + carried);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(back).toBe(right === 0 || right === staked);
          // A player that took every side, with as many accounts as he likes, has gained nothing.
          expect(sum(paid)).toBeLessThanOrEqual(staked);
          if (back) return;
          for (const [i, { option, points }] of all.entries()) {
            const due = points * (staked + pointsFromCarryover(staked, carried, share)) * share;
            // In whole numbers: paid ≤ due ÷ (100 × right) < paid + 1.
            if (option === outcome)
              expect((paid[i] as number) * 100 * right <= due && due < ((paid[i] as number) + 1) * 100 * right).toBe(true);
            else expect(paid[i]).toBe(0);
          }
        },
      ),
      { numRuns: runCount(300) },
    );
  });

  it('[Q6] goes back when nobody was right, when all were, and when nothing came true', () => {
    const two = [
      { option: 'a', points: 30 },
      { option: 'b', points: 50 },
    ];
    expect(splitPool(two, 7, 95, 'c')).toEqual({ back: true, paid: [30, 50], left: 7 });
    expect(splitPool(two, 7, 95, undefined)).toEqual({ back: true, paid: [30, 50], left: 7 });
    expect(splitPool(two.slice(0, 1), 7, 95, 'a')).toEqual({ back: true, paid: [30], left: 7 });
    expect(splitPool(two, 7, 95, 'a')).toEqual({ back: false, paid: [79, 0], left: 8 });
    expect(splitPool([], 7, 95, 'a')).toEqual({ back: true, paid: [], left: 7 });
  });
});
