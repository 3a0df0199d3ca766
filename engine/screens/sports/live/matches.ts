/**
 * Matches as live scores show them: what the server answers and what the event stream brings, put together. Pure.
 *
 * Each match carries the version of its last change, and versions only grow. So a match is taken only when it is newer than the one at
 * hand, and deltas may arrive twice, late or in any order: the outcome is the same.
 */

import type { CrestParts } from '../../kit/crest.tsx';

export interface Side {
  readonly id: string;
  readonly name: string;
  readonly rank?: number;
  readonly crest?: CrestParts;
}

export interface League {
  readonly code: string;
  readonly name: string;
  readonly short: string;
  readonly tone: string;
}

/** At `from` (unix ms) the clock of the match showed `minute`; a minute of it lasts `minuteMs`. */
export interface MatchClock {
  readonly from: number;
  readonly minute: number;
  readonly minuteMs: number;
}

export type SideName = 'home' | 'away';
export type Pair = readonly [home: number, away: number];

export interface MatchEvent {
  readonly minute: string;
  readonly kind: 'goal' | 'own' | 'penalty' | 'yellow' | 'red' | 'corner';
  readonly side: SideName;
  readonly player?: string;
}

export type LiveState = 'scheduled' | 'first' | 'half' | 'second' | 'extra' | 'finished' | 'postponed' | 'abandoned' | 'cancelled';

export interface LiveMatch {
  readonly id: string;
  readonly sport: string;
  readonly league: string;
  readonly home: Side;
  readonly away: Side;
  readonly startsAt: number;
  readonly state: LiveState;
  readonly clock?: MatchClock;
  readonly measures: Readonly<Record<string, Pair>>;
  readonly cards?: { readonly yellow: Pair; readonly red: Pair };
  readonly events: readonly MatchEvent[];
  readonly version: number;
}

/** What the call answers. `full`: these are all matches, and not those that changed since. */
export interface LiveAnswer {
  readonly version: number;
  readonly full: boolean;
  readonly demo: boolean;
  readonly leagues: readonly League[];
  readonly matches: readonly LiveMatch[];
}

/** What the stream brings: everything that changed between two versions. */
export interface LiveDelta {
  readonly from: number;
  readonly version: number;
  readonly matches: readonly LiveMatch[];
}

export interface LiveScoreboard {
  /** Everything up to this version is known; undefined before the first answer. */
  readonly version: number | undefined;
  readonly demo: boolean;
  readonly leagues: Readonly<Record<string, League>>;
  readonly matches: ReadonlyMap<string, LiveMatch>;
}

export const NO_MATCHES: LiveScoreboard = Object.freeze({
  version: undefined,
  demo: false,
  leagues: Object.freeze({}),
  matches: new Map(),
});

export interface MergedUpdate {
  readonly live: LiveScoreboard;
  /** Ids of the matches that are not as they were. */
  readonly changed: readonly string[];
  /** True when a change between the known and the received version is missing: it must be loaded. */
  readonly missed: boolean;
}

/** Takes the newer of each match. */
function merged(
  known: ReadonlyMap<string, LiveMatch>,
  coming: readonly LiveMatch[],
): { readonly matches: ReadonlyMap<string, LiveMatch>; readonly changed: readonly string[] } {
  const newer = coming.filter(({ id, version }) => version > (known.get(id)?.version ?? -1));
  if (newer.length === 0) return { matches: known, changed: [] };
  const matches = new Map(known);
  for (const match of newer) matches.set(match.id, match);
  return { matches, changed: newer.map(({ id }) => id) };
}

export function applyAnswer(live: LiveScoreboard, answer: LiveAnswer): MergedUpdate {
  const { matches, changed } = merged(live.matches, answer.matches);
  const leagues = { ...live.leagues, ...Object.fromEntries(answer.leagues.map((league) => [league.code, league])) };
  // A whole answer names all matches there are; one that the stream brought after it was written stays.
  const named = new Set(answer.matches.map(({ id }) => id));
  const gone = answer.full ? [...matches.values()].filter(({ id, version }) => !named.has(id) && version <= answer.version) : [];
  const left = gone.length === 0 ? matches : new Map([...matches].filter(([id]) => !gone.some((match) => match.id === id)));
  return {
    live: { version: Math.max(answer.version, live.version ?? 0), demo: answer.demo, leagues, matches: left },
    changed: [...changed, ...gone.map(({ id }) => id)],
    missed: false,
  };
}

export function applyDelta(live: LiveScoreboard, delta: LiveDelta): MergedUpdate {
  // Before the first answer a delta is not enough to show anything: the answer will hold it.
  if (live.version === undefined) return { live, changed: [], missed: false };
  const { matches, changed } = merged(live.matches, delta.matches);
  // A league that the phone does not know comes with an answer. The version stays where it was over a gap, so that what lies in it is
  // still asked for.
  const missed = delta.from > live.version || delta.matches.some(({ league }) => !Object.hasOwn(live.leagues, league));
  const version = missed ? live.version : Math.max(live.version, delta.version);
  if (changed.length === 0 && version === live.version) return { live, changed, missed };
  return { live: { ...live, version, matches }, changed, missed };
}

export interface ScoreChange {
  readonly match: LiveMatch;
  readonly side: SideName;
  /** False when a goal was taken back. */
  readonly stands: boolean;
}

/** Change of a score by `measure`: a goal for either side, or a goal that was taken back. */
export function scoreChanges(before: LiveMatch | undefined, after: LiveMatch, measure: string): readonly ScoreChange[] {
  const [was, is] = [before?.measures[measure], after.measures[measure]];
  if (!before || before.version >= after.version || !is) return [];
  // A match that kicked off between two answers began at 0:0.
  const from: Pair = was ?? [0, 0];
  return (['home', 'away'] as const).flatMap((side, at) => {
    const difference = (is[at] as number) - (from[at] as number);
    return difference === 0 ? [] : [{ match: after, side, stands: difference > 0 }];
  });
}

export type Tab = 'live' | 'finished' | 'coming';

const TAB_OF: Readonly<Record<LiveState, Tab>> = {
  first: 'live',
  half: 'live',
  second: 'live',
  extra: 'live',
  finished: 'finished',
  abandoned: 'finished',
  scheduled: 'coming',
  postponed: 'coming',
  cancelled: 'coming',
};

/** Where a match is listed. A state that this version does not know is one that has not come to an end. */
export const tabOf = ({ state }: LiveMatch): Tab => TAB_OF[state] ?? 'live';

/** In the order that they are listed in: the next kick-off first, what is over the other way round. */
export function sortMatches(matches: readonly LiveMatch[], tab: Tab | 'all'): readonly LiveMatch[] {
  const direction = tab === 'finished' ? -1 : 1;
  return [...matches].sort((a, b) => direction * (a.startsAt - b.startsAt) || (a.id < b.id ? -1 : 1));
}
