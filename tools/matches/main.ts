import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadDocument } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import { recordAudit } from '../../server/platform/audit/audit.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { readDescription } from '../../server/catalog/files.ts';
import { readArguments } from '../games/options.ts';
import { commandUser } from '../lib/operator.ts';
import { fileErrorText } from '../lib/file-errors.ts';
import { convertMatches } from './convert.ts';
import { readMatches } from './read.ts';
import { RefusedResults } from './results.ts';
import { storeMatches } from './store.ts';

const USAGE = `npm run -s matches -- import <league> <file>…

  Imports matches of openfootball files (football.json, worldcup.json) into the database: fixtures, scores at half-time and at the end, goals.
  <league> is a file of games/leagues/. Its teams have the names in the files (keys), and its zone is the time zone of kick-offs.
  A file can be imported again, which adds scores. If a match is wrong or has an impossible result, nothing is imported: correct the file, or
  enter the result on the results desk and import again. The database is the server's:
  CAIPU_DATA (stop the server first) or DATABASE_URL.
`;

/** The text of a file, or why it cannot be read. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const [zh, en] = fileErrorText(error) ?? [];
    throw zh === undefined ? error : new Error(`${file}: ${zh} / ${en}`);
  }
}

const MOST_MISTAKES = 50;

/** Resolves the exit code: 0 done, 1 something is wrong with a file or the database, 2 not understood. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return misunderstood(undefined);
  const read = readArguments(args, [], []);
  if (typeof read === 'string') return misunderstood(read);
  const [command, code = '', ...files] = read.words;
  if (command !== 'import' || (code !== '' && !/^[A-Za-z0-9]{2,12}$/.test(code))) return misunderstood(read.words.join(' '));
  const lacks = [...(code === '' ? ['<league>'] : []), ...(files.length === 0 ? ['<file>…'] : [])].join(' ');
  if (lacks !== '') return misunderstood(`${read.words.join(' ')} … ${lacks}`, '还缺内容 / something is missing');
  try {
    const folder = process.env.CAIPU_GAMES || join(dirname(fileURLToPath(import.meta.url)), '../../games');
    const league = await leagueIn(join(folder, 'leagues', `${code}.json`));
    if (typeof league === 'string') return failed(league);
    const texts = await Promise.all(files.map(async (file) => ({ file, text: await textOf(file) })));
    const mistakes: string[] = [];
    let waiting = 0;
    const written = texts.flatMap(({ file, text }) => {
      const found = readMatches(text);
      if (!found.ok) mistakes.push(...found.mistakes.map((mistake) => `${file}: ${mistake}`));
      else waiting += found.undated;
      return found.ok ? found.matches.map((match) => ({ ...match, at: `${file} ${match.at}` })) : [];
    });
    const converted = convertMatches(league, written);
    mistakes.push(...converted.mistakes);
    waiting += converted.open;
    if (mistakes.length > 0) return refused(mistakes);
    const database = await openDatabase({
      schema: SCHEMA,
      dataDir: resolve(process.env.CAIPU_DATA || '.data'),
      url: process.env.DATABASE_URL || undefined,
    });
    try {
      const sha256 = texts.map(({ text }) => createHash('sha256').update(text).digest('hex'));
      const { added, changed, different } = await storeMatches(database, converted.matches, (client, fresh, moved) =>
        recordAudit(client, commandUser(), { kind: 'matches.import', body: { league: league.code, added: fresh, changed: moved, sha256 } }),
      );
      process.stdout.write(`${league.name}：新增 ${added} 场，更新 ${changed} 场 / ${added} matches added, ${changed} changed\n`);
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
  } catch (error) {
    return error instanceof RefusedResults ? refused(error.mistakes) : failed((error as Error).message);
  }
}

function refused(mistakes: readonly string[]): number {
  for (const mistake of mistakes.slice(0, MOST_MISTAKES)) process.stdout.write(`${mistake}\n`);
  return failed(`${mistakes.length} 处有误，一场也没有导入 / ${mistakes.length} mistakes; nothing was imported`);
}

async function leagueIn(file: string): Promise<LeagueDescription | string> {
  const read = await readDescription(file);
  if (!read.ok) return formatProblem(read.problem, 'zh');
  const loaded = loadDocument(read.text, { file, kind: 'league' });
  if (loaded.ok) return loaded.document as unknown as LeagueDescription;
  const [first] = loaded.problems;
  return first === undefined ? file : formatProblem(first, 'zh');
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
