/** Files in football.txt, with clubs of our own making, against what a person reads in them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMatchFile } from '../../tools/matches/read-file.ts';
import { placeDate, dateAtStart } from '../../tools/matches/text-date.ts';
import { readGoals } from '../../tools/matches/text-goals.ts';

const textOf = (name: string) => readFileSync(new URL(`football-txt/${name}.txt`, import.meta.url), 'utf8');
const read = (text: string) => {
  const file = readMatchFile('cup.txt', text);
  if (!file.ok) throw new Error(file.mistakes.join('\n'));
  return file;
};
const mistakesOf = (text: string) => {
  const file = readMatchFile('cup.txt', text);
  return file.ok ? [] : file.mistakes;
};
const scores = (text: string) => read(text).matches.map(({ full, half, extra, penalties }) => ({ full, half, extra, penalties }));

describe('the two living styles', () => {
  it('»: months before a slash, dots in times, a year where it changes; teams before the score and on both sides of it', () => {
    const { matches, title } = read(textOf('slashes'));
    expect(title).toBe('Harbour League 2025/26');
    expect(
      matches.map(({ at, round, date, time, home, away, full, half, status }) => [at, round, date, time, home, away, full, half, status]),
    ).toEqual([
      ['cup.txt:9', 'Matchday 1', '2025-08-15', '20:00', 'Port Amber FC', 'Old Quay', [4, 2], [1, 0], undefined],
      ['cup.txt:11', 'Matchday 1', '2025-08-16', '12:30', 'Millbrook Town', 'Rovers of Dunmere', [0, 0], [0, 0], undefined],
      ['cup.txt:12', 'Matchday 1', '2025-08-16', '12:30', '1. FC Höfn Østerby', 'Lark & Linnet 1904', [3, 0], [2, 0], undefined],
      ['cup.txt:16', 'Matchday 20', '2025-12-28', '15:00', 'Old Quay', 'Lark & Linnet 1904', [1, 1], [0, 1], undefined],
      ['cup.txt:18', 'Matchday 20', '2026-01-03', undefined, 'Port Amber FC', 'Millbrook Town', [2, 0], undefined, 'awarded'],
      ['cup.txt:19', 'Matchday 20', '2026-01-03', undefined, 'Millbrook Town', 'Old Quay', undefined, undefined, 'cancelled'],
      ['cup.txt:20', 'Matchday 20', '2026-01-03', undefined, 'Rovers of Dunmere', 'Port Amber FC', undefined, undefined, 'postponed'],
      ['cup.txt:22', 'Matchday 20', '2026-01-04', '14:00', 'Old Quay', 'Port Amber FC', [0, 2], undefined, 'awarded'],
      ['cup.txt:23', 'Matchday 20', '2026-01-04', '19:45', 'Lark & Linnet 1904', '1. FC Höfn Østerby', undefined, undefined, undefined],
    ]);
  });

  it('▪: zones, numbers, grounds, extra time and penalties before and after it, goals below; line-ups are counted and not used', () => {
    const { matches, unused } = read(textOf('spaces'));
    expect(matches.map(({ at, round, group, ground, date, time }) => [at, round, group, ground, date, time])).toEqual([
      ['cup.txt:10', 'Group A', 'A', 'Harbour Park, Amber', '2024-06-14', '21:00 UTC+2'],
      ['cup.txt:19', 'Round of 16', undefined, 'Sea Stand', '2024-06-30', '16:30 UTC-4'],
      ['cup.txt:21', 'Round of 16', undefined, undefined, '2024-06-30', '19:00'],
      ['cup.txt:22', 'Round of 16', undefined, 'Sea Stand', '2024-06-30', '20:45'],
      ['cup.txt:24', 'Final', undefined, 'Harbour Park, Amber', '2024-07-14', undefined],
    ]);
    expect(scores(textOf('spaces'))).toEqual([
      { full: [5, 1], half: [3, 0], extra: undefined, penalties: undefined },
      { full: [1, 1], half: [0, 1], extra: [1, 1], penalties: [3, 4] },
      { full: [1, 0], half: [0, 0], extra: [2, 1], penalties: [5, 6] },
      { full: [1, 1], half: [1, 0], extra: undefined, penalties: [3, 4] },
      { full: undefined, half: undefined, extra: undefined, penalties: undefined },
    ]);
    expect(matches[0]?.goals).toEqual([
      { side: 'home', minute: '10', kind: 'goal', player: 'A. Kestrel' },
      { side: 'home', minute: '19', kind: 'goal', player: 'B. Heron' },
      { side: 'home', minute: '45+1', kind: 'penalty', player: 'B. Heron' },
      { side: 'home', minute: '68', kind: 'goal', player: 'C. Plover' },
      { side: 'away', minute: '87', kind: 'own', player: 'E. Rail' },
      { side: 'home', minute: '90+3', kind: 'goal', player: 'D. Coot' },
    ]);
    expect(unused).toEqual([expect.stringMatching(/^cup\.txt:3: 3 行小组/), expect.stringMatching(/^cup\.txt:13: 3 行阵容/)]);
  });

  it('older files: (aet, 6-5 pen) after the teams, minutes without a mark, grounds before the teams, and every way that a match is not played', () => {
    const { matches } = read(textOf('old'));
    expect(matches.map(({ date, time, ground }) => [date, time, ground]).slice(0, 4)).toEqual([
      ['2004-06-24', '19:45', 'Sea Stand'],
      ['2004-06-25', undefined, 'Amber'],
      ['2004-06-28', '17:45', 'Amber, Harbour Park'],
      ['2004-06-29', '20:00 CEST', undefined],
    ]);
    // Of the first the goals say that it was 1:1 after 90 minutes. Nothing tells that of the fourth.
    expect(scores(textOf('old')).slice(0, 4)).toEqual([
      { full: [1, 1], half: undefined, extra: [2, 2], penalties: [6, 5] },
      { full: [0, 0], half: [0, 0], extra: [0, 0], penalties: [4, 2] },
      { full: [1, 1], half: undefined, extra: undefined, penalties: [9, 8] },
      { full: undefined, half: undefined, extra: [3, 1], penalties: undefined },
    ]);
    expect(matches.slice(4).map(({ home, status, word, full }) => [home, status ?? word, full])).toEqual([
      ['Old Quay', 'cancelled', undefined],
      ['Port Amber FC', 'awarded', undefined],
      // The score of the pitch counts for bets, and not the award of a committee.
      ['Port Amber FC', undefined, [1, 1]],
      ['Port Amber FC', 'awarded', [0, 3]],
      ['Rovers of Dunmere', 'abandoned', [1, 1]],
      ['Rovers of Dunmere', 'cancelled', [2, 1]],
      ['Rovers of Dunmere', 'awarded', undefined],
      ['Old Quay', 'replay ordered', [2, 1]],
    ]);
  });
});

describe('dates', () => {
  const placed = (text: string, before: string | undefined, season: readonly number[]) => {
    const written = dateAtStart(text);
    const date = written === undefined ? undefined : placeDate(written, before, season);
    return date === undefined ? undefined : date.ok ? date.date : 'refused';
  };
  it.each([
    ['Fri Aug/15 2025', undefined, [], '2025-08-15'],
    ['[Tue Mar/3]', '2015-02-28', [2014, 2015], '2015-03-03'],
    // A season that went on into the next summer: the weekday tells the year.
    ['Sat Jul/4', '2020-06-28', [2019, 2020], '2020-07-04'],
    ['16 June 1954', undefined, [], '1954-06-16'],
    ['June 18', undefined, [1996], '1996-06-18'],
    ['Th 26/3/26', undefined, [], '2026-03-26'],
    ['Su Jun 22', '2008-06-21', [2008], '2008-06-22'],
    // A season of 2020 that ended in 2021: the weekday proves the year.
    ['Sun Jan/3', '2020-12-28', [2020], '2021-01-03'],
    ['25.07.2025', undefined, [], '2025-07-25'],
    ['02.10.', undefined, [2023, 2024], '2023-10-02'],
    ['30.09.', '2023-11-22', [2023, 2024], '2023-09-30'],
    ['20.00  Port Amber FC v Old Quay', undefined, [2025], undefined],
    ['May 24', undefined, [2025, 2026], '2026-05-24'],
    ['Mon Aug/15 2025', undefined, [], 'refused'],
    ['Feb 30', '2025-02-01', [2025], 'refused'],
    ['Fri Aug/15', undefined, [], 'refused'],
    ['Port Amber FC v Old Quay', undefined, [2025], undefined],
    ['May Day Rovers v Old Quay', undefined, [2025], undefined],
  ])('%s', (text, before, season, date) => expect(placed(text, before, season)).toBe(date));
});

describe('goals', () => {
  it.each([
    ["(Drew 36', 89')", [0, 2], ['away 36 goal Drew', 'away 89 goal Drew']],
    ['(-; Drew 12)', [0, 1], ['away 12 goal Drew']],
    ["(O'Dea 120+5'(p); N'Golo 62og)", [1, 1], ["away 62 own N'Golo", "home 120+5 penalty O'Dea"]],
    ['(Drew 78pen, Rook 90+1)', [2, 0], ['home 78 penalty Drew', 'home 90+1 goal Rook']],
  ] as const)('%s', (text, last, goals) => {
    const { goals: found, unread } = readGoals(text, last);
    expect(unread).toBeUndefined();
    expect(found.map(({ side, minute, kind, player }) => `${side} ${minute} ${kind} ${player}`)).toEqual(goals);
  });
  it('a list of one side where both scored, and one with words, are not understood', () => {
    expect(readGoals("(Drew 36', 89')", [1, 1])).toEqual({ goals: [], unread: true });
    expect(readGoals('(Drew early; Rook late)', [1, 1])).toEqual({ goals: [], unread: true });
    const { matches, unused } = read('= Cup 2024\nJune 1 Old Quay 1-1 Port Amber FC\n(a goal each)\n');
    expect(matches[0]).toMatchObject({ full: [1, 1], goals: [], unread: true });
    expect(unused).toEqual([expect.stringMatching(/^cup\.txt:3: 1 行进球认不出/)]);
  });
});

describe('what is refused, with its line and what to write', () => {
  it.each([
    ['= Cup 2024\nJune 1\n  Old Quay beat Port Amber', /^cup\.txt:3: 看不懂 "Old Quay beat Port Amber"；.*行首加 # /],
    ['= Cup 2024\n  Old Quay 1-0 Port Amber', /^cup\.txt:2: 比赛前没有日期；在它上面写/],
    ['= Cup\nJune 1\n  Old Quay 1-0 Port Amber', /^cup\.txt:2: 日期 "June 1" 没有年份；/],
    ['= Cup 2024\nMon June 1\n  Old Quay 1-0 Port Amber', /^cup\.txt:2: 日期 "Mon June 1" 没有这一天，或星期不对；/],
    ['= Cup 2024\nJune 1\n  20:00 BST  Old Quay 1-0 Port Amber', /^cup\.txt:3: 时区 "BST" 有几种意思（Europe\/London、Asia\/Dhaka）/],
    ['= Cup 2024\nJune 1\n  25:00  Old Quay 1-0 Port Amber', /^cup\.txt:3: 时间不对 "25:00"/],
    ['= Cup 2024\n(Drew 3)\n', /^cup\.txt:2: 看不懂/],
    ['', /^cup\.txt:1: 没有比赛/],
  ])('%j', (text, mistake) => expect(mistakesOf(text)).toEqual([expect.stringMatching(mistake)]));
  it('goals without brackets, and goals below a refused date', () => {
    const { matches, unused } = read(
      "= Cup 2024\nJune 1\n  Old Quay - Amber  2-1  @ Sea Stand\n    E. Rail 57' (pen.) F. Stork 85';\n    A. Kestrel 52'\n  Amber - Old Quay  0-1\n    -; E. Rail 13'\n  Amber abd. Old Quay  [abandoned at 0-0 after 10' due to rain]\n  Amber - Dunmere  1-0\n    N.N. ??'\n",
    );
    expect(
      matches.map(({ full, status, goals }) => [full, status, goals.map(({ minute, side, kind }) => `${minute} ${side} ${kind}`)]),
    ).toEqual([
      [[2, 1], undefined, ['52 away goal', '57 home penalty', '85 home goal']],
      [[0, 1], undefined, ['13 away goal']],
      [undefined, 'abandoned', []],
      [[1, 0], undefined, []],
    ]);
    expect(unused).toEqual([expect.stringMatching(/^cup\.txt:10: 1 行进球认不出/)]);
    expect(mistakesOf("= Cup 2024\nSat Jul 14\n  Old Quay 1-0 Amber\n  (Drew 3')\n")).toEqual([expect.stringMatching(/^cup\.txt:2: /)]);
  });
  it('a fixture without a day waits, and MSK is a zone only before a gap', () => {
    const file = read('= Cup 2024\n  Old Quay v Port Amber\nJune 1\n  20:00  MSK Žilina v Old Quay\n  20:00 MSK  Old Quay v Port Amber\n');
    expect(file.undated).toBe(1);
    expect(file.matches.map(({ home, time }) => [home, time])).toEqual([
      ['MSK Žilina', '20:00'],
      ['Old Quay', '20:00 MSK'],
    ]);
  });
});
