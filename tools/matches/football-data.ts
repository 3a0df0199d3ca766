/**
 * CSV files of football-data.co.uk: one row for each match, with the odds of bookmakers. The leagues of Europe have a column Div, the others
 * Country and League. Times are those of the United Kingdom in every league.
 */
import { type CsvError, parse } from 'csv-parse/sync';
import divisions from './divisions.json' with { type: 'json' };
import { halfScore, isDate, type Pair, type ReadMatchesResult, type WrittenMatch } from './written.ts';
import { type MatchOdds, readOdds } from './odds-columns.ts';
import { readKickoff } from './zones.ts';

/** The league that a division is described as. */
export const DIVISIONS: Readonly<Record<string, string>> = divisions;
const UNITED_KINGDOM = 'Europe/London';
/** Files begin in 1993. */
const FIRST_YEAR = 93;

/** A file of football.txt has no line of many commas before its first match. */
export const isFootballData = (text: string): boolean => (text.split(/\r?\n/, 1)[0] ?? '').split(',').length > 4;

const isHeadLine = (record: readonly string[]): boolean =>
  record.includes('Date') &&
  [
    ['HomeTeam', 'AwayTeam'],
    ['Home', 'Away'],
  ].some((pair) => pair.every((name) => record.includes(name)));

type Row = Readonly<Record<string, string>>;

export function readFootballData(text: string): ReadMatchesResult {
  const mistakes: string[] = [];
  const matches: WrittenMatch[] = [];
  let undated = 0;
  const priced: MatchOdds[] = [];
  for (const { row, line } of rowsOf(text, mistakes)) {
    const [home, away] = [row.HomeTeam ?? row.Home ?? '', row.AwayTeam ?? row.Away ?? ''];
    const isPlayed = (row.FTHG ?? row.HG ?? '') !== '';
    if (row.Date === '' && home !== '' && away !== '' && !isPlayed) undated += 1;
    else {
      const match = readRow(row, { home, away, line }, mistakes);
      if (match !== undefined) matches.push(match);
    }
    const odds = readOdds(row);
    if (odds !== undefined) priced.push(odds);
  }
  if (mistakes.length > 0) return { ok: false, mistakes, matches };
  return { ok: true, matches, undated, unused: oddsText(priced) };
}

/** Rows by the names of their columns. Seasons that are put into one file may each have a head line. */
function rowsOf(text: string, mistakes: string[]): { row: Row; line: number }[] {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, { bom: true, info: true, relaxColumnCount: true, skipEmptyLines: true, trim: true }) as unknown as typeof records;
  } catch (error) {
    mistakes.push(`${(error as CsvError).lines ?? 1}: 不是 CSV / not CSV: ${(error as Error).message}`);
    return [];
  }
  let names: readonly string[] = [];
  return records.flatMap(({ record, info: { lines: line } }) => {
    // Files end with rows of commas only.
    if (record.every((value) => value === '')) return [];
    if (isHeadLine(record)) {
      names = record;
      return [];
    }
    if (names.length === 0) {
      // One mistake, and not one for each row.
      if (mistakes.length === 0)
        mistakes.push(
          `${line}: 没有表头；第一行写上 Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,… / there is no head line; write Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,… as the first line`,
        );
      return [];
    }
    const more = record.slice(names.length).filter((value) => value !== '');
    if (more.length === 0) return [{ row: Object.fromEntries(names.map((name, i) => [name, record[i] ?? ''])), line }];
    mistakes.push(
      `${line}: 有 ${record.length} 列，表头有 ${names.length} 列；几个赛季合成一个文件时，每个赛季前放它自己的表头 / ${record.length} columns, but the head line has ${names.length}; where seasons are put into one file, put the head line of each before it`,
    );
    return [];
  });
}

function readRow(
  row: Row,
  { home, away, line }: { home: string; away: string; line: number },
  mistakes: string[],
): WrittenMatch | undefined {
  const before = mistakes.length;
  const wrong = (zh: string, en: string): void => void mistakes.push(`${line}: ${zh} / ${en}`);
  if (home === '' || away === '') wrong('缺少主队或客队', 'the home or the away team is missing');
  const date = dateOf(row.Date ?? '');
  if (date === undefined) wrong(`日期不对 "${row.Date ?? ''}"，写 16/08/2025 或 16/08/25`, 'the date is neither 16/08/2025 nor 16/08/25');
  const time = row.Time ? `${clockOf(row.Time)} ${UNITED_KINGDOM}` : undefined;
  const kickoff = readKickoff('2000-01-01', time, UNITED_KINGDOM);
  if (!kickoff.ok) mistakes.push(`${line}: ${kickoff.mistake}`);
  const score = (one: string, other: string, winner: string): Pair | undefined => {
    const [goals, against, result] = [row[one] ?? '', row[other] ?? '', (row[winner] ?? '').toUpperCase()];
    if (goals === '' && against === '') return undefined;
    if (!/^\d{1,2}$/.test(goals) || !/^\d{1,2}$/.test(against)) {
      wrong(`${one}、${other} 不是比分 "${goals}" "${against}"`, `${one} and ${other} are no score`);
      return undefined;
    }
    const pair: Pair = [Number(goals), Number(against)];
    const is = pair[0] > pair[1] ? 'H' : pair[0] < pair[1] ? 'A' : 'D';
    if (result !== '' && result !== is)
      wrong(
        `${winner} 是 ${result}，比分是 ${goals}-${against}；改正其中一个`,
        `${winner} is ${result}, but the score is ${goals}-${against}; correct one of them`,
      );
    return pair;
  };
  const full = row.FTHG === undefined ? score('HG', 'AG', 'Res') : score('FTHG', 'FTAG', 'FTR');
  const half = halfScore(score('HTHG', 'HTAG', 'HTR'), full);
  if (date === undefined || mistakes.length > before) return undefined;
  return {
    at: String(line),
    round: '',
    ...(row.Div ? { division: row.Div } : {}),
    date,
    ...(time === undefined ? {} : { time }),
    home,
    away,
    ...(full && { full }),
    ...(half && { half }),
    goals: [],
  };
}

/** A spreadsheet that takes a time for a number drops its last zeros: 12.30 becomes 12.3, and 20.00 becomes 20. */
function clockOf(written: string): string {
  const [, hour, minutes = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(written) ?? [];
  return hour === undefined ? written : `${hour}:${minutes.padEnd(2, '0')}`;
}

/** Day, month and year; the year with two or with four digits, in each row. Spreadsheets write them anew as 16-08-2014 or 2014-08-16. */
function dateOf(written: string): string | undefined {
  if (isDate(written)) return written;
  const [, day = '', separator, month = '', year = ''] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(written) ?? [];
  if (separator === undefined) return undefined;
  const whole = year.length === 2 ? (Number(year) >= FIRST_YEAR ? 1900 : 2000) + Number(year) : Number(year);
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

/** What the file says of odds: offers take theirs from the games, so they are listed and not used. */
function oddsText(priced: readonly MatchOdds[]): readonly string[] {
  const of = (market: keyof MatchOdds) => priced.filter((odds) => odds[market] !== undefined).length;
  if (priced.length === 0) return [];
  const text = [
    `1: ${of('result')} 场有胜平负赔率，${of('total')} 场有 2.5 球大小赔率，没有使用：赔率由彩种自己定 / odds of the result of ${of('result')} matches and of 2.5 goals of ${of('total')} are not used: a game sets its own odds`,
  ];
  if (of('asian') > 0)
    text.push(
      `1: ${of('asian')} 场有亚洲让球盘，没有使用：它有四分之一球的盘口，会赢一半、输一半，不是竞彩的整数让球 / Asian handicaps of ${of('asian')} matches are not used: their quarter lines win or lose half of a stake, and they are no whole handicap of 竞彩`,
    );
  return text;
}
