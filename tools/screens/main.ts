/** `npm run -s screens`: the command line for screens, menus, routes, terms, functions, lists and brands. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../games/options.ts';
import { checkScreens, type DescriptionFolders } from './check.ts';
import { migrateFile } from './migrate.ts';

const USAGE = `npm run -s screens -- <command> [--lang zh|en]

  check [files or folders…]  check screens, menus, routes, terms, functions, lists and brands. Without files: the folder of the app's
                             descriptions. Exit code 1 if a file is wrong.
  migrate <file>             convert a file of an older format to the present format
      [--to 1]               or back. Exit code 1, and no change of the file, if the older format cannot express it

The app's descriptions are read from CAIPU_DESCRIPTIONS, or app/descriptions/. A file of another folder is checked as if it
replaced the file of the same kind and code there. Problems are file:line:column  /pointer  CODE  what is wrong; what to do.
`;

/** Resolves the exit code: 0 done, 1 a file is wrong, 2 not understood. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return misunderstood(undefined);
  const read = readArguments(args, ['lang', 'to'], []);
  if (typeof read === 'string') return misunderstood(read);
  const [command = '', ...words] = read.words;
  const { options } = read;
  const language = options.get('lang') ?? 'zh';
  if (language !== 'zh' && language !== 'en') return misunderstood(`--lang ${language}`);
  const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
  const place: DescriptionFolders = {
    gamesDir: process.env.CAIPU_GAMES || join(root, 'games'),
    appDir: process.env.CAIPU_DESCRIPTIONS || join(root, 'app/descriptions'),
  };
  if (command === 'check') {
    if (options.has('to')) return misunderstood('--to');
    const { lines, files } = await checkScreens(words, place, language);
    print(process.stdout, lines);
    if (files === 0) say(`没有可检查的文件：${words.join(' ')}`, `nothing to check: ${words.join(' ')}`, language);
    else if (lines.length === 0) say(`${files} 个文件，没有问题`, `${files} ${files === 1 ? 'file' : 'files'}, nothing wrong`, language);
    return lines.length > 0 || files === 0 ? 1 : 0;
  }
  if (command === 'migrate') {
    const to = options.get('to');
    if (words.length === 0) return misunderstood('migrate … <file>', '还缺内容 / something is missing');
    if (words.length !== 1 || (to !== undefined && !/^[1-9]\d{0,3}$/.test(to))) return misunderstood(args.join(' '));
    const { ok, lines } = await migrateFile(words[0] as string, to === undefined ? undefined : Number(to), language);
    print(ok ? process.stdout : process.stderr, lines);
    return ok ? 0 : 1;
  }
  return misunderstood(command);
}

function print(to: NodeJS.WriteStream, lines: readonly string[]): void {
  for (const line of lines) to.write(`${line}\n`);
}

const say = (zh: string, en: string, language: 'zh' | 'en'): void => print(process.stderr, [language === 'zh' ? zh : en]);

function misunderstood(what: string | undefined, why = '不明白 / not understood'): number {
  if (what === undefined) process.stdout.write(USAGE);
  else process.stderr.write(`${USAGE}\n${why}: ${what}\n`);
  return what === undefined ? 0 : 2;
}
