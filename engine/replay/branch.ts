/**
 * Another way on from a point of a trace: its first events, then one that was not recorded. Drivers do nothing:
 * the caller chooses the answer of a server, the next tick, or the event of another machine.
 */
import { digesterOf, hashText } from './digest.ts';
import { next } from './pure.ts';
import type { Machines } from './registry.ts';
import { differingFields, pageAt, replay } from './replay.ts';
import type { Fields, Trace, TraceEntry, TraceEvent, TraceMachine } from './trace.ts';

export class BranchError extends Error {
  override readonly name = 'BranchError';
  readonly code: 'NO_MACHINE' | 'NO_EVENT' | 'THROWN';

  constructor(code: BranchError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The machines that are there after the first `count` events: of the page that stands then. */
export function machinesAt(trace: Trace, count: number): TraceMachine[] {
  const standing = pageAt(trace, count);
  return trace.machines.filter(({ from, page = 0 }) => from <= count && page === standing);
}

/** The trace with only its first `count` events. */
export function traceUntil(trace: Trace, count: number): Trace {
  const standing = pageAt(trace, count);
  const { reloads, ...rest } = trace;
  const before = reloads?.slice(0, standing) ?? [];
  return {
    ...rest,
    machines: trace.machines.filter(({ from, page = 0 }) => from <= count && page <= standing),
    ...(before.length > 0 ? { reloads: before } : {}),
    events: trace.events.slice(0, count),
  };
}

/**
 * A new trace: the first `count` events of `trace`, then `event`, sent to the machine of this id. Secrets in the event are redacted.
 * @throws BranchError when the machine is not there at that point, the event is none, or the machine throws at it.
 */
export function branch(trace: Trace, machines: Machines, count: number, id: string, event: TraceEvent): Trace {
  const until = traceUntil(trace, count);
  const described = until.machines.find((each) => each.id === id);
  const running = replay(until, machines);
  running.seek(count);
  const before = running.snapshot(id);
  const machine = described && Object.hasOwn(machines, described.machine) ? machines[described.machine] : undefined;
  if (!described || !before || !machine)
    throw new BranchError('NO_MACHINE', `after event ${count} there is no machine "${id}" that can be told`);
  if (typeof event !== 'object' || event === null || typeof event.type !== 'string' || event.type === '')
    throw new BranchError('NO_EVENT', 'an event is an object with a "type" that is a text');
  const digest = digesterOf(described.machine);
  // Redacted as it will be read again, so that the branch replays exactly.
  const redacted = digest(event).value as TraceEvent;
  let after: ReturnType<typeof next>;
  try {
    after = next(machine, before, redacted);
  } catch (cause) {
    throw new BranchError('THROWN', `${id} threw at ${event.type}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  const contextBefore = digest(before.context).value as Fields;
  const hash = digest(after.context);
  const context = hash.value as Fields;
  const differs = differingFields(described.machine, contextBefore, context);
  const changed = differs.filter((field) => Object.hasOwn(context, field));
  const removed = differs.filter((field) => !Object.hasOwn(context, field));
  const entry: TraceEntry = {
    at: until.events.at(-1)?.at ?? 0,
    machine: id,
    event: redacted,
    after: {
      value: after.value,
      context: hashText(hash),
      ...(changed.length > 0 ? { changed: Object.fromEntries(changed.map((field) => [field, context[field]])) } : {}),
      ...(removed.length > 0 ? { removed } : {}),
    },
  };
  return { ...until, events: [...until.events, entry] };
}
