/**
 * Matches for the preview of a sports game, made up from its description as draws are made up for a number game: numbers that its
 * plays can be sold with, and odds in proportion to how many choices a play has. Pure; no feed and no server is asked.
 */
import { formatInstant } from '../../engine/descriptions/screens/time.ts';
import type { MatchNumber, SportGame } from '../../engine/descriptions/sports/types.ts';
import type { League, Offer, OfferPage, OptionData } from '../../engine/screens/sports/calls.ts';
import { isSoldWithNumbers } from '../../engine/screens/sports/plays.ts';
import { HOUR_MS } from '../../engine/descriptions/time-units.ts';

/** So many matches are more than a phone shows at once. */
const MATCHES = 8;
/** Leagues are the server's own, and no match of theirs is shown as one that can be bet on. */
const LEAGUE: League = { code: 'X', name: '示例联赛', short: '示例', tone: 'blue' };
/** What the house keeps of the odds, in thousandths. */
const MARGIN_PERMILLE = 110;
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;

export interface SampleMatches {
  readonly page: OfferPage;
  /** Odds of every play of these matches. */
  options(ids: readonly string[]): OptionData;
}

/** `now`: unix ms; the first match begins two hours later. */
export function sampleMatches(
  { hash, sport }: { readonly hash: string; readonly sport: SportGame },
  now: number,
  offsetMinutes: number,
): SampleMatches {
  const { sale, payout } = sport;
  const pool = payout.kind === 'pool';
  const matches = Array.from({ length: pool ? payout.matches : MATCHES }, (_, at): Offer => {
    const startsAt = now + 2 * HOUR_MS + Math.floor(at / 2) * HOUR_MS;
    // All matches of an issue stop before the first of them begins.
    const stopsAt = (pool ? now + 2 * HOUR_MS : startsAt) - (sale?.stopSeconds ?? 0) * 1000;
    const day = formatInstant(now, offsetMinutes, 'day') ?? '';
    const numbers = Object.fromEntries(sport.numbers.map((number) => [number.code, numberOf(sport, number, at)]));
    const place = String(at + 1);
    return {
      id: `preview-${at}`,
      code: sale?.issues === undefined ? `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}${place.padStart(3, '0')}` : place,
      day,
      league: LEAGUE.code,
      home: { id: `home-${at}`, name: `主队${place}` },
      away: { id: `away-${at}`, name: `客队${place}` },
      startsAt,
      singleStopsAt: stopsAt,
      passStopsAt: stopsAt,
      state: 'selling',
      numbers,
      singles: [],
      closed: sport.plays.filter((play) => !isSoldWithNumbers(play, numbers)).map(({ code }) => code),
      odds: pool ? {} : oddsOf(sport, at),
      version: 1,
    };
  });
  const issue = sale?.issues && {
    issue: (formatInstant(now, offsetMinutes, 'day') ?? '').replaceAll('-', '').slice(2),
    opensAt: now - HOUR_MS,
    closesAt: Math.max(...matches.map(({ passStopsAt }) => passStopsAt)),
    state: 'selling' as const,
  };
  return {
    page: {
      game: sport.code,
      hash,
      version: 1,
      full: true,
      demo: true,
      ...(issue ? { issue: issue.issue, issues: [issue] } : {}),
      ...(pool ? { pool: { poolFen: 0, carriedFen: sale?.issues?.firstCarriedFen ?? 0 } } : {}),
      leagues: [LEAGUE],
      matches,
      removed: [],
      notices: [],
    },
    options: (ids) => ({
      game: sport.code,
      version: 1,
      matches: matches.filter(({ id }) => ids.includes(id)).map(({ id, odds }) => ({ id, version: 1, odds })),
    }),
  };
}

/** One that a play asks for, or one near the middle that the feed would give too. */
function numberOf({ plays, feed }: SportGame, { code, from, to, decimals }: MatchNumber, at: number): string {
  const wanted = plays.flatMap(({ needs = [] }) => needs.filter(({ number }) => number === code).flatMap(({ values }) => values));
  if (wanted.length > 0) return wanted[at % wanted.length] as string;
  const middle = Math.round((from + to) / 2) + (at % 2 === 0 ? -1 : 1);
  const half = decimals > 0 && feed?.numbers?.find(({ number }) => number === code)?.half === true;
  return half ? `${middle}.5` : String(middle);
}

/** Fair odds of equal chances less the margin, spread by place and match so that no two cells look alike. */
function oddsOf({ plays }: SportGame, at: number): Offer['odds'] {
  return Object.fromEntries(
    plays.map(({ code, choices }) => [
      code,
      Object.fromEntries(
        choices.map((choice, nth) => {
          const spread = 820 + ((nth * 137 + at * 89) % 400);
          const odds = (choices.length * (1000 - MARGIN_PERMILLE) * spread) / 1_000_000;
          return [choice.code, Math.max(1.01, odds).toFixed(2)];
        }),
      ),
    ]),
  );
}
