/** CSV files of football-data.co.uk in the shapes that they have had since 1993, with clubs of our own making. */
import { describe, expect, it } from 'vitest';
import { kickoffOf } from '../../tools/matches/convert.ts';
import { readOdds } from '../../tools/matches/odds-columns.ts';
import { divisionMistakes } from '../../tools/matches/plan.ts';
import { readMatchFile } from '../../tools/matches/read-file.ts';

const read = (text: string) => {
  const file = readMatchFile('E0.csv', text);
  if (!file.ok) throw new Error(file.mistakes.join('\n'));
  return file;
};
const mistakesOf = (text: string) => {
  const file = readMatchFile('E0.csv', text);
  return file.ok ? [] : file.mistakes;
};
const NOW = `\uFEFFDiv,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,Referee,AvgH,AvgD,AvgA,Avg>2.5,Avg<2.5,AHh,AvgAHH,AvgAHA,AvgCH,AvgCD,AvgCA,AHCh\r
E0,15/08/2025,20:00,Amber,Old Quay,4,2,H,1,0,H,A Dipper,1.30,5.50,9.00,1.55,2.40,-1.5,1.95,1.90,1.28,5.6,9.5,-1.75\r
E0,16/08/2025,12:30,Millbrook,Nott'm Moor,0,0,D,0,0,D,"Gull, B",2.10,3.40,3.50,2.05,1.80,-0.25,1.85,2.02,2.2,3.3,3.4,-0.25\r
E0,20/12/2025,15:00,Dunmere,Amber,,,,,,,,4.00,3.60,1.90,1.90,1.95,0.5,1.90,1.97,,,,\r
,,,,,,,,,,,,,,,,,,,,,,,\r
,,,,,,,,,,,,,,,,,,,,,,,\r
`;

describe('a file of a season', () => {
  it('now: times of the United Kingdom, summer and winter, fixtures without a score, rows of commas only', () => {
    const { matches, undated } = read(NOW);
    expect(undated).toBe(0);
    expect(matches.map(({ at, home, away, full, half }) => [at, home, away, full, half])).toEqual([
      ['E0.csv:2', 'Amber', 'Old Quay', [4, 2], [1, 0]],
      ['E0.csv:3', 'Millbrook', "Nott'm Moor", [0, 0], [0, 0]],
      ['E0.csv:4', 'Dunmere', 'Amber', undefined, undefined],
    ]);
    // The league is in Rome, and its times are London's all the same.
    expect(matches.map((match) => new Date(kickoffOf(match, 'Europe/Rome')).toISOString())).toEqual([
      '2025-08-15T19:00:00.000Z',
      '2025-08-16T11:30:00.000Z',
      '2025-12-20T15:00:00.000Z',
    ]);
  });

  it('years with two digits and with four, in one file; no times, so it is 15:00 of the league; last century; spreadsheets', () => {
    const { matches } = read(
      'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,09/04/2016,A,B,1,0,H\nE0,01/02/17,A,C,1,1,D\nE0,14/08/93,A,D,0,2,A\nE0,16-08-2014,A,E,2,1,H\nE0,2019-08-09,A,F,2,1,H\n',
    );
    expect(matches.map(({ date, half }) => [date, half])).toEqual([
      ['2016-04-09', undefined],
      ['2017-02-01', undefined],
      ['1993-08-14', undefined],
      ['2014-08-16', undefined],
      ['2019-08-09', undefined],
    ]);
    expect(new Date(kickoffOf(matches[0] as never, 'Europe/Rome')).toISOString()).toBe('2016-04-09T13:00:00.000Z');
    const times = read(
      'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nE0,11-08-2023,20,A,B,0,3\nE0,12-08-2023,12.3,A,C,0,3\nE0,13-08-2023,19.45,A,D,0,3\n',
    );
    expect(times.matches.map(({ time }) => time)).toEqual(['20:00 Europe/London', '12:30 Europe/London', '19:45 Europe/London']);
  });

  it('leagues outside of the main ones: Country, League, Home, HG', () => {
    const { matches } = read(
      '\uFEFFCountry,League,Season,Date,Time,Home,Away,HG,AG,Res,AvgCH,AvgCD,AvgCA\nChina,Super League,2014,07/03/2014,11:00,Amber,Old Quay,1,0,H,1.21,5.72,9.77\n',
    );
    expect(matches).toMatchObject([{ date: '2014-03-07', home: 'Amber', away: 'Old Quay', full: [1, 0] }]);
  });

  it('seasons in one file, each with its head line', () => {
    const { matches } = read(
      'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nE0,09/04/2016,A,B,1,0\nDiv,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG\nE0,09/08/2019,20:00,A,B,4,1\n',
    );
    expect(matches.map(({ date, full }) => [date, full])).toEqual([
      ['2016-04-09', [1, 0]],
      ['2019-08-09', [4, 1]],
    ]);
  });
});

describe('odds', () => {
  const row = (names: string, values: string) => Object.fromEntries(names.split(',').map((name, i) => [name, values.split(',')[i] ?? '']));
  it('averages of all bookmakers come first, before the close; the home side gives a negative handicap', () => {
    expect(
      readOdds(
        row(
          'AvgH,AvgD,AvgA,B365H,B365D,B365A,AvgCH,AvgCD,AvgCA,Avg>2.5,Avg<2.5,AHh,AvgAHH,AvgAHA',
          '1.3,5.5,9,1.2,5,8,1.28,5.6,9.5,1.55,2.40,-1.5,1.95,1.90',
        ),
      ),
    ).toEqual({
      result: { bookmaker: 'Avg', isClosing: false, odds: ['1.3', '5.5', '9'] },
      total: { bookmaker: 'Avg', isClosing: false, odds: ['1.55', '2.40'] },
      asian: { bookmaker: 'Avg', isClosing: false, odds: ['1.95', '1.90'], handicap: '-1.5' },
    });
  });
  it('before 2019/20 they are BbAv; then B365, then Pinnacle, then the closing ones', () => {
    expect(readOdds(row('BbAvH,BbAvD,BbAvA,BbAv>2.5,BbAv<2.5,BbAHh,BbAvAHH,BbAvAHA', '2.1,3.4,3.5,2,1.8,0.25,1.9,1.95'))).toEqual({
      result: { bookmaker: 'BbAv', isClosing: false, odds: ['2.1', '3.4', '3.5'] },
      total: { bookmaker: 'BbAv', isClosing: false, odds: ['2', '1.8'] },
      asian: { bookmaker: 'BbAv', isClosing: false, odds: ['1.9', '1.95'], handicap: '0.25' },
    });
    expect(readOdds(row('B365H,B365D,B365A,P>2.5,P<2.5,AHCh,PCAHH,PCAHA', '2,3,4,1.9,1.9,-0.75,2.01,1.87'))).toMatchObject({
      result: { bookmaker: 'B365' },
      total: { bookmaker: 'P' },
      asian: { bookmaker: 'P', isClosing: true, handicap: '-0.75' },
    });
    expect(readOdds(row('AvgCH,AvgCD,AvgCA', '1.21,5.72,9.77'))).toMatchObject({ result: { bookmaker: 'Avg', isClosing: true } });
  });
  it('what is no quarter of a goal, and no odds, is none', () => {
    expect(readOdds(row('AHh,AvgAHH,AvgAHA,AvgH,AvgD,AvgA', '-0.3,1.9,1.9,0,3,x'))).toBeUndefined();
  });
  it('they are counted and not used, the Asian handicap with its reason', () => {
    expect(read(NOW).unused).toEqual([
      expect.stringMatching(/^E0\.csv:1: 3 场有胜平负赔率，3 场有 2\.5 球大小赔率，没有使用/),
      expect.stringMatching(/^E0\.csv:1: 3 场有亚洲让球盘，没有使用：.*四分之一球/),
    ]);
  });
});

describe('what is refused, with its line', () => {
  const HEAD = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR';
  it.each([
    ['E0,8/16/2025,20:00,A,B,1,0,H,0,0,D', /^E0\.csv:2: 日期不对 "8\/16\/2025"/],
    ['E0,16/08/2025,noon,A,B,1,0,H,0,0,D', /^E0\.csv:2: 时间不对/],
    ['E0,16/08/2025,20:00,,B,1,0,H,0,0,D', /^E0\.csv:2: 缺少主队或客队/],
    ['E0,16/08/2025,20:00,A,B,1,,H,0,0,D', /^E0\.csv:2: FTHG、FTAG 不是比分 "1" ""/],
    ['E0,16/08/2025,20:00,A,B,1,0,A,0,0,D', /^E0\.csv:2: FTR 是 A，比分是 1-0；改正其中一个/],
    ['E0,16/08/2025,20:00,A,B,1,0,H,0,1,D', /^E0\.csv:2: HTR 是 D，比分是 0-1/],
    ['E0,16/08/2025,20:00,A,B,1,0,H,0,0,D,2.1', /^E0\.csv:2: 有 12 列，表头有 11 列；/],
  ])('%s', (row, mistake) => expect(mistakesOf(`${HEAD}\n${row}\n`)).toEqual([expect.stringMatching(mistake)]));
  it('a file without its head line is one mistake', () => {
    expect(mistakesOf('E0,16/08/2025,20:00,A,B,1,0\nE0,17/08/2025,20:00,C,D,1,0\n')).toEqual([
      expect.stringMatching(/^E0\.csv:1: 没有表头；/),
    ]);
  });
  it('a division of another league', () => {
    const of = (division: string, league: string) =>
      divisionMistakes(league, read(`Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n${division},09/04/2016,A,B,1,0\n`).matches);
    expect(of('E0', 'ECL')).toEqual([]);
    expect(of('E1', 'YGJ')).toEqual([]);
    expect(of('E1', 'ECL')).toEqual([expect.stringMatching(/^E0\.csv:2: Div "E1" 不是联赛 ECL；/)]);
    expect(of('I1', 'ECL')).toEqual([expect.stringMatching(/^E0\.csv:2: Div "I1" 不是联赛 ECL，是 EAL；/)]);
  });
});
