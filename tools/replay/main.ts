/**
 * `npm run replay -- file.trace.json … [--step] [--until n] [--browser]`: runs traces and says after each event where its machine is.
 * Exit code: 0 as recorded, 1 at the first difference, 2 when a trace cannot be run. `coverage` as first word: see coverage.ts.
 */
import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { type Checked, checked } from '../../engine/replay/checked.ts';
import { readTrace, type Trace, TraceError } from '../../engine/replay/index.ts';
import type { Runnable, Tools as BrowserTools } from './browser.ts';
import type { Samples } from './coverage.ts';
import { divergenceText, headLines, short, stepText } from './text.ts';

export interface Streams {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Waits for the reader between events; false: go on without waiting. */
  readonly next?: () => Promise<boolean>;
}

export interface Tools extends BrowserTools {
  readonly samples: () => Promise<Samples>;
}

const USAGE =
  'usage: npm run replay -- <file.trace.json> … [--step] [--until <number of events>] [--browser [--headed] [--url <address>]]\n' +
  '       npm run replay -- coverage [file.trace.json …] [--paths] [--html <folder>]';

interface Asked {
  readonly files: readonly string[];
  readonly step: boolean;
  readonly until: number | undefined;
  readonly browser: boolean;
  readonly headed: boolean;
  readonly url: string | undefined;
}

/** Whether only the usage is asked for. */
const isHelp = (words: readonly string[]): boolean => words.includes('--help') || words.includes('-h');

function read(words: readonly string[]): Asked | string {
  const files: string[] = [];
  const flags = new Set<string>();
  let until: number | undefined;
  let url: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--step' || word === '--browser' || word === '--headed') flags.add(word);
    else if (word === '--until') {
      at += 1;
      if (!/^\d+$/.test(words[at] ?? '')) return `--until wants a number of events, not "${words[at] ?? ''}"`;
      until = Number(words[at]);
    } else if (word === '--url') {
      at += 1;
      if (!/^https?:\/\/\S+$/.test(words[at] ?? '')) return `--url wants an http address, not "${words[at] ?? ''}"`;
      url = words[at];
    } else if (word.startsWith('-')) return `there is no option ${word}`;
    else files.push(word);
  }
  if (files.length === 0) return 'name one trace file, or several';
  const browser = flags.has('--browser');
  const step = flags.has('--step');
  if (!browser && (flags.has('--headed') || url !== undefined)) return '--headed and --url go with --browser';
  if (browser && step) return '--step does not go with --browser; the workbench steps on the screen';
  return { files, step, until, browser, headed: flags.has('--headed'), url };
}

export async function run(words: readonly string[], streams: Streams, tools?: Tools): Promise<number> {
  const { out, error } = streams;
  if (isHelp(words)) {
    out(USAGE);
    return 0;
  }
  const asked = read(words);
  if (typeof asked === 'string') {
    error(`${asked}\n${USAGE}`);
    return 2;
  }
  const traces = new Map<string, Runnable>();
  for (const file of asked.files) {
    try {
      const trace = readTrace(readFileSync(file, 'utf8'));
      // What cannot be run is no divergence.
      traces.set(file, { trace, replay: checked(trace) });
    } catch (cause) {
      error(`${file}: ${cause instanceof TraceError || cause instanceof Error ? cause.message : String(cause)}`);
      return 2;
    }
  }
  if (asked.browser) {
    if (!tools) throw new Error('--browser needs the tools of scripts/replay.mjs');
    // A browser's driver takes longer to load than most traces to run.
    return (await import('./browser.ts')).runInBrowser(traces, asked, tools, streams);
  }
  let worst = 0;
  for (const [file, { trace, replay }] of traces) {
    if (traces.size > 1) out(file);
    worst = Math.max(worst, await headless(trace, replay, asked, streams));
  }
  return worst;
}

async function headless(trace: Trace, { running, step: checkedStep }: Checked, asked: Asked, { out, next }: Streams): Promise<number> {
  for (const line of headLines(trace)) out(line);
  // A wrong start shows before any event is run.
  const first = running.divergence();
  if (first?.index === -1) {
    out(divergenceText(first));
    return 1;
  }
  let waiting = asked.step;
  const until = Math.min(asked.until ?? running.length, running.length);
  while (running.position < until) {
    const step = checkedStep();
    out(stepText(step));
    if (step.divergence) {
      out(divergenceText(step.divergence));
      return 1;
    }
    if (waiting) {
      out(`       ${short(step.after.context, 1_000)}`);
      waiting = (await next?.()) ?? false;
    }
  }
  out(`${running.position} of ${running.length} events replayed, no divergence`);
  return 0;
}

export async function main(words: readonly string[], tools: Tools): Promise<number> {
  let lines: Interface | undefined;
  let ended = false;
  const next = async () => {
    if (!lines) {
      lines = createInterface({ input: process.stdin });
      lines.once('close', () => {
        ended = true;
      });
    }
    if (ended) return false;
    process.stdout.write('       Enter: next event, c: to the end ');
    const reader = lines;
    const line = await new Promise<string | undefined>((resolve) => {
      reader.once('line', resolve);
      reader.once('close', () => resolve(undefined));
    });
    return line !== undefined && line.trim() !== 'c';
  };
  try {
    const streams: Streams = { out: (line) => console.log(line), error: (line) => console.error(line), next };
    return words[0] === 'coverage' && !isHelp(words)
      ? await (await import('./coverage.ts')).runCoverage(words.slice(1), tools.samples, streams)
      : await run(words, streams, tools);
  } finally {
    lines?.close();
  }
}
