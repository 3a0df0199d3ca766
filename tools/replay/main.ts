/**
 * `npm run replay -- file.trace.json … [--step] [--until n] [--browser]`: runs traces and says after each event where its machine is; with
 * `[--from n] [--until n] --save file` these events become a trace of their own.
 * Exit code: 0 as recorded, 1 at the first difference, 2 when a trace cannot be run. `coverage` as first word: see coverage.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { traceUntil } from '../../engine/replay/branch.ts';
import { type TraceCheck, checkTrace } from '../../engine/replay/check-trace.ts';
import { readTrace, shortened, type Trace } from '../../engine/replay/index.ts';
import { readArguments } from '../games/options.ts';
import { fileErrorText } from '../lib/file-errors.ts';
import type { BrowserReplay, BrowserTools } from './browser.ts';
import type { PathSamples } from './coverage.ts';
import { divergenceText, traceHeaderLines, shortText, stepText } from './text.ts';

export interface Streams {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Waits for the reader between events; false: go on without waiting. */
  readonly next?: () => Promise<boolean>;
}

export interface Tools extends BrowserTools {
  readonly samples: () => Promise<PathSamples>;
}

const USAGE =
  'usage: npm run replay -- <file.trace.json> … [--step] [--until <event>] [--browser [--headed] [--url <address>]]\n' +
  '       npm run replay -- <file.trace.json> [--from <event>] [--until <event>] --save <shorter.trace.json>\n' +
  '       npm run replay -- coverage [file.trace.json …] [--paths] [--html <folder>]';

interface Asked {
  readonly files: readonly string[];
  readonly step: boolean;
  /** The first event that is saved, from 1. */
  readonly from: number | undefined;
  /** The last one that is run, or saved. */
  readonly until: number | undefined;
  /** File that the events from `from` to `until` are written into, as a trace of their own. */
  readonly save: string | undefined;
  readonly browser: boolean;
  readonly headed: boolean;
  readonly url: string | undefined;
}

/** Whether only the usage is asked for. */
const isHelp = (words: readonly string[]): boolean => words.includes('--help') || words.includes('-h');

function read(args: readonly string[]): Asked | string {
  const read = readArguments(args, ['from', 'until', 'save', 'url'], ['step', 'browser', 'headed']);
  if (typeof read === 'string') return `there is no option ${read}, or it wants a value`;
  const { words: files, options } = read;
  const numbers = new Map<string, number>();
  for (const name of ['from', 'until']) {
    const text = options.get(name);
    if (text === undefined) continue;
    if (!/^\d{1,9}$/.test(text)) return `--${name} wants the number of an event, not "${text}"`;
    numbers.set(name, Number(text));
  }
  const [save, url] = [options.get('save'), options.get('url')];
  if (save !== undefined && !save.endsWith('.trace.json')) return `--save wants a name that ends with .trace.json, not "${save}"`;
  if (url !== undefined && !/^https?:\/\/\S+$/.test(url)) return `--url wants an http address, not "${url}"`;
  if (files.length === 0) return 'name one trace file, or several';
  const browser = options.has('browser');
  const step = options.has('step');
  if (!browser && (options.has('headed') || url !== undefined)) return '--headed and --url go with --browser';
  if (browser && step) return '--step does not go with --browser; the workbench steps on the screen';
  const [from, until] = [numbers.get('from'), numbers.get('until')];
  if (from === 0 || (from !== undefined && until !== undefined && from > until))
    return '--from is an event from 1 on, and not after --until';
  if (from !== undefined && save === undefined) return '--from goes with --save: a shorter trace begins there';
  if (save !== undefined && files.length > 1) return '--save goes with one trace';
  return { files, step, from, until, save, browser, headed: options.has('headed'), url };
}

export async function run(words: readonly string[], streams: Streams, tools?: Tools): Promise<number> {
  const { out, error } = streams;
  if (isHelp(words)) {
    out(USAGE);
    return 0;
  }
  const parsedArguments = read(words);
  if (typeof parsedArguments === 'string') {
    error(`${parsedArguments}\n${USAGE}`);
    return 2;
  }
  const traces = new Map<string, BrowserReplay>();
  for (const file of parsedArguments.files) {
    try {
      const whole = readTrace(readFileSync(file, 'utf8'));
      const trace = parsedArguments.save === undefined ? whole : partOf(whole, parsedArguments);
      // What cannot be run is no divergence.
      traces.set(file, { trace, replay: checkTrace(trace) });
      if (parsedArguments.save !== undefined) {
        const why = save(parsedArguments.save, trace);
        if (why !== '') {
          error(why);
          return 2;
        }
        out(
          `written to ${parsedArguments.save}: events ${parsedArguments.from ?? 1} to ${(parsedArguments.from ?? 1) - 1 + trace.events.length} of ${file}`,
        );
      }
    } catch (cause) {
      error(`${file}: ${fileErrorText(cause)?.[1] ?? (cause instanceof Error ? cause.message : String(cause))}`);
      return 2;
    }
  }
  // What was saved is run to its end.
  const runUntil = parsedArguments.save === undefined ? parsedArguments.until : undefined;
  if (parsedArguments.browser) {
    if (!tools) throw new Error('--browser needs the tools of scripts/replay.mjs');
    // A browser's driver takes longer to load than most traces to run.
    return (await import('./browser.ts')).runInBrowser(traces, { ...parsedArguments, until: runUntil }, tools, streams);
  }
  let worst = 0;
  for (const [file, { trace, replay }] of traces) {
    if (traces.size > 1) out(file);
    worst = Math.max(worst, await headless(trace, replay, { ...parsedArguments, until: runUntil }, streams));
  }
  return worst;
}

/** Why it could not be written; '' when it was. Nothing is ever overwritten. */
function save(file: string, trace: Trace): string {
  try {
    writeFileSync(file, `${JSON.stringify(trace, null, 2)}\n`, { flag: 'wx' });
    return '';
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') return `${file} is there already; choose another name`;
    return `${file} cannot be written: ${code === 'ENOENT' ? 'there is no such folder' : (code ?? String(cause))}`;
  }
}

/** The events that are asked for: the state before them becomes the start. @throws where there are none such. */
function partOf(trace: Trace, { from = 1, until = Number.POSITIVE_INFINITY }: Pick<Asked, 'from' | 'until'>): Trace {
  if (from > 1 && from > trace.events.length) throw new Error(`it has ${trace.events.length} events, and none is number ${from}`);
  const before = until < trace.events.length ? traceUntil(trace, until) : trace;
  return from > 1 ? shortened(before, from - 1) : before;
}

async function headless(
  trace: Trace,
  { running, step: checkedStep }: TraceCheck,
  parsedArguments: Asked,
  { out, next }: Streams,
): Promise<number> {
  for (const line of traceHeaderLines(trace)) out(line);
  // A wrong start shows before any event is run.
  const first = running.divergence();
  if (first?.index === -1) {
    out(divergenceText(first));
    return 1;
  }
  let waiting = parsedArguments.step;
  const until = Math.min(parsedArguments.until ?? running.length, running.length);
  while (running.position < until) {
    const step = checkedStep();
    out(stepText(step));
    if (step.divergence) {
      out(divergenceText(step.divergence));
      return 1;
    }
    if (waiting) {
      out(`       ${shortText(step.after.context, 1_000)}`);
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
