import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  compileGame,
  compilePlay,
  missingPicks,
  RULE_MESSAGES,
  RuleDefinitionError,
  validateDraw,
  validateLine,
  validateTicket,
} from '../../../engine/rules/index.ts';
import { countGame, isLineSold } from '../../../engine/rules/board.ts';
import { loadGame } from '../../../engine/descriptions/load.ts';
import { ruleKinds } from '../../../engine/rules/kinds/draws/table.ts';
import { countedKinds } from '../../../engine/rules/kinds/table.ts';
import type { Validated, CompiledPlay, Play } from '../../../engine/rules/types.ts';
import family from '../../../schemas/family.schema.json' with { type: 'json' };
import { gameNamed } from './support/games.ts';

const ssq = compileGame(gameNamed('ssq'));
const jlffc = compileGame(gameNamed('jlffc'));

const good = { play: 'FS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [7] } };
const ticket = (more: object = {}): object => ({ game: 'ssq', lines: [good], ...more });

function found(checked: Validated<unknown>): [string, string][] {
  return checked.ok ? [] : checked.errors.map((error) => [error.code, error.pointer]);
}

const check = (input: unknown): [string, string][] => found(validateTicket(ssq, input));
const line = (more: object): [string, string][] => check({ game: 'ssq', lines: [good, { ...good, ...more }] });

describe('tickets', () => {
  it('[R6] a good ticket comes back as a fresh copy with its defaults', () => {
    const input = ticket();
    const checked = validateTicket(ssq, input);
    expect(checked).toEqual({ ok: true, value: { game: 'ssq', lines: [good], multiplier: 1, issues: 1 } });
    if (checked.ok) expect(checked.value.lines[0]).not.toBe(good);
  });

  it('[R6] anything that is not a ticket is an error at the root', () => {
    for (const input of [undefined, null, 7, 'x', true, [], Number.NaN, () => 1]) expect(check(input)).toEqual([['TYPE', '']]);
    expect(check({})).toEqual([
      ['MISSING', ''],
      ['MISSING', ''],
    ]);
  });

  it('[R6] the short check of a board says yes to the same lines', () => {
    const counted = countGame(gameNamed('ssq'));
    const blue = [7];
    for (const picks of [
      { red: [1, 2, 3, 4, 5, 6], blue },
      { red: [1, 2, 3, 4, 5, 6, 7], blue },
      { red: [1, 2, 3, 4, 5], blue },
      { red: [1, 1, 3, 4, 5, 6], blue },
      { red: [1, 2, 3, 4, 5, 34], blue },
      { red: ['1', 2, 3, 4, 5, 6], blue },
      { red: [1, 2, 3, 4, 5, 6], blue, green: blue },
      { red: 6, blue },
      {},
    ])
      for (const play of ['FS', 'DT', 'nothing']) {
        const badLine = { play, picks } as never;
        expect(isLineSold(counted, badLine), JSON.stringify(badLine)).toBe(validateLine(ssq, badLine).length === 0);
      }
  });

  it('[R6] wrong parts of a ticket', () => {
    expect(check(ticket({ extra: 1 }))).toEqual([['UNKNOWN_PROPERTY', '/extra']]);
    expect(check(ticket({ game: 7 }))).toEqual([['TYPE', '/game']]);
    expect(check(ticket({ game: 'jlffc' }))).toEqual([['WRONG_GAME', '/game']]);
    expect(check(ticket({ lines: {} }))).toEqual([['TYPE', '/lines']]);
    expect(check(ticket({ lines: [] }))).toEqual([['NO_LINES', '/lines']]);
    expect(check(ticket({ lines: [null] }))).toEqual([['TYPE', '/lines/0']]);
    expect(check(JSON.parse('{"game":"ssq","lines":[{"play":"FS","picks":{"red":[1,2,3,4,5,6],"blue":[7]}}],"__proto__":{}}'))).toEqual([
      ['UNKNOWN_PROPERTY', '/__proto__'],
    ]);
    expect(check(ticket({ constructor: 1, toString: 2 }))).toEqual([
      ['UNKNOWN_PROPERTY', '/constructor'],
      ['UNKNOWN_PROPERTY', '/toString'],
    ]);
    expect(check({ game: 'ssq', lines: [{ play: 'constructor', picks: {} }] })).toEqual([['UNKNOWN_PLAY', '/lines/0/play']]);
  });

  it('[R6] caps at the cap and one past it', () => {
    expect(check(ticket({ multiplier: 50_000, issues: 25 }))).toEqual([]);
    expect(check(ticket({ multiplier: 50_001 }))).toEqual([['OVER_MULTIPLIER', '/multiplier']]);
    expect(check(ticket({ issues: 26 }))).toEqual([['OVER_ISSUES', '/issues']]);
    expect(check(ticket({ lines: new Array(100).fill(good) }))).toEqual([]);
    expect(check(ticket({ lines: new Array(101).fill(good) }))).toEqual([['OVER_LINES', '/lines']]);
    expect(check(ticket({ lines: new Array(1_000_000).fill(null) }))).toEqual([['OVER_LINES', '/lines']]);
    for (const value of [0, -1, 1.5, Number.NaN]) expect(check(ticket({ multiplier: value }))).toEqual([['WHOLE_NUMBER', '/multiplier']]);
    for (const value of [Number.POSITIVE_INFINITY]) expect(check(ticket({ issues: value }))).toEqual([['WHOLE_NUMBER', '/issues']]);
    expect(check(ticket({ multiplier: 2 ** 60 }))).toEqual([['OVER_MULTIPLIER', '/multiplier']]);
    for (const value of ['2', null, [2]]) expect(check(ticket({ multiplier: value }))).toEqual([['TYPE', '/multiplier']]);
  });
});

describe('lines', () => {
  it('[R6] wrong parts of a line', () => {
    expect(line({ play: 'FZ' })).toEqual([['UNKNOWN_PLAY', '/lines/1/play']]);
    expect(line({ play: 3 })).toEqual([['TYPE', '/lines/1/play']]);
    expect(line({ picks: undefined })).toEqual([['MISSING', '/lines/1']]);
    expect(line({ picks: [1] })).toEqual([['TYPE', '/lines/1/picks']]);
    expect(line({ banker: {} })).toEqual([['UNKNOWN_PROPERTY', '/lines/1/banker']]);
    expect(line({ picks: { ...good.picks, rde: [1] } })).toEqual([['UNKNOWN_AREA', '/lines/1/picks/rde']]);
    expect(line({ picks: { ...good.picks, 'a/b~c': [1] } })).toEqual([['UNKNOWN_AREA', '/lines/1/picks/a~1b~0c']]);
    expect(line({ picks: { ...good.picks, red: 'all' } })).toEqual([['TYPE', '/lines/1/picks/red']]);
  });

  it('[R6] wrong values', () => {
    const red = (values: unknown[]) => line({ picks: { red: values, blue: [7] } });
    expect(red([1, 2, 3, 4, 5, 34])).toEqual([['OUT_OF_RANGE', '/lines/1/picks/red/5']]);
    expect(red([0, 2, 3, 4, 5, 6])).toEqual([['OUT_OF_RANGE', '/lines/1/picks/red/0']]);
    expect(red([1, 2, 3, 4, 5, 6.5])).toEqual([['NOT_INTEGER', '/lines/1/picks/red/5']]);
    expect(red([1, 2, 3, 4, 5, Number.NaN])).toEqual([['NOT_INTEGER', '/lines/1/picks/red/5']]);
    expect(red([1, 2, 3, 4, 5, '6'])).toEqual([['TYPE', '/lines/1/picks/red/5']]);
    expect(red([1, 2, 3, 4, 5, null])).toEqual([['TYPE', '/lines/1/picks/red/5']]);
    expect(red([1, 2, 3, 4, 5, 5])).toEqual([['DUPLICATE', '/lines/1/picks/red/5']]);
    expect(red([1, 2, 3, 4, 5])).toEqual([['TOO_FEW', '/lines/1/picks/red']]);
    expect(red(Array.from({ length: 21 }, (_, i) => i + 1))).toEqual([['TOO_MANY', '/lines/1/picks/red']]);
    expect(red(new Array(500_000).fill(1))).toEqual([['TOO_MANY', '/lines/1/picks/red']]);
    expect(line({ picks: { red: good.picks.red } })).toEqual([['TOO_FEW', '/lines/1/picks/blue']]);
  });

  it('[R5] bankers', () => {
    const dan = (red: number[], bankers: unknown) => line({ play: 'DT', picks: { red, blue: [7] }, bankers });
    expect(dan([6], { red: [1, 2, 3, 4, 5] })).toEqual([]);
    expect(dan([1, 2, 3, 4, 5, 6], { red: [] })).toEqual([['TOO_FEW_BANKERS', '/lines/1/bankers/red']]);
    expect(dan([7], { red: [1, 2, 3, 4, 5, 6] })).toEqual([['TOO_MANY_BANKERS', '/lines/1/bankers/red']]);
    expect(dan([3, 4, 5, 6], { red: [1] })).toEqual([['TOO_FEW_WITH_BANKERS', '/lines/1/picks/red']]);
    expect(dan([2, 3, 4, 5, 6], { red: [1, 2] })).toEqual([['BANKER_IN_PICKS', '/lines/1/bankers/red/1']]);
    expect(dan([2, 3, 4, 5, 6], { red: [1], blue: [8] })).toEqual([['NO_BANKERS', '/lines/1/bankers/blue']]);
    expect(dan([2, 3, 4, 5, 6], { rot: [1] })).toEqual([['UNKNOWN_AREA', '/lines/1/bankers/rot']]);
    expect(dan([2, 3, 4, 5, 6], 'x')).toEqual([['TYPE', '/lines/1/bankers']]);
    expect(line({ bankers: { red: [9] } })).toEqual([['NO_BANKERS', '/lines/1/bankers/red']]);
    expect(line({ bankers: {} })).toEqual([]);
  });

  it('[R6] options, and lines that make no bet', () => {
    const row = (picks: object, play = 'LH') => validateLine(jlffc, { play, picks }, '').map((e) => [e.code, e.pointer]);
    expect(row({ 'wan-qian': ['dragon'] })).toEqual([]);
    expect(row({ 'wan-qian': ['dragn'] })).toEqual([['UNKNOWN_OPTION', '/picks/wan-qian/0']]);
    expect(row({ 'wan-qian': [1] })).toEqual([['TYPE', '/picks/wan-qian/0']]);
    expect(row({ 'wan-qian': [] })).toEqual([['NO_BETS', '/picks']]);
    expect(row({})).toEqual([['NO_BETS', '/picks']]);
    expect(row({ double: [1], single: [1, 2, 3] }, '5X_ZU60')).toEqual([['NO_BETS', '/picks']]);
    expect(row({ pick: [3, 3, 5] }, 'Q3_ZU3')).toEqual([['DUPLICATE', '/picks/pick/1']]);
  });

  it('[R6] messages say what is wrong and what to do, in both languages, and suggest the likely name', () => {
    const say = (input: unknown, language: 'zh' | 'en') => {
      const checked = validateTicket(ssq, input, { language });
      return checked.ok ? [] : checked.errors.map((error) => error.message);
    };
    const wrong = { game: 'ssq', lines: [{ play: 'FS', picks: { red: [1, 2, 3, 4, 5], bleu: [7] } }] };
    expect(say(wrong, 'zh')).toEqual(['玩法 FS 没有选区 bleu（是否想写 blue？）；请改正选区']);
    expect(say(wrong, 'en')).toEqual(['play FS has no area bleu (did you mean blue?); correct the area']);
    expect(say({ game: 'ssq', lines: [{ play: 'FS', picks: { red: [1, 2, 3, 4, 5], blue: [7] } }] }, 'zh')).toEqual([
      '红球 选了 5 个，至少 6 个；还差 1 个',
    ]);
    expect(say(7, 'zh')).toEqual(['应为对象，实为数字；请改正类型']);
    expect(say(ticket({ multiplier: 50_001 }), 'en')).toEqual(['the multiplier 50001 is over the cap of 50000; lower it']);
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).toSorted();
    for (const [code, { zh, en }] of Object.entries(RULE_MESSAGES))
      expect([code, [...new Set(names(zh))]]).toEqual([code, [...new Set(names(en))]]);
  });

  it('[R6] never more than fifty errors', () => {
    const lines = new Array(100).fill({ play: 'FS', picks: { red: [0, 0, 0, 0], blue: ['x'] } });
    expect(check(ticket({ lines })).length).toBe(50);
  });
});

describe('draws', () => {
  const draw = (input: unknown) => found(validateDraw(ssq.game, input));
  const numbers = { red: [6, 5, 4, 3, 2, 1], blue: [16] };

  it('[R7] a good draw passes, in any order of a set', () => {
    expect(validateDraw(ssq.game, { numbers, prizes: { 'FS/1': 100 } })).toEqual({ ok: true, value: { numbers, prizes: { 'FS/1': 100 } } });
  });

  it('[R7] everything else is located', () => {
    expect(draw(null)).toEqual([['TYPE', '']]);
    expect(draw({})).toEqual([['MISSING', '']]);
    expect(draw({ numbers: [] })).toEqual([['TYPE', '/numbers']]);
    expect(draw({ numbers: { red: numbers.red } })).toEqual([['DRAW_ZONE_MISSING', '/numbers']]);
    expect(draw({ numbers: { ...numbers, bleu: [1] } })).toEqual([['DRAW_ZONE_UNKNOWN', '/numbers/bleu']]);
    expect(draw({ numbers: { ...numbers, blue: [] } })).toEqual([['DRAW_LENGTH', '/numbers/blue']]);
    expect(draw({ numbers: { ...numbers, blue: [17] } })).toEqual([['DRAW_NUMBER', '/numbers/blue/0']]);
    expect(draw({ numbers: { ...numbers, blue: ['1'] } })).toEqual([['TYPE', '/numbers/blue/0']]);
    expect(draw({ numbers: { ...numbers, red: [1, 2, 3, 4, 5, 5] } })).toEqual([['DRAW_REPEATED', '/numbers/red/5']]);
    expect(draw({ numbers, number: 1 })).toEqual([['UNKNOWN_PROPERTY', '/number']]);
    expect(draw({ numbers, prizes: { 'FS/9': 1 } })).toEqual([['DRAW_PRIZE_UNKNOWN', '/prizes/FS~19']]);
    expect(draw({ numbers, prizes: { 'FS/3': 1 } })).toEqual([['DRAW_PRIZE_FIXED', '/prizes/FS~13']]);
    expect(draw({ numbers, prizes: { 'FS/1': -1 } })).toEqual([['DRAW_PRIZE_VALUE', '/prizes/FS~11']]);
    const toy = gameNamed('toy');
    const all = {
      main: [1, 2, 3],
      special: [3],
      left: [1, 2, 3],
      right: [1],
      digits: [0, 0, 0, 0],
      order: [1, 2, 3],
      six: [0, 0, 0, 0, 0, 0],
    };
    expect(found(validateDraw(toy, { numbers: all }))).toEqual([['DRAW_EXCLUDED', '/numbers/special/0']]);
    expect(found(validateDraw(toy, { numbers: { ...all, special: [4] } }))).toEqual([]);
  });
});

describe('what a line still lacks', () => {
  const short = (game: typeof ssq, play: string, picks: object, bankers: object = {}) =>
    missingPicks(game, play, picks as never, bankers as never).map((lack) => `${lack.area} ${lack.missing}${lack.banker ? ' 胆' : ''}`);

  it('[R11] says it area by area, and nothing once there is a bet', () => {
    expect(short(ssq, 'FS', {})).toEqual(['red 6', 'blue 1']);
    expect(short(ssq, 'FS', { red: [1, 2, 3, 4], blue: [1] })).toEqual(['red 2']);
    expect(short(ssq, 'FS', good.picks)).toEqual([]);
    expect(short(ssq, 'DT', {})).toEqual(['red 1 胆', 'red 5', 'blue 1']);
    expect(short(ssq, 'DT', { red: [6], blue: [1] }, { red: [1, 2, 3] })).toEqual(['red 2']);
    expect(short(ssq, 'DT', { red: [6], blue: [1] }, { red: [1, 2, 3, 4, 5] })).toEqual([]);
    expect(short(jlffc, 'DWD', {})).toEqual(['wan 1']);
    expect(missingPicks(jlffc, 'DWD', {})[0]?.label).toBe('号码');
    expect(missingPicks(jlffc, 'LH', {})[0]?.label).toBe('选项');
    expect(short(jlffc, '5X_ZU60', { double: [1], single: [1, 2, 3] })).toEqual(['single 1']);
    expect(short(jlffc, 'Q3_ZU3', { pick: [1] })).toEqual(['pick 1']);
    expect(short(jlffc, 'unknown', {})).toEqual([]);
  });
});

describe('plays that make no sense are refused when they are compiled', () => {
  const model = (ssq.play('FS') as CompiledPlay).play;
  const refused = (change: Partial<Play>, game = ssq.game) => {
    expect(() => compilePlay(game, { ...model, ...change })).toThrow(RuleDefinitionError);
  };

  it('[R13] by kind', () => {
    refused({ prizes: [] });
    refused({ rule: { kind: 'magic' } as never });
    if (model.rule.kind === 'combination') {
      const [red] = model.rule.picks;
      refused({ rule: { ...model.rule, picks: [red as never, red as never] } });
      refused({ rule: { ...model.rule, tiers: [{ tier: '1', hits: [[6]] }] } });
      refused({ rule: { ...model.rule, picks: [{ area: 'green', choose: 1, of: [{ zone: 'red' }] }] } });
      refused({ rule: { ...model.rule, picks: [{ area: 'red', choose: 1, of: [{ zone: 'green' }] }] } });
    }
    refused({ rule: { kind: 'group', of: { zone: 'red' }, roles: [{ area: 'red', times: 1, choose: 5 }], tier: '1' } });
    refused({
      rule: {
        kind: 'group',
        of: { zone: 'red' },
        roles: [
          { area: 'red', times: 1, choose: 5 },
          { area: 'blue', times: 1, choose: 1 },
        ],
        tier: '1',
      },
    });
    refused({ rule: { kind: 'options', combine: 'all', cases: [{ area: 'red', when: { op: 'odd', value: { get: 'pick' } } }] } });
  });

  it('[R13] and before that by the loader, with a place in the file', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../games/ssq.json'), 'utf8');
    const codes = (change: (play: { areas: object[]; rule: object; prizes: object[] }) => void): string[] => {
      const game = JSON.parse(text) as { playGroups: { plays: { areas: object[]; rule: object; prizes: object[] }[] }[] };
      change(game.playGroups[0]?.plays[0] as never);
      const loaded = loadGame(JSON.stringify(game), { file: 'ssq.json' });
      return loaded.ok ? [] : loaded.problems.map((problem) => problem.code);
    };
    expect(codes(() => undefined)).toEqual([]);
    const cases = [{ area: 'red', when: { op: 'gt', left: { get: 'sum', of: { zone: 'blue' } }, right: { get: 'pick' } }, tier: '1' }];
    const chosen = (more: object, min = 2) =>
      codes((play) => {
        play.areas.length = 1;
        Object.assign(play.areas[0] as object, { min });
        play.rule = { kind: 'options', combine: 'choose', choose: 2, wins: 'any', cases, ...more };
        play.prizes = [{ kind: 'fixed', tier: '1', name: '1', fen: 1 }];
      });
    // The other plays of the game go on sharing the pool of the first tiers.
    expect(chosen({})).not.toContain('CHOOSE_FORM');
    expect(chosen({ wins: undefined })).toContain('CHOOSE_FORM');
    expect(chosen({ choose: undefined })).toContain('CHOOSE_FORM');
    expect(chosen({ combine: 'each' })).toContain('CHOOSE_FORM');
    expect(chosen({ choose: 40 })).toContain('RULE_UNSATISFIABLE');
    expect(chosen({})).not.toContain('AREA_LEAST');
    expect(chosen({}, 1)).toContain('AREA_LEAST');
    expect(chosen({ cases: [{ ...cases[0], tier: undefined }] })).toContain('CASE_TIER');
    const pick = { area: 'red', choose: 6, of: [{ zone: 'red' }] };
    expect(codes((play) => Object.assign(play.rule, { picks: [pick, pick] }))).toContain('AREA_TWICE');
    const role = { area: 'red', times: 1, choose: 3 };
    expect(
      codes((play) => Object.assign(play, { rule: { kind: 'group', of: { zone: 'red' }, roles: [role, role], tier: '1' } })),
    ).toContain('ROLE_TIMES_TWICE');
    const places = Array.from({ length: 13 }, () => ({ area: 'red', zone: 'red', place: 'a' }));
    expect(
      codes((play) =>
        Object.assign(play, {
          rule: { kind: 'direct', distinct: true, parts: [{ score: 'count', places }], tiers: [{ tier: '1', hits: [[13]] }] },
        }),
      ),
    ).toEqual(expect.arrayContaining(['DISTINCT_PLACES', 'AREA_TWICE']));
  });

  it('[R13] a kind that a description can name has both halves', () => {
    const named = family.$defs.rule.oneOf.map(
      ({ $ref }) => family.$defs[$ref.replace('#/$defs/', '') as 'crossRule'].properties.kind.const,
    );
    expect(Object.keys(countedKinds).sort()).toEqual(named.sort());
    expect(Object.keys(ruleKinds).sort()).toEqual(named.sort());
  });
});
