/**
 * Matches whose date is a year too early. Published files have them: football.json 2019-20 puts the rounds of July 2020 into July 2019, before
 * the first round, because a season's months were taken for years without looking at the rounds.
 */
import type { WrittenMatch } from './written.ts';

const DAY_MS = 86_400_000;
/** A match may be played some days before the first round. */
const BEFORE_MS = 14 * DAY_MS;
/** What a year later still belongs to the season. */
const AFTER_MS = 60 * DAY_MS;

export interface WrongYears {
  readonly matches: ReadonlySet<WrittenMatch>;
  /** One for the file. */
  readonly mistakes: readonly string[];
}

export function wrongYears(matches: readonly WrittenMatch[]): WrongYears {
  const numbered = matches.flatMap((match) => {
    const round = /^(?:(?:Matchday|Round) (\d+)|(\d+)(?:\. Round)?)$/.exec(match.round);
    return round === null ? [] : [{ match, round: Number(round[1] ?? round[2]), at: Date.parse(match.date) }];
  });
  const first = numbered.filter(({ round }) => round === 1).map(({ at }) => at);
  if (first.length === 0) return { matches: new Set(), mistakes: [] };
  const begins = Math.min(...first) - BEFORE_MS;
  const ends = Math.max(...numbered.map(({ at }) => at)) + AFTER_MS;
  const wrong = numbered.filter(({ round, at }) => round > 1 && at < begins && nextYear(at) < ends);
  const [one] = wrong;
  if (one === undefined) return { matches: new Set(), mistakes: [] };
  const year = new Date(nextYear(one.at)).getUTCFullYear();
  const { at, date, round } = one.match;
  return {
    matches: new Set(wrong.map(({ match }) => match)),
    mistakes: [
      `${at}: ${date} 早于第 1 轮，${round} 的年份大概是 ${year}，这样的有 ${wrong.length} 场；改正日期 / the date of ${round} is before round 1, its year is probably ${year}; matches: ${wrong.length}. Correct the dates`,
    ],
  };
}

function nextYear(at: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}
