/**
 * Files of openfootball in their three layouts, read as one list of matches: a list of matches (now), rounds with matches (before), rounds
 * with flat scores (at first). Files of world cups add groups, grounds and goals. https://github.com/openfootball
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
  readonly full?: readonly [number, number];
  /** Left out in the file exactly where a match ended 0:0, and in old files. */
  readonly half?: readonly [number, number];
  readonly penalties?: readonly [number, number];
  readonly goals: readonly {
    readonly side: 'home' | 'away';
    readonly minute: string;
    readonly kind: 'goal' | 'own' | 'penalty';
    readonly player: string;
  }[];
}

export type Read =
  | { readonly ok: true; readonly matches: readonly WrittenMatch[] }
  | { readonly ok: false; readonly mistakes: readonly string[] };

type Plain = Readonly<Record<string, unknown>>;

export function readMatches(text: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, mistakes: [`不是 JSON / not JSON: ${(error as Error).message}`] };
  }
  const file = plain(value);
  const mistakes: string[] = [];
  const matches: WrittenMatch[] = [];
  const add = (list: unknown, at: string, round: string): void => {
    for (const [i, each] of (Array.isArray(list) ? list : []).entries()) {
      const match = readMatch(plain(each), `${at}[${i}]`, round, mistakes);
      if (match !== undefined) matches.push(match);
    }
  };
  if (Array.isArray(file.matches)) add(file.matches, 'matches', '');
  else if (Array.isArray(file.rounds))
    for (const [i, each] of file.rounds.entries()) add(plain(each).matches, `rounds[${i}].matches`, textOf(plain(each).name));
  else
    mistakes.push(
      '没有 matches 或 rounds；这不是 openfootball 的赛事文件 / neither matches nor rounds: this is no file of matches of openfootball',
    );
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, matches };
}

const plain = (value: unknown): Plain => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
/** A team is a name, or an object with one. */
const nameOf = (value: unknown): string => textOf(value) || textOf(plain(value).name);

function readMatch(row: Plain, at: string, round: string, mistakes: string[]): WrittenMatch | undefined {
  const [home, away, date] = [nameOf(row.team1), nameOf(row.team2), textOf(row.date)];
  const before = mistakes.length;
  if (home === '' || away === '') mistakes.push(`${at}: 缺少 team1 或 team2 / team1 or team2 is missing`);
  if (!isDate(date)) mistakes.push(`${at}: 日期不对 "${date}"，写 yyyy-MM-dd / the date is no yyyy-MM-dd`);
  const time = textOf(row.time);
  if (time !== '' && !/^([01]?\d|2[0-3]):[0-5]\d( UTC([+-]\d{1,2})?)?$/.test(time))
    mistakes.push(`${at}: 时间不对 "${time}"，写 20:45 或 13:00 UTC-6 / the time is neither 20:45 nor 13:00 UTC-6`);
  const score = plain(row.score);
  const pair = (value: unknown, name: string): [number, number] | undefined => {
    if (value === undefined || value === null) return undefined;
    const [one, other] = Array.isArray(value) ? value : [];
    if (Array.isArray(value) && value.length === 2 && isGoals(one) && isGoals(other)) return [one, other];
    mistakes.push(`${at}: ${name} 不是两个比分 / ${name} is no pair of goals`);
    return undefined;
  };
  const flat = row.score1 === undefined && row.score2 === undefined ? undefined : [row.score1, row.score2];
  const flatHalf = row.score1i === undefined && row.score2i === undefined ? undefined : [row.score1i, row.score2i];
  const isNone = (value: unknown): boolean => Array.isArray(value) && value.every((each) => each === null || each === undefined);
  const full = pair(score.ft ?? (isNone(flat) ? undefined : flat), 'score');
  const half = pair(score.ht ?? (isNone(flatHalf) ? undefined : flatHalf), 'score.ht');
  const penalties = pair(score.p, 'score.p');
  if (mistakes.length > before) return undefined;
  // Where it ended 0:0 it was 0:0 at the break, whether the file says so or not.
  const known = half ?? (full !== undefined && full[0] + full[1] === 0 ? ([0, 0] as const) : undefined);
  return {
    at,
    round: textOf(row.round) || round,
    ...(textOf(row.group) === '' ? {} : { group: textOf(row.group).replace(/^Group /, '') }),
    ...(nameOf(row.ground) === '' && nameOf(row.stadium) === '' ? {} : { ground: nameOf(row.ground) || nameOf(row.stadium) }),
    date,
    ...(time === '' ? {} : { time }),
    home,
    away,
    ...(full === undefined ? {} : { full }),
    ...(full === undefined || known === undefined ? {} : { half: known }),
    ...(penalties === undefined ? {} : { penalties }),
    goals: [...goalsOf(row.goals1, 'home'), ...goalsOf(row.goals2, 'away')].sort((a, b) => inOrder(a.minute) - inOrder(b.minute)),
  };
}

const isGoals = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 100;

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text;
}

/** Own goals stand with the side that they count for. */
function goalsOf(list: unknown, side: 'home' | 'away'): WrittenMatch['goals'] {
  return (Array.isArray(list) ? list : []).map(plain).flatMap((goal) => {
    const minute = textOf(goal.minute).replace(/'$/, '');
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
