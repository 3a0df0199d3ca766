import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import { SPORT_CODES } from '../../../engine/descriptions/sports/codes.ts';
import type { PassesDescription, SportDescription, SportFile } from '../../../engine/descriptions/sports/types.ts';
import { compileSport, priceSport, settleSport, sportPrizeRange, validateSportTicket } from '../../../engine/rules/sports/index.ts';
import { guidesOf, jsonIn, writtenCodes } from '../../support/guides.ts';
import { type Edit, patchedBytes } from '../../support/patched.ts';

const ROOT = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(ROOT, 'docs/add-a-sport.md'), 'utf8');
const corners = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
const passesText = readFileSync(join(ROOT, 'games/passes/jc.json'), 'utf8');
const pool = readFileSync(join(ROOT, 'games/sports/ctzq.json'), 'utf8');
const basketball = readFileSync(join(ROOT, 'games/sports/jclq.json'), 'utf8');
const football = readFileSync(join(ROOT, 'games/sports/jczq.json'), 'utf8');

const codesOf = (text: string, file: string, passes: ReadonlySet<string> = new Set(['jc'])): string[] => {
  const loaded = loadDocument(text, { file, passes });
  return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
};
const spoilt = (text: string, edits: readonly Edit[]): string => patchedBytes(text, edits).toString('utf8');

describe('docs/add-a-sport.md', () => {
  it('has the table of codes as the program has it', () => {
    const cell = (text: string) => text.replaceAll('|', '\\|');
    const rows = Object.entries(SPORT_CODES).map(
      ([code, { zh, en }]) => `| \`${code}\` | ${cell(zh.message)}；${cell(zh.remedy)} | ${cell(en.message)}; ${cell(en.remedy)} |`,
    );
    const written = /<!-- codes: begin[^>]*-->\n([\s\S]*?)\n?<!-- codes: end -->/.exec(guide)?.[1];
    expect(written).toBe(['| code | 中文 | English |', '|---|---|---|', ...rows].join('\n'));
  });

  it('shows in Chinese some of the codes as the program has them', () => {
    const [, chinese] = guidesOf('add-a-sport.md');
    const { written, wanted } = writtenCodes(chinese?.text ?? '', SPORT_CODES);
    expect(written.length).toBeGreaterThan(15);
    expect(written).toEqual(wanted);
  });

  it.each(guidesOf('add-a-sport.md'))('$page shows a game that passes, is sold, and pays', ({ text }) => {
    const shown = JSON.parse(jsonIn(text)) as SportDescription;
    expect(codesOf(jsonIn(text), `${shown.code}.json`)).toEqual([]);
    const game = compileSport(shown, JSON.parse(passesText) as PassesDescription);
    const checked = validateSportTicket(game, {
      game: shown.code,
      passes: ['2_1'],
      matches: [
        { match: 'a', picks: { MORE: { 3: '1.80', 1: '7.00' } } },
        { match: 'b', numbers: { line: '9' }, picks: { OVER: { 3: '1.90' } } },
      ],
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    expect(priceSport(game, checked.value)).toEqual({ bets: 2n, amountFen: 400n });
    // A push leaves 2 × 1.80; the dearest is 2 × 7.00 × 1.90.
    expect(sportPrizeRange(game, checked.value)).toEqual({ minFen: 360n, maxFen: 2660n, exact: true });
    const paid = (home: number, away: number, total: readonly [number, number]) =>
      settleSport(game, checked.value, { a: { measures: { corners: [home, away] } }, b: { measures: { corners: total } } }).prizeFen;
    expect([paid(6, 3, [5, 5]), paid(4, 4, [5, 5]), paid(6, 3, [5, 4]), paid(3, 6, [5, 5]), paid(6, 3, [4, 4])]).toEqual([
      684n,
      2660n,
      360n,
      0n,
      0n,
    ]);
  });
});

describe('a fault of a sports game is refused with its place', () => {
  const range = { op: 'range', of: 'corners', take: 'difference' };
  it.each<[string, string, string, readonly Edit[], string[]]>([
    [
      'a measure that is not there',
      corners,
      'corners',
      [{ set: '/plays/0/choices/0/when/of', to: 'corner' }],
      ['SPORT_MEASURE /plays/0/choices/0/when/of'],
    ],
    ['a number that is not there', corners, 'corners', [{ set: '/plays/1/push/minus', to: 'lime' }], ['SPORT_NUMBER /plays/1/push/minus']],
    [
      'a condition without a bound',
      corners,
      'corners',
      [{ set: '/plays/0/choices/0/when', to: range }],
      ['SPORT_BOUNDS /plays/0/choices/0/when'],
    ],
    [
      'rest inside of another condition',
      corners,
      'corners',
      [{ set: '/plays/1/push', to: { op: 'rest', when: { ...range, from: '0' } } }],
      ['SPORT_REST /plays/1/push'],
    ],
    [
      'one side of what is counted in points',
      basketball,
      'jclq',
      [{ set: '/plays/0/choices/0/when/take', to: 'home' }],
      ['SPORT_POINTS /plays/0/choices/0/when'],
    ],
    [
      'a part of a part',
      football,
      'jczq',
      [{ set: '/measures/0/within', to: 'half' }],
      ['SPORT_WITHIN /measures/0/within', 'SPORT_WITHIN /measures/1/within'],
    ],
    [
      'a result without a choice',
      corners,
      'corners',
      [
        { set: '/plays/0/choices/1/when/from', to: '1' },
        { set: '/plays/0/choices/1/when/to', to: '1' },
      ],
      ['SPORT_GAP /plays/0'],
    ],
    [
      'a result with two choices',
      corners,
      'corners',
      [{ set: '/plays/0/choices/1/when/to', to: '1' }],
      ['SPORT_OVERLAP /plays/0/choices/1/when'],
    ],
    [
      'a choice that never comes true',
      corners,
      'corners',
      [
        { set: '/plays/0/choices/0/when', to: { ...range, from: '0', below: '0' } },
        { set: '/plays/0/choices/1/when', to: { ...range, from: '0' } },
      ],
      ['SPORT_NEVER /plays/0/choices/0'],
    ],
    [
      'a measure that ends before its conditions do',
      corners,
      'corners',
      [
        { set: '/measures/0/to', to: 3 },
        { set: '/plays/0/choices/0/when/above', to: '3' },
        { set: '/plays/0/choices/1/when/to', to: '3' },
      ],
      ['SPORT_TOO_SMALL /measures/0/to', 'SPORT_NEVER /plays/0/choices/0'],
    ],
    [
      'a measure whose total ends before the line does',
      corners,
      'corners',
      [{ set: '/measures/0/to', to: 8 }],
      ['SPORT_TOO_SMALL /measures/0/to'],
    ],
    ['a table of passes that is not there', corners, 'corners', [{ set: '/passes', to: 'jd' }], ['SPORT_PASSES /passes']],
    ['no table of passes', corners, 'corners', [{ remove: '/passes' }], ['SPORT_PASSES_NEEDED ']],
    ['caps out of order', corners, 'corners', [{ set: '/payout/capFen/0/legs', to: 3 }], ['SPORT_CAPS /payout/capFen']],
    ['a least prize above the cap', corners, 'corners', [{ set: '/payout/leastFen', to: 99_000_000 }], ['SPORT_LEAST /payout/leastFen']],
    [
      'one play twice',
      corners,
      'corners',
      [{ set: '/plays/1/code', to: 'MORE' }],
      ['DUPLICATE /plays/1/code', 'PLAY_UNKNOWN /board/sheet/0/play'],
    ],
    ['passes in a pool', pool, 'ctzq', [{ set: '/passes', to: 'jc' }], ['SPORT_PASSES_POOL /passes']],
    ['a play without a table of the pool', pool, 'ctzq', [{ set: '/payout/tables/1/play', to: 'T14C' }], ['SPORT_TABLE /plays/1/code']],
    [
      'more hits than matches',
      pool,
      'ctzq',
      [{ set: '/payout/tables/1/tiers/0/hits', to: 10 }],
      ['SPORT_TIER /payout/tables/1/tiers/0/hits'],
    ],
    [
      'tiers that take more than the pool',
      pool,
      'ctzq',
      [{ set: '/payout/tables/0/tiers/0/poolPermille', to: 800 }],
      ['SPORT_POOL /payout/tables/0/tiers'],
    ],
    [
      'a pass with another number of matches in its code',
      passesText,
      'jc',
      [{ set: '/passes/1/code', to: '3_1' }, { remove: '/passes/2' }],
      ['PASS_CODE /passes/1/code'],
    ],
    [
      'a pass with another number of bets in its code',
      passesText,
      'jc',
      [{ set: '/passes/1/code', to: '2_2' }],
      ['PASS_COUNT /passes/1/code'],
    ],
    ['legs beyond the matches', passesText, 'jc', [{ set: '/passes/1/legs', to: [3] }], ['PASS_LEGS /passes/1/legs']],
  ])('%s', (_, base, name, edits, expected) => {
    expect(codesOf(spoilt(base, edits), `${name}.json`)).toEqual(expected);
  });

  const league = readFileSync(join(ROOT, 'games/leagues/ozb.json'), 'utf8');
  it.each<[string, string, string, readonly Edit[], string[]]>([
    [
      'a cell of a choice that is not there',
      football,
      'jczq',
      [{ set: '/board/sheet/0/parts/0/choices/0', to: '9:9' }],
      ['SPORT_CHOICE /board/sheet/0/parts/0/choices/0'],
    ],
    ['a margin that a move eats', football, 'jczq', [{ set: '/feed/marginPermille', to: 60 }], ['SPORT_MARGIN /feed/marginPermille']],
    [
      'goals that are played as points',
      football,
      'jczq',
      [{ set: '/feed/measures/0/model', to: 'points' }],
      ['SPORT_MODEL /feed/measures/0/model'],
    ],
    ['a number that nobody sets', football, 'jczq', [{ set: '/feed/numbers', to: [] }], ['SPORT_SET /numbers/0/code']],
    ['a league in no time zone', league, 'ozb', [{ set: '/zone', to: 'Europe/Nowhere' }], ['LEAGUE_ZONE /zone']],
    [
      'a league with two ways to be played',
      league,
      'ozb',
      [{ set: '/quick', to: { everySeconds: 60, matches: 1, minuteMs: 100, sellSeconds: 60, stopSeconds: 5 } }],
      ['LEAGUE_WAYS '],
    ],
    [
      'a demonstration league with two ways to set its kick-offs',
      readFileSync(join(ROOT, 'games/leagues/YSL.json'), 'utf8'),
      'YSL',
      [{ set: '/quick/everySeconds', to: 60 }],
      ['LEAGUE_QUICK /quick'],
    ],
    ['a knock-out for other numbers of teams', league, 'ozb', [{ remove: '/cup/thirds' }], ['CUP_THROUGH /cup/rounds']],
    ['groups of unequal size', league, 'ozb', [{ remove: '/teams/0' }], ['CUP_GROUPS /cup/groups']],
  ])('%s', (_, base, name, edits, expected) => {
    expect(codesOf(spoilt(base, edits), `${name}.json`)).toEqual(expected);
  });

  it('a measure that the feed does not play', () => {
    const text = spoilt(basketball, [{ set: '/measures/0/code', to: 'score' }]).replaceAll('"of": "full"', '"of": "score"');
    // Found with the name in the feed that is there no more: 'SPORT_PLAYED /measures/0/code'.
    expect(codesOf(text, 'jclq.json')).toContain('SPORT_PLAYED /measures/0/code');
  });

  it('a game that is like one that is not there, or like one that is like another', () => {
    const file = readFileSync(join(ROOT, 'games/sports/qwzq.json'), 'utf8');
    const load = (text: string, sports: ReadonlyMap<string, SportFile>) => {
      const loaded = loadDocument(text, { file: 'qwzq.json', passes: new Set(['jc']), sports });
      return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
    };
    const base = JSON.parse(football) as SportFile;
    expect(load(file, new Map([['jczq', base]]))).toEqual([]);
    expect(load(file, new Map())).toEqual(['SPORT_LIKE /like']);
    expect(load(file, new Map([['jczq', { ...base, like: 'bjdc' }]]))).toEqual(['SPORT_LIKE /like']);
    // A place in a play of its own, which comes after those that it has of the other.
    const wrong = spoilt(file, [{ set: '/plays/0/choices/0/when/of', to: 'corners' }]);
    expect(load(wrong, new Map([['jczq', base]]))).toEqual(['SPORT_MEASURE /plays/0/choices/0/when/of']);
  });

  // 'SPORT_LEAGUE ' and 'OUTRIGHT_CUP ' are found in the set of all files: publication-sports.test.ts.

  it('says the result that shows a gap, and what to do, in both languages', () => {
    const text = spoilt(corners, [{ remove: '/plays/0/choices/1' }]);
    const loaded = loadDocument(text, { file: 'corners.json' });
    const [problem] = loaded.ok ? [] : loaded.problems;
    if (problem === undefined) throw new Error('nothing was found');
    expect(formatProblem(problem, 'zh')).toContain('SPORT_GAP  corners 0:0, line 4 时没有一个选项成立；补上选项，或放宽条件');
    expect(formatProblem(problem, 'en')).toContain('SPORT_GAP  at corners 0:0, line 4 no choice wins; add a choice or widen a condition');
  });

  it('every code has a case', () => {
    // What takes the routes to tell is a case of the publication's.
    const source = ['sports', 'publication-sports']
      .map((name) => readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8'))
      .join();
    expect(Object.keys(SPORT_CODES).filter((code) => !source.includes(`'${code} `) && !source.includes(`code: '${code}'`))).toEqual([]);
  });
});
