/**
 * Records the events of machines and the states that follow them, into a buffer that is bounded in events and in bytes.
 *
 * Nothing secret enters the buffer: events and contexts are redacted before they are stored (rules.ts). When the oldest event falls out,
 * the state after it becomes its machine's start, so that the rest can always be replayed from there.
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
  /** The same for callers that inspect the machine: `snapshot` is its present state; the result takes its events, in order, with their times. */
  follow(actor: AnyActorRef, snapshot: unknown): (seen: InspectionEvent, at: number) => void;
  /** A copy of the buffer as a trace. Later events do not change it. */
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

/** The entries that are kept, within bounds. When the oldest falls out, the state after it becomes its machine's start. */
class Buffer {
  readonly machines = new Set<Machine>();
  readonly #limits: Limits;
  /** `#head` is the place of the oldest entry, and what is before it is swept away from time to time. */
  #entries: (Kept | undefined)[] = [];
  #head = 0;
  bytes = 0;
  dropped = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#entries.length - this.#head;
  }

  get last(): Kept | undefined {
    return this.length > 0 ? this.#entries[this.#entries.length - 1] : undefined;
  }

  entries(): readonly Kept[] {
    return this.#entries.slice(this.#head) as Kept[];
  }

  /** Puts an entry there in the order of arrival: what a machine sent to another while it worked was processed before it. */
  add(entry: Kept): void {
    const entries = this.#entries;
    let before = entries.length;
    while (before > this.#head && (entries[before - 1] as Kept).place > entry.place) before -= 1;
    if (before === entries.length) entries.push(entry);
    else entries.splice(before, 0, entry);
    entry.machine.kept += 1;
    this.bytes += entry.size;
    const { events, bytes } = this.#limits;
    while (this.length > events || (this.bytes > bytes && this.length > 1)) this.#drop();
  }

  clear(): void {
    this.machines.clear();
    this.#entries = [];
    this.#head = 0;
    this.bytes = 0;
    this.dropped = 0;
  }

  #drop(): void {
    const oldest = this.#entries[this.#head] as Kept;
    this.#entries[this.#head] = undefined;
    this.#head += 1;
    this.dropped += 1;
    this.bytes -= oldest.size;
    const { machine } = oldest;
    machine.start = { value: oldest.value, context: oldest.context };
    machine.whole = false;
    machine.kept -= 1;
    if (machine.kept === 0 && machine.transient) this.machines.delete(machine);
    if (this.#head > this.#limits.events) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
  }
}

export function record(options: RecordOptions): Recorder {
  const nameFor = numbered();
  const buffer = new Buffer({ ...LIMITS, ...options.limits });
  let places = 0;
  let recording = 0;

  function keep(machine: Machine, { event, at, place }: Received, value: StateValue, context: unknown): void {
    const digest = digesterOf(machine.name);
    if (machine.recording !== recording) {
      const start = { value, context: digest(context).value as Fields };
      Object.assign(machine, { ...start, start, whole: false, kept: 0, from: buffer.dropped + buffer.length, recording });
      buffer.machines.add(machine);
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
    buffer.machines.add(machine);

    const { last } = buffer;
    if (last && supersedes(entry, last)) {
      buffer.bytes += entry.size - last.size;
      Object.assign(last, { at, event: entry.event, merged: last.merged + 1, context: entry.context, hash, size: entry.size });
      return;
    }
    for (const key in entry.context)
      if (entry.context[key] !== entry.contextBefore[key]) entry.size += key.length + 4 + digest(entry.context[key]).size;
    buffer.add(entry);
  }

  function attach(actor: AnyActorRef): void {
    const see = follow(actor, actor.getSnapshot());
    actor.system.inspect((seen: InspectionEvent) => {
      if (seen.actorRef === actor) see(seen, options.now());
    });
  }

  function follow(actor: AnyActorRef, snapshot: unknown): (seen: InspectionEvent, at: number) => void {
    const machine = machineOf(actor, snapshot, nameFor(plainMachineId(actor.id)), { from: buffer.dropped + buffer.length, recording });
    buffer.machines.add(machine);
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

  return {
    attach,
    follow,
    trace: () => traceOf(buffer, options),
    restart() {
      recording += 1;
      buffer.clear();
    },
    get events() {
      return buffer.length;
    },
    get bytes() {
      return buffer.bytes;
    },
    get dropped() {
      return buffer.dropped;
    },
  };
}

/** The event takes the place of the last one, which no state lies behind. */
function supersedes(entry: Kept, last: Kept): boolean {
  const rules = MACHINE_RULES[entry.machine.name];
  return (
    last.machine === entry.machine &&
    rules?.supersedes?.(last.event, entry.event) === true &&
    sameValue(last.before, last.value) &&
    sameValue(last.value, entry.value)
  );
}

/** A machine as it is followed from now on. */
function machineOf(actor: AnyActorRef, snapshot: unknown, id: string, since: Pick<Machine, 'from' | 'recording'>): Machine {
  const { logic, options: made } = actor as AnyActorRef & {
    readonly logic: AnyActorLogic & { readonly id?: string };
    readonly options?: { readonly input?: unknown };
  };
  const name = logic.id ?? actor.id;
  const digest = digesterOf(name);
  const { value, context } = snapshot as { value: StateValue; context: unknown };
  const start = { value, context: digest(context).value as Fields };
  return {
    id,
    name,
    transient: MACHINE_RULES[name]?.transient === true,
    input: digest(made?.input).value,
    start,
    whole: false,
    ...start,
    kept: 0,
    ...since,
    waiting: [],
  };
}

function traceOf(buffer: Buffer, { app, descriptions, seed, now }: RecordOptions): Trace {
  const traceEntries = buffer.entries();
  const { dropped } = buffer;
  const started = Math.floor(traceEntries[0]?.at ?? now());
  return {
    format: TRACE_FORMAT,
    kind: 'trace',
    app,
    descriptions: descriptions?.() ?? {},
    seed: seed ?? '',
    started,
    dropped,
    machines: [...buffer.machines].map(
      (machine): TraceMachine => ({
        id: machine.id,
        machine: machine.name,
        from: Math.max(0, machine.from - dropped),
        ...(machine.whole && machine.input !== undefined ? { input: machine.input } : {}),
        start: machine.start,
      }),
    ),
    events: traceEntries.map(
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
