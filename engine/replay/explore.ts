/**
 * Paths and coverage. A path is a shortest way to a state and one event from there, so that all paths together take every transition
 * that the given inputs and events can reach. Coverage counts what the definition says: every state, every candidate of every event,
 * and every eventless transition.
 */
import { type AnyMachineSnapshot, type AnyStateMachine, createActor, type InspectionEvent, type StateValue } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { pathOf } from './replay.ts';
import type { Fields, Trace, TraceEvent } from './trace.ts';

export interface PathOptions {
  readonly input?: unknown;
  readonly events: readonly TraceEvent[];
  /** What of the context tells states apart. Left out: nothing but the state value. Unbounded context makes paths without end. */
  readonly key?: (context: Fields, value: StateValue) => string;
  /** Most states to visit. */
  readonly limit?: number;
}

export interface Path {
  readonly input: unknown;
  readonly source: string;
  readonly target: string;
  /** The shortest way to `source`, then the event that is meant. */
  readonly events: readonly TraceEvent[];
}

const STATE_LIMIT = 20_000;

/** One path for each edge of the machine's graph. */
export function paths(machine: AnyStateMachine, options: PathOptions): Path[] {
  const { input, events, key, limit = STATE_LIMIT } = options;
  const nameOf = (snapshot: AnyMachineSnapshot) =>
    `${pathOf(snapshot.value as StateValue)}${key ? ` ${key(snapshot.context as Fields, snapshot.value as StateValue)}` : ''}`;
  const map = getAdjacencyMap(machine as never, { input, events, limit, serializeState: nameOf } as never) as unknown as Record<
    string,
    {
      readonly state: AnyMachineSnapshot;
      readonly transitions: Record<string, { readonly event: TraceEvent; readonly state: AnyMachineSnapshot }>;
    }
  >;
  // Breadth first from the start, which is the map's first entry: the first way found is a shortest one.
  const ways = new Map<string, readonly TraceEvent[]>();
  const queue = Object.keys(map).slice(0, 1);
  for (const first of queue) ways.set(first, []);
  const found: Path[] = [];
  for (const source of queue) {
    const way = ways.get(source) as readonly TraceEvent[];
    for (const { event, state } of Object.values(map[source]?.transitions ?? {})) {
      const target = nameOf(state);
      const walked = [...way, event];
      found.push({ input, source, target, events: walked });
      if (!ways.has(target)) {
        ways.set(target, walked);
        queue.push(target);
      }
    }
  }
  return found;
}

/** The events of a machine, from its start or from a state. */
export interface Run {
  readonly input?: unknown;
  readonly start?: { readonly value: StateValue; readonly context: Fields };
  readonly events: readonly TraceEvent[];
}

export interface CoverageCount {
  readonly total: number;
  readonly covered: number;
  readonly missing: readonly string[];
}

export interface Coverage {
  readonly machine: string;
  readonly states: CoverageCount;
  readonly transitions: CoverageCount;
}

/** The runs of a model that a trace holds, one for each of its machines. */
export function runsOf(trace: Trace, model: string): Run[] {
  return trace.machines
    .filter(({ machine }) => machine === model)
    .map(({ id, start }) => ({ start, events: trace.events.filter(({ machine }) => machine === id).map(({ event }) => event) }));
}

interface Definition {
  readonly source: { readonly id: string };
  readonly eventType: string;
}
interface Node {
  readonly id: string;
  readonly path: readonly string[];
  readonly type: string;
  readonly states: Readonly<Record<string, Node>>;
  readonly transitions: ReadonlyMap<string, readonly Definition[]>;
  readonly always?: readonly Definition[];
}

/** Which states and transitions of the definition the traces (or runs) reach. */
export function coverage(machine: AnyStateMachine, traces: readonly (Trace | Run)[]): Coverage {
  const states = new Set<string>();
  const transitions = new Map<string, Definition>();
  const nameOf = new Map<Definition, string>();
  const visit = (node: Node) => {
    const label = node.path.length > 0 ? node.path.join('.') : '(any state)';
    if (node.path.length > 0) states.add(node.path.join('.'));
    const add = (definition: Definition, event: string, at: number, of: number) => {
      const name = `${label} --${event}${of > 1 ? ` (${at + 1} of ${of})` : ''}`;
      transitions.set(name, definition);
      nameOf.set(definition, name);
    };
    for (const [event, candidates] of node.transitions) candidates.forEach((each, at) => add(each, event, at, candidates.length));
    node.always?.forEach((each, at) => add(each, 'always', at, node.always?.length ?? 0));
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root as unknown as Node);

  const statesSeen = new Set<string>();
  const taken = new Set<string>();
  const inspect = (seen: InspectionEvent) => {
    if (seen.type === '@xstate.microstep') {
      for (const each of (seen as unknown as { _transitions: readonly Definition[] })._transitions) {
        const name = nameOf.get(each);
        if (name) taken.add(name);
      }
    }
    if (seen.type !== '@xstate.microstep' && seen.type !== '@xstate.snapshot') return;
    const { _nodes } = seen.snapshot as unknown as { readonly _nodes?: readonly Node[] };
    for (const node of _nodes ?? []) if (node.path.length > 0) statesSeen.add(node.path.join('.'));
  };
  for (const run of traces.flatMap((each) => ('kind' in each ? runsOf(each, machine.id) : [each]))) {
    const actor = createActor(machine, {
      id: machine.id,
      inspect,
      ...(run.start ? { snapshot: machine.resolveState(run.start) as never, input: undefined } : { input: run.input }),
    } as never);
    actor.start();
    for (const event of run.events) actor.send(event as never);
    actor.stop();
  }
  return { machine: machine.id, states: counted([...states], statesSeen), transitions: counted([...transitions.keys()], taken) };
}

function counted(all: readonly string[], seen: ReadonlySet<string>): CoverageCount {
  const missing = all.filter((each) => !seen.has(each));
  return { total: all.length, covered: all.length - missing.length, missing };
}
