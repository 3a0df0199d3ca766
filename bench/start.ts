/**
 * What a newcomer waits for: a fresh clone, `npm ci && npm start` with a warm npm cache, until the app answers; the second start; and the first
 * start against a build of everything, which a slow machine slows as much.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error a plain script without types: run(command, args, options): Promise<{code, output}>
import { run } from '../scripts/lib/run.mjs';
import type { Bench, Context } from './lib/figure.ts';
import { root } from './lib/product.ts';

async function must(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = (await run(command, args, { quiet: true, cwd })) as { code: number; output: string };
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output.slice(-4_000)}`);
}

/** `npm start` in `folder`: seconds until it says that it is ready. The processes are ended before this returns. */
async function start(context: Context, folder: string): Promise<number> {
  const from = performance.now();
  const { CAIPU_DATA: _data, DATABASE_URL: _url, ...env } = process.env;
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    // npm does not always pass a signal on: the whole group is ended, by its id.
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await gone;
  };
  context.onEnd(stop);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (/ready: http/.test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output.slice(-4_000)}`)));
  });
  const seconds = (performance.now() - from) / 1000;
  await stop();
  return seconds;
}

const bench: Bench = {
  id: 'start',
  title: 'fresh clone to ready; second start',
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-start-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const clone = join(folder, 'caipu');
    // The committed files, as in a fresh clone.
    await must('git', ['clone', '--quiet', root, clone], folder);
    const from = performance.now();
    await must('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], clone);
    const installed = (performance.now() - from) / 1000;
    const first = await start(context, clone);
    const second = await start(context, clone);
    // As fresh as before: what was built, and the empty cluster that packages keep.
    for (const path of ['dist', 'node_modules/.cache']) rmSync(join(clone, path), { recursive: true, force: true });
    const building = performance.now();
    await must('npm', ['run', 'build'], clone);
    const whole = (performance.now() - building) / 1000;
    return [
      {
        id: 'start.first',
        what: 'npm ci and npm start in a fresh clone, warm npm cache, until ready',
        value: installed + first,
        unit: 's',
        goal: { at: 'most', value: 90 },
        rounds: 1,
        note: `npm ci ${installed.toFixed(1)} s, npm start ${first.toFixed(1)} s`,
      },
      {
        id: 'start.page',
        what: 'npm start in a fresh clone until ready',
        value: first / whole,
        unit: '×',
        against: { what: 'npm run build of everything', ours: `${first.toFixed(1)} s`, theirs: `${whole.toFixed(1)} s` },
        goal: { at: 'most', value: 0.6 },
        rounds: 1,
      },
      {
        id: 'start.second',
        what: 'the second npm start until ready',
        value: second,
        unit: 's',
        goal: { at: 'most', value: 10 },
        rounds: 1,
      },
    ];
  },
};
export default bench;
