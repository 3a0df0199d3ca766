import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Game } from '../../engine/descriptions/types.ts';
import { type Language, ruleError } from '../../engine/rules/index.ts';
import { recordAudit } from '../../server/platform/audit/audit.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { GameLibrary } from '../games/library.ts';
import { readArguments } from '../games/options.ts';
import { fileErrorText } from '../lib/file-errors.ts';
import { commandUser } from '../lib/operator.ts';
import { DAY_ORDERS, type DayOrder } from './dates.ts';
import { ENCODINGS, type Encoding } from './encoding.ts';
import { EXPORT_FORMATS, type ExportFormat, exportResults } from './export.ts';
import { importFile } from './import.ts';
import { forgetMapping, rememberedMappings } from './remembered.ts';
import { jsonReport, reportLines } from './report.ts';
import { storeDemo, storedResults } from './store.ts';

export { problemLine } from './problems.ts';

const USAGE = `npm run -s results -- <command> [--lang zh|en]

  import <game> <file>    imports past draws from a file into the database. If one is wrong, none is imported (exit code 1)
      [--map issue=<column>,date=<column>,<zone>=<column>]  names columns; several are joined by +, or by .. from one to another
      [--dates dd/mm/yyyy|mm/dd/yyyy|yy/mm/dd]  the order of day and month
      [--encoding ${ENCODINGS.join('|')}]
      [--skip-different]  leaves draws that are stored with other numbers
      [--only-good]       imports the good rows and leaves the others
      [--whole]           imports draws under older rules too, as far as they fit the game
      [--json]            one JSON object in place of sentences
  export <game> <file>    writes the results of a game
      [--format csv|jsonl]
  maps [<game>]           lists the columns that imports used
  forget <game> <id>      forgets one of them
  demo <game>             makes past draws of a game for demonstrations
      [--draws 300] [--seed text]

The structure, the columns and the dates of a file are found by their meaning: docs/import-results.md lists what is understood.
Existing draws are not changed. The database is the server's: CAIPU_DATA (stop the server first) or DATABASE_URL.
`;

/** What is to stand after each command. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  import: ['<game>', '<file>'],
  export: ['<game>', '<file>'],
  demo: ['<game>'],
  maps: [],
  forget: ['<game>', '<id>'],
};
/** Commands that take one word more. */
const OPTIONAL: Readonly<Record<string, number>> = { maps: 1 };
const LACKS = '还缺内容 / something is missing';
const MOST_DRAWS = 100_000;

/** Resolves the exit code: 0 done, 1 something is wrong with the file or the database, 2 not understood. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return misunderstood(undefined);
  const read = readArguments(
    args,
    ['lang', 'draws', 'seed', 'map', 'dates', 'encoding', 'format'],
    ['json', 'skip-different', 'only-good', 'whole'],
  );
  if (typeof read === 'string') return misunderstood(read);
  const { words, options } = read;
  const language = options.get('lang') ?? 'zh';
  if (language !== 'zh' && language !== 'en') return misunderstood(`--lang ${language}`);
  const [command = '', code = '', file = ''] = words;
  const wanted = WORDS[command];
  if (wanted === undefined || words.length > wanted.length + 1 + (OPTIONAL[command] ?? 0)) return misunderstood(words.join(' '));
  if (words.length <= wanted.length) return misunderstood(`${words.join(' ')} … ${wanted.slice(words.length - 1).join(' ')}`, LACKS);
  const wrong = wrongOption(options);
  if (wrong !== undefined) return misunderstood(wrong);
  try {
    if (command === 'maps') return await listMappings(code);
    if (command === 'forget') return await forget(code, file, language);
    const found = await gameOf(code, language);
    if (typeof found === 'string') return fail(found);
    if (command === 'import') return await runImport(found, file, options, language);
    return command === 'export' ? await runExport(found, file, options, language) : await runDemo(found, options, language);
  } catch (error) {
    return fail((error as Error).message);
  }
}

type Options = ReadonlyMap<string, string>;

/** The first option with a value that it does not take. */
function wrongOption(options: Options): string | undefined {
  const allowed: readonly (readonly [string, readonly string[]])[] = [
    ['dates', DAY_ORDERS],
    ['encoding', ENCODINGS],
    ['format', EXPORT_FORMATS],
  ];
  for (const [name, values] of allowed) {
    const value = options.get(name);
    if (value !== undefined && !values.includes(value)) return `--${name} ${value} (${values.join(' | ')})`;
  }
  const draws = options.get('draws') ?? '1';
  return /^[1-9]\d*$/.test(draws) && Number(draws) <= MOST_DRAWS ? undefined : `--draws ${draws} (1–${MOST_DRAWS})`;
}

const dataFolder = (): string => resolve(process.env.CAIPU_DATA || '.data');

const open = () => openDatabase({ schema: SCHEMA, dataDir: dataFolder(), url: process.env.DATABASE_URL || undefined });

/** A sentence when there is no such game. */
async function gameOf(code: string, language: Language): Promise<Game | string> {
  const folder = process.env.CAIPU_GAMES || join(dirname(fileURLToPath(import.meta.url)), '../../games');
  const found = await (await GameLibrary.open(folder, language)).game(code);
  if (found.ok) return found.compiled.game;
  return found.problem === undefined
    ? ruleError('UNKNOWN_GAME', '', { name: code.slice(0, 40), hint: found.guess ?? '' }, language).message
    : ruleError('GAME_REFUSED', '', { name: code, problem: found.problem }, language).message;
}

async function runImport(game: Game, file: string, options: Options, language: Language): Promise<number> {
  const report = await importFile(
    game,
    file,
    await bytesOf(file, language),
    {
      map: options.get('map'),
      dates: options.get('dates') as DayOrder | undefined,
      encoding: options.get('encoding') as Encoding | undefined,
      skipDifferent: options.has('skip-different'),
      onlyGood: options.has('only-good'),
      whole: options.has('whole'),
      language,
      dataFolder: dataFolder(),
    },
    { open, written: (client, body) => recordAudit(client, commandUser(), { kind: 'results.import', body }) },
  );
  if (options.has('json')) process.stdout.write(`${jsonReport(report)}\n`);
  else {
    const { out, error } = reportLines(report, language);
    for (const line of out) process.stdout.write(`${line}\n`);
    for (const line of error) process.stderr.write(`${line}\n`);
  }
  return report.stored === undefined ? 1 : 0;
}

async function runExport(game: Game, file: string, options: Options, language: Language): Promise<number> {
  const database = await open();
  try {
    const format = (options.get('format') ?? (file.endsWith('.jsonl') ? 'jsonl' : 'csv')) as ExportFormat;
    const { text, count, demo, older } = exportResults(game, await storedResults(database, game), format);
    await writeFile(file, text);
    const zh = language === 'zh';
    if (demo > 0) process.stderr.write(zh ? `提醒：${demo} 期演示开奖没有导出\n` : `warning: ${demo} demonstration draws were left out\n`);
    if (older > 0)
      process.stderr.write(
        zh ? `提醒：${older} 期是旧描述的号码，没有导出\n` : `warning: ${older} draws of older descriptions were left out\n`,
      );
    return succeed(zh ? `${game.name}：导出 ${count} 期到 ${file}` : `${game.code}: ${count} draws written to ${file}`);
  } finally {
    await database.close();
  }
}

async function runDemo(game: Game, options: Options, language: Language): Promise<number> {
  const database = await open();
  try {
    const added = await storeDemo(database, game, Number(options.get('draws') ?? '300'), options.get('seed'), (client, made) =>
      recordAudit(client, commandUser(), { kind: 'results.demo', body: { game: game.code, added: made } }),
    );
    return succeed(language === 'zh' ? `${game.name}：补了 ${added} 期演示开奖` : `${game.code}: ${added} demonstration draws added`);
  } finally {
    await database.close();
  }
}

async function listMappings(game: string): Promise<number> {
  for (const { id, game: code, map, given } of await rememberedMappings(dataFolder()))
    if (game === '' || game === code) process.stdout.write(`${id}  ${code}  ${given ? '--map' : 'auto'}  ${map}\n`);
  return 0;
}

async function forget(game: string, id: string, language: Language): Promise<number> {
  if (await forgetMapping(dataFolder(), game, id)) return succeed(language === 'zh' ? `已删除 ${id}` : `${id} is forgotten`);
  return fail(language === 'zh' ? `${game} 没有 ${id}；用 maps 查看` : `${game} has no ${id}; list them with maps`);
}

async function bytesOf(file: string, language: Language): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    const why = fileErrorText(error);
    throw why === undefined ? error : new Error(`${file}: ${why[language === 'zh' ? 0 : 1]}`, { cause: error });
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

function misunderstood(what: string | undefined, why = '不明白 / not understood'): number {
  if (what === undefined) process.stdout.write(USAGE);
  else process.stderr.write(`${USAGE}\n${why}: ${what}\n`);
  return what === undefined ? 0 : 2;
}
