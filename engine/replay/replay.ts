/**
 * Runs a trace again, by pure transitions alone: no actors, no effects, no time. Every step is compared with what was recorded.
 *
 * Seeking backwards undoes, and going forward again redoes: each event is run once, however often the slider is moved.
 */
import type { AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';
import { createPlainDigester, type Digester, digesterOf, hasHash, hashText } from './digest.ts';
import { plainId, applyRecordedChange } from './join.ts';
import { next, start } from './pure.ts';
import type { Machines } from './registry.ts';
import type { Fields, Trace, TraceEntry, TraceEvent, TraceMachine } from './trace.ts';

/** A state as it is shown: without secrets. */
export interface State {
  readonly value: StateValue;
  readonly context: Fields;
}

export interface Step {
  /** Index of the event in the trace, from 0. */
  readonly index: number;
  readonly entry: TraceEntry;
  readonly machine: TraceMachine;
  readonly before: State;
  readonly after: State;
  /** Where this step is other than recorded. */
  readonly divergence: Divergence | undefined;
}

export interface Divergence {
  /** Index of the event in the trace; -1 for a machine that does not start as recorded. */
  readonly index: number;
  /** Ms since the trace's start. */
  readonly at: number;
  /** Id of the running machine, and its model. */
  readonly machine: string;
  readonly model: string;
  readonly event: TraceEvent | undefined;
  /** Where it was when the event came: "player.resting". */
  readonly statePath: string;
  /** The state value, fields of the context, or that the machine threw or is not known. */
  readonly differs: readonly string[];
  readonly recorded: State | undefined;
  readonly replayed: State | undefined;
  readonly error?: string;
}

export interface Replay {
  readonly length: number;
  /** Events done so far. */
  readonly position: number;
  /** Goes to just after the first `n` events, forwards or backwards. */
  seek(n: number): void;
  /** Does the next event; undefined at the end. */
  step(): Step | undefined;
  /**
   * The machine now; undefined while it is not there: before it started, and after its page went away. The id that it had on its page
   * ("slip.ssq") finds it where others were before, too, and its own is "slip.ssq@2".
   */
  snapshot(machine: string): AnyMachineSnapshot | undefined;
  /** The first difference in the whole trace; the position stays. */
  divergence(): Divergence | undefined;
}

/** Which page stands after the first `position` events: how many reloads were before. A page stands until an event of the next one. */
export function pageAt({ reloads = [] }: Trace, position: number): number {
  return reloads.filter(({ from }) => from < position).length;
}

interface Running {
  readonly described: TraceMachine;
  readonly machine: AnyStateMachine | undefined;
  readonly digest: Digester;
  snapshot: AnyMachineSnapshot | undefined;
}

interface Done {
  readonly running: Running;
  readonly before: AnyMachineSnapshot | undefined;
  readonly after: AnyMachineSnapshot | undefined;
  readonly divergence: Divergence | undefined;
}

/** "player.resting", and "a.x, b.y" for parallel regions. */
export function pathOf(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, inner]) => (inner && (typeof inner === 'string' || Object.keys(inner).length > 0) ? `${name}.${pathOf(inner)}` : name))
    .join(', ');
}

const sameValue = (a: StateValue, b: StateValue): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && pathOf(a) === pathOf(b));

function shown(model: string, snapshot: AnyMachineSnapshot | undefined): State {
  if (!snapshot) return { value: '', context: {} };
  return { value: snapshot.value as StateValue, context: digesterOf(model)(snapshot.context).value as Fields };
}

/** Names of the fields that differ in two contexts. `model`: the name of a machine, whose digest compares them, or a digester. */
export function differingFields(model: string | Digester, a: Fields, b: Fields): string[] {
  const digest = typeof model === 'string' ? digesterOf(model) : model;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  // Under its own name, which says how it is redacted.
  return [...keys].filter((key) => hashText(digest({ [key]: a[key] })) !== hashText(digest({ [key]: b[key] }))).sort();
}

/** @throws when two machines of the trace share an id. */
export function replay(trace: Trace, machines: Machines): Replay {
  const { running, divergence: starting } = startAll(trace, machines);
  const run = createRun(trace, running);
  const done: Done[] = [];
  /** The first difference; null where there is none, undefined until it was looked for. */
  let first: Divergence | null | undefined;
  let position = 0;

  function forward(): Done {
    const index = position;
    const known = done[index];
    const result = known ?? run(index);
    if (!known) done.push(result);
    result.running.snapshot = result.after;
    position += 1;
    return result;
  }

  function seek(n: number): void {
    const goal = Math.max(0, Math.min(Math.trunc(n) || 0, trace.events.length));
    while (position < goal) forward();
    while (position > goal) {
      position -= 1;
      const undone = done[position] as Done;
      undone.running.snapshot = undone.before;
    }
  }

  /**
   * The first difference from event `from` on, all events before it being done. Keeps no step: thousands of states that are held cost the
   * collector more than running them again, should somebody look at them.
   */
  function divergenceAfter(from: number): Divergence | undefined {
    const here = position;
    seek(from);
    const states = [...running.values()].map((each) => [each, each.snapshot] as const);
    let found: Divergence | undefined;
    for (let index = from; !found && index < trace.events.length; index++) {
      const { running: target, after, divergence } = run(index);
      target.snapshot = after;
      found = divergence;
    }
    for (const [each, snapshot] of states) each.snapshot = snapshot;
    seek(here);
    return found;
  }

  return {
    length: trace.events.length,
    get position() {
      return position;
    },
    seek,
    step() {
      const index = position;
      const entry = trace.events[index];
      if (!entry) return undefined;
      const { running: target, before, after, divergence } = forward();
      const model = target.described.machine;
      return { index, entry, machine: target.described, before: shown(model, before), after: shown(model, after), divergence };
    },
    snapshot(id) {
      const page = pageAt(trace, position);
      const isHere = ({ described }: Running) => (described.page ?? 0) === page && described.from <= position;
      const target = running.get(id);
      if (target && isHere(target)) return target.snapshot;
      return [...running.values()].find((each) => isHere(each) && plainId(each.described) === id)?.snapshot;
    },
    divergence() {
      if (first === undefined) first = starting ?? done.find((each) => each.divergence)?.divergence ?? divergenceAfter(done.length) ?? null;
      return first ?? undefined;
    },
  };
}

/** The machines of a trace by their ids, each in its first state, and the first that does not start as recorded. */
function startAll(
  trace: Trace,
  machines: Machines,
): { readonly running: Map<string, Running>; readonly divergence: Divergence | undefined } {
  const running = new Map<string, Running>();
  let divergence: Divergence | undefined;
  /** Machines that start alike, as most requests do, start from one state, which is looked at once. */
  const started = new Map<string, Running>();
  for (const described of trace.machines) {
    const { id, machine: model, input, start: from } = described;
    if (running.has(id)) throw new Error(`the trace has two machines "${id}"`);
    const alike = JSON.stringify([model, input, from]);
    const first = started.get(alike);
    if (first) {
      running.set(id, { ...first, described });
      continue;
    }
    const machine = Object.hasOwn(machines, model) ? machines[model] : undefined;
    const snapshot = machine && (resolved(machine, from.value, from.context) as AnyMachineSnapshot | undefined);
    const made: Running = { described, machine, digest: digesterOf(model), snapshot };
    running.set(id, made);
    started.set(alike, made);
    divergence ??= checkedStart(described, machine, snapshot);
  }
  return { running, divergence };
}

/** Runs the event of an index in the state that its machine is in, and compares the result with what was recorded. */
function createRun(trace: Trace, running: Map<string, Running>): (index: number) => Done {
  const plain = createPlainDigester();
  const recordedAt = addUp(trace);

  /** The machine of an event; one that the trace does not describe is added. */
  function targetOf(id: string): Running {
    let target = running.get(id);
    if (!target) {
      const stranger: TraceMachine = { id, machine: '', from: 0, start: { value: '', context: {} } };
      running.set(id, (target = { described: stranger, machine: undefined, digest: digesterOf(''), snapshot: undefined }));
    }
    return target;
  }

  /** What of a state is other than recorded. */
  function differences(index: number, { described, digest }: Running, after: AnyMachineSnapshot): readonly string[] {
    const { after: recordedState } = trace.events[index] as TraceEntry;
    const differs = sameValue(after.value as StateValue, recordedState.value) ? [] : ['state'];
    const found = digest(after.context);
    if (hasHash(found, recordedState.context)) return differs;
    const recorded = recordedAt(described, index);
    const fields = differingFields(described.machine, recorded, found.value as Fields).map((field) => `context.${field}`);
    if (fields.length > 0) return [...differs, ...fields];
    // An older recording may have more fields: then its hash covers them, and nothing else differs.
    return hasHash(plain(recorded), recordedState.context) ? differs : [...differs, 'context'];
  }

  return (index) => {
    const entry = trace.events[index] as TraceEntry;
    const target = targetOf(entry.machine);
    const { described, machine, snapshot: before } = target;
    let after = before;
    let differs: readonly string[] = [];
    let error: string | undefined;
    if (!machine || !before) {
      differs = [described.machine === '' ? 'the trace does not describe this machine' : `no machine "${described.machine}" is registered`];
    } else {
      try {
        after = next(machine, before, entry.event);
        differs = differences(index, target, after);
      } catch (cause) {
        error = cause instanceof Error ? cause.message : String(cause);
        differs = ['it threw'];
      }
    }
    const divergence: Divergence | undefined =
      differs.length === 0
        ? undefined
        : {
            index,
            at: entry.at,
            machine: described.id,
            model: described.machine,
            event: entry.event,
            statePath: before ? pathOf(before.value as StateValue) : '',
            differs,
            recorded: { value: entry.after.value, context: recordedAt(described, index) },
            replayed: error === undefined && after ? shown(described.machine, after) : undefined,
            ...(error === undefined ? {} : { error }),
          };
    return { running: target, before, after, divergence };
  };
}

/** Gives the context that was recorded of a machine after an event: what changed, added up from the machine's start. */
function addUp(trace: Trace): (described: TraceMachine, index: number) => Fields {
  /** By machine, the context after the last added event: callers go through a trace in order. */
  const addedUp = new Map<string, { readonly until: number; readonly context: Fields }>();
  return ({ id, start: { context: first } }, index) => {
    const last = addedUp.get(id);
    let { until, context } = last && last.until <= index ? last : { until: -1, context: first };
    while (until < index) {
      const entry = trace.events[++until] as TraceEntry;
      if (entry.machine === id) context = applyRecordedChange(context, entry.after);
    }
    addedUp.set(id, { until, context });
    return context;
  };
}

function resolved(machine: AnyStateMachine, value: StateValue, context: Fields): unknown {
  try {
    return machine.resolveState({ value, context });
  } catch {
    return undefined;
  }
}

/** A machine that was recorded from its start on must start so. */
function checkedStart(
  described: TraceMachine,
  machine: AnyStateMachine | undefined,
  snapshot: AnyMachineSnapshot | undefined,
): Divergence | undefined {
  const { id, machine: model, start: recorded } = described;
  const at = { index: -1, at: 0, machine: id, model, event: undefined, statePath: pathOf(recorded.value) };
  if (!machine) return { ...at, differs: [`no machine "${model}" is registered`], recorded, replayed: undefined };
  if (!snapshot) return { ...at, differs: ['state'], recorded, replayed: undefined, error: 'the model has no such state' };
  if (described.input === undefined) return undefined;
  const replayed = shown(model, start(machine, described.input));
  const differs = [
    ...(sameValue(replayed.value, recorded.value) ? [] : ['state']),
    ...differingFields(model, recorded.context, replayed.context).map((field) => `context.${field}`),
  ];
  return differs.length > 0 ? { ...at, differs, recorded, replayed } : undefined;
}

/**
 * The first event whose recorded fields add up to another context than the one whose hash stands there, and what they add up to: the file
 * was written by hand. A replay compares hashes alone, which is what makes it quick.
 */
export function firstContradiction(trace: Trace): { readonly index: number; readonly context: Fields } | undefined {
  const digest = createPlainDigester();
  const contexts = new Map(trace.machines.map(({ id, start }) => [id, start.context]));
  for (const [index, { machine, after }] of trace.events.entries()) {
    const before = contexts.get(machine);
    if (!before) continue;
    const context = applyRecordedChange(before, after);
    if (!hasHash(digest(context), after.context)) return { index, context };
    contexts.set(machine, context);
  }
  return undefined;
}

/** The first place where two traces tell or end differently; undefined when they say the same. Times do not count. */
export function diff(
  a: Trace,
  b: Trace,
):
  | { readonly index: number; readonly differs: string; readonly a: TraceEntry | undefined; readonly b: TraceEntry | undefined }
  | undefined {
  const count = Math.max(a.events.length, b.events.length);
  for (let index = 0; index < count; index++) {
    const [one, other] = [a.events[index], b.events[index]];
    const differs = !one || !other ? 'length' : entryDiffers(one, other);
    if (differs) return { index, differs, a: one, b: other };
  }
  return undefined;
}

function entryDiffers(a: TraceEntry, b: TraceEntry): string | undefined {
  if (a.machine !== b.machine) return 'machine';
  const digest = digesterOf('');
  if (hashText(digest(a.event)) !== hashText(digest(b.event))) return 'event';
  if (!sameValue(a.after.value, b.after.value)) return 'state';
  return a.after.context === b.after.context ? undefined : 'context';
}
