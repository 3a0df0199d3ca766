/** The parts of the import of results: encodings, dates, issues, forms of a game, and the choice of columns. */
import { beforeAll, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import type { Game, Schedule } from '../../engine/descriptions/types.ts';
import { GameLibrary } from '../../tools/games/library.ts';
import { checkRows } from '../../tools/results/check-rows.ts';
import { orderOf, readDate } from '../../tools/results/dates.ts';
import { decodeText } from '../../tools/results/encoding.ts';
import { type EraRow, otherForm } from '../../tools/results/eras.ts';
import { gameIssue, missingIssues } from '../../tools/results/issues.ts';
import { type ReadOptions, readRows } from '../../tools/results/read.ts';
import { timeOf } from '../../tools/results/times.ts';
import { root } from '../server/support/server.ts';

let ssq: Game;
let dlt: Game;
let fc3d: Game;
beforeAll(async () => {
  const library = await GameLibrary.open(join(root, 'games'), 'en');
  [ssq, dlt, fc3d] = (await Promise.all(
    ['ssq', 'dlt', 'fc3d'].map(async (code) => {
      const found = await library.game(code);
      if (!found.ok) throw new Error(`${code}: ${found.problem}`);
      return found.compiled.game;
    }),
  )) as [Game, Game, Game];
});

const NOW = Date.parse('2026-11-20T00:00:00+08:00');

describe('encodings', () => {
  const shiftJis = Buffer.from('91e631323389f1838d83678255', 'hex');
  it('are recognised by marks, by zeros and by usual characters', () => {
    const utf16 = Buffer.from('期号,开奖\n2026001,2026-01-01\n', 'utf16le');
    expect(decodeText(utf16)?.encoding).toBe('utf-16le');
    expect(decodeText(utf16.swap16())?.encoding).toBe('utf-16be');
    expect(decodeText(Buffer.from('c6dabac52cbfaabdb1cab1bce4', 'hex'))).toEqual({ text: '期号,开奖时间', encoding: 'gb18030' });
    expect(decodeText(shiftJis)).toEqual({ text: '第123回ロト６', encoding: 'shift_jis' });
    expect(decodeText(Buffer.from('ffff802c', 'hex'))).toBeUndefined();
  });
  it('leave no choice when one is named', () => {
    expect(decodeText(shiftJis, 'utf-8')).toBeUndefined();
    expect(decodeText(shiftJis, 'shift_jis')?.text).toBe('第123回ロト６');
  });
});

describe('dates', () => {
  const day = (text: string, order: Parameters<typeof readDate>[1] = undefined) => {
    const read = readDate(text, order);
    return read === undefined
      ? undefined
      : [read.year, read.month, read.day, read.seconds, read.offset].filter((part) => part !== undefined);
  };
  it.each([
    ['2026-01-15(四)', [2026, 1, 15]],
    ['2026-01-15（四）', [2026, 1, 15]],
    ['2026-01-15 星期四', [2026, 1, 15]],
    ['2026年1月15日', [2026, 1, 15]],
    ['２０２６／１／１５', [2026, 1, 15]],
    ['令和8年7月30日', [2026, 7, 30]],
    ['令和元年5月1日', [2019, 5, 1]],
    ['平成30年3月29日', [2018, 3, 29]],
    ['2000/10/5', [2000, 10, 5]],
    ['20260115', [2026, 1, 15]],
    ['29-Dec-2018', [2018, 12, 29]],
    ['Sat, Sep 26, 2020', [2020, 9, 26]],
    ['2026-07-14+08:00', [2026, 7, 14, '+08:00']],
    ['2020-09-26T00:00:00.000', [2020, 9, 26, 0]],
    ['2026-01-15T21:15:00Z', [2026, 1, 15, 76_500, '+00:00']],
    ['2020-01-03 24:00:00', [2020, 1, 3, 86_400]],
  ])('%s', (text, parts) => expect(day(text)).toEqual(parts));
  it.each(['2020-02-30', '20261301', '12/31', 'soon', '', '2020-01-01 25:00', '09/26/2020'])('not %s', (text) =>
    expect(day(text)).toBeUndefined(),
  );
  it('short ones are read in the order of the file', () => {
    expect(orderOf(['09/26/2020', '01/02/2020'])).toEqual({ kind: 'known', order: 'mm/dd/yyyy' });
    expect(orderOf(['26/09/2020', '2020-01-01'])).toEqual({ kind: 'known', order: 'dd/mm/yyyy' });
    expect(orderOf(['01/02/2020', '03/04/2020'])).toEqual({ kind: 'ambiguous', index: 0 });
    expect(orderOf(['01/02/2020', '26/09/2020', '09/26/2020'])).toEqual({ kind: 'mixed', index: 2, other: 1 });
    // Only one order lets the dates run on.
    expect(orderOf(['28/12/16', '02/01/17', '05/01/17'])).toEqual({ kind: 'known', order: 'dd/mm/yyyy' });
    expect(day('05/01/17', 'dd/mm/yyyy')).toEqual([2017, 1, 5]);
    expect(day('17/01/05', 'yy/mm/dd')).toEqual([2017, 1, 5]);
  });
});

describe('issues', () => {
  it('come to the form of the game, or to none', () => {
    const brought = (game: Game, ...texts: [string, number?][]) => texts.map(([text, year]) => gameIssue(game.schedule, text, year));
    expect(brought(ssq, ['26096'], ['2026096'], ['3001'], ['26/091'], ['2026-091'], ['26096期'], ['第２６０９６期'])).toEqual([
      '2026096',
      '2026096',
      '2003001',
      '2026091',
      '2026091',
      '2026096',
      '2026096',
    ]);
    expect(brought(dlt, ['2026096'], ['26096'], ['7001'], ['99001'])).toEqual(['26096', '26096', '07001', '99001']);
    // A date of another year says that the number is no such number.
    expect(brought(ssq, ['3001', 2003], ['3001', 2018], ['202676N', 2026], ['第2124回', 2026])).toEqual([
      '2003001',
      undefined,
      '2026076',
      undefined,
    ]);
    expect(brought(ssq, ['2026000'], ['2026401'], ['x1'], [''])).toEqual([undefined, undefined, undefined, undefined]);
  });
  it('of daily numbers may lack the century or have signs in them', () => {
    const schedule = { kind: 'interval', issue: '{yyyy}{MM}{dd}{seq:3}' } as Schedule;
    expect(
      ['20260115001', '260115001', '2026-01-15 001', '20260115-1', '20261315001'].map((text) => gameIssue(schedule, text, undefined)),
    ).toEqual(['20260115001', '20260115001', '20260115001', '20260115001', undefined]);
  });
  it('that are missing are named, at the end of a year too where its days off are known', () => {
    expect(missingIssues(ssq.schedule, ['2003001', '2003003', '2004002'])).toEqual(['2003002', '2004001']);
    // 2025 had 151 draws.
    expect(missingIssues(ssq.schedule, ['2025150', '2026002'])).toEqual(['2025151', '2026001']);
  });
});

describe('forms of a game', () => {
  const zones = [{ id: 'z', label: 'z', kind: 'digits', from: 0, to: 14, pick: 1 }] as unknown as Game['draw']['zones'];
  const rows = (values: readonly (number | undefined)[]): EraRow[] =>
    values.map((value, index) => ({ order: String(index).padStart(6, '0'), numbers: value === undefined ? undefined : { z: [value] } }));
  it('are separated where rows do not fit, on either side', () => {
    const [misfit, fit] = [undefined, 1];
    expect(otherForm(rows([fit, fit, fit, misfit, fit, misfit, misfit]), zones)).toMatchObject({
      side: 'after',
      change: 3,
      rows: new Set([3, 4, 5, 6]),
    });
    expect(otherForm(rows([misfit, misfit, fit, misfit, fit, fit, fit]), zones)).toMatchObject({ side: 'before', change: 4 });
  });
  it('are not made of a few wrong rows', () => {
    expect(otherForm(rows([1, 1, 1, undefined, 1, undefined]), zones)).toBeUndefined();
    const thin = Array.from({ length: 100 }, (_, index) => (index === 10 || index === 50 || index === 90 ? undefined : 1));
    expect(otherForm(rows(thin), zones)).toBeUndefined();
  });
  it('are separated where the higher numbers begin after a long time without them', () => {
    const values = Array.from({ length: 120 }, (_, index) => (index < 80 ? index % 10 : (index * 7) % 15));
    expect(otherForm(rows(values), zones)).toMatchObject({ side: 'before', change: 81, evidence: 'range' });
    expect(otherForm(rows(Array.from({ length: 120 }, (_, index) => (index * 7) % 15)), zones)).toBeUndefined();
    expect(otherForm(rows(values.slice(60)), zones)).toBeUndefined();
  });
});

describe('columns', () => {
  const read = (text: string, options: ReadOptions = {}, game = ssq) => readRows(text, game, options);
  const taken = (text: string, options: ReadOptions = {}) => {
    const { rows, mistakes } = read(text, options);
    return mistakes.length > 0
      ? mistakes.map(({ code }) => code)
      : checkRows(ssq, rows, NOW, 'en').draws.map(({ issue, numbers }) => ({ issue, numbers }));
  };
  const DRAW = { issue: '2026001', numbers: { red: [1, 2, 3, 4, 5, 6], blue: [7] } };
  const STRANGE = 'ref,when,balls_a,balls_b\n2026001,2026-01-01,01 02 03 04 05 06,07\n';

  it('that no name speaks for are proposed as a command, with rows as they would be read', () => {
    const { map, proposals, mistakes } = read(STRANGE);
    expect(map).toBeUndefined();
    expect(mistakes.map(({ code }) => code)).toContain('RESULT_COLUMN_MISSING');
    expect(proposals).toEqual([
      {
        map: 'issue=ref,date=when,numbers=balls_a+balls_b',
        rows: [{ issue: '2026001', date: '2026-01-01', numbers: '1 2 3 4 5 6 + 7' }],
      },
    ]);
    expect(taken(STRANGE, { map: proposals[0]?.map })).toEqual([DRAW]);
  });

  it('are taken as --map says: by name, by place, several together', () => {
    expect(taken(STRANGE, { map: 'issue=ref,date=#2,red=balls_a,blue=balls_b' })).toEqual([DRAW]);
    const single = 'ref,y,m,d,a,b,c,e,f,g,h\n2026001,2026,1,1,1,2,3,4,5,6,7\n';
    expect(taken(single, { map: 'issue=ref,date=y+m+d,red=a..g,blue=h' })).toEqual([DRAW]);
    expect(taken(STRANGE, { remembered: () => 'issue=ref,date=when,red=balls_a,blue=balls_b' })).toEqual([DRAW]);
  });

  it('are refused when --map names none of the file, or lacks a zone', () => {
    for (const map of ['issue=no such', 'green=ref', 'red=balls_a', 'issue'])
      expect(read(STRANGE, { map }).mistakes.map(({ code }) => code)).toEqual(['RESULT_MAP']);
  });

  it('that can be read in two ways are refused with both, and may agree', () => {
    const two = (other: string) => `issue,date,winning_numbers,draw_result\n2026001,2026-01-01,01 02 03 04 05 06+07,${other}\n`;
    const tied = read(two('01 02 03 04 05 06+08'));
    expect(tied.mistakes.map(({ code, params }) => [code, params?.names])).toEqual([['RESULT_TIE', 'winning_numbers / draw_result']]);
    expect(tied.proposals.map(({ map }) => map)).toEqual([
      'issue=issue,date=date,numbers=winning_numbers',
      'issue=issue,date=date,numbers=draw_result',
    ]);
    expect(taken(two('06 05 04 03 02 01+07'))).toEqual([DRAW]);
  });

  it('of one series hold the numbers of all zones, in their order', () => {
    const text = 'issue,date,n1,n2,n3,n4,n5,n6,n7\n2026001,2026-01-01,1,2,3,4,5,6,7\n';
    expect(taken(text)).toEqual([DRAW]);
  });

  it('of the places of digits are taken in the order of the zone', () => {
    const { rows, mistakes } = read('期号,日期,个位,十位,百位\n2026001,2026-01-01,3,2,1\n', {}, fc3d);
    expect(mistakes).toEqual([]);
    expect(checkRows(fc3d, rows, NOW, 'en').draws.map(({ numbers }) => numbers)).toEqual([{ digits: [1, 2, 3] }]);
  });

  it('of days that may be months are refused until the order is named', () => {
    const text = 'issue,date,numbers\n2026001,01/02/2026,01 02 03 04 05 06+07\n';
    expect(taken(text)).toEqual(['RESULT_DATES']);
    expect(taken(text, { dates: 'dd/mm/yyyy' })).toEqual([DRAW]);
  });

  it('have numbers that a name alone does not make right', () => {
    const { rows, map } = read('issue,date,red,blue\n2026001,2026-01-01,01 02 03 04 05 34,07\n');
    expect(map).toBe('issue=issue,date=date,red=red,blue=blue');
    expect(checkRows(ssq, rows, NOW, 'en').mistakes.map(({ at, code }) => [at, code])).toEqual([
      [{ line: 2, column: 35 }, 'RESULT_NUMBERS'],
    ]);
  });

  it('keep their places behind a field with a line end in it', () => {
    const { rows } = read(
      'issue,note,date,red,blue\n2026001,"a\nb",2026-01-01,01 02 03 04 05 06,07\n2026002,,2026-01-04,01 02 03 04 05 06,x\n',
    );
    expect(checkRows(ssq, rows, NOW, 'en').mistakes.map(({ at }) => at)).toEqual([{ line: 4, column: 39 }]);
  });

  it('of a shorter list in a JSON file do not take the place of the draws', () => {
    const { map, mistakes } = read(
      JSON.stringify({
        latest: [{ issue: '2026001', date: '2026-01-01', numbers: '1 2 3 4 5 6+7' }],
        draws: [
          { issue: 1, odd: 2 },
          { issue: 2, odd: 3 },
        ],
      }),
    );
    expect(map).toBeUndefined();
    expect(mistakes.map(({ code }) => code)).toContain('RESULT_COLUMN_MISSING');
  });
});

it('a day is drawn at the time of the game on the clock of its place, in winter and in summer', () => {
  const schedule = {
    kind: 'weekly',
    timeZone: 'America/New_York',
    days: [3, 6],
    at: '22:59:00',
    closeBeforeSeconds: 60,
    issue: '{yyyy}{seq:3}',
  };
  const at = (text: string) => timeOf(schedule as Schedule, readDate(text, 'mm/dd/yyyy'), '');
  expect(
    ['09/26/2020', '01/02/2021', '2021-01-02T00:00:00.000', '2021-01-03T03:59:00Z'].map((text) => new Date(at(text) ?? 0).toISOString()),
  ).toEqual(['2020-09-27T02:59:00.000Z', '2021-01-03T03:59:00.000Z', '2021-01-03T03:59:00.000Z', '2021-01-03T03:59:00.000Z']);
});

describe('rows', () => {
  const checked = (game: Game, lines: string) => checkRows(game, readRows(`issue,date,numbers\n${lines}`, game).rows, NOW, 'en');
  it('that say the same again are joined, and those that differ are placed side by side', () => {
    expect(checked(ssq, '2026001,2026-01-01,01 02 03 04 05 06+07\n26001,2026-01-01,06 05 04 03 02 01+07')).toMatchObject({
      repeated: 1,
      mistakes: [],
    });
    expect(checked(ssq, '2026001,2026-01-01,01 02 03 04 05 06+07\n26001,2026-01-01,01 02 03 04 05 06+08').mistakes[0]).toMatchObject({
      code: 'RESULT_ISSUE_TWICE',
      params: { both: ' (2: 01 02 03 04 05 06+07, 3: 01 02 03 04 05 06+08)' },
    });
  });
  it('of one day are two draws only where the game has two', () => {
    const { mistakes } = checked(fc3d, '2026001,2026-01-01 21:15:00,123\n2026002,2026-01-01 20:00:00,456');
    expect(mistakes).toEqual([{ at: { line: 3, column: 9 }, code: 'RESULT_DAY_TWICE', params: { line: 2, found: '2026-01-01' } }]);
  });
  it('without a date are dated by their number where the days off are known', () => {
    const rows = 'issue,numbers\n2019001,01 02 03 04 05 06+07\n2018001,01 02 03 04 05 06+07\n';
    const read = readRows(rows, ssq).rows;
    expect(checkRows(ssq, read, NOW, 'en').mistakes.map(({ code }) => code)).toEqual(['RESULT_TIME_MISSING']);
    const known = new Map([['2018001', Date.parse('2018-01-02T21:15:00+08:00')]]);
    expect(checkRows(ssq, read, NOW, 'en', { known }).draws.map(({ issue }) => issue)).toEqual(['2019001', '2018001']);
  });
});
