/** What an import would do: the files read, their teams looked up, and what the league's description lacks. Nothing is written here. */
import { join } from 'node:path';
import { loadDocument } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import { readDescription } from '../../server/catalog/files.ts';
import { type CheckedMatches, convertMatches } from './convert.ts';
import { DIVISIONS } from './football-data.ts';
import clubNames from './club-names.json' with { type: 'json' };
import type { NameTable } from './names.ts';
import { cupOf, emptyLeague, type NewTeams, newTeamsOf, readLeagues, type WrittenLeague, withNewTeams } from './new-teams.ts';
import { readMatchFile } from './read-file.ts';
import type { WrittenMatch } from './written.ts';

const NAMES: NameTable = clubNames;

export interface MatchFile {
  readonly file: string;
  readonly text: string;
}

export interface ReadFiles {
  readonly written: readonly WrittenMatch[];
  readonly mistakes: readonly string[];
  /** Matches that have no date yet. */
  readonly undated: number;
  readonly unused: readonly string[];
  readonly title: string | undefined;
}

export function readFiles(files: readonly MatchFile[]): ReadFiles {
  const read = files.map(({ file, text }) => readMatchFile(file, text));
  return {
    written: read.flatMap(({ matches }) => matches),
    mistakes: read.flatMap((each) => (each.ok ? [] : each.mistakes)),
    undated: read.reduce((sum, each) => sum + (each.ok ? each.undated : 0), 0),
    unused: read.flatMap((each) => (each.ok ? (each.unused ?? []) : [])),
    title: read.map((each) => (each.ok ? each.title : undefined)).find((title) => title !== undefined),
  };
}

/** A file of another division would become matches of this league. */
export function divisionMistakes(league: string, written: readonly WrittenMatch[]): readonly string[] {
  const divisions = [...firstOfDivisions(written)];
  const own = divisionOf(league);
  if (own === undefined && divisions.length > 1)
    return [
      `${divisions[1]?.[1]}: 文件里有几个 Div：${divisions.map(([division]) => division).join('、')}；只留 ${league} 的 / the file has several divisions; keep the one of ${league}`,
    ];
  return divisions.flatMap(([division, at]) =>
    (DIVISIONS[division] ?? league) === league && (own ?? division) === division
      ? []
      : [
          `${at}: Div "${division}" 不是联赛 ${league}${DIVISIONS[division] === undefined ? '' : `，是 ${DIVISIONS[division]}`}；换成它的联赛再导入 / the division is not the league ${league}; import it into its own`,
        ],
  );
}

const divisionOf = (league: string): string | undefined => Object.keys(DIVISIONS).find((division) => DIVISIONS[division] === league);

function firstOfDivisions(written: readonly WrittenMatch[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { division, at } of written) if (division !== undefined && !first.has(division)) first.set(division, at);
  return first;
}

/**
 * The parts of files with several divisions, such as the fixtures of the week, by league; only that of `given` where a league is named. Matches
 * of other divisions are counted as not used. One part where there is one division, or none.
 */
export function divisionParts(
  read: ReadFiles,
  given: string | undefined,
): readonly { readonly code: string | undefined; readonly read: ReadFiles }[] {
  const divisions = [...firstOfDivisions(read.written)];
  const wanted = divisions.filter(
    ([division]) => DIVISIONS[division] !== undefined && (given === undefined || DIVISIONS[division] === given),
  );
  if (divisions.length < 2 || wanted.length === 0) return [{ code: given, read }];
  const unused = divisions
    .filter((each) => !wanted.includes(each))
    .map(([division, at]) => {
      const count = read.written.filter((match) => match.division === division).length;
      return `${at}: Div ${division} 的 ${count} 场没有使用 / matches of division ${division} are not used: ${count}`;
    });
  return wanted.map(([division], i) => ({
    code: DIVISIONS[division],
    read: {
      ...read,
      written: read.written.filter((match) => match.division === division),
      // The sentences about the files are printed once.
      ...(i === 0 ? { unused: [...read.unused, ...unused] } : { unused: [], undated: 0 }),
    },
  }));
}

/** The league that the first file says it is of: by its division, or by its name (`key` of a league: en.1). */
export function leagueCodeOf({ written }: ReadFiles, file: string, leagues: readonly LeagueDescription[]): string | undefined {
  const division = written[0]?.division;
  if (division !== undefined) return DIVISIONS[division];
  const name = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.json$/, '');
  return leagues.find(({ key }) => key === name)?.code;
}

export interface Plan {
  readonly league: LeagueDescription;
  readonly checked: CheckedMatches;
  /** Undefined where nothing is new. */
  readonly news?: NewTeams & { readonly isNewLeague: boolean; readonly draft: WrittenLeague & { readonly text?: string } };
}

export interface PlanParts {
  readonly folder: string;
  readonly code: string;
  readonly read: ReadFiles;
  readonly name?: string | undefined;
  readonly zone?: string | undefined;
}

/** Resolves a text where the league's file cannot be used. */
export async function planImport({ folder, code, read, name, zone }: PlanParts): Promise<Plan | string> {
  const file = join(folder, 'leagues', `${code}.json`);
  const leagues = await readLeagues(join(folder, 'leagues'));
  const there = await readDescription(file);
  if (!there.ok && there.problem.code !== 'FILE_UNREADABLE') return formatProblem(there.problem, 'zh');
  const loaded = there.ok ? loadDocument(there.text, { file, kind: 'league' }) : undefined;
  if (loaded !== undefined && !loaded.ok) return formatProblem(loaded.problems[0] as never, 'zh');
  const isNewLeague = loaded === undefined;
  const cup = isNewLeague ? cupOf(read.written) : undefined;
  const league = isNewLeague
    ? { ...emptyLeague({ code, name: name ?? read.title ?? code, zone: zone ?? 'UTC', sport: 'football' }), ...(cup && { cup }) }
    : (loaded.document as unknown as LeagueDescription);
  const checked = convertMatches(league, read.written, NAMES);
  if (checked.unknown.length === 0) return { league, checked };
  const fresh = newTeamsOf(league, checked.unknown, leagues, NAMES);
  const draft = withNewTeams(league, there.ok ? there.text : undefined, fresh, file);
  return { league, checked, news: { ...fresh, isNewLeague, draft } };
}

/** The matches once the new teams are accepted. */
export function checkedWith(league: LeagueDescription, read: ReadFiles): CheckedMatches {
  return convertMatches(league, read.written, NAMES);
}

/** What --accept-new would write, in lines. */
export function newsText({ league, news }: Plan): readonly string[] {
  if (news === undefined) return [];
  const { teams, similar, spellings, isNewLeague } = news;
  const doubt = (code: string): string => {
    const like = similar.get(code);
    return like === undefined
      ? ''
      : `（像 ${like.code} ${like.name} ${like.confidence}%，是同一队就写进它的 keys / like ${like.code}: if it is the same team, add the name to its keys）`;
  };
  const { cup } = league;
  const cupText =
    cup === undefined ? '' : `，${cup.groups} 个小组，每组前 ${cup.through} 名${cup.thirds ? `和 ${cup.thirds} 个下一名` : ''}出线`;
  return [
    ...(isNewLeague ? [`新联赛 ${league.code} ${league.name}，时区 ${league.zone}${cupText} / new league`] : []),
    ...teams.map(({ code, name, keys = [] }) => `新球队 ${code} ${name}：${keys.join('、')} / new team${doubt(code)}`),
    ...spellings.map(({ code, key, confidence }) => `${code} 的另一种写法：${key} (${confidence}%) / another spelling`),
  ];
}
