import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeJson } from '../../tools/games/json.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-games-'));
  cpSync(join(root, 'games'), folder, { recursive: true });
  const eleven = JSON.parse(readFileSync(join(folder, 'jlffc.json'), 'utf8')) as object;
  // A game dropped in as a file and nothing else; and one that is refused.
  writeFileSync(join(folder, 'x115.json'), JSON.stringify({ ...eleven, code: 'x115', name: '十一', family: '11x5' }));
  writeFileSync(join(folder, 'broken.json'), '{\n  "kind": "game",,\n}');
  mkdirSync(join(folder, 'empty'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command once over many lines. */
function games(args: readonly string[], lines: readonly (string | object)[] = [], of = folder) {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const run = spawnSync(process.execPath, [join(root, 'scripts/games.mjs'), ...args], {
    input,
    encoding: 'utf8',
    env: { ...process.env, CAIPU_GAMES: of },
  });
  return { code: run.status, out: run.stdout.split('\n').filter(Boolean), err: run.stderr };
}

const ssq = { game: 'ssq', lines: [{ play: 'FS', picks: { red: [1, 2, 3, 4, 5, 6, 7], blue: [1, 2] } }] };
const big = {
  game: 'ssq',
  lines: new Array(100).fill({
    play: 'FS',
    picks: { red: Array.from({ length: 20 }, (_, i) => i + 1), blue: Array.from({ length: 16 }, (_, i) => i + 1) },
  }) as object[],
  multiplier: 50_000,
  issues: 25,
};

describe('npm run games', () => {
  it('price: one line of answer for each line, exact integers, located refusals', () => {
    const { code, out, err } = games(
      ['price'],
      [
        '\uFEFF',
        ssq,
        '   ',
        big,
        'not json',
        '[[[[',
        '[]',
        { ...ssq, game: 'sqq' },
        { ...ssq, game: '../ssq' },
        { lines: [] },
        { game: 'broken', lines: [] },
        { ...ssq, lines: [{ play: 'FS', picks: { red: [1, 2, 3, 4, 5, 40], blue: [1] } }] },
        '{"game":"ssq","lines":[{"play":"FS","picks":{"red":[1,2,3,4,5,6],"blue":[1],"__proto__":[1]}}]}',
        { game: 'x115', lines: [{ play: 'Q3ZHIX', picks: { b1: [1, 2], b2: [1, 2], b3: [3] } }], multiplier: 5 },
        `{"game":"ssq","lines":${'['.repeat(100_000)}`,
      ],
    );
    // Some are refused.
    expect([code, err]).toEqual([1, '']);
    expect(out[0]).toBe('{"ok":true,"bets":14,"amountFen":2800,"minPrizeFen":3500,"maxPrizeFen":516920000,"line":2}');
    expect(out[1]).toMatch(/^\{"ok":true,"bets":62016000,"amountFen":15504000000000000,"minPrizeFen":\d+,"maxPrizeFen":\d+,"line":4\}$/);
    const refusals = out
      .slice(2)
      .map(
        (line) =>
          JSON.parse(line) as { ok: boolean; line: number; bets?: number; errors?: { code: string; pointer: string; message: string }[] },
      );
    expect(refusals.map(({ ok, bets, errors }) => (ok ? bets : errors?.map((e) => `${e.code} ${e.pointer}`).join()))).toEqual([
      'JSON_SYNTAX ',
      'JSON_SYNTAX ',
      'TYPE ',
      'UNKNOWN_GAME /game',
      'UNKNOWN_GAME /game',
      'MISSING ',
      'GAME_REFUSED /game',
      'OUT_OF_RANGE /lines/0/picks/red/5',
      'UNKNOWN_AREA /lines/0/picks/__proto__',
      2,
      'JSON_SYNTAX ',
    ]);
    expect(refusals.map(({ line }) => line)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expect(refusals[3]?.errors?.[0]?.message).toBe('没有游戏 sqq（是否想写 ssq？）；请改正游戏代码');
    expect(refusals[6]?.errors?.[0]?.message).toContain('broken.json:2:');
  });

  it('settle: wins line by line and tier by tier; pointers into the line of input', () => {
    const draw = { numbers: { red: [1, 2, 3, 4, 5, 6], blue: [1] } };
    const { code, out } = games(
      ['settle', '--lang', 'en'],
      [
        { ticket: { ...ssq, multiplier: 2 }, draw },
        { ticket: ssq, draw: { ...draw, prizes: { 'FS/1': 700, 'FS/2': 100 } } },
        { ticket: ssq },
        { ticket: ssq, draw: { numbers: { red: [1, 2, 3, 4, 5, 5], blue: [1] } } },
        { ticket: { ...ssq, multiplier: 0 }, draw },
        'null',
      ],
    );
    expect(code).toBe(1);
    const answers = out.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers[0]).toEqual({
      ok: true,
      wins: [
        { line: 0, tier: '1', count: 1, prizeFen: 1_000_000_000 },
        { line: 0, tier: '2', count: 1, prizeFen: 30_000_000 },
        { line: 0, tier: '3', count: 6, prizeFen: 3_600_000 },
        { line: 0, tier: '4', count: 6, prizeFen: 240_000 },
      ],
      prizeFen: 1_033_840_000,
      line: 1,
    });
    expect(answers[1]).toMatchObject({ ok: true, prizeFen: 700 + 100 + 1_800_000 + 120_000 });
    expect(answers.slice(2)).toEqual([
      { ok: false, errors: [{ code: 'MISSING', pointer: '', message: 'draw is missing; add it' }], line: 3 },
      {
        ok: false,
        errors: [{ code: 'DRAW_REPEATED', pointer: '/draw/numbers/red/5', message: '红球 shows 5 twice; a number is drawn once' }],
        line: 4,
      },
      {
        ok: false,
        errors: [{ code: 'WHOLE_NUMBER', pointer: '/ticket/multiplier', message: '0 is not a whole number from 1; correct it' }],
        line: 5,
      },
      { ok: false, errors: [{ code: 'TYPE', pointer: '', message: 'expected object, found null; correct the type' }], line: 6 },
    ]);
  });

  it('expand: the single bets, and a located refusal past the bound', () => {
    const { code, out } = games(
      ['expand'],
      [{ game: 'ssq', lines: [{ play: 'DT', picks: { red: [6, 7], blue: [1] }, bankers: { red: [1, 2, 3, 4, 5] } }] }, ssq, big],
    );
    expect(code).toBe(1);
    expect(out[0]).toBe(
      '{"ok":true,"bets":[{"play":"DT","picks":{"red":[6],"blue":[1]},"bankers":{"red":[1,2,3,4,5]}},{"play":"DT","picks":{"red":[7],"blue":[1]},"bankers":{"red":[1,2,3,4,5]}}],"line":1}',
    );
    expect((JSON.parse(out[1] as string) as { bets: object[] }).bets.length).toBe(14);
    expect(JSON.parse(out[2] as string)).toMatchObject({ ok: false, errors: [{ code: 'TOO_LARGE', pointer: '/lines' }] });
  });

  it('an id of a line comes back with its answer, and is no part of the ticket', () => {
    const { out } = games(
      ['price'],
      [
        { id: 'a-1', ...ssq },
        { id: 7, ...ssq, more: 1 },
      ],
    );
    expect(out.map((line) => JSON.parse(line) as object)).toMatchObject([
      { ok: true, bets: 14, id: 'a-1', line: 1 },
      { ok: false, errors: [{ code: 'UNKNOWN_PROPERTY', pointer: '/more' }], id: 7, line: 2 },
    ]);
  });

  it('check: exit code 1 and file:line:column for a wrong file, 0 when nothing is wrong', () => {
    const wrong = games(['check', '--lang', 'en', join(folder, 'broken.json'), join(folder, 'ssq.json')]);
    expect(wrong.code).toBe(1);
    expect(wrong.out[0]).toMatch(/broken\.json:2:\d+ {2}\S* {2}[A-Z_]+ {2}.+; .+/);
    // All games of the product are judged by `npm run check`.
    const few = join(folder, 'few');
    mkdirSync(few);
    cpSync(join(root, 'games/ssq.json'), join(few, 'ssq.json'));
    const right = games(['check', few]);
    expect([right.code, right.out]).toEqual([0, []]);
    cpSync(join(folder, 'broken.json'), join(few, 'broken.json'));
    expect(games(['check'], [], few).code).toBe(1);
    expect(games(['check', join(folder, 'empty')]).code).toBe(1);
  });

  it('what is not understood says how to ask', () => {
    const unknown = games(['prise']);
    expect(unknown.code).toBe(2);
    // What is wrong is not above a screenful of help.
    expect(unknown.err.trim().split('\n')).toEqual([
      '不明白 / not understood: prise，是不是 / did you mean price',
      '命令 / commands: check new plays odds simulate books diff price settle expand；用法 / usage: npm run -s games -- --help',
    ]);
    expect(games(['price', '--long']).err).toContain('npm run -s games');
    expect(games(['--help']).code).toBe(0);
  });
});

describe('exact JSON', () => {
  it('writes whole numbers of any size as digits, and text as it is', () => {
    expect(writeJson({ a: 2n ** 70n, b: [1n, 'x"\u0000', null, undefined], c: undefined, d: true })).toBe(
      '{"a":1180591620717411303424,"b":[1,"x\\"\\u0000",null,null],"d":true}',
    );
  });
});
