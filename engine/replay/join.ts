/**
 * A recording that continues over reloads: the recordings of an earlier page and of this one, as one bounded trace. Pure, and small enough
 * for the phone.
 *
 * Machines of a later page have a mark in their id ("slip.ssq@2"), since all of them started again. Where the whole is too much, its oldest
 * events go, and the state after them becomes the start, so that the rest always replays.
 */
import type { StateValue } from 'xstate';
import { MACHINE_RULES } from './rules.ts';
import { type Fields, type Trace, TRACE_FORMAT, type TraceEntry, type TraceMachine } from './trace.ts';

/** Ends the id of a machine of a later page. */
export const PAGE_MARK = /@(\d+)$/;

/** The id that the machine had on its page, without what tells pages apart: the first page of a trace may have had others before it. */
export const plainId = ({ id }: Pick<TraceMachine, 'id'>): string => id.replace(PAGE_MARK, '');

/** The context after an entry: a trace keeps only what changed. */
export function applyRecordedChange(before: Fields, { changed, removed }: TraceEntry['after']): Fields {
  if (!changed && !removed) return before;
  const after: Record<string, unknown> = { ...before, ...changed };
  for (const key of removed ?? []) delete after[key];
  return after;
}

/** The trace without its `count` oldest events. */
export function shortened(trace: Trace, count: number): Trace {
  const cut = Math.min(Math.max(0, Math.trunc(count)), trace.events.length);
  if (cut === 0) return trace;
  const reached = new Map<string, { value: StateValue; context: Fields }>();
  const starts = new Map(trace.machines.map(({ id, start }) => [id, start]));
  for (const { machine, after } of trace.events.slice(0, cut)) {
    const before = reached.get(machine) ?? starts.get(machine);
    if (before) reached.set(machine, { value: after.value, context: applyRecordedChange(before.context, after) });
  }
  const events = trace.events.slice(cut);
  const active = new Set(events.map(({ machine }) => machine));
  const { reloads = [] } = trace;
  const gone = reloads.filter(({ from }) => from <= cut).length;
  const shift = events[0]?.at ?? 0;
  const { reloads: _, ...rest } = trace;
  const left = reloads.slice(gone).map(({ from, at }) => ({ from: from - cut, at: at - shift }));
  return {
    ...rest,
    started: Math.max(0, trace.started + shift),
    dropped: trace.dropped + cut,
    machines: trace.machines.flatMap((machine): TraceMachine[] => {
      const { input, page = 0, ...plain } = machine;
      const over =
        page < gone || (reached.has(machine.id) && !active.has(machine.id) && MACHINE_RULES[machine.machine]?.transient === true);
      if (over) return [];
      const start = reached.get(machine.id);
      return [
        {
          ...plain,
          from: Math.max(0, machine.from - cut),
          ...(page > gone ? { page: page - gone } : {}),
          ...(start ? { start } : input === undefined ? {} : { input }),
        },
      ];
    }),
    ...(left.length > 0 ? { reloads: left } : {}),
    events: events.map((entry) => ({ ...entry, at: entry.at - shift })),
  };
}

/** `later`, which one page recorded, after `earlier`, which the pages before it did. */
export function joined(earlier: Trace, later: Trace): Trace {
  const count = earlier.events.length;
  // What this page had to let go lies between the two: nothing would lead over the gap.
  if (later.dropped > 0) return { ...later, dropped: later.dropped + earlier.dropped + count };
  const offset = later.started - earlier.started;
  const reloads = [...(earlier.reloads ?? []), { from: count, at: offset }];
  const mark = Math.max(1, ...earlier.machines.map(({ id }) => Number(PAGE_MARK.exec(id)?.[1] ?? 1))) + 1;
  const named = (id: string): string => `${id}@${mark}`;
  return {
    ...later,
    seed: earlier.seed,
    started: earlier.started,
    dropped: earlier.dropped,
    machines: [
      ...earlier.machines,
      ...later.machines.map((machine) => ({ ...machine, id: named(machine.id), from: machine.from + count, page: reloads.length })),
    ],
    reloads,
    events: [...earlier.events, ...later.events.map((entry) => ({ ...entry, at: entry.at + offset, machine: named(entry.machine) }))],
  };
}

export interface JoinLimits {
  readonly events: number;
  /** Characters as JSON. */
  readonly length: number;
}

/** The end of the trace, as long as the limits allow, and its JSON. */
export function fitToLimits(trace: Trace, limits: JoinLimits): { readonly trace: Trace; readonly text: string } {
  let fit = shortened(trace, trace.events.length - limits.events);
  let text = JSON.stringify(fit);
  while (text.length > limits.length && fit.events.length > 0) {
    // Cut by the excess; the rest may still be too long, so check again.
    const share = 1 - limits.length / text.length;
    fit = shortened(fit, Math.ceil(fit.events.length * share));
    text = JSON.stringify(fit);
  }
  return { trace: fit, text };
}

/** The trace that an earlier page stored. Undefined for a text that is no trace, because a user can change the storage by hand. */
export function readStoredTrace(text: string | null): Trace | undefined {
  if (text === null) return undefined;
  try {
    const trace = JSON.parse(text) as Trace;
    const whole =
      trace.format === TRACE_FORMAT &&
      trace.kind === 'trace' &&
      Number.isInteger(trace.started) &&
      Number.isInteger(trace.dropped) &&
      trace.machines.every(({ id, start }) => typeof id === 'string' && typeof start.context === 'object' && start.context !== null) &&
      trace.events.every(
        ({ at, machine, after }) => Number.isInteger(at) && typeof machine === 'string' && typeof after.context === 'string',
      );
    return whole ? trace : undefined;
  } catch {
    return undefined;
  }
}
