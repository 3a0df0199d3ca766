/** Results of games on matches: by sale day, or by issue where a game is sold by issues. */
import { isoDateOf } from '../platform/index.ts';
import { printedNumbers } from '../../engine/descriptions/sports/conditions.ts';
import type { SportResultsModels } from '../../protocol/calls.ts';
import type { SportServices } from './services.ts';
import { DAY_STARTS } from '../../engine/descriptions/sports/conditions.ts';
import { saleDayOf } from './feed/calendar.ts';
import { withTieBreak } from './feed/cups.ts';
import type { StoredOffer } from './feed/match-rows.ts';
import { winningChoicesOf } from './feed/update-matches.ts';
import type { SportVersion } from './versions.ts';
import { leagueModelsOf, type OfferOfMatch, teamModelOf } from './api-models.ts';

const OVER = `(o.result IS NOT NULL OR o.state IN ('postponed', 'abandoned', 'cancelled'))`;

/** The results of a day or an issue, by default the latest; undefined for an issue that does not exist. */
export async function issueResultsOf(
  { database, clock, sports }: Pick<SportServices, 'database' | 'clock' | 'sports'>,
  version: SportVersion,
  dayOrIssue: { readonly date?: string | undefined; readonly issue?: string | undefined },
): Promise<SportResultsModels | undefined> {
  const { sport } = version;
  const byIssue = sport.sale?.issues !== undefined;
  const key = byIssue ? 'o.issue' : `to_char(o.sale_day, 'YYYY-MM-DD')`;
  const { rows: keys } = await database.query<{ key: string; closes: string }>(
    `SELECT DISTINCT ${key} AS key, ${byIssue ? 'i.closes_at::text' : key} AS closes FROM offers o
       ${byIssue ? 'JOIN sport_issues i ON i.game = o.game AND i.issue = o.issue' : ''} WHERE o.game = $1 AND ${OVER} ORDER BY closes DESC LIMIT 400`,
    [sport.code],
  );
  const all = keys.map((row) => row.key);
  const today = isoDateOf(saleDayOf(clock.now(), sport.sale?.dayStarts ?? DAY_STARTS));
  const chosen = byIssue ? (dayOrIssue.issue ?? issueOn(keys, dayOrIssue.date) ?? all[0]) : (dayOrIssue.date ?? all[0] ?? today);
  if (dayOrIssue.issue !== undefined && !all.includes(dayOrIssue.issue)) return undefined;
  const at = chosen === undefined ? -1 : all.indexOf(chosen);
  const older = at >= 0 ? all[at + 1] : all.find((each) => byIssue || each < (chosen ?? ''));
  const newer = at > 0 ? all[at - 1] : at < 0 && !byIssue ? all.findLast((each) => each > (chosen ?? '')) : undefined;
  const { rows } = await database.query<OfferOfMatch>(
    `SELECT o.*, to_char(o.sale_day, 'YYYY-MM-DD') AS sale_day, m.league, m.home, m.away, m.starts_at, m.measures
       FROM offers o JOIN matches m ON m.id = o.match_id
      WHERE o.game = $1 AND ${byIssue ? 'o.issue = $2' : 'o.sale_day = $2::date'} AND ${OVER} ORDER BY o.position DESC LIMIT 500`,
    [sport.code, chosen ?? (byIssue ? '' : today)],
  );
  rows.reverse();
  const closes = keys[Math.max(at, 0)]?.closes;
  return {
    game: sport.code,
    name: sport.name,
    ...(sport.board?.awayFirst ? { awayFirst: true as const } : {}),
    ...(sport.payout.kind === 'pool' ? { pool: true as const } : {}),
    date: byIssue ? (closes === undefined ? today : isoDateOf(saleDayOf(Number(closes), '00:00'))) : (chosen ?? today),
    ...(byIssue && chosen !== undefined ? { issue: chosen } : {}),
    ...(older === undefined ? {} : { previous: older }),
    ...(newer === undefined ? {} : { next: newer }),
    demo: true,
    leagues: leagueModelsOf(
      sports.leagues(),
      rows.map(({ league }) => league),
    ),
    matches: rows.map((row) => {
      const league = sports.league(row.league);
      return {
        id: row.match_id,
        code: row.code,
        league: row.league,
        home: teamModelOf(league, row.home),
        away: teamModelOf(league, row.away),
        startsAt: row.starts_at,
        state: row.state as SportResultsModels['matches'][number]['state'],
        ...(row.result?.void ? { void: true as const } : {}),
        ...(row.result?.measures === undefined ? {} : { measures: withTieBreak(row.result.measures, row.measures) }),
        numbers: row.numbers,
        winners: winnersIn(version, row),
      };
    }),
  };
}

function winnersIn(version: SportVersion, row: StoredOffer): SportResultsModels['matches'][number]['winners'] {
  const { result } = row;
  if (result?.measures === undefined || result.void) return [];
  return Object.entries(winningChoicesOf(version, row, result.measures)).map(([play, choice]) => {
    const described = version.compiled.play(play)?.play;
    const odds = row.final_odds?.[play]?.[choice];
    const number = described ? printedNumbers(described, version.sport.numbers, row.numbers) : '';
    return {
      play,
      playName: described?.name ?? play,
      ...(number === '' ? {} : { number }),
      choice,
      name: described?.choices.find(({ code }) => code === choice)?.name ?? choice,
      ...(odds === undefined ? {} : { odds }),
    };
  });
}

function issueOn(keys: readonly { readonly key: string; readonly closes: string }[], date: string | undefined): string | undefined {
  return date === undefined ? undefined : keys.find(({ closes }) => isoDateOf(saleDayOf(Number(closes), '00:00')) === date)?.key;
}
