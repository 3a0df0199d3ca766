/**
 * `npm run replay -- file.trace.json [--step] [--until n]`: runs a trace and says after each event where its machine is.
 * Exit code: 0 as recorded, 1 at the first difference, 2 when the trace cannot be run.
 */
import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import {
  type Divergence,
  MACHINES,
  pathOf,
  readTrace,
  replay,
  type State,
  type Step,
  type Trace,
  TraceError,
} from '../../engine/replay/index.ts';

export interface Streams {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  /** Waits for the reader between events; false: go on without waiting. */
  readonly next?: () => Promise<boolean>;
}

const USAGE = 'usage: npm run replay -- <file.trace.json> [--step] [--until <number of events>]';

interface Asked {
  readonly file: string;
  readonly step: boolean;
  readonly until: number | undefined;
}

function read(words: readonly string[]): Asked | string {
  const files: string[] = [];
  let step = false;
  let until: number | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--step') step = true;
    else if (word === '--until') {
      at += 1;
      if (!/^\d+$/.test(words[at] ?? '')) return `--until wants a number of events, not "${words[at] ?? ''}"`;
      until = Number(words[at]);
    } else if (word.startsWith('-')) return `there is no option ${word}`;
    else files.push(word);
  }
  return files.length === 1 ? { file: files[0] as string, step, until } : 'name one trace file';
}

const short = (value: unknown, most = 100): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
};

/** "+12.345 s" */
function timeText(ms: number): string {
  const sign = ms < 0 ? '-' : '+';
  const whole = Math.abs(Math.trunc(ms));
  return `${sign}${Math.trunc(whole / 1000)}.${String(whole % 1000).padStart(3, '0')} s`;
}

function eventText({ entry }: Step): string {
  const { type, ...rest } = entry.event;
  const merged = entry.merged ? ` ×${entry.merged}` : '';
  return `${type}${merged}${Object.keys(rest).length > 0 ? ` ${short(rest)}` : ''}`;
}

export function stepText(step: Step): string {
  const { index, entry, before, after } = step;
  const from = pathOf(before.value);
  const to = pathOf(after.value);
  return `${String(index + 1).padStart(5)}  ${timeText(entry.at).padStart(11)}  ${entry.machine}  ${eventText(step)}  → ${from === to ? to : `${from} → ${to}`}`;
}

function stateLines(title: string, state: State | undefined, fields: readonly string[]): string[] {
  if (!state) return [`  ${title}: none`];
  const wanted = fields.filter((field) => field.startsWith('context.')).map((field) => field.slice('context.'.length));
  const lines = [`  ${title}: ${pathOf(state.value)}`];
  for (const field of wanted) lines.push(`    ${field} = ${short(state.context[field], 2_000)}`);
  lines.push(`    context ${short(state.context, 4_000)}`);
  return lines;
}

export function divergenceText(found: Divergence): string {
  const where = found.event
    ? `event ${found.index + 1} at ${timeText(found.at)}, ${found.machine} (${found.model}) in state ${found.statePath}: ${short(found.event, 2_000)}`
    : `${found.machine} (${found.model}) does not start as recorded, in state ${found.statePath}`;
  return [
    `DIVERGED at ${where}`,
    `  differs: ${found.differs.join(', ')}${found.error ? ` (${found.error})` : ''}`,
    ...stateLines('recorded', found.recorded, found.differs),
    ...stateLines('replayed', found.replayed, found.differs),
  ].join('\n');
}

function headLines(trace: Trace): string[] {
  const descriptions = Object.entries(trace.descriptions).map(([code, hash]) => `${code} ${hash.slice(0, 12)}`);
  return [
    `${trace.app.name} ${trace.app.version}, from ${new Date(trace.started).toISOString()}: ${trace.events.length} events of ${trace.machines.length} machines` +
      (trace.dropped > 0 ? `; ${trace.dropped} earlier ones were not kept` : ''),
    ...(descriptions.length > 0 ? [`descriptions: ${short(descriptions.join(', '), 300)}`] : []),
  ];
}

export async function run(words: readonly string[], { out, error, next }: Streams): Promise<number> {
  const asked = read(words);
  if (typeof asked === 'string') {
    error(`${asked}\n${USAGE}`);
    return 2;
  }
  let trace: Trace;
  try {
    trace = readTrace(readFileSync(asked.file, 'utf8'));
  } catch (cause) {
    error(`${asked.file}: ${cause instanceof TraceError || cause instanceof Error ? cause.message : String(cause)}`);
    return 2;
  }
  for (const line of headLines(trace)) out(line);
  const running = replay(trace, MACHINES);
  // A wrong start shows before any event is run.
  const first = running.divergence();
  if (first?.index === -1) {
    out(divergenceText(first));
    return 1;
  }
  let waiting = asked.step;
  const until = Math.min(asked.until ?? running.length, running.length);
  while (running.position < until) {
    const step = running.step() as Step;
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

export async function main(words: readonly string[]): Promise<number> {
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
    return await run(words, { out: (line) => console.log(line), error: (line) => console.error(line), next });
  } finally {
    lines?.close();
  }
}
