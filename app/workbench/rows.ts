/** A trace as the workbench lists it: one row for each event, with what its machine did at it. */
import { checkTrace } from '../../engine/replay/check-trace.ts';
import { type Divergence, pathOf, type Trace, type TraceEvent } from '../../engine/replay/index.ts';

export interface EventRow {
  /** Index of the event in the trace, from 0. */
  readonly index: number;
  /** "+1.850" seconds since the start. */
  readonly time: string;
  readonly machine: string;
  /** The model that it runs. */
  readonly model: string;
  readonly event: string;
  /** What came with the event, as JSON, shortened. */
  readonly payload: string;
  /** "idle → submitting", or the one state that stayed. */
  readonly state: string;
  readonly divergence: Divergence | undefined;
}

const PAYLOAD = 120;

export function timeText(ms: number): string {
  const whole = Math.trunc(Math.abs(ms));
  return `${ms < 0 ? '-' : '+'}${Math.trunc(whole / 1000)}.${String(whole % 1000).padStart(3, '0')}`;
}

export function payloadText(event: TraceEvent): string {
  const rest = Object.entries(event).filter(([name]) => name !== 'type');
  const text = rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : '';
  return text.length > PAYLOAD ? `${text.slice(0, PAYLOAD - 1)}…` : text;
}

/** @throws when the trace cannot be run. */
export function eventRowsOf(trace: Trace): EventRow[] {
  const { step } = checkTrace(trace);
  const models = new Map(trace.machines.map(({ id, machine }) => [id, machine]));
  return trace.events.map((entry, index) => {
    const { before, after, divergence } = step();
    const [from, to] = [pathOf(before.value), pathOf(after.value)];
    return {
      index,
      time: timeText(entry.at),
      machine: entry.machine,
      model: models.get(entry.machine) ?? '',
      event: `${entry.event.type}${entry.merged ? ` ×${entry.merged}` : ''}`,
      payload: payloadText(entry.event),
      state: from === to ? to : `${from} → ${to}`,
      divergence,
    };
  });
}

/** True for the loading of the app's parts and for ticks that change no state. Most events are such, and few of them matter to a reader. */
export const isBackgroundEvent = ({ model, event, state }: EventRow): boolean =>
  model === 'chunkLoad' || (/^(TICK|TIME)( ×\d+)?$/.test(event) && !state.includes('→'));
