/** Dates that are a year too early, as football.json 2019-20 and 2025-26/en.3 have them. */
import { describe, expect, it } from 'vitest';
import { readMatchFile } from '../../tools/matches/read-file.ts';

const read = (dates: readonly (readonly [string, string])[]) =>
  readMatchFile(
    'en.1.json',
    JSON.stringify({
      name: 'Harbour League 2019/20',
      matches: dates.map(([round, date], i) => ({ round, date, team1: `A${i}`, team2: `B${i}`, score: { ft: [1, 0] } })),
    }),
  );
const SEASON = [
  ['Matchday 1', '2019-08-09'],
  ['Matchday 2', '2019-08-16'],
  ['Matchday 31', '2020-06-26'],
] as const;

describe('years', () => {
  it('rounds of July 2020 that are dated before the first round are one mistake, and the others are read', () => {
    const file = read([...SEASON, ['Matchday 32', '2019-07-01'], ['Matchday 33', '2019-07-04']]);
    expect(file.ok ? [] : file.mistakes).toEqual([
      expect.stringMatching(/^en\.1\.json: matches\[3\]: 2019-07-01 早于第 1 轮，Matchday 32 的年份大概是 2020，这样的有 2 场/),
    ]);
    expect(file.matches.map(({ date }) => date)).toEqual(SEASON.map(([, date]) => date));
  });
  it.each([
    ['the right year', [...SEASON, ['Matchday 32', '2020-07-01']]],
    ['a match that was played some days before', [...SEASON, ['Matchday 9', '2019-08-01']]],
    // A league whose first round was put off by two months: a year later its season is over.
    [
      'a first round that was put off',
      [
        ['Matchday 1', '2024-10-19'],
        ['Matchday 2', '2024-08-23'],
        ['Matchday 20', '2025-05-11'],
      ],
    ],
    [
      'a cup, whose rounds have names',
      [
        ['Final', '2019-07-01'],
        ['Semi-final', '2020-06-26'],
        ['Matchday 1', '2019-08-09'],
      ],
    ],
    [
      'rounds without a first one',
      [
        ['Matchday 5', '2019-07-01'],
        ['Matchday 6', '2020-06-26'],
      ],
    ],
  ] as const)('%s is no mistake', (_, dates) => expect(read(dates as never).ok).toBe(true));
});
