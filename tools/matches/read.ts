/**
 * Files of openfootball in their three layouts, read as one list of matches: a list of matches (now), rounds with matches (before), rounds
 * with flat scores (at first). Files of world cups add groups, grounds and goals. https://github.com/openfootball
 *
 * Layouts are mixed in the files that there are: a score may be `[0, 0]`, `{ft, ht, et, p}` or flat (`score1`, `score1i`, `score1et`,
 * `score1p`), a team a name or `{name, code}`, added time `"90+6"` or `{minute: 90, offset: 6}`, a zone part of the time or beside it.
 */

import { groupOf, halfScore, inOrder, isDate, type ReadMatchesResult, regularScore, statusOf, type WrittenMatch } from './written.ts';
import { readKickoff } from './zones.ts';

type Plain = Readonly<Record<string, unknown>>;

export function readMatches(text: string): ReadMatchesResult {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { ok: false, mistakes: [`不是 JSON / not JSON: ${(error as Error).message}`], matches: [] };
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
  const title = textOf(file.name);
  return mistakes.length > 0 ? { ok: false, mistakes, matches } : { ok: true, matches, undated, ...(title === '' ? {} : { title }) };
}

const plain = (value: unknown): Plain => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
/** A team is a name, or an object with one. */
const nameOf = (value: unknown): string => textOf(value) || textOf(plain(value).name);

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

/** The time with its zone. `time_local` is the time of the ground; it says the same as `time`, and counts where that is missing. */
function timeOf(row: Plain): string {
  const clock = textOf(row.time) || textOf(row.time_local);
  return /\s/.test(clock.trim()) || clock === '' || textOf(row.timezone) === '' ? clock.trim() : `${clock} ${textOf(row.timezone)}`;
}

function timeMistakes(date: string, time: string, local: string): readonly string[] {
  const [one, other] = [time, local].map((each) => readKickoff(isDate(date) ? date : '2000-01-01', each || undefined, 'UTC'));
  const wrong = [one, other].flatMap((each) => (each === undefined || each.ok ? [] : [each.mistake]));
  if (wrong.length > 0) return [...new Set(wrong)];
  // Two times with a zone are one instant. A time without one cannot be compared.
  const isZoned = [time, local].every((each) => /\s/.test(each));
  if (isZoned && one?.ok && other?.ok && one.at !== other.at)
    return [
      `time "${time}" 与 time_local "${local}" 不是同一时刻，改正其中一个 / time and time_local are two instants; correct one of them`,
    ];
  return [];
}

function readMatch(row: Plain, at: string, round: string, mistakes: string[]): WrittenMatch | undefined {
  const [home, away, date] = [nameOf(row.team1), nameOf(row.team2), textOf(row.date)];
  const before = mistakes.length;
  if (home === '' || away === '') mistakes.push(`${at}: 缺少 team1 或 team2 / team1 or team2 is missing`);
  if (!isDate(date)) mistakes.push(`${at}: 日期不对 "${date}"，写 yyyy-MM-dd / the date is no yyyy-MM-dd`);
  const time = timeOf(row);
  mistakes.push(...timeMistakes(date, time, textOf(row.time_local)).map((mistake) => `${at}: ${mistake}`));
  const isSaid = row.status !== undefined && row.status !== null && row.status !== '';
  const wrote = isSaid ? textOf(row.status) || JSON.stringify(row.status) : '';
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
  const goals = inOrder([...goalsOf(row.goals1, 'home'), ...goalsOf(row.goals2, 'away')]);
  const listed = [row.goals1, row.goals2].reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  const { full, extra } = regularScore(written, over, goals.length < listed ? [] : goals);
  const known = halfScore(half, full);
  const named = textOf(row.group).replace(/^Group /, '') || (groupOf(textOf(row.round) || round) ?? '');
  const ground = nameOf(row.ground) || nameOf(row.stadium);
  return {
    at,
    round: textOf(row.round) || round,
    ...(named === '' ? {} : { group: named }),
    ...(ground === '' ? {} : { ground }),
    date,
    ...(time === '' ? {} : { time }),
    home,
    away,
    ...statusOf(wrote),
    places: Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, placeOf(row, part)])),
    ...(goals.length < listed ? { unread: true as const } : {}),
    ...(full === undefined ? {} : { full }),
    ...(known === undefined ? {} : { half: known }),
    ...(extra === undefined ? {} : { extra }),
    ...(penalties === undefined ? {} : { penalties }),
    goals,
  };
}

const isGoals = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 100;

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
