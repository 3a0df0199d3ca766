/** `npm start` on a fresh tree: home is there before the pages of operators are, those come by themselves, and a start that was stopped is taken up. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../server/support/server.ts';

/** A whole build on a busy machine. */
const BUILD_MS = 600_000;

let folder: string;
const running: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-start-'));
  const skip = new Set(['node_modules', 'dist', '.git', '.data', 'test-results', 'generated']);
  cpSync(root, folder, { recursive: true, filter: (file) => !skip.has(file.slice(file.lastIndexOf('/') + 1)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly output: () => string;
  /** The first match in the output, now or later. */
  readonly says: (what: RegExp) => Promise<RegExpExecArray>;
  readonly stop: () => Promise<number | null>;
}

function start(): Started {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: '0', CAIPU_OPERATOR_PASSWORD: 'workshop' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      for (const look of waiting) look();
    });
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    output: () => output,
    says: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = what.exec(output);
          if (match !== null) resolve(match);
        };
        waiting.add(look);
        look();
        void gone.then(() => reject(new Error(`it ended without ${what}:\n${output}`)));
      }),
    stop() {
      child.kill('SIGINT');
      return gone;
    },
  };
}

it('a first start that is stopped while it builds leaves nothing that the next one takes for whole', async () => {
  const first = start();
  await first.says(/step 1 of \d+: /);
  expect(await first.stop()).toBe(130);
  expect(first.output()).toContain('the next start goes on from here');
  expect(first.output()).not.toContain('ready: http');
});

it(
  'home is served before the workshop is built, which answers that it is being built, and comes by itself',
  async () => {
    const { says, output, stop } = start();
    const [, url = ''] = await says(/ready: (http:\/\/\S+)/);
    await says(/the rest is built while you play/);
    const home = await fetch(url);
    expect(home.status).toBe(200);
    expect(await home.text()).toContain('caipu-boot');
    // The first of the parts that follow.
    expect(existsSync(join(folder, 'dist/office'))).toBe(false);
    const early = await fetch(`${url}/operator/desk/workshop`);
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '3']);

    await says(/everything is built/);
    expect((await fetch(`${url}/operator/desk/workshop`)).status).toBe(200);
    expect((await fetch(`${url}/workbench`)).status).toBe(200);
    const numbers = [...output().matchAll(/step (\d+) of (\d+): /g)].map(([, n, of]) => [Number(n), Number(of)]);
    expect(numbers.map(([n]) => n)).toEqual(numbers.map((_, at) => at + 1));
    for (const [, of] of numbers) expect(of).toBe(numbers.length);
    expect(await stop()).toBe(0);
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['.building', '.built', 'app', 'odds', 'office', 'server', 'workbench']);
  },
  BUILD_MS,
);

it('a later start builds nothing', async () => {
  const { says, output, stop } = start();
  await says(/step 1 of 1: start of the server/);
  expect(output()).not.toMatch(/first page comes after|built while you play/);
  expect(await stop()).toBe(0);
});
