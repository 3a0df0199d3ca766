/** A replay in words, one line for each event. */
import { type Divergence, pathOf, type State, type Step, type Trace } from '../../engine/replay/index.ts';

export const shortText = (value: unknown, most = 100): string => {
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
  return `${type}${merged}${Object.keys(rest).length > 0 ? ` ${shortText(rest)}` : ''}`;
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
  for (const field of wanted) lines.push(`    ${field} = ${shortText(state.context[field], 2_000)}`);
  lines.push(`    context ${shortText(state.context, 4_000)}`);
  return lines;
}

export function divergenceText(found: Divergence): string {
  const where = found.event
    ? `event ${found.index + 1} at ${timeText(found.at)}, ${found.machine} (${found.model}) in state ${found.statePath}: ${shortText(found.event, 2_000)}`
    : `${found.machine} (${found.model}) does not start as recorded, in state ${found.statePath}`;
  return [
    `DIVERGED at ${where}`,
    `  differs: ${found.differs.join(', ')}${found.error ? ` (${found.error})` : ''}`,
    ...stateLines('recorded', found.recorded, found.differs),
    ...stateLines('replayed', found.replayed, found.differs),
  ].join('\n');
}

export function traceHeaderLines(trace: Trace): string[] {
  const descriptions = Object.entries(trace.descriptions).map(([code, hash]) => `${code} ${hash.slice(0, 12)}`);
  return [
    `${trace.app.name} ${trace.app.version}, from ${new Date(trace.started).toISOString()}: ${trace.events.length} events of ${trace.machines.length} machines` +
      (trace.dropped > 0 ? `; ${trace.dropped} earlier ones were not kept` : ''),
    ...(descriptions.length > 0 ? [`descriptions: ${shortText(descriptions.join(', '), 300)}`] : []),
  ];
}
