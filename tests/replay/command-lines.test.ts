/** Every command line says how it is used when asked, refuses what it does not know with the same words, and ends quietly when nobody reads on. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { main as data } from '../../tools/data/main.ts';
import { main as games } from '../../tools/games/main.ts';
import { main as matches } from '../../tools/matches/main.ts';
import { main as provider } from '../../tools/provider/main.ts';
import { run as replay } from '../../tools/replay/main.ts';
import { main as results } from '../../tools/results/main.ts';
import { main as screens } from '../../tools/screens/main.ts';

afterEach(() => vi.restoreAllMocks());

type Main = (words: readonly string[]) => Promise<number>;
const COMMANDS: Readonly<Record<string, Main>> = {
  games,
  screens,
  results,
  data,
  matches,
  provider,
  replay: (words) => replay(words, { out: (line) => void process.stdout.write(line), error: (line) => void process.stderr.write(line) }),
};

async function said(main: Main, words: readonly string[]) {
  const text = { out: '', error: '' };
  const collect = (stream: 'out' | 'error') => (chunk: unknown) => {
    text[stream] += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(collect('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(collect('error'));
  vi.spyOn(console, 'log').mockImplementation(collect('out'));
  const code = await main(words);
  vi.restoreAllMocks();
  return { code, ...text };
}

it.each(Object.entries(COMMANDS))('npm run %s: --help, and a flag that there is not', async (name, main) => {
  const help = await said(main, ['--help']);
  expect([help.code, help.error]).toEqual([0, '']);
  expect(help.out).toMatch(new RegExp(`npm run (-s )?${name} --`));
  const wrong = await said(main, ['check', '--nonsense']);
  expect(wrong.code).toBe(2);
  expect(wrong.out + wrong.error).toContain('--nonsense');
  expect(wrong.out + wrong.error).toMatch(new RegExp(`npm run (-s )?${name} --`));
});

it('npm run games: a command that lacks a word is told which', async () => {
  const { code, error } = await said(games, ['odds']);
  expect([code, error]).toEqual([2, expect.stringContaining('missing after odds: npm run -s games -- odds <game> [play]\n')]);
  expect((await said(games, ['diff', 'ssq'])).error).toContain('diff <a> <b>\n');
  expect((await said(games, ['new'])).error).toContain('new <family> <code>\n');
});

it('npm run data: an address that is none is called so', async () => {
  const lines: string[] = [];
  expect(await data(['backup', 'x.backup'], { DATABASE_URL: 'nonsense' }, (line) => void lines.push(line))).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL is not an address of a database\. Write it as postgres:/)]);
});

it('npm run data: a kept head that is none is told how it is written', async () => {
  const lines: string[] = [];
  expect(await data(['audit', '--expect', '12:abc'], {}, (line) => void lines.push(line))).toBe(2);
  expect(lines.join('')).toContain('--expect is a number, a colon and a hash of 64 hexadecimal digits');
});

it('npm run matches: a file that is not there is called so', async () => {
  const { code, error } = await said(matches, ['import', 'CBA', 'no-such-season.json']);
  expect(code).toBe(1);
  expect(error).toContain('no-such-season.json: 没有这个文件 / there is no such file');
});

it('npm run replay -- … | head ends quietly', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const traces = 'tests/traces/bet-accepted.trace.json '.repeat(400);
  const { stdout, stderr } = await promisify(execFile)(
    '/bin/sh',
    ['-c', `'${process.execPath}' scripts/replay.mjs ${traces} | head -n 1`],
    {
      cwd: root,
    },
  );
  expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
}, 60_000);
