import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { ResultDetailModels, ResultListModels } from '../../protocol/calls.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { checkRows } from '../../tools/results/check-rows.ts';
import { main as importMatches } from '../../tools/matches/main.ts';
import { main, problemLine } from '../../tools/results/main.ts';
import type { RowProblem } from '../../tools/results/problems.ts';
import { readRows } from '../../tools/results/read.ts';
import { storeDemo, storeDraws } from '../../tools/results/store.ts';
import { root, startServer, type TestServer, temporaryFolder } from '../server/support/server.ts';

let server: TestServer;
let ssq: Game;
let ffc: Game;

beforeAll(async () => {
  server = await startServer();
  ssq = server.context.games.published('ssq')?.game as Game;
  ffc = server.context.games.published('jlffc')?.game as Game;
});

afterAll(() => server?.stop());

const NOW = Date.parse('2026-11-20T00:00:00+08:00');

/** What a file comes to: draws, or mistakes as they are printed. */
function judged(game: Game, text: string, now = NOW) {
  const read = readRows(text, game);
  const { draws, mistakes, offSchedule } =
    read.mistakes.length > 0 ? { draws: [], mistakes: read.mistakes, offSchedule: [] } : checkRows(game, read.rows, now, 'en');
  const write = (mistake: RowProblem) => problemLine('f', mistake, 'en');
  return { draws, mistakes: mistakes.map(write), offSchedule: offSchedule.map(write) };
}

const numbers = (game: Game, text: string) => judged(game, text).draws.map((draw) => draw.numbers);

describe('reading past draws', () => {
  it('CSV: one column for all zones or one for each, with commas, tabs or quotes, by id or by label', () => {
    const same = [{ red: [1, 2, 3, 4, 5, 6], blue: [7] }];
    for (const text of [
      'issue,time,numbers\n2020001,2020-01-02 21:15:00,01 02 03 04 05 06+07\n',
      '\uFEFFissue\ttime\tnumbers\r\n2020001\t2020-1-2\t01 02 03 04 05 06 | 07\r\n\r\n',
      '期号;开奖时间;红球;蓝球\n2020001;2020/01/02;6 5 4 3 2 1;7',
      'issue,time,red,blue\n"2020001","2020-01-02T21:15:00","1,2,3,4,5,6",7',
    ])
      expect(numbers(ssq, text).map(({ red = [], ...rest }) => ({ ...rest, red: red.toSorted((a, b) => a - b) }))).toEqual(same);
  });

  it('JSON: zones as lists, numbers as an object or as text', () => {
    const draw = { red: [1, 2, 3, 4, 5, 6], blue: [7] };
    for (const item of [{ numbers: draw }, { ...draw }, { numbers: '1 2 3 4 5 6 + 7' }, { red: '01 02 03 04 05 06', blue: '07' }])
      expect(numbers(ssq, JSON.stringify([{ issue: 2020001, time: '2020-01-02', ...item }]))).toEqual([draw]);
  });

  it('digits may stand close together, and the issue tells the time of an interval game', () => {
    const { draws } = judged(ffc, 'issue,numbers\n202001020001,01234\n202001021440,9 9 9 9 9\n');
    expect(draws.map((draw) => Object.values(draw.numbers)[0])).toEqual([
      [0, 1, 2, 3, 4],
      [9, 9, 9, 9, 9],
    ]);
    expect(draws.map(({ drawsAt }) => new Date(drawsAt).toISOString())).toEqual(['2020-01-01T16:01:00.000Z', '2020-01-02T16:00:00.000Z']);
  });

  it('places every mistake by line and column', () => {
    expect(
      judged(
        ssq,
        [
          'issue,time,red,blue',
          '2020001,2020-01-02,01 02 03 04 05 34,07',
          '2020001,2020-01-05,01 02 03 04 05 05,07',
          '2020003,2020-02-30,01 02 03 04 05 06,17',
          '2020004,2020-01-02,01 02 03 04 05 06,x',
          'no issue,2099-01-01,01 02 03 04 05,7',
          '2018006,,1 2 3 4 5 6,7',
        ].join('\n'),
      ).mistakes,
    ).toEqual([
      'f:2:35  RESULT_NUMBERS  红球 cannot show 34; write a whole number from 1 to 33',
      'f:3:1  RESULT_ISSUE_TWICE  issue 2020001 stands in line 2 already; keep one',
      'f:3:35  RESULT_NUMBERS  红球 shows 5 twice; a number is drawn once',
      'f:4:9  RESULT_TIME  the time "2020-02-30" is not one; write it as 2026-11-20 21:15:00',
      'f:4:38  RESULT_NUMBERS  蓝球 cannot show 17; write a whole number from 1 to 16',
      'f:5:9  RESULT_TIME_TWICE  line 2 has the same time; correct one of them',
      'f:5:38  RESULT_NUMBERS  蓝球 cannot show x; write a whole number from 1 to 16',
      'f:6:1  RESULT_ISSUE  the issue "no issue" is not one; write 1–32 letters, digits or -',
      'f:6:10  RESULT_FUTURE  2099-01-01 21:15:00 has not come yet; import only what has been drawn',
      expect.stringMatching(/^f:6:21 {2}RESULT_NUMBERS {2}红球 .*5.*6/),
      'f:7:1  RESULT_TIME_MISSING  issue 2018006 does not tell when it was drawn; add time',
    ]);
  });

  it('refuses a time on another day than the issue number says, and tells of one that the schedule does not have', () => {
    const quick: Game = {
      ...ffc,
      schedule: {
        kind: 'interval',
        utcOffset: '+08:00',
        first: '09:10:00',
        everySeconds: 1200,
        drawsPerDay: 41,
        closeBeforeSeconds: 60,
        issue: '{yyyy}{MM}{dd}{seq:3}',
      },
    };
    const problemsOf = (game: Game, lines: string) => {
      const { draws, mistakes, offSchedule } = judged(game, `issue,time,numbers\n${lines}`);
      return { taken: draws.length, mistakes, offSchedule };
    };
    expect(problemsOf(quick, '20261231041,2026-11-19 09:10:00,1 2 3 4 5\n20261118001,2026-11-19 09:30:00,1 2 3 4 5')).toEqual({
      taken: 0,
      mistakes: [
        'f:2:13  RESULT_TIME_ISSUE  2026-11-19 09:10:00 is not on the day of issue 20261231041; correct the issue or the time',
        'f:3:13  RESULT_TIME_ISSUE  2026-11-19 09:30:00 is not on the day of issue 20261118001; correct the issue or the time',
      ],
      offSchedule: [],
    });
    // More draws than a day has now, at times that it had then.
    expect(problemsOf(quick, '20261119001,2026-11-19 09:10:00,1 2 3 4 5\n20261119089,2026-11-19 23:50:00,1 2 3 4 5')).toEqual({
      taken: 2,
      mistakes: [],
      offSchedule: ['f:3:13  RESULT_TIME_OFF  the schedule has no draw at 2026-11-19 23:50:00, the time of issue 20261119089'],
    });
    // The last draw of a day is at the midnight that ends it.
    expect(problemsOf(ffc, '202001021440,2020-01-03 00:00:00,9 9 9 9 9')).toEqual({ taken: 1, mistakes: [], offSchedule: [] });
    expect(problemsOf(ssq, '2020001,2020-01-03,01 02 03 04 05 06+07').offSchedule).toHaveLength(1);
  });

  it('refuses what is no such file at all, with the place', () => {
    const codes = (text: string) => judged(ssq, text).mistakes.map((line) => line.split('  ').slice(0, 2).join(' '));
    expect(codes('')).toEqual(['f:1:1 RESULT_EMPTY']);
    expect(codes('issue,numbers')).toEqual(['f:1:1 RESULT_EMPTY']);
    expect(judged(ssq, 'issue,nummers\n1,2').mistakes[0]).toContain('did you mean numbers?');
    expect(codes('issue,green\n1,2')).toEqual(['f:1:7 RESULT_COLUMN', 'f:1:1 RESULT_COLUMN_MISSING', 'f:1:1 RESULT_COLUMN_MISSING']);
    expect(codes('issue,numbers\n1,2,3')).toEqual(['f:2:1 RESULT_FIELDS']);
    expect(codes('issue,numbers\n1,"2')).toContain('f:2:3 RESULT_SYNTAX');
    expect(codes('[{"issue":1,\n  "nummbers":2}]')).toEqual([
      'f:2:3 RESULT_COLUMN',
      'f:1:1 RESULT_COLUMN_MISSING',
      'f:1:1 RESULT_COLUMN_MISSING',
    ]);
    expect(codes('[1,')[0]).toContain('RESULT_SYNTAX');
    expect(codes('[1]')).toEqual(['f:1:2 RESULT_SYNTAX']);
    expect(codes('{}')).toEqual(['f:1:1 RESULT_SYNTAX']);
    expect(codes('[]')).toEqual(['f:1:1 RESULT_EMPTY']);
    const text = '[{"issue":"a","time":"2020-01-02","numbers":{"red":[1,2,3,4,5,true],"blue":[1]}}]';
    expect(judged(ssq, text).mistakes[0]).toContain(`f:1:${text.indexOf('true') + 1} `);
  });
});

const file = 'issue,time,numbers\n2020001,2020-01-02,01 02 03 04 05 06+07\n2020002,2020-01-05,01 02 03 04 05 07+08\n';

describe('importing into the database', () => {
  it('adds new results, leaves the others alone, and players see them', async () => {
    const { draws } = judged(ssq, file);
    const { database } = server.context;
    expect(await storeDraws(database, ssq, draws)).toEqual({ ok: true, added: 2, known: 0 });
    expect(await storeDraws(database, ssq, draws)).toEqual({ ok: true, added: 0, known: 2 });
    const client = server.client();
    const shown = await client.get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: 'ssq', issue: '2020002' });
    expect(shown.models.numbers).toEqual({ red: [1, 2, 3, 4, 5, 7], blue: [8] });
    expect(shown.models.backfilled).toBe(true);
    const { models } = await client.get<ResultListModels>('/api/lotteryresult/list', { gameCode: 'ssq', size: '50' });
    expect(models.items.map(({ issue }) => issue).slice(-2)).toEqual(['2020002', '2020001']);
  });

  it('takes none of a file that contradicts a result, an issue on sale, or a time', async () => {
    const { database } = server.context;
    const conflicting = judged(ssq, file.replace('07+08', '07+09').concat('2020003,2020-01-07,01 02 03 04 05 07+08\n')).draws;
    const refused = await storeDraws(database, ssq, conflicting);
    expect(refused.ok ? [] : refused.mistakes.map((mistake) => problemLine('f', mistake, 'en'))).toEqual([
      'f:3:1  RESULT_CONFLICT  issue 2020002 has other numbers already; a result never changes, remove this line or add --skip-different (file: 01 02 03 04 05 07+09, imported before: 01 02 03 04 05 07+08)',
    ]);
    const { rows } = await database.query('SELECT issue FROM issues WHERE game = $1 AND issue = $2', ['ssq', '2020003']);
    expect(rows).toEqual([]);

    const taken = await storeDraws(database, ssq, judged(ssq, 'issue,time,numbers\n2020099,2020-01-02,01 02 03 04 05 06+07').draws);
    expect(taken.ok ? [] : taken.mistakes.map(({ code }) => code)).toEqual(['RESULT_TIME_TAKEN']);

    await server.scheduler?.wake();
    await expect
      .poll(async () => (await database.query(`SELECT issue FROM issues WHERE game = 'ssq' AND state = 'open'`)).rows.length)
      .toBeGreaterThan(0);
    const open = (await database.query<{ issue: string }>(`SELECT issue FROM issues WHERE game = 'ssq' AND state = 'open' LIMIT 1`))
      .rows[0];
    const year = open?.issue.slice(0, 4);
    const early = judged(ssq, `issue,time,numbers\n${open?.issue},${year}-01-02,01 02 03 04 05 06+07`, Date.parse(`${year}-12-31`));
    const own = await storeDraws(database, ssq, early.draws);
    expect(own.ok ? [] : own.mistakes.map(({ code }) => code)).toEqual(['RESULT_OWN']);
  });

  it('demonstration history: the same from the same seed, provable, up to the number asked for', async () => {
    const { database } = server.context;
    const before = (await database.query(`SELECT 1 FROM issues WHERE game = 'jlffc' AND numbers IS NOT NULL`)).rows.length;
    expect(await storeDemo(database, ffc, before + 30, 'a')).toBe(30);
    expect(await storeDemo(database, ffc, before + 30, 'a')).toBe(0);
    const { rows } = await database.query<{ issue: string; seed: string; commitment: string; backfilled: boolean }>(
      `SELECT issue, seed, commitment, backfilled FROM issues WHERE game = 'jlffc' ORDER BY draws_at LIMIT 30`,
    );
    for (const { issue, seed, commitment, backfilled } of rows) {
      expect(seed).toBe(createHash('sha256').update(`a/jlffc/${issue}`).digest('hex'));
      expect(commitment).toBe(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'));
      expect(backfilled).toBe(true);
    }
  });
});

it('nothing is imported that the audit list does not say', async () => {
  const dataDir = temporaryFolder();
  const open = () => openDatabase({ schema: SCHEMA, dataDir });
  const full = await open();
  await full.query(`CREATE FUNCTION refuse_act() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no acts today'; END $$`);
  await full.query('CREATE TRIGGER refuse_act BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION refuse_act()');
  await full.close();
  vi.stubEnv('CAIPU_DATA', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('CAIPU_GAMES', join(root, 'games'));
  const outputLines: string[] = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => outputLines.push(String(text)) > 0);
  const past = join(dataDir, 'past.csv');
  writeFileSync(past, file);
  const league = JSON.parse(readFileSync(join(root, 'games/leagues/OGB.json'), 'utf8')) as LeagueDescription;
  const [team1, team2] = league.teams.map(({ keys, name }) => keys?.[0] ?? name);
  const season = join(dataDir, 'season.json');
  writeFileSync(season, JSON.stringify({ name: 'Season', matches: [{ round: '1', date: '2026-08-15', team1, team2 }] }));
  try {
    expect(await main(['import', 'ssq', past])).toBe(1);
    expect(await main(['demo', 'ssq'])).toBe(1);
    expect(await importMatches(['import', 'OGB', season])).toBe(1);
  } finally {
    stderr.mockRestore();
    vi.unstubAllEnvs();
  }
  expect(outputLines).toEqual(Array(3).fill('no acts today\n'));
  const database = await open();
  const { rows } = await database.query('SELECT (SELECT count(*) FROM issues) AS issues, (SELECT count(*) FROM matches) AS matches');
  expect(rows).toEqual([{ issues: 0, matches: 0 }]);
  await database.close();
}, 60_000);

describe('npm run results', () => {
  const results = (...args: string[]) => {
    const run = spawnSync(process.execPath, [join(root, 'scripts/results.mjs'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, CAIPU_DATA: join(temporaryFolder(), 'data'), DATABASE_URL: '', CAIPU_GAMES: server.gamesDir },
    });
    return { code: run.status, out: run.stdout.trim(), err: run.stderr.trim() };
  };

  it('imports a file, and reports the fault of one before it opens any database', () => {
    const file = join(temporaryFolder(), 'past.csv');
    writeFileSync(file, 'issue,time,numbers\n2020001,2020-01-02,01 02 03 04 05 06+07\n');
    expect(results('import', 'ssq', file, '--lang', 'en')).toEqual({
      code: 0,
      out: 'ssq: 1 draws imported, 0 were there already',
      err: '',
    });
    writeFileSync(file, 'issue,nummers\n1,2\n');
    expect(results('import', 'ssq', file, '--lang', 'en')).toMatchObject({ code: 1, err: '3 mistakes; nothing was imported' });
    writeFileSync(file, Buffer.from('ffff802c0a', 'hex'));
    expect(results('import', 'ssq', file)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`${file}:1:1  RESULT_ENCODING  认不出文件的文字编码；用 --encoding 说明`),
    });
    writeFileSync(file, 'issue,time,numbers\n2020001,2020-01-03,01 02 03 04 05 06+07\n2020002,2020-01-04,01 02 03 04 05 06+07\n');
    expect(results('import', 'ssq', file)).toMatchObject({ code: 0, err: expect.stringMatching(/^提醒：.*:2:9 .*（另有 1 期也是）$/) });
    expect(results('import', 'sqq', file)).toMatchObject({ code: 1, out: '' });
    expect(results('import', 'ssq').code).toBe(2);
    expect(results('--help').code).toBe(0);
  });
});
