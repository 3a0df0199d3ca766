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

async function outputOf(main: Main, words: readonly string[]) {
  const text = { out: '', error: '' };
  const collect = (stream: 'out' | 'error') => (chunk: unknown) => {
    text[stream] += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(collect('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(collect('error'));
  vi.spyOn(console, 'log').mockImplementation(collect('out'));
  vi.spyOn(console, 'error').mockImplementation(collect('error'));
  const code = await main(words);
  vi.restoreAllMocks();
  return { code, ...text };
}

it.each(Object.entries(COMMANDS))('npm run %s: --help, and a flag that there is not', async (name, main) => {
  const help = await outputOf(main, ['--help']);
  expect([help.code, help.error]).toEqual([0, '']);
  expect(help.out).toMatch(new RegExp(`npm run (-s )?${name} --`));
  const wrong = await outputOf(main, ['check', '--nonsense']);
  expect(wrong.code).toBe(2);
  expect(wrong.out + wrong.error).toContain('--nonsense');
  expect(wrong.out + wrong.error).toMatch(new RegExp(`npm run (-s )?${name} --`));
});

it('npm run games: the error of a command that lacks a word names it', async () => {
  const { code, error } = await outputOf(games, ['odds']);
  expect([code, error]).toEqual([2, expect.stringContaining('missing after odds: npm run -s games -- odds <game> [play]\n')]);
  expect((await outputOf(games, ['diff', 'ssq'])).error).toContain('diff <a> <b>\n');
  expect((await outputOf(games, ['new'])).error).toContain('new <family> <code>\n');
});

it('npm run data: an invalid address is reported as such', async () => {
  const lines: string[] = [];
  expect(await data(['backup', 'x.backup'], { DATABASE_URL: 'nonsense' }, undefined, (line) => void lines.push(line))).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^DATABASE_URL is not an address of a database\. Write it as postgres:/)]);
});

it('npm run data: the error of a malformed head shows the right form', async () => {
  const lines: string[] = [];
  expect(await data(['audit', '--expect', '12:abc'], {}, undefined, (line) => void lines.push(line))).toBe(2);
  expect(lines.join('')).toContain('--expect is a number, a colon and a hash of 64 hexadecimal digits');
});

it('npm run matches: a file that is not there is called so', async () => {
  const { code, error } = await outputOf(matches, ['import', 'CBA', 'no-such-season.json']);
  expect(code).toBe(1);
  expect(error).toContain('no-such-season.json: 没有这个文件 / there is no such file');
});

it('npm run matches, results, screens, data: what a command lacks is named', async () => {
  expect(await outputOf(matches, ['import'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('missing: import … <league> <file>…\n'),
  });
  expect(await outputOf(matches, ['import', 'CBA'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('missing: import CBA … <file>…\n'),
  });
  expect(await outputOf(results, ['import', 'ssq'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('missing: import ssq … <file>\n'),
  });
  expect(await outputOf(results, ['demo'])).toMatchObject({ code: 2, error: expect.stringContaining('missing: demo … <game>\n') });
  expect(await outputOf(screens, ['migrate'])).toMatchObject({ code: 2, error: expect.stringContaining('missing: migrate … <file>\n') });
  expect(await outputOf(data, ['backup'])).toMatchObject({
    code: 2,
    out: '',
    error: expect.stringContaining('missing: backup … <file>\n'),
  });
});

it('npm run results, replay: a file that is not there and a folder are called so', async () => {
  expect((await outputOf(results, ['import', 'ssq', 'no-such.csv'])).error).toBe('no-such.csv: 没有这个文件\n');
  expect((await outputOf(results, ['import', 'ssq', 'docs', '--lang', 'en'])).error).toBe('docs: it is a folder; name a file in it\n');
  const replayOutput = async (file: string) => {
    const lines: string[] = [];
    const code = await replay([file], { out: () => {}, error: (line) => void lines.push(line) });
    return [code, ...lines];
  };
  expect(await replayOutput('no-such.trace.json')).toEqual([2, 'no-such.trace.json: there is no such file']);
  expect(await replayOutput('docs')).toEqual([2, 'docs: it is a folder; name a file in it']);
  expect(await replayOutput('games/ssq.json')).toEqual([2, 'games/ssq.json: not a trace: its kind is "game"']);
});

it('npm run data -- agents: a day that no calendar has, and days in the wrong order, are refused before the database is opened', async () => {
  for (const days of [['--from', '2026-13-31'], ['--from', '2026-02-30'], ['--from', '2026-11-20', '--to', '2026-11-10'], []])
    expect(await outputOf(data, ['agents', ...days])).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringContaining('--from and --to are days of the calendar, 2026-11-20, and --to is not before --from\n'),
    });
});

it('npm run provider: what is missing is named, and one fault of all rules is said once, with its cause', async () => {
  const missing = async (...words: string[]) => (await outputOf(provider, ['check', ...words])).error.split('something is missing: ')[1];
  expect(await missing()).toMatch(/^<address>/);
  expect(await missing('http://127.0.0.1:1/x')).toMatch(/^--game/);
  expect(await missing('http://127.0.0.1:1/x', '--game', 'coin')).toMatch(/^CAIPU_PROVIDER_SECRET/);
  vi.stubEnv('CAIPU_PROVIDER_SECRET', 'a secret of this test, thirty-two and more');
  const { code, out } = await outputOf(provider, ['check', 'http://127.0.0.1:2/x', '--game', 'coin']);
  vi.unstubAllEnvs();
  expect(code).toBe(1);
  expect(out).toMatch(
    /^✗ every rule: no answer that can be read: fetch failed: connect ECONNREFUSED 127\.0\.0\.1:2\n0 of 10 rules hold\n$/,
  );
});

const SCRIPTS = [
  'docs',
  'check',
  'start',
  'dev',
  'build',
  'generate',
  'sbom',
  'test',
  'nightly',
  'pictures',
  'checks/script-budget',
  'checks/program-number',
];
it.each(SCRIPTS)(
  'scripts/%s.mjs: --help only says how it is used, and a word that it does not know ends it before it does anything',
  async (name) => {
    const program = fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url));
    const ended = (word: string) =>
      promisify(execFile)(process.execPath, [program, word]).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
    const [help, wrong] = await Promise.all([ended('--help'), ended('nonsense')]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('npm '), stderr: '' });
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('not understood: nonsense') });
  },
);

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
