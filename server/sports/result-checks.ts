/** The check of results (engine/rules/sports/check-result.ts) for matches of the database: results of a feed, stored results, and results that an operator types. */
import type { Measure } from '../../engine/descriptions/sports/types.ts';
import { Report } from '../../engine/rules/report.ts';
import { type EndedMatch, type Goal, isDecider, checkResult, type Pair } from '../../engine/rules/sports/index.ts';
import type { Language } from '../../engine/rules/errors.ts';
import type { RuleError } from '../../engine/rules/types.ts';
import { LIVE_STATES } from '../../protocol/calls/matches.ts';
import type { Querying } from '../platform/index.ts';
import { mainMeasure, type MatchRow, minuteMsOf } from './feed/match-rows.ts';
import type { EarlierSportVersion, Sports } from './versions.ts';

type Measures = Readonly<Record<string, readonly [number, number]>>;

/** Columns of a match for judging its result. */
export interface MatchToCheck extends Pick<MatchRow, 'sport' | 'league' | 'starts_at' | 'state' | 'events' | 'source'> {
  readonly measures: Measures;
  readonly first_leg: Measures | null;
}

/** The longest time between the two matches of a tie with two legs (60 days). */
export const TWO_LEG_TIE_MAX_MS = 60 * 86_400_000;
/** An operator who entered a result has looked at the goals that are listed, and has decided. */
const BY_HAND = 'desk';
const GOALS: ReadonlySet<string> = new Set(['goal', 'own', 'penalty']);

/** The measures of the match before with the same teams at the other ground; looked for where extra time or penalties were played. */
export const firstLegOf = (m: string): string =>
  `(SELECT f.measures FROM matches f WHERE ${m}.measures ?| ARRAY['extra', 'penalties'] AND f.league = ${m}.league AND f.home = ${m}.away
      AND f.away = ${m}.home AND f.state = 'finished' AND f.starts_at < ${m}.starts_at AND f.starts_at > ${m}.starts_at - ${TWO_LEG_TIE_MAX_MS}
    ORDER BY f.starts_at DESC LIMIT 1) AS first_leg`;

export const resultCheckColumns = (m: string): string =>
  `${['sport', 'league', 'starts_at', 'state', 'measures', 'events', 'source'].map((name) => `${m}.${name}`).join(', ')}, ${firstLegOf(m)}`;

/** Each measure once, as the first of these games has it. */
export function measuresOf(games: readonly { readonly measures: readonly Measure[] }[]): readonly Measure[] {
  const measures = new Map<string, Measure>();
  for (const game of games) for (const measure of game.measures) if (!measures.has(measure.code)) measures.set(measure.code, measure);
  return [...measures.values()];
}

/** What the games of a sport measure, now and when bets were sold that may wait. */
export const measuresOfSport = (sports: Sports, sport: string, earlier: readonly EarlierSportVersion[]): readonly Measure[] =>
  measuresOf([...sports.all().map((version) => version.sport), ...earlier].filter((game) => game.sport === sport));

export interface ResultToCheck {
  /** The result, where it is not what the match itself says. */
  readonly measures?: Measures | undefined;
  readonly known: readonly Measure[];
  /** When it was said to stand. */
  readonly at: number;
  readonly language?: Language;
}

/** The fault of the end of a match that is over; nothing where it is not, or is void. */
export function resultFaultsOf(sports: Sports, match: MatchToCheck, ending: ResultToCheck): readonly RuleError[] {
  const report = new Report({ language: ending.language ?? 'zh' });
  const status = { word: match.state, known: LIVE_STATES };
  if (ending.measures !== undefined || match.state === 'finished') checkResult(report, { ...endOf(sports, match, ending), status });
  else if (!(LIVE_STATES as readonly string[]).includes(match.state)) checkResult(report, { measures: {}, known: [], status });
  return report.errors;
}

function endOf(sports: Sports, match: MatchToCheck, { measures = match.measures, known: knownMeasures, at }: ResultToCheck): EndedMatch {
  const main = mainMeasure(sports, match.sport);
  // A game need not measure the score: then deciders and goals say nothing of its result.
  const isScored = knownMeasures.some(({ code }) => code === main);
  // What the match says beside its result counts where both mean the same score, and where no operator has decided since.
  const isSame = match.source !== BY_HAND && JSON.stringify(measures[main]) === JSON.stringify(match.measures[main]);
  const isOwn = measures === match.measures;
  const beside = Object.fromEntries(Object.entries(match.measures).filter(([code]) => (isDecider(code) ? isSame : isOwn)));
  return {
    measures: isOwn ? beside : { ...beside, ...measures },
    known: knownMeasures,
    main: isScored ? main : undefined,
    goals: isSame ? goalsOf(match.events) : undefined,
    firstLeg: turned(match.first_leg?.[main]),
    times: { startsAt: match.starts_at, at, minuteMs: minuteMsOf(sports.league(match.league)) },
  };
}

const turned = (pair: Pair | undefined): Pair | undefined => (pair === undefined ? undefined : [pair[1], pair[0]]);

const goalsOf = (events: MatchRow['events']): readonly Goal[] =>
  events.flatMap(({ kind, side, minute }) => (GOALS.has(kind) ? [{ side, minute }] : []));

/** "RESULT_WITHIN /measures/half: …", one after the other. */
export const faultsText = (faults: readonly RuleError[]): string =>
  faults.map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`).join(' ');

/** Of these matches of a game those whose result cannot be paid by, each with what is wrong. */
export async function impossibleResults(
  sports: Sports,
  client: Querying,
  game: string,
  matches: readonly string[],
  knownMeasures: readonly Measure[],
): Promise<ReadonlyMap<string, readonly RuleError[]>> {
  const { rows } = await client.query<MatchToCheck & { id: string; result: { measures: Measures }; result_at: number }>(
    `SELECT o.match_id AS id, o.result, coalesce(o.result_at, caipu_now_ms()) AS result_at, ${resultCheckColumns('m')}
       FROM offers o JOIN matches m ON m.id = o.match_id
      WHERE o.game = $1 AND o.match_id = ANY($2::text[]) AND o.result ? 'measures'`,
    [game, matches],
    'judged-results',
  );
  return new Map(
    rows.flatMap((row) => {
      const faults = resultFaultsOf(sports, row, { measures: row.result.measures, known: knownMeasures, at: row.result_at });
      return faults.length === 0 ? [] : [[row.id, faults] as const];
    }),
  );
}
