import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Language, ruleError } from '../../engine/rules/index.ts';
import { recordAudit } from '../../server/platform/audit/audit.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { commandUser } from '../lib/operator.ts';
import { fileErrorText } from '../lib/file-errors.ts';
import { GameLibrary } from '../games/library.ts';
import { readArguments } from '../games/options.ts';
import { checkRows } from './check-rows.ts';
import { ROW_PROBLEM_TEXTS, type RowProblem, readRows } from './read.ts';
import { gameClockNow, storeDemo, storeDraws } from './store.ts';

const USAGE = `npm run -s results -- <command> [--lang zh|en]

  import <game> <file>    imports past draws from a CSV or JSON file into the database. If one is wrong, none is imported (exit code 1)
  demo <game>             makes past draws of a game for demonstrations
      [--draws 300] [--seed text]

CSV: a head line, then one draw on each line: issue,time,numbers (zones separated by +), or a column for each zone.
JSON: [{"issue":"…","time":"2026-11-20 21:15:00","numbers":{"<zone>":[…]}}, …]. time may be left out if the issue number determines it.
Existing draws are not changed. The database is the server's: CAIPU_DATA (stop the server first) or DATABASE_URL.
`;

/** What is to stand after each command. */
const WORDS: Readonly<Record<string, readonly string[]>> = { import: ['<game>', '<file>'], demo: ['<game>'] };
const LACKS = '还缺内容 / something is missing';
const MOST_DRAWS = 100_000;
const MOST_MISTAKES = 100;

/** Resolves the exit code: 0 done, 1 something is wrong with the file or the database, 2 not understood. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return misunderstood(undefined);
  const read = readArguments(args, ['lang', 'draws', 'seed'], []);
  if (typeof read === 'string') return misunderstood(read);
  const { words, options } = read;
  const language = options.get('lang') ?? 'zh';
  if (language !== 'zh' && language !== 'en') return misunderstood(`--lang ${language}`);
  const [command = '', code = '', file] = words;
  const drawsOption = options.get('draws') ?? '300';
  const count = Number(drawsOption);
  const wanted = WORDS[command];
  if (wanted === undefined || words.length > wanted.length + 1) return misunderstood(words.join(' '));
  if (words.length <= wanted.length) return misunderstood(`${words.join(' ')} … ${wanted.slice(words.length - 1).join(' ')}`, LACKS);
  if (!/^[1-9]\d*$/.test(drawsOption) || count > MOST_DRAWS) return misunderstood(`--draws ${drawsOption} (1–${MOST_DRAWS})`);

  const folder = process.env.CAIPU_GAMES || join(dirname(fileURLToPath(import.meta.url)), '../../games');
  const found = await (await GameLibrary.open(folder, language)).game(code);
  if (!found.ok) {
    const { message } =
      found.problem === undefined
        ? ruleError('UNKNOWN_GAME', '', { name: code.slice(0, 40), hint: found.guess ?? '' }, language)
        : ruleError('GAME_REFUSED', '', { name: code, problem: found.problem }, language);
    return fail(message);
  }
  const { game } = found.compiled;
  try {
    const text = file === undefined ? '' : textOf(await bytesOf(file, language));
    if (text === undefined) return reportProblems(file as string, [{ at: { line: 1, column: 1 }, code: 'RESULT_ENCODING' }], language);
    const rows = file === undefined ? undefined : readRows(text, game);
    // The fault of the file alone needs no database to be said.
    if (rows !== undefined && rows.mistakes.length > 0) return reportProblems(file as string, rows.mistakes, language);
    const database = await openDatabase({
      schema: SCHEMA,
      dataDir: resolve(process.env.CAIPU_DATA || '.data'),
      url: process.env.DATABASE_URL || undefined,
    });
    try {
      if (rows === undefined) {
        const added = await storeDemo(database, game, count, options.get('seed'), (client, made) =>
          recordAudit(client, commandUser(), { kind: 'results.demo', body: { game: game.code, added: made } }),
        );
        return succeed(language === 'zh' ? `${game.name}：补了 ${added} 期演示开奖` : `${game.code}: ${added} demonstration draws added`);
      }
      const { draws, mistakes, offSchedule } = checkRows(game, rows.rows, await gameClockNow(database), language);
      if (mistakes.length > 0) return reportProblems(file as string, mistakes, language);
      const sha256 = createHash('sha256').update(text).digest('hex');
      const stored = await storeDraws(database, game, draws, (client, added) =>
        recordAudit(client, commandUser(), { kind: 'results.import', body: { game: game.code, added, sha256 } }),
      );
      if (!stored.ok) return reportProblems(file as string, stored.mistakes, language);
      for (const code of new Set(offSchedule.map((row) => row.code)))
        warn(
          file as string,
          offSchedule.filter((row) => row.code === code),
          language,
        );
      return succeed(
        language === 'zh'
          ? `${game.name}：导入 ${stored.added} 期，已有 ${stored.known} 期`
          : `${game.code}: ${stored.added} draws imported, ${stored.known} were there already`,
      );
    } finally {
      await database.close();
    }
  } catch (error) {
    return fail((error as Error).message);
  }
}

async function bytesOf(file: string, language: Language): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    const why = fileErrorText(error);
    throw why === undefined ? error : new Error(`${file}: ${why[language === 'zh' ? 0 : 1]}`, { cause: error });
  }
}

/** Undefined when it is no UTF-8; a mark of it at the beginning stays. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function succeed(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function fail(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

function reportProblems(file: string, mistakes: readonly RowProblem[], language: Language): number {
  for (const mistake of mistakes.slice(0, MOST_MISTAKES)) process.stdout.write(`${problemLine(file, mistake, language)}\n`);
  return fail(language === 'zh' ? `${mistakes.length} 处有误，一期也没有导入` : `${mistakes.length} mistakes; nothing was imported`);
}

/** Said of the first one alone: all of a file from before another schedule may be so. */
function warn(file: string, [first, ...others]: readonly RowProblem[], language: Language): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : language === 'zh' ? `（另有 ${others.length} 期也是）` : ` (and ${others.length} more like it)`;
  process.stderr.write(`${language === 'zh' ? '提醒：' : 'warning: '}${problemLine(file, first, language)}${more}\n`);
}

/** `file:line:column  CODE  what is wrong; what to do`. */
export function problemLine(file: string, { at, code, params = {} }: RowProblem, language: Language): string {
  const text = ROW_PROBLEM_TEXTS[code][language === 'zh' ? 0 : 1];
  return `${file}:${at.line}:${at.column}  ${code}  ${text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))}`;
}

function misunderstood(what: string | undefined, why = '不明白 / not understood'): number {
  if (what === undefined) process.stdout.write(USAGE);
  else process.stderr.write(`${USAGE}\n${why}: ${what}\n`);
  return what === undefined ? 0 : 2;
}
