/**
 * Walks a pure machine over all of its transitions: the graph of abstract states is built by xstate, then for each edge the shortest
 * path to its source is replayed from the start and the event is sent, with `transition()` alone.
 */
import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, initialTransition, transition } from 'xstate';
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';

export interface WalkResult {
  /** "state --EVENT--> state", by state value; every one was replayed. */
  readonly edges: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
  readonly paths: number;
}

/** The effects among the actions of a step. */
export function effectsOf(actions: readonly { readonly type: string; readonly params?: unknown }[]): unknown[] {
  return actions.flatMap((action) =>
    action.type === 'xstate.emit' ? [(action.params as { readonly event: { readonly effect: unknown } }).event.effect] : [],
  );
}

export function walkPaths(
  machine: AnyStateMachine,
  options: {
    readonly input?: unknown;
    readonly events: readonly EventObject[];
    /** What of the context tells states apart; keep it small, paths multiply. */
    readonly key: (snapshot: AnyMachineSnapshot) => string;
    /** Must hold in every state that is reached. */
    readonly holds: (snapshot: AnyMachineSnapshot) => void;
    /** How edges name a state value; as text when left out. */
    readonly nameOf?: (value: unknown) => string;
  },
): WalkResult {
  const serializeState = (snapshot: AnyMachineSnapshot) => `${JSON.stringify(snapshot.value)}|${options.key(snapshot)}`;
  const shared = { events: options.events, serializeState: serializeState as never, limit: 20_000, input: options.input };
  const map = getAdjacencyMap(machine as never, shared as never) as unknown as Record<
    string,
    { state: AnyMachineSnapshot; transitions: Record<string, { event: EventObject; state: AnyMachineSnapshot }> }
  >;
  const shortest = new Map(
    getShortestPaths(machine as never, shared as never).map((path) => [serializeState(path.state as AnyMachineSnapshot), path.steps]),
  );
  const { nameOf = String } = options;
  const edges = new Set<string>();
  const states = new Set<string>();
  let paths = 0;
  for (const [source, { transitions }] of Object.entries(map)) {
    const steps = shortest.get(source);
    if (!steps) throw new Error(`no path to ${source}`);
    for (const edge of Object.values(transitions)) {
      let [snapshot] = initialTransition(machine, options.input as never) as [AnyMachineSnapshot, unknown];
      for (const { event } of steps as unknown as { event: EventObject }[])
        if (event.type !== 'xstate.init')
          [snapshot] = transition(machine, snapshot as never, event as never) as unknown as [AnyMachineSnapshot];
      if (serializeState(snapshot) !== source) throw new Error(`replay arrived at ${serializeState(snapshot)}, not at ${source}`);
      const [next] = transition(machine, snapshot as never, edge.event as never) as unknown as [AnyMachineSnapshot];
      options.holds(next);
      if (serializeState(next) !== serializeState(edge.state)) throw new Error(`${source} --${edge.event.type}--> differs on replay`);
      const [from, to] = [nameOf(snapshot.value), nameOf(next.value)];
      edges.add(`${from} --${edge.event.type}--> ${to}`);
      states.add(from).add(to);
      paths += 1;
    }
  }
  return { edges, states, paths };
}
