/** A match as a file has it, before names and times are looked up. Every reader of a file format makes these. */

export type Pair = readonly [number, number];

export interface WrittenGoal {
  readonly side: 'home' | 'away';
  readonly minute: string;
  readonly kind: 'goal' | 'own' | 'penalty';
  readonly player: string;
}

export interface WrittenMatch {
  /** Where it stands: matches[3], rounds[0].matches[2]; in a text file the number of the line. */
  readonly at: string;
  readonly round: string;
  readonly group?: string;
  /** The division of a file of football-data.co.uk: E0. */
  readonly division?: string;
  readonly ground?: string;
  readonly date: string;
  /** HH:mm, without a zone, or with one as in "13:00 UTC-6", "20:45 CET" or "15:00 Europe/London". */
  readonly time?: string;
  readonly home: string;
  readonly away: string;
  /** Set where the match was not played to its end: put off, broken off, cancelled, or its score given by a committee (awarded). */
  readonly status?: 'postponed' | 'abandoned' | 'cancelled' | 'awarded';
  /** The status as it is written, where nobody knows what it means. */
  readonly word?: string;
  /** Where in the match its parts stand: {"half": "score.ht"}. Left out where the match is one line. */
  readonly places?: Readonly<Record<string, string>>;
  /** After 90 minutes. */
  readonly full?: Pair;
  /** Left out in the file exactly where a match ended 0:0, and in old files. */
  readonly half?: Pair;
  /** After 120 minutes. */
  readonly extra?: Pair;
  readonly penalties?: Pair;
  /** Set where a goal has a minute that nobody can read, so that those below are not all. */
  readonly unread?: true;
  readonly goals: readonly WrittenGoal[];
}

export type ReadMatchesResult =
  | {
      readonly ok: true;
      readonly matches: readonly WrittenMatch[];
      /** Matches that have no date yet. */
      readonly undated: number;
      /** The name of the competition, where the file has one. */
      readonly title?: string;
      /** What the file also has and nothing reads, such as line-ups: one sentence for each kind. */
      readonly unused?: readonly string[];
    }
  /** `matches` are those that are read without a mistake. */
  | { readonly ok: false; readonly mistakes: readonly string[]; readonly matches: readonly WrittenMatch[] };

const STATUS: Readonly<Record<string, WrittenMatch['status']>> = {
  postponed: 'postponed',
  suspended: 'abandoned',
  abandoned: 'abandoned',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  annulled: 'cancelled',
  awarded: 'awarded',
};
/** What a file may say of a match that was not played to its end. */
export const STATUS_WORDS: readonly string[] = Object.keys(STATUS);

/** The status of a match by its word; `word` where nobody knows what it means. */
export function statusOf(written: string): Pick<WrittenMatch, 'status' | 'word'> {
  const word = written.trim().toLowerCase();
  if (word === '') return {};
  return STATUS[word] === undefined ? { word } : { status: STATUS[word] };
}

/**
 * The score after 90 minutes, which is what bets go by. A few files give only that after extra time: as `full`, or as `extra` alone. Their
 * goals tell: when all goals are listed, those up to the 90th minute are the score. Where no goal fell at all it was 0:0 after 90 minutes.
 */
export function regularScore(
  full: Pair | undefined,
  extra: Pair | undefined,
  goals: readonly WrittenGoal[],
): { readonly full?: Pair; readonly extra?: Pair } {
  const last = extra ?? full;
  if (last === undefined || (full !== undefined && extra !== undefined)) return { ...(full && { full }), ...(extra && { extra }) };
  const late = goals.filter(({ minute }) => Number.parseInt(minute, 10) > 90);
  const of = (list: readonly WrittenGoal[], side: 'home' | 'away') => list.filter((goal) => goal.side === side).length;
  const isComplete = of(goals, 'home') === last[0] && of(goals, 'away') === last[1];
  if (full !== undefined && (late.length === 0 || !isComplete)) return { full };
  if (!isComplete) return { extra: last };
  return { full: [last[0] - of(late, 'home'), last[1] - of(late, 'away')], extra: last };
}

/** The half-time score. Where a match ended 0:0 it was 0:0 at the break, whether the file says so or not. */
export const halfScore = (half: Pair | undefined, full: Pair | undefined): Pair | undefined =>
  half ?? (full !== undefined && full[0] + full[1] === 0 ? [0, 0] : undefined);

/** The group that a round is named after: "Group A", "Group A, Matchday 1". */
export const groupOf = (round: string): string | undefined =>
  round
    .split(',')
    .map((part) => /^Group (\w{1,2})$/.exec(part.trim())?.[1])
    .find((name) => name !== undefined);

export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().slice(0, 10) === text;
}

const minuteOrder = (minute: string): number => {
  const [whole = '0', more = '0'] = minute.split('+');
  return Number(whole) * 100 + Number(more);
};
export const inOrder = (goals: readonly WrittenGoal[]): WrittenGoal[] =>
  [...goals].sort((a, b) => minuteOrder(a.minute) - minuteOrder(b.minute));
