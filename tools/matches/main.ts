import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import { recordAudit } from '../../server/platform/audit/audit.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { readArguments } from '../games/options.ts';
import { commandUser } from '../lib/operator.ts';
import { fileErrorText } from '../lib/file-errors.ts';
import type { ImportedMatch } from './convert.ts';
import { readLeagues, writeLeague } from './new-teams.ts';
import {
  checkedWith,
  divisionMistakes,
  divisionParts,
  leagueCodeOf,
  type MatchFile,
  newsText,
  type Plan,
  planImport,
  type ReadFiles,
  readFiles,
} from './plan.ts';
import { provenMatches, RefusedResults } from './results.ts';
import { storeMatches } from './store.ts';

const USAGE = `npm run -s matches -- import [<league>] <file>… [--only-known] [--accept-new] [--name <name>] [--zone <zone>]

  Imports fixtures, scores and goals into the database. The files may be football.json, football.txt (both of openfootball) and CSV files of
  football-data.co.uk; their content tells which.
  <league> is a file of games/leagues/. It can be left out for files such as en.1.json, and for divisions of football-data.co.uk.
  A file can be imported again, which adds scores. If a match is wrong or has an impossible result, nothing is imported: correct the file, or
  enter the result on the results desk and import again.
  --only-known  imports the matches that are right and lists the others
  --accept-new  writes new teams, other spellings and a new league or cup into games/leagues/, as they were listed without this option
  --name, --zone  of a new league; otherwise the title of the file, and UTC
  The database is the server's: CAIPU_DATA (stop the server first) or DATABASE_URL.
`;

/** The text of a file, or why it cannot be read. Old files of spreadsheets are not in UTF-8. */
async function textOf(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder('windows-1252').decode(bytes);
    }
  } catch (error) {
    const [zh, en] = fileErrorText(error) ?? [];
    throw zh === undefined ? error : new Error(`${file}: ${zh} / ${en}`);
  }
}

const MOST_MISTAKES = 50;

interface Choices {
  readonly onlyKnown: boolean;
  readonly acceptNew: boolean;
  readonly name: string | undefined;
  readonly zone: string | undefined;
}

/** Resolves the exit code: 0 done, 1 something is wrong with a file or the database, 2 not understood. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return misunderstood(undefined);
  const read = readArguments(args, ['name', 'zone'], ['only-known', 'accept-new']);
  if (typeof read === 'string') return misunderstood(read);
  const { words, options } = read;
  const [command, first = '', ...others] = words;
  const isFile = /[./\\]/.test(first);
  if (command !== 'import' || (first !== '' && !isFile && !/^[A-Za-z][A-Za-z0-9]{1,11}$/.test(first)))
    return misunderstood(words.join(' '));
  const files = isFile ? [first, ...others] : others;
  const lacks = [...(first === '' ? ['<league>'] : []), ...(files.length === 0 ? ['<file>…'] : [])].join(' ');
  if (lacks !== '') return misunderstood(`${words.join(' ')} … ${lacks}`, '还缺内容 / something is missing');
  const choices = {
    onlyKnown: options.has('only-known'),
    acceptNew: options.has('accept-new'),
    name: options.get('name'),
    zone: options.get('zone'),
  };
  try {
    const texts = await Promise.all(files.map(async (file) => ({ file, text: await textOf(file) })));
    return await importFiles(isFile ? undefined : first, texts, choices);
  } catch (error) {
    return error instanceof RefusedResults ? refused(error.mistakes) : failed((error as Error).message);
  }
}

async function importFiles(given: string | undefined, texts: readonly MatchFile[], choices: Choices): Promise<number> {
  let worst = 0;
  for (const { code, read } of divisionParts(readFiles(texts), given))
    worst = Math.max(worst, await importPart(code, read, texts, choices));
  return worst;
}

async function importPart(given: string | undefined, read: ReadFiles, texts: readonly MatchFile[], choices: Choices): Promise<number> {
  const folder = process.env.CAIPU_GAMES || join(dirname(fileURLToPath(import.meta.url)), '../../games');
  const code = given ?? leagueCodeOf(read, texts[0]?.file ?? '', await readLeagues(join(folder, 'leagues')));
  if (code === undefined)
    return read.mistakes.length > 0 ? refused(read.mistakes) : misunderstood('<league>', '还缺内容 / something is missing');
  list(read.unused);
  // Another division, or a file that is not understood, adds no teams.
  const foreign = divisionMistakes(code, read.written);
  if (foreign.length > 0 || (read.mistakes.length > 0 && !choices.onlyKnown)) return refused([...read.mistakes, ...foreign]);
  const plan = await planImport({ folder, code, read, name: choices.name, zone: choices.zone });
  if (typeof plan === 'string') return failed(plan);
  const { league, checked } = await accepted(folder, plan, read, choices);
  if (checked.mistakes.length > 0 && !choices.onlyKnown) {
    if (plan.news !== undefined && !choices.acceptNew) showNews(plan);
    return refused(checked.mistakes);
  }
  list([...read.mistakes, ...checked.mistakes]);
  const left = read.mistakes.length + read.written.length - checked.open - checked.matches.length;
  return await store(league, { matches: checked.matches, left, waiting: read.undated + checked.open }, texts, choices);
}

/** With --accept-new the league's file has its new teams from here on. */
async function accepted(folder: string, plan: Plan, read: ReadFiles, { acceptNew }: Choices): Promise<Pick<Plan, 'league' | 'checked'>> {
  if (plan.news === undefined || !acceptNew) return plan;
  const { draft } = plan.news;
  if (!draft.ok) throw new Error(draft.problem);
  await writeLeague(join(folder, 'leagues', `${draft.league.code}.json`), draft.text ?? '');
  for (const line of newsText(plan)) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `已写入 games/leagues/${draft.league.code}.json${plan.news.isNewLeague ? '；要卖它的比赛，把它写进彩种的 feed.leagues' : ''} / written${plan.news.isNewLeague ? '; name it in feed.leagues of a game to sell its matches' : ''}\n`,
  );
  return { league: draft.league, checked: checkedWith(draft.league, read) };
}

function showNews(plan: Plan): void {
  process.stdout.write('加上 --accept-new 就写入 / with --accept-new this is written:\n');
  for (const line of newsText(plan)) process.stdout.write(`  ${line}\n`);
}

interface Imported {
  readonly matches: readonly ImportedMatch[];
  /** Matches with a mistake, which are left out. */
  readonly left: number;
  /** Matches whose teams or day are not known yet. */
  readonly waiting: number;
}

async function store(
  league: LeagueDescription,
  { matches, left, waiting }: Imported,
  texts: readonly MatchFile[],
  { onlyKnown }: Choices,
): Promise<number> {
  const database = await openDatabase({
    schema: SCHEMA,
    dataDir: resolve(process.env.CAIPU_DATA || '.data'),
    url: process.env.DATABASE_URL || undefined,
  });
  try {
    const sha256 = texts.map(({ text }) => createHash('sha256').update(text).digest('hex'));
    const { proven, mistakes } = onlyKnown ? await provenMatches(database, matches) : { proven: matches, mistakes: [] };
    list(mistakes);
    const { added, changed, different } = await storeMatches(database, proven, (client, fresh, moved) =>
      recordAudit(client, commandUser(), { kind: 'matches.import', body: { league: league.code, added: fresh, changed: moved, sha256 } }),
    );
    process.stdout.write(`${league.name}：新增 ${added} 场，更新 ${changed} 场 / ${added} matches added, ${changed} changed\n`);
    const out = left + matches.length - proven.length;
    if (out > 0) process.stdout.write(`${out} 场有误，没有导入 / ${out} matches have a mistake and are left out\n`);
    if (waiting > 0)
      process.stdout.write(
        `另有 ${waiting} 场的球队或日期尚未确定，等新文件再导入 / ${waiting} matches have no teams or no date yet; import a later file\n`,
      );
    for (const id of different)
      process.stdout.write(
        `${id}: 与已有赛果不同，或已由管理员处理，请在赛果台更正 / another result is there already, or an operator has the match; correct it on the results desk\n`,
      );
    return different.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

function list(mistakes: readonly string[]): void {
  for (const mistake of mistakes) process.stdout.write(`${mistake}\n`);
}

function refused(mistakes: readonly string[]): number {
  list(mistakes.slice(0, MOST_MISTAKES));
  return failed(
    `${mistakes.length} 处有误，一场也没有导入；其余的可以用 --only-known 导入 / ${mistakes.length} mistakes; nothing was imported. --only-known imports the others`,
  );
}

function failed(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

function misunderstood(what: string | undefined, why = '不明白 / not understood'): number {
  if (what === undefined) process.stdout.write(USAGE);
  else process.stderr.write(`${USAGE}\n${why}: ${what}\n`);
  return what === undefined ? 0 : 2;
}
