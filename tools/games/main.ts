import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { nearestName } from '../../engine/descriptions/suggest.ts';
import { type CompiledGame, type Language, ruleError } from '../../engine/rules/index.ts';
import { type Band, readBand } from '../../engine/rules/band.ts';
import { checkFiles, DescriptionSets } from '../../server/catalog/check-files.ts';
import type { Dirs } from '../../server/catalog/folders.ts';
import { bandWarnings } from './band.ts';
import { calendarWarnings } from './calendars.ts';
import { checkGameBooks, writeGameBooks } from './books/command.ts';
import { type CommandAnswer, type Command, expand, price, readInstant, settle } from './commands.ts';
import { diffGames, writeChanges } from './diff.ts';
import { duplicateKey, writeJson } from './json.ts';
import { GameLibrary } from './library.ts';
import { type NewGameOptions, newGame } from './new.ts';
import { isFile, openGame } from './open-game.ts';
import { readDraw, type InvalidDraw } from './own-draw.ts';
import { writeOdds } from './odds.ts';
import { readArguments } from './options.ts';
import { writePlays } from './plays.ts';
import { writeScratchOdds } from './scratch-odds.ts';
import { smallGame, writeSmallOdds } from './small.ts';
import { compareEveryDraw, simulate, writeComparisons } from './simulate.ts';
import { watchAndCheck } from './watch.ts';

const USAGE = `npm run -s games -- <command> [--lang zh|en]

  check [files or folders…]  check game and family files. Without files: the games folder. Exit code 1 if a file is wrong.
      [--band 50-100]        warn of plays that return less or more than this (percent) to players
      [--strict]             exit code 1 for such warnings too
      [--watch]              check again after every change, until Ctrl+C
  new <family> <code>        write a game of that family, which is not on sale yet
  new --draw <draw> <code>   write a game with its own draw, which is not on sale yet. It gets the usual plays of such a draw, with prizes for a return. Draws:
                             digits:0-9:3, dice:1-6:3, set:1-80:20 (order does not matter) or sequence:1-20:5 (it does)
      [--returns 90]         return of the plays in percent, with --draw
      [--name 名称] [--schemas folder or address]
                             address in $schema: the project's folder when left out, or a server's http://127.0.0.1:8080/schemas
  plays <game> [play]        plays, areas, and values of options with their labels, for writing tickets
  odds <game> [play]         prizes, chances and return of each play, as exact values.
                             For scratch cards: the prizes of a pool, its return, and the chance of a win.
                             For a small game: each bet, and the value of skipping
  simulate <game>            random bets on random draws, compared with the odds. Exit code 1 if they disagree
      [--draws 10000] [--seed text]
      [--every-draw]         every possible draw once (up to 200,000); then they must agree exactly
  books <game>               a small game in the file layout of Stake's math-sdk: index.json, look-up tables and books
      --write <folder>       writes every bet that the format can hold
      --check <folder>       compares the files with the described game, exactly. Exit code 1 if a chance differs
      [--mode base=line]     the bet of a mode that has another name; several with commas
  diff <a> <b>               what changes for players if b replaces a
  price                      tickets, one JSON object a line → bets, amount, least and most prize
  settle                     {"ticket":…,"draw":…} a line   → wins, prize
  expand                     tickets                        → single bets (at most 100,000 a ticket)

A <game> is a code, or a file in any folder: of a family, or of a game. The family of a game is looked for in families/ beside the file, beside
the file, and among the games; its calendar of days off in calendars/ in the same way.

odds, simulate, price, settle and expand take [--at 2027-02-06T21:30:00+08:00], the instant of the draws, because sets of numbers can
change with the day (生肖). When left out: now. A line of settle may have its own instant: {"ticket":…,"draw":…,"at":"…"}, and the
conditions of the pool in force, by the ids in the description: {"ticket":…,"draw":…,"poolPrizes":["high"]}.

Games are read from CAIPU_GAMES, or games/. check also reads the descriptions of CAIPU_DESCRIPTIONS, or app/descriptions. price, settle and expand
read standard input and write one answer for each line, with the line's number as "line" and its "id", if it has one. Blank lines are skipped. A
label of an option (大) can replace its value. The exit code is 1 if a line was refused. diff marks gains of players with +, losses with -, and
other changes with *.
`;

const COMMANDS: Readonly<Record<string, Command>> = { price, settle, expand };
/** Options of each command besides --lang, and how many words it takes after its name. */
const GRAMMAR: Readonly<
  Record<string, { valued?: readonly string[]; switches?: readonly string[]; words: readonly [least: number, most: number] }>
> = {
  check: { valued: ['band'], switches: ['strict', 'watch'], words: [0, Number.POSITIVE_INFINITY] },
  new: { valued: ['name', 'schemas', 'draw', 'returns'], words: [1, 2] },
  plays: { words: [1, 2] },
  odds: { valued: ['at'], words: [1, 2] },
  simulate: { valued: ['draws', 'seed', 'at'], switches: ['every-draw'], words: [1, 1] },
  books: { valued: ['write', 'check', 'mode'], words: [1, 1] },
  diff: { words: [2, 2] },
  price: { valued: ['at'], words: [0, 0] },
  settle: { valued: ['at'], words: [0, 0] },
  expand: { valued: ['at'], words: [0, 0] },
};
const DRAWS = 10_000;
const MOST_SIMULATED = 10_000_000;

/** The command line; resolves the exit code: 0 done, 1 a file is wrong or figures disagree, 2 not understood. */
export async function main(args: readonly string[], ended?: AbortSignal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return misunderstood(undefined);
  const at = args.findIndex((arg, i) => !arg.startsWith('-') && args[i - 1] !== '--lang');
  const name = args[at];
  if (name === undefined) return misunderstood(args.find((arg) => arg.startsWith('-') && !arg.startsWith('--lang')));
  const grammar = Object.hasOwn(GRAMMAR, name) ? GRAMMAR[name] : undefined;
  if (grammar === undefined) return misunderstood(name);
  const read = readArguments(args.toSpliced(at, 1), ['lang', ...(grammar.valued ?? [])], grammar.switches ?? []);
  if (typeof read === 'string') return misunderstood(read);
  const { words, options } = read;
  const language = options.get('lang') ?? 'zh';
  if (language !== 'zh' && language !== 'en') return misunderstood(`--lang ${language}`);
  const [least, most] = grammar.words;
  if (words.length > most) return misunderstood(words[most]);
  if (words.length < least) return incomplete(name);
  const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
  const folder = process.env.CAIPU_GAMES || join(project, 'games');
  const dirs = { gamesDir: folder, appDir: process.env.CAIPU_DESCRIPTIONS || join(project, 'app/descriptions') };

  const atOption = options.get('at');
  const atMs = atOption === undefined ? Date.now() : readInstant(atOption);
  if (Number.isNaN(atMs)) return misunderstood(`--at ${atOption} (2027-02-06T21:30:00+08:00)`);

  const command = COMMANDS[name];
  if (command !== undefined) {
    return (await answerLines(command, await GameLibrary.open(folder, language, atMs), language)) ? 0 : 1;
  }
  const [first = '', second] = words;
  switch (name) {
    case 'check': {
      const band = readBand(options.get('band') ?? '50-100');
      if (band === undefined) return misunderstood(`--band ${options.get('band')}`);
      const paths = words.length > 0 ? words : [folder];
      const once = () => check(paths, dirs, band, options.has('strict'), language);
      if (!options.has('watch')) return once();
      let code = 0;
      await watchAndCheck(
        [...new Set([...paths, folder].map((path) => resolve(path)))],
        async () => {
          process.stderr.write(`\n${new Date().toLocaleTimeString('zh-CN', { hour12: false })}\n`);
          code = await once();
        },
        ended ?? interrupted(),
      );
      return code;
    }
    case 'new': {
      const wanted = wantedOf(words, options);
      if (typeof wanted === 'string') return misunderstood(wanted);
      if ('ok' in wanted) {
        process.stderr.write(`${language === 'zh' ? wanted.zh : wanted.en}\n`);
        return 2;
      }
      const today = new Date().toISOString().slice(0, 10);
      const made = await newGame({ ...wanted, name: options.get('name'), schemas: options.get('schemas'), dirs, today }, language);
      if (!made.ok) process.stderr.write(`${made.text}\n`);
      else {
        process.stdout.write(`${made.file}\n`);
        process.stderr.write(
          language === 'zh'
            ? '还没有开售：改好开奖时间、奖金和限额，再删去 disabled 那一行\n'
            : 'not on sale yet: set schedule, prizes and caps, then remove the line "disabled"\n',
        );
      }
      return made.ok ? 0 : 1;
    }
    case 'books':
      return books(first, folder, options, language);
    case 'diff': {
      const diff = await diffGames(first, second ?? '', folder, language);
      if (!diff.ok) process.stderr.write(`${diff.lines.join('\n')}\n`);
      else print(writeChanges(diff.changes, language));
      return diff.ok ? 0 : 1;
    }
    default: {
      const cards = name === 'odds' && second === undefined ? await scratchOdds(first, folder, language) : undefined;
      if (cards !== undefined) return cards;
      const small = name === 'odds' && second === undefined ? await smallGame(folder, first, language) : undefined;
      if (small !== undefined) {
        if (typeof small === 'string') process.stderr.write(`${small}\n`);
        else print(writeSmallOdds(small, language));
        return typeof small === 'string' ? 1 : 0;
      }
      const compiled = await gameOf(first, folder, language, atMs);
      if (compiled === undefined) return 1;
      if (name === 'simulate') return simulation(compiled, options, language);
      if (second !== undefined && !hasPlay(compiled, second, language)) return 1;
      print(name === 'plays' ? writePlays(compiled.game, second, language) : writeOdds(compiled, second, language));
      return 0;
    }
  }
}

async function books(code: string, folder: string, options: ReadonlyMap<string, string>, language: Language): Promise<number> {
  const [target, checked] = [options.get('write'), options.get('check')];
  const modes = (options.get('mode') ?? '').split(',').filter(Boolean);
  const wrong = modes.find((each) => !/^[^=]+=[^=]+$/.test(each));
  if (wrong !== undefined) return misunderstood(`--mode ${wrong}（--mode base=line）`);
  if ((target === undefined) === (checked === undefined)) return incomplete('books');
  const game = await smallGame(folder, code, language);
  if (game === undefined || typeof game === 'string') {
    const { message } = ruleError('UNKNOWN_GAME', '', { name: code.slice(0, 40), hint: '' }, language);
    process.stderr.write(`${game ?? message}\n`);
    return 1;
  }
  const names = new Map(modes.map((each) => each.split('=') as [string, string]));
  const answered =
    target === undefined ? await checkGameBooks(game, checked ?? '', names, language) : await writeGameBooks(game, target, language);
  print(answered.lines);
  return answered.ok ? 0 : 1;
}

/** Ends with Ctrl+C. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Help was asked for, or something is not understood: then one line says what, and another how to ask. */
function misunderstood(what: string | undefined): number {
  if (what === undefined) {
    process.stdout.write(USAGE);
    return 0;
  }
  const guess = nearestName(what, Object.keys(GRAMMAR));
  process.stderr.write(
    `不明白 / not understood: ${what}${guess === undefined ? '' : `，是不是 / did you mean ${guess}`}\n` +
      `命令 / commands: ${Object.keys(GRAMMAR).join(' ')}；用法 / usage: npm run -s games -- --help\n`,
  );
  return 2;
}

/** A command without all of its words. */
function incomplete(name: string): number {
  const wanted = new RegExp(`^  ${name} .*`, 'm').exec(USAGE)?.[0].trim().split(/ {2,}/)[0] ?? name;
  process.stderr.write(
    `${name} 后面还缺内容 / something is missing after ${name}: npm run -s games -- ${wanted}\n用法 / usage: npm run -s games -- --help\n`,
  );
  return 2;
}

/** What `new` is to write: of a family, or of a draw of its own; what is not understood as text, and the fault of the draw. */
function wantedOf(
  words: readonly string[],
  options: ReadonlyMap<string, string>,
): Pick<NewGameOptions, 'of' | 'code'> | string | InvalidDraw {
  const drawOption = options.get('draw');
  const [first = '', second] = words;
  if (drawOption === undefined) {
    if (options.has('returns')) return '--returns（只用于 --draw / only with --draw）';
    return second === undefined ? `new ${first}…（new <family> <code>，new --draw <draw> <code>）` : { of: first, code: second };
  }
  const returns = options.get('returns') ?? '90';
  if (second !== undefined) return second;
  if (!/^[1-9]\d$/.test(returns) || Number(returns) < 50) return `--returns ${returns} (50–99)`;
  const read = readDraw(drawOption);
  return read.ok ? { of: { draw: read.draw, returns: Number(returns) * 100 }, code: first } : read;
}

/** The odds of a family of scratch cards; undefined if no family has the code. */
async function scratchOdds(code: string, folder: string, language: Language): Promise<number | undefined> {
  const found = await (await GameLibrary.open(folder, language)).scratch(code);
  if (found === undefined) return undefined;
  if (found.ok) {
    print(writeScratchOdds(found.card, language));
    return 0;
  }
  process.stderr.write(`${ruleError('GAME_REFUSED', '', { name: code, problem: found.problem ?? '' }, language).message}\n`);
  return 1;
}

/** A game by its code or file, or said why not. */
async function gameOf(code: string, folder: string, language: Language, atMs: number): Promise<CompiledGame | undefined> {
  if (isFile(code)) {
    const opened = await openGame(code, folder, language, atMs);
    if (opened.ok) return opened.compiled;
    process.stderr.write(`${opened.lines.join('\n')}\n`);
    return undefined;
  }
  const found = await (await GameLibrary.open(folder, language, atMs)).game(code);
  if (found.ok) return found.compiled;
  const { message } =
    found.problem === undefined
      ? ruleError('UNKNOWN_GAME', '', { name: code.slice(0, 40), hint: found.guess ?? '' }, language)
      : ruleError('GAME_REFUSED', '', { name: code, problem: found.problem }, language);
  process.stderr.write(`${message}\n`);
  return undefined;
}

/** Whether the game has the play; if not, it is said. */
function hasPlay(compiled: CompiledGame, play: string, language: Language): boolean {
  if (compiled.play(play)) return true;
  const known = compiled.plays.map((one) => one.play.code);
  const guess = nearestName(play, known);
  process.stderr.write(
    language === 'zh'
      ? `${compiled.game.code} 没有玩法 ${play}${guess ? `，是不是 ${guess}` : ''}；已有：${known.join(' ')}\n`
      : `${compiled.game.code} has no play ${play}${guess ? `, did you mean ${guess}` : ''}; known: ${known.join(' ')}\n`,
  );
  return false;
}

function simulation(compiled: CompiledGame, options: ReadonlyMap<string, string>, language: Language): number {
  const seed = options.get('seed') ?? '1';
  const drawsOption = options.get('draws') ?? String(DRAWS);
  const draws = Number(drawsOption);
  if (!/^[1-9]\d*$/.test(drawsOption) || draws > MOST_SIMULATED) return misunderstood(`--draws ${drawsOption} (1–${MOST_SIMULATED})`);
  const comparisons = options.has('every-draw') ? compareEveryDraw(compiled, 1, seed) : simulate(compiled, draws, seed);
  if (comparisons === undefined) {
    process.stderr.write(
      language === 'zh'
        ? `${compiled.game.code} 的开奖结果太多，不能逐一走遍；去掉 --every-draw\n`
        : `${compiled.game.code} has too many draws to go through; leave --every-draw out\n`,
    );
    return 2;
  }
  print(writeComparisons(compiled, comparisons, language));
  return comparisons.every(({ agrees }) => agrees) ? 0 : 1;
}

async function check(paths: readonly string[], dirs: Dirs, band: Band, strict: boolean, language: Language): Promise<number> {
  const sets = new DescriptionSets(dirs);
  const { files, problems, lines } = await checkFiles(paths, { sets, lang: language });
  for (const line of lines) process.stdout.write(`${line}\n`);
  const warnings = [...(await bandWarnings(paths, band, sets)), ...(await calendarWarnings(paths, Date.now()))];
  // Beside the answer: a file with warnings is in order.
  for (const warning of warnings) process.stderr.write(`${language === 'zh' ? '提醒' : 'warning'}  ${formatProblem(warning, language)}\n`);
  if (files === 0)
    process.stderr.write(language === 'zh' ? `没有可检查的文件：${paths.join(' ')}\n` : `nothing to check: ${paths.join(' ')}\n`);
  else if (problems.length === 0)
    process.stderr.write(language === 'zh' ? `${files} 个文件，没有问题\n` : `${files} ${files === 1 ? 'file' : 'files'}, nothing wrong\n`);
  return problems.length > 0 || files === 0 || (strict && warnings.length > 0) ? 1 : 0;
}

/** Resolves whether every line was accepted. */
async function answerLines(command: Command, library: GameLibrary, language: Language): Promise<boolean> {
  let closed = false;
  // A reader that has seen enough (head) closes the pipe; that is no error of ours.
  process.stdout.on('error', () => {
    closed = true;
  });
  const input = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  let accepted = true;
  for await (const text of input) {
    if (closed) break;
    number += 1;
    const line = number === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (line.trim() === '') continue;
    const { commandAnswer, id } = await answer(line, command, library, language);
    accepted &&= commandAnswer.ok;
    const written = process.stdout.write(`${writeJson({ ...commandAnswer, id, line: number })}\n`);
    if (!written && !closed) await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]).catch(() => undefined);
  }
  return accepted;
}

interface Answered {
  readonly commandAnswer: CommandAnswer;
  /** The caller's name of the line. */
  readonly id?: unknown;
}

async function answer(line: string, command: Command, library: GameLibrary, language: Language): Promise<Answered> {
  let input: unknown;
  try {
    input = JSON.parse(line);
  } catch (error) {
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, 120);
    return { commandAnswer: failed('JSON_SYNTAX', { detail }, language) };
  }
  const named = typeof input === 'object' && input !== null && !Array.isArray(input) && Object.hasOwn(input, 'id');
  if (!named) return { commandAnswer: await answerTo(line, input, command, library, language) };
  const { id, ...rest } = input as { readonly id: unknown };
  return { commandAnswer: await answerTo(line, rest, command, library, language), id };
}

async function answerTo(line: string, input: unknown, command: Command, library: GameLibrary, language: Language): Promise<CommandAnswer> {
  const doubled = duplicateKey(line);
  if (doubled) {
    const { code, pointer, message } = ruleError('DUPLICATE_KEY', doubled.pointer, { name: doubled.name.slice(0, 40) }, language);
    return { ok: false, errors: [{ code, pointer, message }] };
  }
  try {
    return await command(input, library, language);
  } catch (error) {
    // Nothing known comes here; whatever does must still be one line of answer.
    return failed('INTERNAL', { detail: error instanceof Error ? error.message : String(error) }, language);
  }
}

function failed(code: 'JSON_SYNTAX' | 'INTERNAL', params: { readonly detail: string }, language: Language): CommandAnswer {
  const { pointer, message } = ruleError(code, '', params, language);
  return { ok: false, errors: [{ code, pointer, message }] };
}
