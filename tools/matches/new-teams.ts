/** What a file has that the descriptions lack: clubs of a league, or a whole league or cup. One confirmation writes them into the league's file. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { loadDocument } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { allTeams } from '../../engine/descriptions/sports/teams.ts';
import type { Cup, LeagueDescription, Team } from '../../engine/descriptions/sports/types.ts';
import type { UnknownTeam } from './convert.ts';
import { type Candidate, looseForm, type NameTable, teamNames, tellingWords } from './names.ts';
import type { WrittenMatch } from './written.ts';

/** From here on a similar name is taken for another spelling of the same club. */
const SAME_CLUB = 90;
const AVERAGE = 1000;

export interface NewTeams {
  readonly teams: readonly Team[];
  /** Teams that the league has with a name like that of a new one, by the code of the new one. */
  readonly similar: ReadonlyMap<string, Candidate>;
  /** Further spellings of clubs that the league has. */
  readonly spellings: readonly { readonly code: string; readonly key: string; readonly confidence: number }[];
}

/** `elsewhere`: the other leagues, which may have the club with its Chinese name and its crest. */
export function newTeamsOf(
  league: LeagueDescription,
  unknown: readonly UnknownTeam[],
  elsewhere: readonly LeagueDescription[],
  table: NameTable,
): NewTeams {
  const taken = new Set(allTeams(league).map(({ code }) => code));
  const sources = elsewhere
    .filter(({ code, sport }) => code !== league.code && sport === league.sport)
    .map((each) => ({ each, names: teamNames(each, table) }));
  const teams: Team[] = [];
  const similar = new Map<string, Candidate>();
  const spellings: { code: string; key: string; confidence: number }[] = [];
  const byForm = new Map<string, number>();
  for (const { name, candidates } of unknown) {
    const [best] = candidates;
    if (best !== undefined && best.confidence >= SAME_CLUB) {
      spellings.push({ code: best.code, key: name, confidence: best.confidence });
      continue;
    }
    const key = name.replace(/\s*\([A-Z]{3}\)$/, '').trim();
    // Files of several seasons write one club with FC and without it.
    const before = byForm.get(looseForm(key));
    if (before !== undefined) {
      const team = teams[before] as Team;
      teams[before] = { ...team, keys: [...new Set([...(team.keys ?? []), key])] };
      continue;
    }
    const known = sources.flatMap(({ each, names }) => allTeams(each).filter(({ code }) => code === names.codeOf(key)))[0];
    const code = known === undefined || taken.has(known.code) ? freeCode(key, taken) : known.code;
    if (best !== undefined) similar.set(code, best);
    taken.add(code);
    byForm.set(looseForm(key), teams.length);
    teams.push({
      code,
      name: known?.name ?? countryName(key) ?? key,
      strength: known?.strength ?? AVERAGE,
      keys: [key],
      ...(known?.crest === undefined ? {} : { crest: known.crest }),
    });
  }
  return { teams, similar, spellings };
}

/** Three letters of the name; longer where they are taken. */
function freeCode(name: string, taken: ReadonlySet<string>): string {
  const letters =
    tellingWords(name)
      .join('')
      .replace(/[^a-z0-9]/g, '') || 'team';
  for (let length = 3; length <= Math.min(letters.length, 10); length++) {
    const code = letters.slice(0, length);
    if (!taken.has(code)) return code;
  }
  let number = 2;
  while (taken.has(`${letters.slice(0, 8)}${number}`)) number += 1;
  return `${letters.slice(0, 8)}${number}`;
}

const english = new Intl.DisplayNames('en', { type: 'region' });
const chinese = new Intl.DisplayNames('zh', { type: 'region' });
let countries: Map<string, string> | undefined;
/** Names of national teams that the table of the runtime writes in another way. */
const OTHER_COUNTRIES: Readonly<Record<string, string>> = {
  'ivory coast': 'CI',
  'dr congo': 'CD',
  'congo dr': 'CD',
  'czech republic': 'CZ',
  turkey: 'TR',
  usa: 'US',
  'united states': 'US',
  ireland: 'IE',
  'republic of ireland': 'IE',
  'cape verde': 'CV',
  'hong kong': 'HK',
  macau: 'MO',
};

/** The Chinese name of a country by its English one. */
function countryName(name: string): string | undefined {
  if (countries === undefined) {
    countries = new Map();
    for (let i = 0; i < 26 * 26; i++) {
      const code = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26));
      const written = english.of(code);
      if (written !== undefined && written !== code && !/Unknown|^World$/.test(written)) countries.set(looseForm(written), code);
    }
  }
  const code = OTHER_COUNTRIES[looseForm(name)] ?? countries.get(looseForm(name));
  return code === undefined ? undefined : chinese.of(code);
}

/** A league that has no file yet, from the matches of its first one. It has no teams: `newTeamsOf` finds them. */
export interface LeagueDraft {
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly sport: string;
}

export const emptyLeague = ({ code, name, zone, sport }: LeagueDraft): LeagueDescription => ({
  $schema: '../../schemas/league.schema.json',
  format: 1,
  kind: 'league',
  code,
  name,
  short: name.slice(0, 12),
  sport,
  tone: 'blue',
  country: '国际',
  zone,
  teams: [],
});

const DAY_MS = 86_400_000;
const ROUND_NAMES: Readonly<Record<number, string>> = {
  1: '决赛',
  2: '半决赛',
  4: '四分之一决赛',
  8: '八分之一决赛',
  16: '十六分之一决赛',
  32: '三十二分之一决赛',
};

/** Groups, best thirds and rounds of a cup, as its matches show them. Undefined where they are no groups and a knock-out by halves. */
export function cupOf(written: readonly WrittenMatch[]): Cup | undefined {
  const groups = new Map<string, Set<string>>();
  for (const { group, home, away } of written)
    if (group !== undefined) groups.set(group, new Set([...(groups.get(group) ?? []), home, away]));
  const sizes = new Set([...groups.values()].map(({ size }) => size));
  const ties = written.filter(({ group, round }) => group === undefined && !/third|3rd/i.test(round));
  const names = [...new Set(ties.map(({ round }) => round))];
  const rounds = names.map((name) => ties.filter(({ round }) => round === name)).sort((a, b) => b.length - a.length);
  const left = (rounds[0]?.length ?? 0) * 2;
  const isHalved = rounds.length > 0 && rounds.every((round, i) => round.length === left / 2 ** (i + 1)) && rounds.at(-1)?.length === 1;
  const through = groups.size === 0 ? 0 : Math.floor(left / groups.size);
  if (sizes.size !== 1 || !isHalved || through < 1 || through >= ([...sizes][0] ?? 0)) return undefined;
  const begins = Math.min(...written.map(({ date }) => Date.parse(date)));
  const dayOf = (date: string) => Math.round((Date.parse(date) - begins) / DAY_MS) + 1;
  const days = (matches: readonly WrittenMatch[]) => matches.map(({ date }) => dayOf(date));
  const groupDays = Math.max(...days(written.filter(({ group }) => group !== undefined)));
  return {
    editionDays: 400,
    groups: groups.size,
    through,
    ...(left > groups.size * through ? { thirds: left - groups.size * through } : {}),
    groupDays,
    rounds: rounds.map((round) => {
      const [first, last] = [Math.min(...days(round)), Math.max(...days(round))];
      return {
        name: ROUND_NAMES[round.length] ?? (round[0]?.round as string),
        day: first,
        ...(last > first ? { days: last - first + 1 } : {}),
      };
    }),
  };
}

export type WrittenLeague = { readonly ok: true; readonly league: LeagueDescription } | { readonly ok: false; readonly problem: string };

/** The league with its new teams and spellings. A league that is there keeps its text; its new clubs are `others`, so that the simulated feed does not play them. */
export function withNewTeams(
  league: LeagueDescription,
  text: string | undefined,
  { teams, spellings }: NewTeams,
  file: string,
): WrittenLeague & { readonly text?: string } {
  let edited = text ?? `${JSON.stringify({ ...league, teams }, null, 2)}\n`;
  const edit = (path: (string | number)[], value: unknown): void => {
    edited = applyEdits(edited, modify(edited, path, value, { formattingOptions: { tabSize: 2, insertSpaces: true } }));
  };
  if (text !== undefined && teams.length > 0) edit(['others'], [...(league.others ?? []), ...teams]);
  for (const code of new Set(spellings.map((each) => each.code))) {
    const keys = spellings.flatMap((each) => (each.code === code ? [each.key] : []));
    const [list, i] = placeOf(league, code);
    edit([list, i, 'keys'], [...(league[list]?.[i]?.keys ?? []), ...keys]);
  }
  const loaded = loadDocument(edited, { file, kind: 'league' });
  if (loaded.ok) return { ok: true, league: loaded.document as unknown as LeagueDescription, text: edited };
  return { ok: false, problem: loaded.problems.map((problem) => formatProblem(problem, 'zh')).join('\n') };
}

function placeOf({ teams, others = [] }: LeagueDescription, code: string): readonly ['teams' | 'others', number] {
  const at = teams.findIndex((team) => team.code === code);
  return at >= 0 ? ['teams', at] : ['others', others.findIndex((team) => team.code === code)];
}

/** The server reads the folder all the time, so it must never see half a file. */
export async function writeLeague(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** The other leagues, and the table of names beside them. */
export async function readLeagues(folder: string): Promise<readonly LeagueDescription[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text, i) => {
    const loaded = loadDocument(text, { file: names[i] ?? '', kind: 'league' });
    return loaded.ok ? [loaded.document as unknown as LeagueDescription] : [];
  });
}
