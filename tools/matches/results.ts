/** Checks the results of matches in a file (engine/rules/sports/check-result.ts), so that an impossible result is not imported. */
import { Report } from '../../engine/rules/report.ts';
import { type EndedMatch, checkResult, type Pair } from '../../engine/rules/sports/index.ts';
import type { Querying } from '../../server/platform/database/database.ts';
import { TWO_LEG_TIE_MAX_MS } from '../../server/sports/result-checks.ts';
import type { ImportedMatch } from './convert.ts';
import { STATUS_WORDS } from './written.ts';

/** Thrown where a file has results that cannot be; nothing of it is stored. */
export class RefusedResults extends Error {
  readonly mistakes: readonly string[];
  /** Ids of the matches that have them. */
  readonly matches: ReadonlySet<string>;
  constructor(mistakes: readonly string[], matches: ReadonlySet<string>) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
    this.matches = matches;
  }
}

/** The measures of a file of openfootball. */
const MEASURES: EndedMatch['known'] = [
  { code: 'full', name: '全场', counted: 'goals' },
  { code: 'half', name: '半场', counted: 'goals', within: 'full' },
];
/** Where in a file things stand that are no part of the score. */
const PLACES: Readonly<Record<string, string>> = { '/status': 'status', '/startsAt': 'date', '/measures': 'score' };

interface Known {
  readonly now: number;
  /** Matches that an operator has ended: what the file says of them is compared, and not taken. */
  readonly decided: ReadonlySet<string>;
  /** Scores of first legs that are not in the files, by the match that comes second. */
  readonly first: ReadonlyMap<string, Pair>;
}

/** Rejects with RefusedResults where one of these matches has a result that cannot be, cannot be yet, or is not understood. */
export async function checkResults(client: Querying, matches: readonly ImportedMatch[]): Promise<void> {
  const known = await knownOf(client, matches);
  const first = firstLegs(matches);
  const refused = matches
    .map((match) => ({ id: match.id, mistakes: mistakesOf(match, known, first.get(match.id) ?? known.first.get(match.id)) }))
    .filter(({ mistakes }) => mistakes.length > 0);
  if (refused.length > 0)
    throw new RefusedResults(
      refused.flatMap(({ mistakes }) => mistakes),
      new Set(refused.map(({ id }) => id)),
    );
}

/** The matches whose results can be, and what is wrong with the others. */
export async function provenMatches(
  client: Querying,
  matches: readonly ImportedMatch[],
): Promise<{ readonly proven: readonly ImportedMatch[]; readonly mistakes: readonly string[] }> {
  try {
    await checkResults(client, matches);
    return { proven: matches, mistakes: [] };
  } catch (error) {
    if (!(error instanceof RefusedResults)) throw error;
    // A second leg was judged by its first one. Where that is left out, it is judged again.
    const rest = await provenMatches(
      client,
      matches.filter(({ id }) => !error.matches.has(id)),
    );
    return { proven: rest.proven, mistakes: [...error.mistakes, ...rest.mistakes] };
  }
}

function mistakesOf(match: ImportedMatch, { now, decided }: Known, firstLeg: Pair | undefined): readonly string[] {
  const { written, state, measures } = match;
  if (decided.has(match.id) || (state !== 'finished' && written.word === undefined)) return [];
  const isOver = state === 'finished';
  const ended: EndedMatch = {
    measures,
    known: MEASURES,
    ...(isOver ? { main: 'full', firstLeg, times: { startsAt: match.starts_at, at: now, minuteMs: 60_000 } } : {}),
    goals: written.unread ? undefined : written.goals,
    status: written.word === undefined ? undefined : { word: written.word, known: STATUS_WORDS },
  };
  const [zh, en] = (['zh', 'en'] as const).map((language) => {
    const report = new Report({ language });
    checkResult(report, ended);
    return report.errors;
  });
  return (zh ?? []).map(({ code, pointer, message }, i) => {
    const place = PLACES[pointer] ?? written.places?.[pointer.replace('/measures/', '')] ?? pointer;
    return `${written.at}${written.places === undefined ? '' : `.${place}`}: ${code} ${message} / ${en?.[i]?.message}`;
  });
}

const isFinished = ({ state, measures }: ImportedMatch): boolean => state === 'finished' && measures.full !== undefined;
const turned = ([home, away]: Pair): Pair => [away, home];
const pairKey = ({ league, home, away }: Pick<ImportedMatch, 'league' | 'home' | 'away'>): string => `${league} ${home} ${away}`;

/** For each match the score of its first leg: the last earlier match with the sides swapped, in the order of this match's sides. */
function firstLegs(matches: readonly ImportedMatch[]): ReadonlyMap<string, Pair> {
  const played = new Map<string, ImportedMatch[]>();
  for (const match of matches.filter(isFinished)) played.set(pairKey(match), [...(played.get(pairKey(match)) ?? []), match]);
  return new Map(
    matches.flatMap((match) => {
      const { league, home, away, starts_at } = match;
      const before = (played.get(pairKey({ league, home: away, away: home })) ?? [])
        .filter((each) => each.starts_at < starts_at && each.starts_at > starts_at - TWO_LEG_TIE_MAX_MS)
        .sort((a, b) => b.starts_at - a.starts_at)[0];
      return before?.measures.full === undefined ? [] : [[match.id, turned(before.measures.full)] as const];
    }),
  );
}

async function knownOf(client: Querying, matches: readonly ImportedMatch[]): Promise<Known> {
  const rows = matches.map(({ id, league, home, away, starts_at, measures }) => {
    const late = measures.extra !== undefined || measures.penalties !== undefined;
    return { id, league, home, away, starts_at, late };
  });
  const { rows: found } = await client.query<{ now: number; decided: string[]; first: { id: string; full: [number, number] }[] }>(
    `WITH x AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS x(id text, league text, home text, away text, starts_at bigint, late boolean))
     SELECT caipu_now_ms() AS now,
            ARRAY(SELECT m.id FROM matches m JOIN x ON x.id = m.id WHERE m.source = 'desk' AND m.state IN ('finished', 'cancelled')) AS decided,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'full', f.full)), '[]')
               FROM x, LATERAL (SELECT m.measures->'full' AS full FROM matches m
                                 WHERE x.late AND m.league = x.league AND m.home = x.away AND m.away = x.home AND m.state = 'finished' AND m.measures ? 'full'
                                   AND m.starts_at < x.starts_at AND m.starts_at > x.starts_at - $2::bigint
                                 ORDER BY m.starts_at DESC LIMIT 1) f) AS first`,
    [JSON.stringify(rows), TWO_LEG_TIE_MAX_MS],
  );
  const [row] = found;
  return {
    now: row?.now ?? 0,
    decided: new Set(row?.decided),
    first: new Map(row?.first.map(({ id, full }) => [id, turned(full)] as const)),
  };
}
