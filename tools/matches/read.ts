/**
 * Files of openfootball in their three layouts, read as one list of matches: a list of matches (now), rounds with matches (before), rounds
 * with flat scores (at first). Files of world cups add groups, grounds and goals. https://github.com/openfootball
 *
 * Layouts are mixed in the files that there are: a score may be `[0, 0]`, `{ft, ht, et, p}` or flat (`score1`, `score1i`, `score1et`,
 * `score1p`), a team a name or `{name, code}`, added time `"90+6"` or `{minute: 90, offset: 6}`, a zone part of the time or beside it.
 */

/** A match as it is written; names and times are not looked into yet. */
export interface WrittenMatch {
  /** Where it stands: matches[3], rounds[0].matches[2]. */
  readonly at: string;
  readonly round: string;
  readonly group?: string;
  readonly ground?: string;
  readonly date: string;
  /** HH:mm, without a zone or as "13:00 UTC-6". */
  readonly time?: string;
  readonly home: string;
  readonly away: string;
  /** Set where the match was not played to its end: put off, broken off, cancelled, or its score given by a committee (awarded). */
  readonly status?: 'postponed' | 'abandoned' | 'cancelled' | 'awarded';
  /** The status as it is written, where nobody knows what it means. */
  readonly word?: string;
  /** Where in the match its parts stand: {"half": "score.ht"}. */
  readonly places: Readonly<Record<string, string>>;
  /** After 90 minutes. */
  readonly full?: readonly [number, number];
  /** Left out in the file exactly where a match ended 0:0, and in old files. */
  readonly half?: readonly [number, number];
  /** After 120 minutes. */
  readonly extra?: readonly [number, number];
  readonly penalties?: readonly [number, number];
  /** Set where a goal has a minute that nobody can read, so that those below are not all. */
  readonly unread?: true;
  readonly goals: readonly {
    readonly side: 'home' | 'away';
    readonly minute: string;
    readonly kind: 'goal' | 'own' | 'penalty';
    readonly player: string;
  }[];
}

export type ReadMatchesResult =
  | {
      readonly ok: true;
      readonly matches: readonly WrittenMatch[];
      /** Matches that have no date yet. */
      readonly undated: number;
    }
  | { readonly ok: false; readonly mistakes: readonly string[] };

type Plain = Readonly<Record<string, unknown>>;

export function readMatches(text: string): ReadMatchesResult {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { ok: false, mistakes: [`不是 JSON / not JSON: ${(error as Error).message}`] };
  }
  const file = plain(value);
  const mistakes: string[] = [];
  const matches: WrittenMatch[] = [];
  let undated = 0;
  const add = (list: unknown, at: string, round: string): void => {
    for (const [i, each] of (Array.isArray(list) ? list : []).entries()) {
      const row = plain(each);
      // A fixture whose day is not set cannot be sold; a later file has it.
      if (textOf(row.date) === '' && scoreOf(row, 'ft') === undefined && nameOf(row.team1) !== '' && nameOf(row.team2) !== '') undated++;
      else {
        const match = readMatch(row, `${at}[${i}]`, round, mistakes);
        if (match !== undefined) matches.push(match);
      }
    }
  };
  if (Array.isArray(file.matches)) add(file.matches, 'matches', '');
  else if (Array.isArray(file.rounds))
    for (const [i, each] of file.rounds.entries()) add(plain(each).matches, `rounds[${i}].matches`, textOf(plain(each).name));
  else
    mistakes.push(
      '没有 matches 或 rounds；这不是 openfootball 的赛事文件 / neither matches nor rounds: this is no file of matches of openfootball',
    );
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, matches, undated };
}

const plain = (value: unknown): Plain => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
/** A team is a name, or an object with one. */
const nameOf = (value: unknown): string => textOf(value) || textOf(plain(value).name);

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
/** Our names of the parts of a score. */
const PARTS = { full: 'ft', half: 'ht', extra: 'et', penalties: 'p' } as const;

/** The keys of a score in the flat layout: score1, score1i … */
const FLAT = { ft: '', ht: 'i', et: 'et', p: 'p' } as const;

/** A part of the score as it is written; undefined where there is none. */
function scoreOf(row: Plain, part: keyof typeof FLAT): unknown {
  const { score } = row;
  // A bare pair is the full-time score.
  const written = Array.isArray(score) ? (part === 'ft' ? score : undefined) : plain(score)[part];
  if (written !== undefined && written !== null) return isNone(written) ? undefined : written;
  const flat = [row[`score1${FLAT[part]}`], row[`score2${FLAT[part]}`]];
  return isNone(flat) ? undefined : flat;
}
function placeOf(row: Plain, part: keyof typeof FLAT): string {
  if (Array.isArray(row.score)) return 'score';
  const isFlat = row.score === undefined && row[`score1${FLAT[part]}`] !== undefined;
  return isFlat ? `score1${FLAT[part]}` : `score.${part}`;
}
const isNone = (value: unknown): boolean => Array.isArray(value) && value.every((each) => each === null || each === undefined);

const TIME = /^([01]?\d|2[0-3]):[0-5]\d( UTC([+-]\d{1,2}(:[0-5]\d)?)?)?$/;

function readMatch(row: Plain, at: string, round: string, mistakes: string[]): WrittenMatch | undefined {
  const [home, away, date] = [nameOf(row.team1), nameOf(row.team2), textOf(row.date)];
  const before = mistakes.length;
  if (home === '' || away === '') mistakes.push(`${at}: 缺少 team1 或 team2 / team1 or team2 is missing`);
  if (!isDate(date)) mistakes.push(`${at}: 日期不对 "${date}"，写 yyyy-MM-dd / the date is no yyyy-MM-dd`);
  const clock = textOf(row.time);
  const time = clock === '' || clock.includes('UTC') || textOf(row.timezone) === '' ? clock : `${clock} ${textOf(row.timezone)}`;
  if (time !== '' && !TIME.test(time))
    mistakes.push(`${at}: 时间不对 "${time}"，写 20:45 或 13:00 UTC-6 / the time is neither 20:45 nor 13:00 UTC-6`);
  const isSaid = row.status !== undefined && row.status !== null && row.status !== '';
  const wrote = isSaid ? (textOf(row.status) || JSON.stringify(row.status)).trim().toLowerCase() : '';
  const pair = (part: keyof typeof FLAT): [number, number] | undefined => {
    const value = scoreOf(row, part);
    if (value === undefined) return undefined;
    const [one, other] = Array.isArray(value) ? value : [];
    if (Array.isArray(value) && value.length === 2 && isGoals(one) && isGoals(other)) return [one, other];
    mistakes.push(`${at}: score.${part} 不是两个比分 / score.${part} is no pair of goals`);
    return undefined;
  };
  const [written, half, over, penalties] = [pair('ft'), pair('ht'), pair('et'), pair('p')];
  if (mistakes.length > before) return undefined;
  const goals = [...goalsOf(row.goals1, 'home'), ...goalsOf(row.goals2, 'away')].sort((a, b) => inOrder(a.minute) - inOrder(b.minute));
  const listed = [row.goals1, row.goals2].reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  const { full, extra } = regular(written, over, goals);
  // Where it ended 0:0 it was 0:0 at the break, whether the file says so or not.
  const known = half ?? (full !== undefined && full[0] + full[1] === 0 ? ([0, 0] as const) : undefined);
  const named = textOf(row.group) || (/^Group \w{1,2}$/.exec(textOf(row.round) || round)?.[0] ?? '');
  const ground = nameOf(row.ground) || nameOf(row.stadium);
  return {
    at,
    round: textOf(row.round) || round,
    ...(named === '' ? {} : { group: named.replace(/^Group /, '') }),
    ...(ground === '' ? {} : { ground }),
    date,
    ...(time === '' ? {} : { time }),
    home,
    away,
    ...(STATUS[wrote] !== undefined ? { status: STATUS[wrote] } : wrote === '' ? {} : { word: wrote }),
    places: Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, placeOf(row, part)])),
    ...(goals.length < listed ? { unread: true as const } : {}),
    ...(full === undefined ? {} : { full }),
    ...(known === undefined ? {} : { half: known }),
    ...(extra === undefined ? {} : { extra }),
    ...(penalties === undefined ? {} : { penalties }),
    goals,
  };
}

/**
 * The score after 90 minutes, which is what bets go by. A few files give that after extra time as `ft` and leave `et` out; their goals tell:
 * when all goals are listed and some fell after the 90th minute, those before are the score.
 */
function regular(
  full: [number, number] | undefined,
  extra: [number, number] | undefined,
  goals: WrittenMatch['goals'],
): { readonly full?: [number, number]; readonly extra?: [number, number] } {
  if (full === undefined) return extra === undefined ? {} : { extra };
  if (extra !== undefined) return { full, extra };
  const late = goals.filter(({ minute }) => Number.parseInt(minute, 10) > 90);
  const of = (list: WrittenMatch['goals'], side: 'home' | 'away') => list.filter((goal) => goal.side === side).length;
  if (late.length === 0 || of(goals, 'home') !== full[0] || of(goals, 'away') !== full[1]) return { full };
  return { full: [full[0] - of(late, 'home'), full[1] - of(late, 'away')], extra: full };
}

const isGoals = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 100;

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text;
}

/** Own goals stand with the side that they count for. */
function goalsOf(list: unknown, side: 'home' | 'away'): WrittenMatch['goals'] {
  return (Array.isArray(list) ? list : []).map(plain).flatMap((goal) => {
    const offset = typeof goal.offset === 'number' && goal.offset > 0 ? `+${goal.offset}` : '';
    const minute = `${textOf(goal.minute).replace(/'$/, '')}${offset}`;
    if (!/^\d{1,3}(\+\d{1,2})?$/.test(minute)) return [];
    return [
      {
        side,
        minute,
        kind: goal.owngoal === true ? ('own' as const) : goal.penalty === true ? ('penalty' as const) : ('goal' as const),
        player: textOf(goal.name),
      },
    ];
  });
}

const inOrder = (minute: string): number => {
  const [whole = '0', more = '0'] = minute.split('+');
  return Number(whole) * 100 + Number(more);
};
