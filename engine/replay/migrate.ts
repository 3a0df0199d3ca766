/**
 * Brings a trace of an earlier format to the present one, so that a file from an older phone still runs. Contexts are carried over as they
 * were recorded, and their hashes are computed again from the recorded contexts. So a replay is still compared with the old recording.
 */
import { REDACTED } from './addresses.ts';
import { digesterOf, hashText } from './digest.ts';
import { applyRecordedChange } from './join.ts';
import { changesOf } from './record.ts';
import type { Fields, Trace, TraceEntry, TraceEvent, TraceMachine } from './trace.ts';

type Written = { readonly format?: unknown } & Readonly<Record<string, unknown>>;
type Value = TraceEntry['after']['value'];
type Old = Omit<Trace, 'format'> & { readonly format: number };

/** For each old format: converts a trace to the next format. */
const MIGRATIONS: Readonly<Record<number, (trace: Written) => unknown>> = {
  // A trace of format 1 is of one page and has no list of reloads.
  1: (trace) => ({ ...trace, format: 2 }),
  2: (trace) => oneSubmissionMachine(trace as unknown as Old),
};

/** Converts a trace of an older format to the present one. Any other value, and a broken trace, is returned unchanged; the caller checks it against the schema. */
export function migrateTrace(value: unknown): unknown {
  let trace = value;
  while (typeof trace === 'object' && trace !== null && 'format' in trace) {
    const step = typeof trace.format === 'number' && Object.hasOwn(MIGRATIONS, trace.format) ? MIGRATIONS[trace.format] : undefined;
    if (!step) break;
    try {
      trace = step(trace as Written);
    } catch {
      break;
    }
  }
  return trace;
}

/** A step in the next format. One recorded step becomes none, one or several of them. */
interface NextStep {
  readonly event: TraceEvent;
  readonly value: Value;
  readonly context: Fields;
}

interface NextMachine {
  readonly machine: TraceMachine;
  readonly steps: (entry: TraceEntry, before: Fields, after: Fields) => readonly NextStep[];
}

/**
 * 2 → 3: doubt and keys leave the request machine, the submit lock becomes the submission machine, and the loading of the app's parts is
 * not recorded.
 */
function oneSubmissionMachine(trace: Old): unknown {
  const events: TraceEntry[] = [];
  /** For each event of the old trace: the number of events of the new trace before it. */
  const before: number[] = [];
  const contexts = new Map(trace.machines.map(({ id, start }) => [id, start.context]));
  const next = new Map(trace.machines.map((machine) => [machine.id, nextMachine(machine, trace.events)]));
  const reached = new Map([...next].flatMap(([id, to]) => (to ? [[id, to.machine.start.context] as const] : [])));
  for (const entry of trace.events) {
    before.push(events.length);
    const old = contexts.get(entry.machine) ?? {};
    const after = applyRecordedChange(old, entry.after);
    contexts.set(entry.machine, after);
    const to = next.get(entry.machine);
    if (!to) continue;
    if (!changed(to.machine)) {
      events.push(entry);
      continue;
    }
    const digest = digesterOf(to.machine.machine);
    for (const { event, value, context } of to.steps(entry, old, after)) {
      const hash = hashText(digest(context));
      const changes = changesOf(reached.get(entry.machine) ?? {}, context);
      reached.set(entry.machine, context);
      events.push({ ...entry, machine: to.machine.id, event, after: { value, context: hash, ...changes } });
    }
  }
  before.push(events.length);
  const moved = <T extends { readonly from: number }>(each: T): T => ({ ...each, from: before[each.from] ?? events.length });
  return {
    ...trace,
    format: 3,
    machines: [...next.values()].flatMap((to) => (to ? [moved(to.machine)] : [])),
    ...(trace.reloads ? { reloads: trace.reloads.map(moved) } : {}),
    events,
  };
}

const changed = ({ machine }: TraceMachine): boolean => machine === 'request' || machine === 'submission';

/** undefined: the next format has no such machine. */
function nextMachine(old: TraceMachine, events: readonly TraceEntry[]): NextMachine | undefined {
  switch (old.machine) {
    case 'chunkLoad':
      return undefined;
    case 'request':
      return nextRequest(old, events.find(({ machine }) => machine === old.id)?.event.type);
    case 'submitLock':
      return nextSubmission(old);
    default:
      return { machine: old, steps: () => [] };
  }
}

/** The next format has no states `doubt` and `resolved`: a request without an answer ends. */
function nextRequest(old: TraceMachine, first: string | undefined): NextMachine | undefined {
  const context = ({ key: _key, asked: _asked, ...rest }: Fields): Fields => rest;
  // The old machine only asked about the request of an earlier page: the next format records no request for it.
  if (first === 'RESUME' || typeof old.start.value !== 'string') return undefined;
  const { input, ...plain } = old;
  const machine = { ...plain, start: { ...old.start, context: context(old.start.context) } };
  return {
    machine: input === undefined ? machine : { ...machine, input: context(input as Fields) },
    steps({ event, after: { value } }, _before, after) {
      const inDoubt = typeof value !== 'string';
      switch (event.type) {
        case 'ANSWER': {
          const { certain: _certain, ...answered } = event;
          return [
            {
              event: answered,
              value: inDoubt ? 'refused' : value,
              context: { ...context(after), answer: answered.answer },
            },
          ];
        }
        case 'FAILED':
        case 'DEADLINE':
          return [{ event, value: inDoubt ? (event.type === 'FAILED' ? 'failed' : 'timedOut') : value, context: context(after) }];
        case 'OUTCOME':
        case 'ASK_FAILED':
        case 'ASK_DUE':
          return [];
        default:
          return [{ event, value, context: context(after) }];
      }
    },
  };
}

function nextSubmission(old: TraceMachine): NextMachine {
  // Format 2 has no path of the call and no message of the server.
  const submission = (sent: unknown): unknown =>
    typeof sent === 'object' && sent !== null ? { ...(sent as Fields), call: '', method: 'POST' } : sent;
  const context = (before: Fields): Fields => ({ ...before, submission: submission(before.submission), msg: REDACTED });
  const state = (value: Value): Value => (value === 'submitting' ? 'sending' : value === 'doubt' ? { doubt: 'asking' } : value);
  const { input, ...plain } = old;
  const machine = {
    ...plain,
    id: old.id.replace(/^submit\.([^#@]+)/, 'submission.slip/$1'),
    machine: 'submission',
    start: { value: state(old.start.value), context: context(old.start.context) },
  };
  const { unfinished } = (input ?? {}) as Fields;
  return {
    machine: input === undefined ? machine : { ...machine, input: unfinished === undefined ? {} : { unfinished: submission(unfinished) } },
    steps({ event, after: { value } }, before, after) {
      const migratedEvent = (next: TraceEvent, reached = state(value), now = context(after)): NextStep => ({
        event: next,
        value: reached,
        context: now,
      });
      switch (event.type) {
        case 'SUBMIT':
          return [migratedEvent({ ...event, submission: submission(event.submission) })];
        case 'ACCEPTED':
        case 'LANDED':
          return [migratedEvent({ type: 'ACCEPTED', answer: event.answer, msg: REDACTED })];
        case 'DOUBT':
          return [migratedEvent({ type: 'NO_ANSWER' })];
        case 'ASK':
          // In doubt, a new question means that the one before it got no answer.
          if (value !== 'doubt') return [migratedEvent({ type: 'ASK_DUE' })];
          return [
            migratedEvent({ type: 'ASK_FAILED' }, { doubt: 'waiting' }, context({ ...before, asked: Number(before.asked) + 1 })),
            migratedEvent({ type: 'ASK_DUE' }),
          ];
        default:
          return [migratedEvent(event)];
      }
    },
  };
}
