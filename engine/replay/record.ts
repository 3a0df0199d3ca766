/**
 * Records the events of machines and the states that follow them, into a buffer that is bounded in events and in bytes.
 *
 * Nothing secret enters the buffer: events and contexts are redacted before they are kept (rules.ts). When the oldest event falls out,
 * the state after it becomes its machine's start, so that what is left can always be replayed from there.
 */
import type { AnyActorLogic, AnyActorRef, InspectionEvent, StateValue } from 'xstate';
import { REDACTED, withoutSecrets } from './addresses.ts';
import { type Digest, digesterOf, hashText } from './digest.ts';
import { MACHINE_RULES } from './rules.ts';
import { type Fields, type Trace, TRACE_FORMAT, type TraceEntry, type TraceEvent, type TraceMachine } from './trace.ts';

export interface RecordOptions {
  /** Logical time, unix ms. */
  readonly now: () => number;
  readonly app: Trace['app'];
  /** Hashes of the descriptions in force by code, asked for when a trace is taken. */
  readonly descriptions?: () => Trace['descriptions'];
  readonly seed?: string;
  readonly limits?: Partial<Limits>;
}

export interface Limits {
  readonly events: number;
  /** Of events and changes as JSON, roughly. */
  readonly bytes: number;
}

/** Some half an hour of busy play, and a file that every mail takes. */
export const LIMITS: Limits = { events: 4_000, bytes: 2_000_000 };

export interface Recorder {
  /** Records a machine from now on. To see all of it, attach before it starts. */
  attach(actor: AnyActorRef): void;
  /** The same for whoever inspects the machine itself: `snapshot` is its state now; the result takes what happened to it, in order, and when. */
  follow(actor: AnyActorRef, snapshot: unknown): (seen: InspectionEvent, at: number) => void;
  /** What is in the buffer, as a trace of its own: later events do not change it. */
  trace(): Trace;
  /**
   * Forgets all events and states: another player is there. A machine is in the recording again from the state after its next event on, which has
   * nothing of the player before.
   */
  restart(): void;
  readonly events: number;
  readonly bytes: number;
  readonly dropped: number;
}

interface Received {
  readonly event: unknown;
  readonly at: number;
  /** Number among all received events. */
  readonly place: number;
}

interface Machine {
  readonly id: string;
  readonly name: string;
  readonly transient: boolean;
  readonly input: unknown;
  /** Number of events of the whole recording before it was there. */
  from: number;
  /** State before its first event in the buffer. */
  start: { readonly value: StateValue; readonly context: Fields };
  /** All of it is in the buffer, from its start on. */
  whole: boolean;
  /** State after its last event. */
  value: StateValue;
  context: Fields;
  /** Events of it in the buffer. */
  kept: number;
  /** In which recording its start is, counted by `restart`. */
  recording: number;
  /** Received, and not yet processed: an event that a machine sends itself while it works waits behind the present one. */
  readonly waiting: Received[];
}

interface Kept {
  readonly machine: Machine;
  readonly place: number;
  at: number;
  event: TraceEvent;
  merged: number;
  /** State value before it, for what may be merged. */
  readonly before: StateValue;
  readonly contextBefore: Fields;
  value: StateValue;
  context: Fields;
  hash: Digest;
  size: number;
}

/** Players are numbers of six digits and more. Orders, cards and choices, which are items of lists too, have other ids. */
const PLAYER = /\/\d{6,}(?=[/?]|$)/g;

/**
 * The id of a machine as it is recorded. A submission is named by the place that sends it, with the item of a list and the address that it
 * stands at ("submission.screen/homePage/blocks/0/action?mid=…"): what an address may not tell, a name may not either.
 */
export const plainMachineId = (id: string): string => withoutSecrets(id).replace(PLAYER, `/${REDACTED}`);

/** The ids of machines are their actors' own, numbered where several share one. */
function numbered(): (id: string) => string {
  const used = new Map<string, number>();
  return (id) => {
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  };
}

const sameValue = (a: StateValue, b: StateValue): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

export function record(options: RecordOptions): Recorder {
  const limits: Limits = { ...LIMITS, ...options.limits };
  const nameFor = numbered();
  const machines = new Set<Machine>();
  /** The buffer; `head` is its oldest entry, and what is before it is swept away from time to time. */
  let buffer: (Kept | undefined)[] = [];
  let head = 0;
  let bytes = 0;
  let dropped = 0;
  let places = 0;
  let recording = 0;

  const length = () => buffer.length - head;

  function drop(): void {
    const oldest = buffer[head] as Kept;
    buffer[head] = undefined;
    head += 1;
    dropped += 1;
    bytes -= oldest.size;
    const { machine } = oldest;
    machine.start = { value: oldest.value, context: oldest.context };
    machine.whole = false;
    machine.kept -= 1;
    if (machine.kept === 0 && machine.transient) machines.delete(machine);
    if (head > limits.events) {
      buffer = buffer.slice(head);
      head = 0;
    }
  }

  function restart(): void {
    recording += 1;
    machines.clear();
    buffer = [];
    head = 0;
    bytes = 0;
    dropped = 0;
  }

  function keep(machine: Machine, { event, at, place }: Received, value: StateValue, context: unknown): void {
    const digest = digesterOf(machine.name);
    if (machine.recording !== recording) {
      const start = { value, context: digest(context).value as Fields };
      Object.assign(machine, { ...start, start, whole: false, kept: 0, from: dropped + length(), recording });
      machines.add(machine);
      return;
    }
    const redacted = digest(event);
    const hash = digest(context);
    const entry: Kept = {
      machine,
      place,
      at,
      event: redacted.value as TraceEvent,
      merged: 1,
      before: machine.value,
      contextBefore: machine.context,
      value,
      context: hash.value as Fields,
      hash,
      size: redacted.size + 80,
    };
    machine.value = value;
    machine.context = entry.context;
    machines.add(machine);

    const last = length() > 0 ? buffer[buffer.length - 1] : undefined;
    const { supersedes } = MACHINE_RULES[machine.name] ?? {};
    if (
      last?.machine === machine &&
      supersedes?.(last.event, entry.event) &&
      sameValue(last.before, last.value) &&
      sameValue(last.value, value)
    ) {
      bytes += entry.size - last.size;
      Object.assign(last, { at, event: entry.event, merged: last.merged + 1, context: entry.context, hash, size: entry.size });
      return;
    }
    for (const key in entry.context)
      if (entry.context[key] !== entry.contextBefore[key]) entry.size += key.length + 4 + digest(entry.context[key]).size;
    // In the order of arrival: what a machine sent to another while it worked was processed before it.
    let before = buffer.length;
    while (before > head && (buffer[before - 1] as Kept).place > place) before -= 1;
    if (before === buffer.length) buffer.push(entry);
    else buffer.splice(before, 0, entry);
    machine.kept += 1;
    bytes += entry.size;
    while (length() > limits.events || (bytes > limits.bytes && length() > 1)) drop();
  }

  function attach(actor: AnyActorRef): void {
    const see = follow(actor, actor.getSnapshot());
    actor.system.inspect((seen: InspectionEvent) => {
      if (seen.actorRef === actor) see(seen, options.now());
    });
  }

  function follow(actor: AnyActorRef, snapshot: unknown): (seen: InspectionEvent, at: number) => void {
    const { logic, options: made } = actor as AnyActorRef & {
      readonly logic: AnyActorLogic & { readonly id?: string };
      readonly options?: { readonly input?: unknown };
    };
    const name = logic.id ?? actor.id;
    const digest = digesterOf(name);
    const { value, context } = snapshot as { value: StateValue; context: unknown };
    const start = { value, context: digest(context).value as Fields };
    const machine: Machine = {
      id: nameFor(plainMachineId(actor.id)),
      name,
      transient: MACHINE_RULES[name]?.transient === true,
      input: digest(made?.input).value,
      from: dropped + length(),
      start,
      whole: false,
      ...start,
      kept: 0,
      recording,
      waiting: [],
    };
    machines.add(machine);
    return (seen, at) => {
      if (seen.type === '@xstate.event') {
        if (seen.event.type === 'xstate.init') machine.whole = true;
        else {
          machine.waiting.push({ event: seen.event, at, place: places });
          places += 1;
        }
      } else if (seen.type === '@xstate.snapshot') {
        // In the order of arrival; one that was never answered (the machine had ended) is passed over.
        const index = machine.waiting.findIndex((each) => each.event === seen.event);
        const received = machine.waiting.splice(0, index + 1).at(-1);
        if (!received) return;
        const after = seen.snapshot as unknown as { value: StateValue; context: unknown };
        keep(machine, received, after.value, after.context);
      }
    };
  }

  function trace(): Trace {
    const kept = buffer.slice(head) as Kept[];
    const started = Math.floor(kept[0]?.at ?? options.now());
    return {
      format: TRACE_FORMAT,
      kind: 'trace',
      app: options.app,
      descriptions: options.descriptions?.() ?? {},
      seed: options.seed ?? '',
      started,
      dropped,
      machines: [...machines].map(
        (machine): TraceMachine => ({
          id: machine.id,
          machine: machine.name,
          from: Math.max(0, machine.from - dropped),
          ...(machine.whole && machine.input !== undefined ? { input: machine.input } : {}),
          start: machine.start,
        }),
      ),
      events: kept.map(
        (entry): TraceEntry => ({
          at: Math.floor(entry.at) - started,
          machine: entry.machine.id,
          event: entry.event,
          ...(entry.merged > 1 ? { merged: entry.merged } : {}),
          after: { value: entry.value, context: hashText(entry.hash), ...changesOf(entry.contextBefore, entry.context) },
        }),
      ),
    };
  }

  return {
    attach,
    follow,
    trace,
    restart,
    get events() {
      return length();
    },
    get bytes() {
      return bytes;
    },
    get dropped() {
      return dropped;
    },
  };
}

/** Fields that are other than before. Unchanged parts of a context are the same objects, so this is a look at each field. */
export function changesOf(before: Fields, after: Fields): Pick<TraceEntry['after'], 'changed' | 'removed'> {
  if (before === after) return {};
  const changed: Record<string, unknown> = {};
  for (const key of Object.keys(after)) if (after[key] !== before[key]) changed[key] = after[key];
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return {
    ...(Object.keys(changed).length > 0 ? { changed } : {}),
    ...(removed.length > 0 ? { removed } : {}),
  };
}
