/**
 * `npm run replay -- file.trace.json … --browser [--headed] [--url address]`: runs traces in Chromium, on the app's own screens, and
 * compares after each event the machines with the recording and the glass with the machines.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Trace } from '../../engine/replay/index.ts';
import type { StageState } from '../../engine/replay/stage.ts';
import type { TraceCheck } from '../../engine/replay/check-trace.ts';
import type { Streams } from './main.ts';
import { divergenceText, traceHeaderLines, stepText } from './text.ts';

/** What the scripts of this project do for the command. */
export interface BrowserTools {
  readonly build: () => Promise<void>;
  /** Path of a Chromium. @throws with what to install. */
  readonly findChromium: () => Promise<string>;
}

export interface BrowserOptions {
  readonly headed: boolean;
  /** A server whose workbench is switched on; one is started for the purpose when left out. */
  readonly url: string | undefined;
  readonly until: number | undefined;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A server that has to make its database first. */
const START_MS = 120_000;
/** Traces replayed at the same time. A replay mostly waits for frames, so that pages hardly slow each other down. */
const PAGES = 4;
/** Events between two words with the page. */
const BATCH = 20;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', hasTouch: true, isMobile: true };

/** A trace, and its replay beside the browser's. */
export interface BrowserReplay {
  readonly trace: Trace;
  readonly replay: TraceCheck;
}

interface Served {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The built server on a database of its own, which only has to hand out pages and descriptions. */
async function serve({ build }: BrowserTools): Promise<Served> {
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'caipu-replay-'));
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: '',
      HOST: '127.0.0.1',
      // A free one, which the server says when it is ready.
      PORT: '0',
      CAIPU_DATA: join(folder, 'data'),
      CAIPU_DEMO_PORT: '0',
      CAIPU_ROLE: 'web',
      CAIPU_OPERATOR_PASSWORD: 'not used: the workbench has no login',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + START_MS;
  for (;;) {
    const url = /ready: (http:\/\/\S+)/.exec(output)?.[1];
    if (url !== undefined) return { url, stop };
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`the server did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Where the page says something else than what was recorded; '' when it does not. */
function faultOf(state: StageState, faults: readonly string[]): string {
  if (state.divergence) return divergenceText(state.divergence);
  if (state.glass.length > 0) return `DIVERGED at event ${state.position} on the screen at ${state.address}: ${state.glass.join('; ')}`;
  return faults.length > 0 ? `DIVERGED at event ${state.position} on the screen at ${state.address}: ${faults.join('; ')}` : '';
}

/** The states after the events from–to (from 1), up to the first that is other than recorded. */
async function steps(page: Page, from: number, to: number): Promise<readonly StageState[]> {
  return page.evaluate(
    async ([first, last]) => {
      const stage = window.replayStage;
      if (!stage) throw new Error('the page lost its stage');
      const states: StageState[] = [];
      for (let n = first; n <= last; n++) {
        const state = await stage.seek(n);
        states.push(state);
        if (state.divergence || state.glass.length > 0) break;
      }
      return states;
    },
    [from, to] as const,
  );
}

async function replayOne(
  context: BrowserContext,
  url: string,
  { trace, replay: { running, step } }: BrowserReplay,
  most: number | undefined,
  { out, error }: Streams,
): Promise<number> {
  const page = await context.newPage();
  try {
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(String(fault)));
    const stage = `${url}/workbench/stage`;
    const answer = await page.goto(stage).catch((cause: Error) => {
      // The first of several lines has the reason: "page.goto: net::ERR_CONNECTION_REFUSED at http://…".
      throw new Error(
        `${stage} does not answer (${/net::\w+/.exec(cause.message)?.[0] ?? cause.message.split('\n')[0]}). Start that server, or correct --url.`,
      );
    });
    if (answer?.status() !== 200) {
      error(`${stage}: ${answer?.status()}. The server must be built and have CAIPU_OPERATOR_PASSWORD set.`);
      return 2;
    }
    await page.waitForFunction(() => window.replayStage !== undefined);
    const start = await page.evaluate((given) => window.replayStage?.load(given), trace);
    const wrongStart = faultOf(start as StageState, faults);
    if (wrongStart) {
      out(wrongStart);
      return 1;
    }
    const until = Math.min(most ?? running.length, running.length);
    let shown = '';
    while (running.position < until) {
      for (const state of await steps(page, running.position + 1, Math.min(until, running.position + BATCH))) {
        const checked = step();
        out(stepText(checked));
        if (state.address !== shown) out(`       page ${state.address}${state.concluded ? ' (concluded: the trace has no pages)' : ''}`);
        shown = state.address;
        const fault = faultOf(state, faults) || (checked.divergence ? divergenceText(checked.divergence) : '');
        if (fault) {
          out(fault);
          return 1;
        }
      }
    }
    out(`${running.position} of ${running.length} events replayed in Chromium, no divergence`);
    return 0;
  } finally {
    await page.close();
  }
}

/** The report of one trace, buffered until its turn: traces replay at the same time and are reported in the order of the arguments. */
function keptStreams(): { readonly streams: Streams; readonly writeTo: (streams: Streams) => void } {
  const lines: (readonly ['out' | 'error', string])[] = [];
  return {
    streams: { out: (line) => void lines.push(['out', line]), error: (line) => void lines.push(['error', line]) },
    writeTo: (streams) => {
      for (const [stream, line] of lines) streams[stream](line);
    },
  };
}

/** Exit code: 0 as recorded, 1 at the first difference of any, 2 when there is no browser or no page to run them in. */
export async function runInBrowser(
  traces: ReadonlyMap<string, BrowserReplay>,
  { headed, url: given, until }: BrowserOptions,
  tools: BrowserTools,
  streams: Streams,
): Promise<number> {
  let served: Served | undefined;
  let browser: Browser | undefined;
  try {
    const executablePath = await tools.findChromium();
    if (given === undefined && !existsSync(join(root, 'dist', 'server', 'main.js'))) streams.out('the app is being built first');
    served = given === undefined ? await serve(tools) : undefined;
    const url = (given ?? served?.url ?? '').replace(/\/+$/, '');
    browser = await chromium.launch({
      executablePath,
      headless: !headed,
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
    });
    // One context, so that what the pages load is fetched once; nothing of a replay is stored.
    const context = await browser.newContext(PHONE);
    const queues: Promise<unknown>[] = Array.from({ length: PAGES }, () => Promise.resolve());
    const replays = [...traces].map(([file, runnable], at) => {
      const collectedOutput = keptStreams();
      const code = (queues[at % PAGES] as Promise<unknown>).then(() => {
        if (traces.size > 1) collectedOutput.streams.out(file);
        for (const line of traceHeaderLines(runnable.trace)) collectedOutput.streams.out(line);
        return replayOne(context, url, runnable, until, collectedOutput.streams);
      });
      // The first failure is thrown below. The failures that it causes in the other queues are not reported again.
      code.catch(() => {});
      queues[at % PAGES] = code;
      return { collectedOutput, code };
    });
    let worst = 0;
    for (const { collectedOutput, code } of replays) {
      worst = Math.max(worst, await code);
      collectedOutput.writeTo(streams);
      if (worst === 2) break;
    }
    return worst;
  } catch (cause) {
    streams.error(cause instanceof Error ? cause.message : String(cause));
    return 2;
  } finally {
    await browser?.close();
    await served?.stop();
  }
}
