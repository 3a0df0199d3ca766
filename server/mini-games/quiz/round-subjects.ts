/** The subjects of quiz rounds: the next issue or match, and its result. */
import type { Result } from '../../../engine/descriptions/sports/conditions.ts';
import { scaledNumber } from '../../../engine/descriptions/sports/conditions.ts';
import type { Draw } from '../../../engine/descriptions/types.ts';
import { decideDraw, decideMatch } from '../../../engine/quiz/decide.ts';
import type { DrawSource, MatchSource, QuizDescription } from '../../../engine/quiz/types.ts';
import { NOW_ONCE } from '../../platform/index.ts';
import type { MiniGameServices } from '../services.ts';
import { impossibleResults } from '../../sports/index.ts';
import { findTeam } from '../../../engine/descriptions/sports/teams.ts';
import type { QuizRound } from './rows.ts';

type Parts = Pick<MiniGameServices, 'database' | 'games' | 'sports'>;

/** A subject that is open for a question now. */
export interface RoundSubject {
  readonly subject: string;
  readonly closesAt: number;
  readonly dueAt: number;
  readonly words: Readonly<Record<string, string>>;
}

/** The subjects that rounds of a quiz are opened about now, the next to close first. */
export function openSubjectsOf(parts: Parts, quiz: QuizDescription): Promise<RoundSubject[]> {
  return quiz.source.kind === 'draw' ? issuesFor(parts, quiz.code, quiz.source) : matchesFor(parts, quiz.code, quiz.source);
}

/** The issue on sale, when a round can be open for long enough and the last one closed long enough before. */
async function issuesFor({ database, games }: Parts, quiz: string, source: DrawSource): Promise<RoundSubject[]> {
  const version = games.published(source.game);
  if (version === undefined || version.game.disabled !== undefined) return [];
  const before = source.closeBeforeSeconds * 1000;
  const { rows } = await database.query<{ issue: string; closes_at: number; draws_at: number }>(
    `SELECT i.issue, i.closes_at, i.draws_at FROM issues i
      WHERE i.game = $1 AND i.state = 'open' AND i.opens_at <= ${NOW_ONCE} AND i.closes_at - $3::bigint >= ${NOW_ONCE} + $4::bigint
        AND i.closes_at - $3::bigint >= $5::bigint + coalesce((SELECT closes_at FROM quiz_rounds WHERE quiz = $2 ORDER BY number DESC LIMIT 1), 0)
        AND NOT EXISTS (SELECT 1 FROM quiz_rounds WHERE quiz = $2 AND state = 'open' AND closes_at > ${NOW_ONCE})
        AND NOT EXISTS (SELECT 1 FROM quiz_rounds WHERE quiz = $2 AND subject = i.issue)
      ORDER BY i.closes_at LIMIT 1`,
    [source.game, quiz, before, source.leastSeconds * 1000, source.everyMinutes * 60_000],
    'quiz-issues',
  );
  return rows.map(({ issue, closes_at, draws_at }) => ({
    subject: issue,
    closesAt: closes_at - before,
    dueAt: draws_at,
    words: { game: version.game.name, issue },
  }));
}

async function matchesFor({ database, sports }: Parts, quiz: string, source: MatchSource): Promise<RoundSubject[]> {
  const version = sports.published(source.game);
  if (version === undefined || version.sport.disabled !== undefined) return [];
  const { rows } = await database.query<{ match_id: string; stops: number; league: string; home: string; away: string; starts_at: number }>(
    `SELECT o.match_id, o.pass_stops_at - $3::bigint AS stops, m.league, m.home, m.away, m.starts_at FROM offers o JOIN matches m ON m.id = o.match_id
      WHERE o.game = $1 AND o.listed AND o.suspended IS NULL AND o.result IS NULL AND o.opens_at <= ${NOW_ONCE}
        AND o.pass_stops_at - $3::bigint > ${NOW_ONCE} AND m.starts_at < ${NOW_ONCE} + $4::bigint
        AND NOT EXISTS (SELECT 1 FROM quiz_rounds r WHERE r.quiz = $2 AND r.subject = o.match_id)
      ORDER BY o.pass_stops_at, o.match_id
      LIMIT greatest(0, $5 - (SELECT count(*) FROM quiz_rounds WHERE quiz = $2 AND state = 'open' AND closes_at > ${NOW_ONCE}))`,
    [source.game, quiz, source.closeBeforeSeconds * 1000, source.aheadHours * 3_600_000, source.most],
    'quiz-matches',
  );
  return rows.map(({ match_id, stops, league: code, home, away, starts_at }) => {
    const league = sports.league(code);
    const name = (team: string) => findTeam(league, team)?.name ?? team;
    return {
      subject: match_id,
      closesAt: stops,
      dueAt: Math.max(stops, starts_at + source.lastsMinutes * 60_000),
      words: { game: version.sport.name, league: league?.name ?? code, home: name(home), away: name(away) },
    };
  });
}

/** The decision of a round. `outcome` undefined: no option came true, or its issue or match was cancelled. */
export interface RoundDecision {
  readonly outcome: string | undefined;
  readonly result: string;
}

/** Undefined: the result is not there yet. */
export function roundDecisionOf(parts: Parts, round: QuizRound, now: number): Promise<RoundDecision | undefined> {
  const { source } = JSON.parse(round.body) as QuizDescription;
  return source.kind === 'draw' ? ofIssue(parts, round, source, now) : ofMatch(parts, round, source, now);
}

const TOO_LATE: RoundDecision = { outcome: undefined, result: '未取得结果' };

async function ofIssue({ database, games }: Parts, round: QuizRound, source: DrawSource, now: number): Promise<RoundDecision | undefined> {
  const { rows } = await database.query<{
    state: string;
    hash: string;
    numbers: Draw['numbers'] | null;
    draws_at: number;
    cancelled: string | null;
  }>(
    'SELECT state, hash, numbers, draws_at, cancelled FROM issues WHERE game = $1 AND issue = $2',
    [round.game, round.subject],
    'quiz-issue',
  );
  const [row] = rows;
  if (row === undefined || row.state === 'withdrawn' || row.cancelled !== null) return { outcome: undefined, result: '本期取消' };
  if (row.numbers === null) return now >= round.void_at ? TOO_LATE : undefined;
  const { game } = await games.byHash(row.hash);
  const result = game.draw.zones.map(({ id }) => (row.numbers?.[id] ?? []).join(' ')).join(' + ');
  return { outcome: decideDraw(source, game, row.draws_at, { numbers: row.numbers }), result: `开奖 ${result}` };
}

async function ofMatch(
  { database, sports }: Parts,
  round: QuizRound,
  source: MatchSource,
  now: number,
): Promise<RoundDecision | undefined> {
  const { rows } = await database.query<{ result: { measures?: Result; void?: true } | null; numbers: Record<string, string> }>(
    // A result that somebody typed in may be changed until it is paid.
    `SELECT CASE WHEN coalesce(result_at, 0) <= caipu_now_ms() THEN result END AS result, numbers FROM offers WHERE game = $1 AND match_id = $2`,
    [round.game, round.subject],
    'quiz-match',
  );
  const [row] = rows;
  if (row === undefined || row.result?.void === true) return { outcome: undefined, result: '比赛取消' };
  const measures = row.result?.measures;
  const gameMeasures = sports.published(round.game)?.sport.measures ?? [];
  const refused = measures === undefined ? undefined : await impossibleResults(sports, database, round.game, [round.subject], gameMeasures);
  if (measures === undefined || refused?.has(round.subject)) return now >= round.void_at ? TOO_LATE : undefined;
  const numbers = Object.fromEntries(Object.entries(row.numbers).map(([code, text]) => [code, scaledNumber(text)]));
  const result = gameMeasures
    .flatMap(({ code, name }) => (measures[code] === undefined ? [] : [`${name} ${measures[code].join(':')}`]))
    .join('，');
  return { outcome: decideMatch(source, measures, numbers), result };
}
