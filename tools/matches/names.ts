/**
 * Which team of a league a written name means, and how sure that is. Only a name that is known, or a form of it that no other team has, is
 * taken. A similar name is a candidate with a confidence, and people decide: a wrong club would pay the wrong bets.
 */
import { allTeams } from '../../engine/descriptions/sports/teams.ts';
import type { LeagueDescription, Team } from '../../engine/descriptions/sports/types.ts';
import { editDistance } from '../../engine/descriptions/suggest.ts';

/** Names of one club, each list the forms of one: tools/matches/club-names.json. */
export type NameTable = Readonly<Record<string, readonly string[]>>;

export interface Candidate {
  readonly code: string;
  readonly name: string;
  /** 0 to 100. */
  readonly confidence: number;
}

export interface TeamNames {
  codeOf(name: string): string | undefined;
  /** Teams with a similar name, the likeliest first; none where two teams are equally likely. */
  candidates(name: string): readonly Candidate[];
}

/** Below it a similarity says nothing. */
const LEAST_CONFIDENCE = 60;
/** What a second candidate must be behind the first. */
const CLEAR_LEAD = 20;

export function teamNames(league: LeagueDescription, table: NameTable = {}): TeamNames {
  const groups = Object.entries(table).map(([name, forms]) => [name, ...forms]);
  const groupsOf = new Map<string, string[]>();
  for (const group of groups) for (const form of group) groupsOf.set(form.toLowerCase(), group);
  const exact = new Map<string, string>();
  const loose = new Map<string, string | undefined>();
  const forms: { team: Team; words: readonly string[] }[] = [];
  const teams = allTeams(league);
  const own = (team: Team): readonly string[] => [team.code, team.name, ...(team.keys ?? [])];
  // A league's own names come before those of the table.
  for (const team of teams) for (const key of own(team)) exact.set(key.toLowerCase(), team.code);
  for (const team of teams) {
    const all = new Set(own(team).flatMap((key) => [key, ...(groupsOf.get(key.toLowerCase()) ?? [])]));
    for (const key of all) {
      if (!exact.has(key.toLowerCase())) exact.set(key.toLowerCase(), team.code);
      const form = looseForm(key);
      loose.set(form, loose.has(form) && loose.get(form) !== team.code ? undefined : team.code);
      if (key !== team.code) forms.push({ team, words: wordsOf(key) });
    }
  }
  const plain = (written: string): string => written.replace(/\s*\([A-Z]{3}\)$/, '').trim();
  return {
    codeOf: (written) => exact.get(plain(written).toLowerCase()) ?? loose.get(looseForm(plain(written))),
    candidates: (written) => candidatesOf(wordsOf(plain(written)), forms),
  };
}

function candidatesOf(words: readonly string[], forms: readonly { team: Team; words: readonly string[] }[]): readonly Candidate[] {
  const best = new Map<string, Candidate & { readonly isRival: boolean }>();
  for (const { team, words: known } of forms) {
    const { score, isRival } = similarity(words, known);
    if (score === 0) continue;
    const before = best.get(team.code);
    const confidence = Math.round(100 * score);
    if (before === undefined || (before.isRival && !isRival) || (before.isRival === isRival && confidence > before.confidence))
      best.set(team.code, { code: team.code, name: team.name, confidence, isRival });
  }
  const ranked = [...best.values()].sort((a, b) => b.confidence - a.confidence);
  const likely = ranked.filter(({ isRival, confidence }) => !isRival && confidence >= LEAST_CONFIDENCE);
  const [first] = likely;
  // "Lazio Roma" is as near to one club as to the other, and so is "Dundee City", so no hint is given.
  const isClear =
    first !== undefined && ranked.every(({ code, confidence }) => code === first.code || first.confidence - confidence >= CLEAR_LEAD);
  return isClear ? likely.slice(0, 3).map(({ code, name, confidence }) => ({ code, name, confidence })) : [];
}

/** Words for the kind of a club. The loose form of a name leaves them out. */
const KINDS = new Set(['fc', 'afc', 'cf', 'sc', 'ac', 'as', 'ssc', 'us', 'fk', 'sk', 'kv']);
/** Words that many clubs share, so that they tell little. */
const COMMON = new Set(
  `albion argyle athletic athletico athletik atletico borough borussia calcio cd city club county deportivo dinamo dynamo east eintracht forest fortuna hotspur
   inter lokomotiv new north northern olimpia olympic olympique orient palace park queens racing rangers rapid real red rot rovers royal royale saint
   south southern spartak sparta sport sporting st stade standard star sv team town tsv ud union united vfb vfl victoria villa vitoria wanderers wednesday
   west weiss western republic islands and of the de`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
/** Second teams and teams of women or of the young are other teams. */
const OTHER_TEAM = new Set([
  'b',
  'c',
  'ii',
  'iii',
  '2',
  'u17',
  'u18',
  'u19',
  'u20',
  'u21',
  'u23',
  'women',
  'w',
  'femenino',
  'frauen',
  'reserves',
  'youth',
  'castilla',
  'jong',
]);
/** Two names are two teams if only one of them has such a word: Ireland and Northern Ireland. */
const COMPASS = new Set(['north', 'south', 'east', 'west', 'northern', 'southern', 'eastern', 'western', 'new']);
/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', '&': ' and ' };
const COMMON_WEIGHT = 0.3;

function wordsOf(name: string): readonly string[] {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđıßæœ&]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const rest = words.filter((word) => !KINDS.has(word));
  return rest.length > 0 ? rest : words;
}

/** Accents, letter case, FC and its like are left out; the order of words stays. */
export const looseForm = (name: string): string => wordsOf(name).join(' ');

/** The words of a name, those that tell the most first: Oldenburg, VfB. */
export const tellingWords = (name: string): readonly string[] =>
  [...wordsOf(name)].sort((a, b) => Number(COMMON.has(a)) - Number(COMMON.has(b)));

interface Similarity {
  /** 0 to 1: the weight of the words that both names have. */
  readonly score: number;
  /** Each name has a word that the other one lacks, so they are two teams. */
  readonly isRival: boolean;
}
const NOT_ALIKE: Similarity = { score: 0, isRival: false };

function similarity(one: readonly string[], other: readonly string[]): Similarity {
  if (one.some((word) => OTHER_TEAM.has(word)) !== other.some((word) => OTHER_TEAM.has(word))) return NOT_ALIKE;
  const [left, right] = [[...one], [...other]];
  let shared = 0;
  let lost = 0;
  for (const word of one) {
    const [at, share] = nearest(word, right);
    if (at < 0) continue;
    const whole = Math.min(weightOf(word), weightOf(right[at] as string));
    shared += share * whole;
    lost += (1 - share) * whole;
    right.splice(at, 1);
    left.splice(left.indexOf(word), 1);
  }
  const unmatched = [left, right].map((words) => words.reduce((sum, word) => sum + weightOf(word), 0)) as [number, number];
  const score = shared / (shared + lost + unmatched[0] + unmatched[1]);
  // "Bristol City" and "Bristol Rovers" are two clubs of one town.
  const isOtherCountry = [...left, ...right].some((word) => COMPASS.has(word));
  return { score, isRival: isOtherCountry || (left.length > 0 && right.length > 0) };
}

const weightOf = (word: string): number => (COMMON.has(word) ? COMMON_WEIGHT : /^\d+$/.test(word) ? 0.1 : 1);

/** The place of the word that is the same, a slip of the pen, or an abbreviation; how good that is. */
function nearest(word: string, words: readonly string[]): readonly [number, number] {
  const same = words.indexOf(word);
  if (same >= 0) return [same, 1];
  for (const [i, each] of words.entries()) {
    const length = Math.min(word.length, each.length);
    if (length < 3) continue;
    if (length >= 5 && editDistance(word, each) === 1) return [i, 0.95];
    if (length >= 9 && editDistance(word, each) === 2) return [i, 0.9];
    const isShort = !COMMON.has(word) && !COMMON.has(each) && (word.startsWith(each) || each.startsWith(word));
    if (isShort) return [i, 0.85];
  }
  return [-1, 0];
}
