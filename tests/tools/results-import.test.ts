/** Imports and exports against a database: joined, refused and skipped draws, and the way there and back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game } from '../../engine/descriptions/types.ts';
import { type Database, openDatabase } from '../../server/platform/database/database.ts';
import { recordAudit } from '../../server/platform/audit/audit.ts';
import { SCHEMA } from '../../server/schema.ts';
import { GameLibrary } from '../../tools/games/library.ts';
import { type ExportFormat, exportResults } from '../../tools/results/export.ts';
import { type ImportOptions, importFile } from '../../tools/results/import.ts';
import { main } from '../../tools/results/main.ts';
import { problemLine } from '../../tools/results/problems.ts';
import { rememberedMappings } from '../../tools/results/remembered.ts';
import { jsonReport, reportLines } from '../../tools/results/report.ts';
import { storedResults } from '../../tools/results/store.ts';
import { root, temporaryFolder } from '../server/support/server.ts';

let database: Database;
let library: GameLibrary;
let dataFolder: string;
beforeAll(async () => {
  [database, library] = await Promise.all([
    openDatabase({ schema: SCHEMA, dataDir: temporaryFolder() }),
    GameLibrary.open(join(root, 'games'), 'en'),
  ]);
});
beforeEach(async () => {
  dataFolder = temporaryFolder();
  await database.query('DELETE FROM issues');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database?.close());

async function gameOf(code: string): Promise<Game> {
  const found = await library.game(code);
  if (!found.ok) throw new Error(`${code}: ${found.problem}`);
  return found.compiled.game;
}

async function imported(code: string, content: string | Uint8Array, options: Partial<ImportOptions> = {}, file = 'f') {
  const game = await gameOf(code);
  const left = Object.create(database, { close: { value: async () => {} } }) as Database;
  return importFile(
    game,
    file,
    Buffer.from(content),
    { skipDifferent: false, onlyGood: false, whole: false, language: 'en', dataFolder, ...options },
    { open: async () => left, written: (client, body) => recordAudit(client, 'tester', { kind: 'results.import', body }) },
  );
}

const fixture = (file: string) => readFileSync(join(import.meta.dirname, 'results-files', file));
const stored = async (code: string) => (await storedResults(database, await gameOf(code))).map(({ issue }) => issue);
const HEAD = 'issue,date,numbers\n';

describe('the same draw from two files', () => {
  it('is one draw, whatever the files call it and when they say it was', async () => {
    expect((await imported('ssq', fixture('term-draw-result.csv'))).stored).toEqual({ added: 5, known: 0 });
    expect((await imported('ssq', fixture('words-without-head.txt'))).stored).toEqual({ added: 0, known: 3 });
    expect((await imported('ssq', fixture('short-years.csv'))).stored).toEqual({ added: 0, known: 3 });
    // Without a date, for draws whose days no calendar knows.
    expect((await imported('ssq', 'Issue,R1,R2,R3,R4,R5,R6,Blue\n3001,10,11,12,13,26,28,11\n')).stored).toEqual({ added: 0, known: 1 });
    expect(await stored('ssq')).toEqual(['2003001', '2003002', '2003003', '2026095', '2026096']);
  });

  it('is refused with both numbers when they differ, and left when an option says so', async () => {
    await imported('dlt', `${HEAD}26001,2026-01-01,01 02 03 04 05+06 07\n`, {}, 'folder/first.csv');
    await imported('dlt', `${HEAD}26020,2026-02-24,01 02 03 04 05+06 07\n`, {}, 'elsewhere.csv');
    const other = `${HEAD}2026001,2026-01-01,01 02 03 04 05+06 08\n2026002,2026-01-04,01 02 03 04 05+06 08\n`;
    const refused = await imported('dlt', other);
    expect(refused.stored).toBeUndefined();
    expect(refused.mistakes.map((each) => problemLine('f', each, 'en'))).toEqual([
      'f:2:1  RESULT_CONFLICT  issue 26001 has other numbers already; a result never changes, remove this line or add --skip-different (file: 01 02 03 04 05+06 08, imported before from first.csv: 01 02 03 04 05+06 07)',
    ]);
    expect(await stored('dlt')).toEqual(['26001', '26020']);
    const skipped = await imported('dlt', other, { skipDifferent: true });
    expect([skipped.stored, skipped.left.map(({ code }) => code)]).toEqual([{ added: 1, known: 0 }, ['RESULT_CONFLICT']]);
    expect((await storedResults(database, await gameOf('dlt')))[0]?.numbers.back).toEqual([6, 7]);
  });

  it('under another number on the same day is refused, and --skip-different does not help', async () => {
    await imported('fc3d', `${HEAD}2026001,2026-01-01 21:15:00,123\n`);
    const { mistakes } = await imported('fc3d', `${HEAD}2026002,2026-01-01 20:00:00,456\n`, { skipDifferent: true });
    expect(mistakes).toEqual([
      { at: { line: 2, column: 1 }, code: 'RESULT_TIME_TAKEN', params: { found: '2026-01-01', other: '2026001' } },
    ]);
  });
});

it('a file with wrong rows is imported whole or not at all, unless the good ones are asked for', async () => {
  const file = `${HEAD}2026001,2026-01-01,01 02 03 04 05 06+07\n2026002,2026-01-04,01 02 03 04 05 34+08\n2026003,2026-01-06,1,2\n`;
  expect((await imported('ssq', file)).stored).toBeUndefined();
  expect(await stored('ssq')).toEqual([]);
  // One line that is not like the others is enough.
  const short = await imported('ssq', `${HEAD}2026001,2026-01-01,01 02 03 04 05 06+07\n2026002,1\n`);
  expect([short.stored, short.mistakes.map(({ code }) => code)]).toEqual([undefined, ['RESULT_FIELDS']]);
  expect(await stored('ssq')).toEqual([]);
  const good = await imported('ssq', file, { onlyGood: true });
  expect([good.stored, good.left.map(({ code }) => code)]).toEqual([{ added: 1, known: 0 }, ['RESULT_FIELDS', 'RESULT_NUMBERS']]);
});

it('says what it left, joined and missed', async () => {
  await imported('ssq', `${HEAD}2026002,2026-01-04,01 02 03 04 05 06+08\n`);
  const report = await imported(
    'ssq',
    'issue,date,red,blue,sales\n2026001,2026-01-01,1 2 3 4 5 6,7,100\n2026001,2026-01-01,1 2 3 4 5 6,7,100\n2026004,2026-01-08,1 2 3 4 5 6,8,100\n',
  );
  expect(report).toMatchObject({ stored: { added: 2, known: 0 }, columnsLeft: ['sales'], repeated: 1, missing: ['2026003'] });
  expect(reportLines(report, 'zh')).toEqual({
    out: ['双色球：导入 2 期，已有 0 期'],
    error: ['提醒：没有用到的列：sales', '提醒：1 行和别的行相同，合并为一期', '提醒：文件首尾之间缺 1 期：2026003'],
  });
  expect(JSON.parse(jsonReport(report))).toMatchObject({
    game: 'ssq',
    form: 'csv',
    encoding: 'utf-8',
    stored: { added: 2 },
    missing: ['2026003'],
  });
});

it('leaves the draws of other rules with a sentence', async () => {
  const report = await imported('qxc', fixture('two-forms.csv'));
  expect(report.stored).toEqual({ added: 4, known: 0 });
  expect(reportLines(report, 'zh').error).toContain('提醒：20101 及以后的 7 期是另一种规则的号码，没有导入；它们属于另一个彩种');
  expect(reportLines(await imported('xqxc', fixture('two-forms.csv')), 'en').out).toEqual([
    'xqxc: 11 draws imported, 0 were there already',
  ]);
});

describe('columns that were named', () => {
  const FILE = 'ref,when,balls_a,balls_b\n2026001,2026-01-01,01 02 03 04 05 06,07\n';
  const MAP = 'issue=ref,date=when,red=balls_a,blue=balls_b';
  it('are proposed, remembered for the same head line and game, and forgotten', async () => {
    const first = await imported('ssq', FILE);
    expect(reportLines(first, 'zh').out.slice(-3)).toEqual([
      '可以这样读，核对后照抄：',
      '  npm run results -- import ssq f --map issue=ref,date=when,numbers=balls_a+balls_b',
      '    2026001  2026-01-01  1 2 3 4 5 6 + 7',
    ]);
    expect((await imported('ssq', FILE, { map: MAP })).stored).toEqual({ added: 1, known: 0 });
    expect((await imported('ssq', FILE)).stored).toEqual({ added: 0, known: 1 });
    const [mapping] = await rememberedMappings(dataFolder);
    expect(mapping).toMatchObject({ game: 'ssq', map: MAP, given: true });

    vi.stubEnv('CAIPU_DATA', dataFolder);
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    expect(await main(['maps', 'ssq'])).toBe(0);
    expect(await main(['forget', 'ssq', mapping?.id ?? ''])).toBe(0);
    expect(await main(['maps'])).toBe(0);
    vi.unstubAllEnvs();
    expect(lines).toEqual([`${mapping?.id}  ssq  --map  ${MAP}\n`, `已删除 ${mapping?.id}\n`]);
    expect((await imported('ssq', FILE)).stored).toBeUndefined();
  });
});

describe('exported results', () => {
  const FILES = [
    ['ssq', 'term-draw-result.csv'],
    ['dlt', 'words-with-prizes.txt'],
    ['kl8', 'n1-to-n20.csv'],
    ['fc3d', 'three-digits.csv'],
    ['xqxc', 'two-forms.csv'],
    ['lhc', 'meta-and-draws.json'],
  ] as const;
  it.each(FILES.flatMap(([game, file]) => (['csv', 'jsonl'] as const).map((format) => [game, file, format] as const)))(
    'of %s (%s) as %s are imported as they were',
    async (code, file, format: ExportFormat) => {
      const game = await gameOf(code);
      await imported(code, fixture(file));
      const before = await storedResults(database, game);
      const { text, count } = exportResults(game, before, format);
      expect(count).toBe(before.length);
      await database.query('DELETE FROM issues');
      const report = await imported(code, text);
      expect([report.stored, report.columnsLeft]).toEqual([{ added: count, known: 0 }, []]);
      expect(await storedResults(database, game)).toEqual(before);
    },
  );

  it('have the columns of the data dictionary, without demonstration draws and draws of other zones', async () => {
    const game = await gameOf('ssq');
    const draw = (issue: string, blue: number[], demo = false) => ({
      issue,
      drawsAt: Date.parse('2026-01-01T21:15:00+08:00'),
      numbers: { red: [1, 2, 3, 4, 5, 6], blue },
      demo,
    });
    const results = [draw('2026001', [7]), draw('2026002', [7], true), draw('2026003', [])];
    expect(exportResults(game, results, 'csv')).toEqual({
      text: '\ufeffissue,time,red,blue\r\n2026001,2026-01-01 21:15:00,01 02 03 04 05 06,07\r\n',
      count: 1,
      demo: 1,
      older: 1,
    });
    expect(exportResults(game, results, 'jsonl').text).toBe(
      '{"issue":"2026001","time":"2026-01-01 21:15:00","red":[1,2,3,4,5,6],"blue":[7]}\n',
    );
  });
});

it('options with values that there are not are refused', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const file = join(dataFolder, 'f.csv');
  writeFileSync(file, HEAD);
  for (const option of ['--dates=today', '--encoding=latin1', '--format=xlsx']) expect(await main(['import', 'ssq', file, option])).toBe(2);
  expect(lines.map((line) => line.trim().split('\n').at(-1))).toEqual([
    expect.stringContaining('--dates today'),
    expect.stringContaining('--encoding latin1'),
    expect.stringContaining('--format xlsx'),
  ]);
});
