/** Public forms of files of draws, each imported as it is and compared with a table that was read by eye. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Game, Zone } from '../../engine/descriptions/types.ts';
import { GameLibrary } from '../../tools/games/library.ts';
import { type CheckedRows, checkRows } from '../../tools/results/check-rows.ts';
import { decodeText } from '../../tools/results/encoding.ts';
import { writeNumbers } from '../../tools/results/numbers.ts';
import { problemLine } from '../../tools/results/problems.ts';
import { type ReadRows, readRows } from '../../tools/results/read.ts';
import { writeTime } from '../../tools/results/times.ts';
import { root } from '../server/support/server.ts';

const NOW = Date.parse('2026-11-20T00:00:00+08:00');

/** Draws of other operators, whose games are not shipped: zones and draw days are all that an import needs. */
function foreign(
  days: readonly number[],
  main: readonly [pick: number, to: number],
  extra: readonly [pick: number, to: number],
  within = false,
): Game {
  const zone = (id: string, [pick, to]: readonly [number, number]): Zone =>
    ({ id, label: id, kind: 'set', from: 1, to, pick, pad: 2 }) as Zone;
  return {
    code: 'foreign',
    name: 'foreign',
    draw: { zones: [zone('main', main), { ...zone('extra', extra), ...(within ? { excludes: 'main' } : {}) }] },
    schedule: { kind: 'weekly', utcOffset: '+00:00', days, at: '20:00:00', closeBeforeSeconds: 60, issue: '{yyyy}{seq:3}' },
  } as unknown as Game;
}

const FOREIGN: Readonly<Record<string, Game>> = {
  powerball: foreign([3, 6], [5, 69], [1, 26]),
  lotto: foreign([3, 6], [6, 59], [1, 59], true),
  euro: foreign([2, 5], [5, 50], [2, 12]),
  loto6: foreign([4], [6, 43], [1, 43], true),
};

let library: GameLibrary;
beforeAll(async () => {
  library = await GameLibrary.open(join(root, 'games'), 'en');
});

async function gameOf(code: string): Promise<Game> {
  if (FOREIGN[code] !== undefined) return FOREIGN[code];
  const found = await library.game(code);
  if (!found.ok) throw new Error(`${code} is refused: ${found.problem}`);
  return found.compiled.game;
}

interface ReadFile extends ReadRows {
  readonly game: Game;
  readonly encoding: string;
  readonly checked: CheckedRows;
  readonly problems: readonly string[];
}

async function read(code: string, file: string): Promise<ReadFile> {
  const game = await gameOf(code);
  const decoded = decodeText(readFileSync(join(import.meta.dirname, 'results-files', file)));
  if (decoded === undefined) throw new Error(`the encoding of ${file} is not recognised`);
  const rows = readRows(decoded.text, game);
  const checked = checkRows(game, rows.rows, NOW, 'en');
  const problems = [...rows.mistakes, ...checked.mistakes].map((problem) => problemLine(file, problem, 'en'));
  return { ...rows, game, encoding: decoded.encoding, checked, problems };
}

const drawsOf = ({ game, checked }: ReadFile) =>
  checked.draws.map(
    ({ issue, drawsAt, numbers }) => `${issue} ${writeTime(game.schedule, drawsAt)} ${writeNumbers(game.draw.zones, numbers)}`,
  );

const SSQ_LATEST = ['2026096 2026-08-20 21:15:00 01 04 16 22 26 31+04', '2026095 2026-08-18 21:15:00 04 06 14 21 22 33+16'];
const SSQ_FIRST = [
  '2003001 2003-02-23 21:15:00 10 11 12 13 26 28+11',
  '2003002 2003-02-27 21:15:00 04 09 19 20 21 26+12',
  '2003003 2003-03-02 21:15:00 01 07 10 23 28 32+16',
];
const KL8 = [
  '2026224 2026-08-22 21:30:00 03 06 15 19 20 22 23 24 27 29 36 42 45 46 49 55 56 75 76 78',
  '2026223 2026-08-21 21:30:00 03 19 22 27 28 33 34 35 36 40 50 51 54 57 64 67 68 69 75 79',
];
const LOTO6 = [
  '2000-10-05 20:00:00 02 08 10 13 27 30+39',
  '2000-10-12 20:00:00 01 09 16 20 21 43+05',
  '2000-10-19 20:00:00 01 05 15 31 36 38+13',
];

/** Game, file, draws. A time of day is that of the file, and the game's own where the file has none or 00:00:00. */
const FORMS: readonly (readonly [game: string, file: string, draws: readonly string[]])[] = [
  ['ssq', 'term-draw-result.csv', [...SSQ_LATEST, ...SSQ_FIRST.toReversed()]],
  ['ssq', 'items-in-object.json', [...SSQ_LATEST, '2026094 2026-08-16 21:15:00 06 13 15 17 24 25+01']],
  ['kl8', 'twenty-numbers.csv', KL8],
  ['kl8', 'n1-to-n20.csv', KL8],
  [
    'fc3d',
    'three-digits.csv',
    ['2026223 2026-08-21 21:15:00 9 4 8', '2026222 2026-08-20 21:15:00 3 8 0', '2026221 2026-08-19 21:15:00 2 9 6'],
  ],
  ['fc3d', 'close-digits.csv', ['2026223 2026-08-21 21:15:00 9 4 8', '2026222 2026-08-20 21:15:00 3 8 0']],
  [
    'ssq',
    'official-columns.csv',
    [
      '2026007 2026-01-15 21:15:00 09 13 19 27 29 30+01',
      '2026006 2026-01-13 21:15:00 02 06 22 23 24 28+15',
      '2026005 2026-01-11 21:15:00 01 20 22 27 30 33+10',
    ],
  ],
  [
    'ssq',
    'official-red-blue.json',
    ['2025063 2025-06-05 21:15:00 02 19 21 22 28 30+01', '2025062 2025-06-03 21:15:00 06 08 09 13 25 31+14'],
  ],
  ['dlt', 'official-value-list.json', ['21102 2021-09-04 21:25:00 02 08 11 16 23+02 07']],
  ['ssq', 'balls-of-zones.json', [...SSQ_LATEST, '2026094 2026-08-16 21:15:00 06 13 15 17 24 25+01']],
  [
    'dlt',
    'front-and-back.json',
    [
      '26094 2026-08-19 21:25:00 05 14 15 17 33+01 07',
      '26093 2026-08-17 21:25:00 08 10 22 26 29+03 10',
      '26092 2026-08-15 21:25:00 12 16 19 29 33+07 09',
    ],
  ],
  ['ssq', 'words-without-head.txt', SSQ_FIRST],
  ['dlt', 'words-with-prizes.txt', ['07001 2007-05-30 21:25:00 22 24 29 31 35+04 11', '07002 2007-06-02 21:25:00 15 22 31 34 35+05 12']],
  ['ssq', 'short-years.csv', SSQ_FIRST],
  [
    'ssq',
    'without-dates.csv',
    [
      '2019001 2019-01-01 21:15:00 06 10 13 15 32 33+15',
      '2019002 2019-01-03 21:15:00 04 05 06 08 09 18+11',
      '2025139 2025-12-02 21:15:00 02 05 17 22 30 33+06',
      '2025140 2025-12-04 21:15:00 01 03 04 12 18 24+05',
      '2025141 2025-12-07 21:15:00 02 04 05 10 12 13+06',
    ],
  ],
  [
    'lhc',
    'strings-and-special.json',
    [
      '25134 2025-12-28 21:30:00 07 10 11 19 25 30+45',
      '25133 2025-12-25 21:30:00 01 02 04 30 41 43+13',
      '25132 2025-12-21 21:30:00 09 17 27 34 39 47+46',
    ],
  ],
  ['lhc', 'meta-and-draws.json', ['26091 2026-08-20 21:30:00 07 09 10 15 24 46+34', '26090 2026-08-18 21:30:00 07 08 09 14 39 41+49']],
  ['lhc', 'nested-draw-result.json', ['26076 2026-07-14 21:30:00 10 16 19 27 31 44+17', '26075 2026-07-11 21:30:00 02 05 07 11 41 46+43']],
  ['ssq', 'chinese-columns.csv', SSQ_LATEST],
  ['ssq', 'chinese-columns-utf16.csv', SSQ_LATEST],
  ['ssq', 'semicolons.csv', [...SSQ_LATEST, '2026094 2026-08-16 21:15:00 06 13 15 17 24 25+01']],
  ['ssq', 'lines.jsonl', SSQ_LATEST],
];

describe('files of games that are shipped', () => {
  it.each(FORMS)('%s: %s', async (code, file, draws) => {
    const result = await read(code, file);
    expect(result.problems).toEqual([]);
    expect(drawsOf(result)).toEqual(draws);
    expect(result.checked.offSchedule).toEqual([]);
  });

  it('says which columns it left, and joins rows that are the same draw', async () => {
    expect((await read('ssq', 'official-red-blue.json')).left).toEqual(
      expect.arrayContaining(['name', 'week', 'blue2', 'sales', 'prizegrades']),
    );
    expect((await read('lhc', 'meta-and-draws.json')).left).toEqual(['day_of_week', 'is_snowball', 'prizes']);
    expect((await read('lhc', 'nested-draw-result.json')).left).toEqual(['year', 'no', 'status']);
    expect((await read('dlt', 'official-value-list.json')).left).toContain('lotteryUnsortDrawresult');
    expect((await read('ssq', 'without-dates.csv')).checked.repeated).toBe(1);
  });

  it('recognises encodings', async () => {
    const encodings = ['term-draw-result.csv', 'chinese-columns.csv', 'chinese-columns-utf16.csv'].map(
      async (file) => (await read('ssq', file)).encoding,
    );
    expect(await Promise.all(encodings)).toEqual(['utf-8', 'gb18030', 'utf-16le']);
    expect((await read('loto6', 'one-draw.csv')).encoding).toBe('shift_jis');
  });
});

/** Issues are running numbers or none, so the days give them. */
const FOREIGN_FORMS: readonly (readonly [game: string, file: string, draws: readonly string[]])[] = [
  [
    'powerball',
    'winning-numbers.csv',
    ['2020-09-26 20:00:00 11 21 27 36 62+24', '2023-07-29 20:00:00 02 11 48 58 65+13', '2026-03-28 20:00:00 11 42 43 59 61+25'],
  ],
  [
    'powerball',
    'month-day-year.csv',
    [
      '2021-01-02 20:00:00 03 67 41 04 11+05',
      '2021-01-06 20:00:00 01 66 20 22 60+03',
      '2021-01-09 20:00:00 45 46 26 14 38+13',
      '2021-01-13 20:00:00 49 04 23 25 19+14',
    ],
  ],
  [
    'lotto',
    'ball-1-to-6.csv',
    ['2018-12-29 20:00:00 40 57 45 26 31 38+28', '2018-12-26 20:00:00 07 14 58 45 54 35+01', '2018-11-17 20:00:00 12 04 05 09 42 17+32'],
  ],
  ['euro', 'lucky-stars.csv', ['2023-04-04 20:00:00 10 16 31 33 50+03 08', '2023-03-31 20:00:00 16 18 28 34 47+05 10']],
  ['loto6', 'ordinal-columns.csv', LOTO6],
  ['loto6', 'ordinal-columns.json', LOTO6],
  ['loto6', 'one-draw.csv', ['2026-07-30 20:00:00 06 12 20 24 30 35+19']],
];

describe('files of other operators', () => {
  it.each(FOREIGN_FORMS)('%s: %s', async (code, file, draws) => {
    const result = await read(code, file);
    expect(result.problems).toEqual([]);
    expect(drawsOf(result).map((line) => line.replace(/^\d+ /, ''))).toEqual(draws);
    expect(result.checked.reckoned).toBe(true);
  });
});

describe('a file over a change of the rules', () => {
  it('gives each game its own form', async () => {
    const old = await read('qxc', 'two-forms.csv');
    expect(old.problems).toEqual([]);
    expect(drawsOf(old).map((line) => line.replace(/ .* (?=\d( \d){6}$)/, ' '))).toEqual([
      '20100 5 6 0 0 2 1 7',
      '20099 2 3 8 1 1 5 0',
      '20098 1 2 9 2 1 6 0',
      '20097 9 7 9 3 0 9 4',
    ]);
    expect(old.checked.left).toEqual({ count: 7, side: 'after', issue: '20101', evidence: 'misfit' });
  });
});
