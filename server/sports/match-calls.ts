/** Calls about matches and cups (protocol/calls/match-data.ts, cups.ts). */
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { MatchAnalysisModels } from '../../protocol/calls.ts';
import { outrightList, sjbGroupStageResult, sjbMatchAll } from '../../protocol/calls/cups.ts';
import * as calls from '../../protocol/calls/match-data.ts';
import { STATUS } from '../../protocol/status.ts';
import type { SportServices } from './services.ts';
import { gameCodeOf } from '../catalog/index.ts';
import { answerCacheOf } from '../lottery/index.ts';
import { handle, type HandledCall, ok, refuse, markShared } from '../platform/index.ts';
import { MATCH_COLUMNS, type MatchRow, SIMULATED_SOURCE } from './feed/match-rows.ts';
import { createSportReads, rowPlaysOf } from './sport-reads.ts';
import { issueResultsOf } from './result-reads.ts';
import { createStandingsTables } from './standings-tables.ts';
import { countPicks, supportOf } from './support.ts';
import { teamModelOf } from './api-models.ts';

/** Real ms for which an answer about running matches is cached; the event stream does not send changes more often. */
const CACHE_MS = 1_000;
/** The same for matches and tables of cups, and for analyses. */
const SLOW_SERVES_MS = 5_000;
/** The same for what players picked on a match. */
const SUPPORT_SERVES_MS = 60_000;
const MOST_IDS = 50;
const NO_GAME = '彩种不存在';

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().slice(0, 10) === text;

export function matchCalls(context: SportServices): HandledCall[] {
  const { sports, database } = context;
  const reads = createSportReads(context);
  const tables = createStandingsTables(context);
  const cache = answerCacheOf(context);
  const share = <T extends object | undefined>(key: string, read: () => Promise<T>, mostMs = CACHE_MS): Promise<T> =>
    cache.get(key, async () => ({ value: shared(await read()) }), { mostMs });
  const gameOf = (code: string) => sports.published(gameCodeOf(context, code));
  const cupOf = (codes: string) =>
    codes.split(',').flatMap((code) => {
      const league = [...sports.leagues().values()].find((each) => each.code.toLowerCase() === code.trim().toLowerCase());
      return league === undefined ? [] : [league];
    })[0];

  return [
    handle(calls.appSpLotteryPageInfo, async ({ fields: { game, issue, since } }) => {
      const version = gameOf(game);
      if (version === undefined) return refuse(STATUS.notFound, NO_GAME);
      const { sport, hash } = version;
      const page = await share(`sp ${hash} ${issue ?? ''} ${since ?? ''}`, () => reads.page(sport, hash, issue, since));
      return page === undefined ? refuse(STATUS.notFound, '期号不存在') : ok(page);
    }),
    handle(calls.optionData, async ({ fields: { game, ids } }) => {
      const version = gameOf(game);
      if (version === undefined) return refuse(STATUS.notFound, NO_GAME);
      const requestedIds = [...new Set(ids.split(','))].slice(0, MOST_IDS);
      return ok(await share(`options ${version.hash} ${requestedIds.join()}`, () => reads.options(version.sport.code, requestedIds)));
    }),
    handle(calls.matchLive, async ({ fields: { since, sport } }) =>
      ok(await share(`live ${sport ?? ''} ${since ?? ''}`, () => reads.live(since, sport))),
    ),
    handle(sjbMatchAll, async ({ fields }) => {
      const cup = cupOf(fields.cup);
      if (cup === undefined) return refuse(STATUS.notFound, '杯赛不存在');
      const { week } = fields;
      return ok(await share(`cup matches ${cup.code} ${week ?? ''}`, () => tables.cupMatches(cup, week), SLOW_SERVES_MS));
    }),
    handle(sjbGroupStageResult, async ({ fields }) => {
      const cup = cupOf(fields.cup);
      if (cup === undefined) return refuse(STATUS.notFound, '杯赛不存在');
      return ok(await share(`cup table ${cup.code}`, () => tables.cupTable(cup), SLOW_SERVES_MS));
    }),
    handle(calls.jcList, async ({ fields: { game, date, issue } }) => {
      const version = gameOf(game);
      if (version === undefined) return refuse(STATUS.notFound, NO_GAME);
      const day = date !== undefined && date.includes('-') ? date : undefined;
      if (day !== undefined && !isDay(day)) return refuse(STATUS.notFound, '日期不正确');
      const dayOrIssue = { date: day, issue: issue ?? (day === undefined ? date : undefined) };
      const results = await share(`jc ${version.hash} ${date ?? ''} ${issue ?? ''}`, () => issueResultsOf(context, version, dayOrIssue));
      return results === undefined ? refuse(STATUS.notFound, '期号不存在') : ok(results);
    }),
    handle(calls.getBjdcWeekIssuse, async ({ fields: { game } }) => {
      const version = gameOf(game);
      if (version === undefined) return refuse(STATUS.notFound, NO_GAME);
      const { code } = version.sport;
      return ok(await share(`issues ${code}`, async () => ({ game: code, issues: await reads.issues(code) })));
    }),
    handle(calls.matchAnalysis, async ({ fields: { game, matchId } }) => {
      const version = game === undefined ? undefined : gameOf(game);
      if (game !== undefined && version === undefined) return refuse(STATUS.notFound, NO_GAME);
      const read = () => analysisOf(version?.sport, matchId);
      const analysis = await share(`analysis ${version?.hash ?? ''} ${matchId}`, read, SLOW_SERVES_MS);
      return analysis === undefined ? refuse(STATUS.notFound, '比赛不存在') : ok(analysis);
    }),
    handle(outrightList, async ({ fields: { game } }) => {
      const code = sports.outrights().find(({ outright }) => outright.code.toLowerCase() === game.toLowerCase())?.outright.code;
      const list = code === undefined ? undefined : await share(`outrights ${code}`, () => reads.outrights(code));
      return list === undefined ? refuse(STATUS.notFound, NO_GAME) : ok(list);
    }),
  ];

  async function analysisOf(game: SportGame | undefined, matchId: string): Promise<MatchAnalysisModels | undefined> {
    const [{ rows }, moves] = await Promise.all([
      database.query<MatchRow>(`SELECT ${MATCH_COLUMNS} FROM matches WHERE id = $1`, [matchId]),
      database.query<{ at: number; odds: Readonly<Record<string, Readonly<Record<string, string>>>> }>(
        'SELECT at, odds FROM odds_moves WHERE game = $1 AND match_id = $2 ORDER BY version LIMIT 200',
        [game?.code ?? '', matchId],
      ),
    ]);
    const [match] = rows;
    if (match === undefined) return undefined;
    const { league, home, away, starts_at: before } = match;
    const [ofHome, ofAway, headToHead, table, ranks, picks] = await Promise.all([
      tables.past({ league, code: home }, before),
      tables.past({ league, code: away }, before),
      tables.past({ league, code: home }, before, away),
      tables.table(league),
      tables.ranks(league),
      game === undefined
        ? undefined
        : share(`picks ${game.code} ${matchId}`, () => countPicks(database, game.code, matchId), SUPPORT_SERVES_MS),
    ]);
    const shown = game === undefined ? [] : rowPlaysOf(game);
    const describedLeague = sports.league(league);
    const simulated = match.source === SIMULATED_SOURCE;
    const last = new Map<string, string>();
    return {
      matchId,
      match: {
        sport: match.sport,
        league: describedLeague?.short ?? league,
        home: teamModelOf(describedLeague, home, ranks),
        away: teamModelOf(describedLeague, away, ranks),
        startsAt: before,
        state: match.state,
      },
      ...{ demo: simulated, home: ofHome, away: ofAway, headToHead, table },
      support: picks === undefined ? [] : supportOf(matchId, shown, picks, simulated ? moves.rows.at(-1)?.odds : undefined),
      moves: moves.rows.flatMap(({ at, odds }) =>
        shown.flatMap((play) => {
          const now = odds[play];
          const text = JSON.stringify(now);
          if (now === undefined || last.get(play) === text) return [];
          last.set(play, text);
          return [{ at, play, odds: now }];
        }),
      ),
    };
  }
}

const shared = <T extends object | undefined>(value: T): T => (value === undefined ? value : (markShared(value) as T));
