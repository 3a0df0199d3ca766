/** The product as players get it: built, and run as processes of their own on free ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @ts-expect-error a plain script without types: run(command, args, options): Promise<{code, output}>; tool(name): string
import { run, tool } from '../../scripts/lib/run.mjs';
import type { Context } from './figure.ts';
import { cpuMsOf } from './processor.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** A build of its own, so that what runs from dist/ is left alone. Inside node_modules, where the server finds its packages. */
export const BUILD_FOLDER = join(root, 'node_modules/.cache/caipu-bench');

let building: Promise<void> | undefined;

/** Brings what is generated from the schemas up to date. */
export async function generate(): Promise<void> {
  const { code, output } = (await run(process.execPath, ['scripts/generate.mjs'], { quiet: true })) as { code: number; output: string };
  if (code !== 0) throw new Error(`scripts/generate.mjs failed:\n${output}`);
}

export function build(context: Context): Promise<void> {
  building ??= (async () => {
    context.say('building app and server');
    await generate();
    const steps: readonly (readonly [string, readonly string[]])[] = [
      [tool('vite') as string, ['build', '--logLevel', 'warn', '--outDir', join(BUILD_FOLDER, 'app')]],
      [tool('vite') as string, ['build', '--logLevel', 'warn', '--config', 'vite.worker.config.ts', '--outDir', join(BUILD_FOLDER, 'app')]],
      [process.execPath, ['scripts/build/pack.mjs', join(BUILD_FOLDER, 'app')]],
      [
        tool('vite') as string,
        ['build', '--logLevel', 'warn', '--config', 'vite.server.config.ts', '--outDir', join(BUILD_FOLDER, 'server')],
      ],
    ];
    for (const [command, args] of steps) {
      const { code, output } = (await run(command, args, { quiet: true })) as { code: number; output: string };
      if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
    }
    // As in dist/, whose package says the same: without it Node reads the program as CommonJS first, and then again.
    writeFileSync(join(BUILD_FOLDER, 'server/package.json'), JSON.stringify({ type: 'module' }));
    // Tables of a former program would stay.
    rmSync(join(BUILD_FOLDER, 'odds'), { recursive: true, force: true });
    // All as in dist/: without the odds a thread of each server would compute them for twenty seconds while something is measured.
    for (const what of ['prepare', 'odds', 'prevalidate']) {
      const { code, output } = (await run(process.execPath, [join(BUILD_FOLDER, 'server/main.js'), what], { quiet: true })) as {
        code: number;
        output: string;
      };
      if (code !== 0) throw new Error(`server/main.js ${what} failed:\n${output}`);
    }
  })();
  return building;
}

/** The back office beside it, which most benches do without; resolves its folder. `build` must have been awaited. */
export async function buildOffice(context: Pick<Context, 'say'>): Promise<string> {
  const folder = join(BUILD_FOLDER, 'office');
  context.say('building the back office');
  const args = ['build', '--logLevel', 'warn', '--config', 'vite.office.config.ts', '--outDir', folder];
  const { code, output } = (await run(tool('vite') as string, args, { quiet: true })) as { code: number; output: string };
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
  return folder;
}

export interface BenchServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** ms from the start of the process until it said that it is ready. */
  readonly readyMs: number;
  /** ms of processor that it took until then; undefined where the system does not tell. On a busy machine this is what holds. */
  readonly readyCpuMs: number | undefined;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

/**
 * Starts the built server; resolves when it is ready. `build` must have been awaited. `nodeArgs`: arguments of Node, such as --cpu-prof to see
 * where time goes.
 */
export async function startServer(
  context: Pick<Context, 'onEnd'>,
  env: Readonly<Record<string, string>>,
  nodeArgs: readonly string[] = [],
): Promise<BenchServer> {
  const from = performance.now();
  const child = spawn(process.execPath, [...nodeArgs, join(BUILD_FOLDER, 'server/main.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      CAIPU_WEB: join(BUILD_FOLDER, 'app'),
      CAIPU_LIMITS: 'off',
      NODE_ENV: 'production',
      // Of no value: a bench's database is thrown away. Processes on one database have it in common.
      ...(env.DATABASE_URL ? { CAIPU_VAULT_KEYS: 'be'.repeat(32) } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await gone;
  };
  context.onEnd(end('SIGKILL'));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready: (http:\/\/\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code, signal) => reject(new Error(`the server ended with ${code ?? signal}:\n${output}`)));
  });
  return { url, child, readyMs: performance.now() - from, readyCpuMs: cpuMsOf(child.pid), stop: end('SIGTERM'), kill: end('SIGKILL') };
}

/** Ms of one look at what a process does, and the share of a processor below which it counts as idle. */
const LOOK_MS = 1_000;
const IDLE = 0.1;

/** Until servers have done what a first start leaves for later (the history of draws): it would be counted as what is measured. */
export async function untilIdle({ say }: Pick<Context, 'say'>, servers: readonly BenchServer[]): Promise<void> {
  say('until what a first start leaves for later is done');
  const all = () => servers.map(({ child }) => cpuMsOf(child.pid) ?? 0);
  for (let looks = 0; looks < 120; looks++) {
    const before = all();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (all().every((ms, at) => ms - (before[at] as number) < LOOK_MS * IDLE)) return;
  }
}
