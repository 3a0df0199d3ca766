/**
 * Odds in the columns of football-data.co.uk. A column names the bookmaker, C for closing odds, and the choice: AvgH, AvgCH, B365>2.5, PCAHA.
 * Averages of all bookmakers are named Avg since 2019/20 and BbAv before; the single bookmakers stand for them where there is none.
 */

/** Decimal odds as they are written, and the columns that they come from. */
export interface MarketOdds {
  readonly bookmaker: string;
  readonly isClosing: boolean;
  readonly odds: readonly string[];
}
export interface MatchOdds {
  /** Home, draw, away. */
  readonly result?: MarketOdds;
  /** Over and under 2.5 goals. */
  readonly total?: MarketOdds;
  /** Home and away at a handicap in quarter goals: the home side gives it when it is negative. Quarter lines win or lose half of a stake. */
  readonly asian?: MarketOdds & { readonly handicap: string };
}

const BOOKMAKERS = ['Avg', 'BbAv', 'B365', 'PS', 'P'];
type Row = Readonly<Record<string, string>>;

/** Odds before the close come first, because they are those that a sale begins with. */
export function readOdds(row: Row): MatchOdds | undefined {
  const result = market(row, ['H', 'D', 'A']);
  const total = market(row, ['>2.5', '<2.5']);
  const asian = asianOf(row);
  if (result === undefined && total === undefined && asian === undefined) return undefined;
  return { ...(result && { result }), ...(total && { total }), ...(asian && { asian }) };
}

function market(row: Row, choices: readonly string[], closings: readonly string[] = ['', 'C']): MarketOdds | undefined {
  for (const closing of closings)
    for (const bookmaker of BOOKMAKERS) {
      const odds = choices.map((choice) => row[`${bookmaker}${closing}${choice}`] ?? '');
      if (odds.every(isOdds)) return { bookmaker, isClosing: closing === 'C', odds };
    }
  return undefined;
}

const isOdds = (text: string): boolean => /^\d{1,4}(\.\d+)?$/.test(text) && Number(text) > 1;

function asianOf(row: Row): MatchOdds['asian'] {
  for (const [closing, handicap] of [
    ['', row.AHh ?? row.BbAHh ?? ''],
    ['C', row.AHCh ?? ''],
  ] as const) {
    const odds = market(row, ['AHH', 'AHA'], [closing]);
    if (odds !== undefined && isQuarter(handicap)) return { ...odds, handicap };
  }
  return undefined;
}

const isQuarter = (text: string): boolean => /^[+-]?\d{1,2}(\.\d+)?$/.test(text) && Number.isInteger(Number(text) * 4);
