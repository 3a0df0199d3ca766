/**
 * A machine as a chart: its nested states and its transitions, with the names that `coverage` (explore.ts) uses. The chart is read from the
 * machine's definition, so it always shows the machine that runs.
 */
import { type AnyMachineSnapshot, type AnyStateMachine, createActor, type InspectionEvent } from 'xstate';
import type { TraceEvent } from '../trace.ts';

export interface ChartTransition {
  /** Name as in a coverage report, unique in the machine: "doubt.asking --OUTCOME (1 of 3)". */
  readonly name: string;
  readonly event: string;
  /** Name of the guard; '' without a guard, "…" for a guard without a name. */
  readonly guard: string;
  readonly actions: readonly string[];
  /** Path of the state that defines the transition; '' for the machine itself, so it applies in any state. */
  readonly source: string;
  /** Path of the target state; undefined for a transition that stays in its state. */
  readonly target: string | undefined;
}

export interface ChartState {
  /** "doubt.asking"; '' for the machine itself. */
  readonly path: string;
  /** The last part of the path, or the machine's name. */
  readonly label: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Path of the initial child state; '' when there is none. */
  readonly initial: string;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly states: readonly ChartState[];
}

export interface Chart {
  readonly machine: string;
  readonly root: ChartState;
  readonly transitions: readonly ChartTransition[];
}

interface Definition {
  readonly eventType: string;
  readonly guard?: unknown;
  readonly actions: readonly unknown[];
  readonly target?: readonly Node[];
}
interface Node {
  readonly key: string;
  readonly path: readonly string[];
  readonly type: ChartState['kind'];
  readonly states: Readonly<Record<string, Node>>;
  readonly initial?: { readonly target?: readonly Node[] };
  readonly entry: readonly unknown[];
  readonly exit: readonly unknown[];
  readonly transitions: ReadonlyMap<string, readonly Definition[]>;
  readonly always?: readonly Definition[];
}

const ALWAYS = 'always';
/** Source in the name of a transition of the machine itself, as in `coverage`. */
const ANY_STATE = '(any state)';

const rootOf = (machine: AnyStateMachine): Node => machine.root as unknown as Node;
const pathOfNode = (node: Node): string => node.path.join('.');

/** Names that JavaScript or XState gives to an inline function. They say nothing about the guard or the action. */
const NAMELESS = new Set(['', 'guard', 'assign', 'enqueueActions', 'emit', 'raise']);
const IN_PLACE = '…';

/** Name of a guard or an action, which may be a name, an object with a type, or a function. '' for none, "…" for one without a name. */
function nameOf(given: unknown): string {
  if (given === undefined || given === null) return '';
  const name = typeof given === 'string' || typeof given === 'function' ? given : (given as { readonly type?: unknown }).type;
  const text = typeof name === 'function' ? name.name : String(name ?? '');
  return NAMELESS.has(text) ? IN_PLACE : text;
}
const namesOf = (given: readonly unknown[]): string[] => given.map(nameOf).filter(Boolean);

/** Every transition below a node, with its definition, in the order of `coverage`. */
function* definitions(node: Node): Generator<{ readonly definition: Definition; readonly transition: ChartTransition }> {
  const source = pathOfNode(node);
  const each = (definition: Definition, event: string, at: number, of: number) => ({
    definition,
    transition: {
      name: `${source || ANY_STATE} --${event}${of > 1 ? ` (${at + 1} of ${of})` : ''}`,
      event,
      guard: nameOf(definition.guard),
      actions: namesOf(definition.actions),
      source,
      target: definition.target?.[0] && pathOfNode(definition.target[0]),
    },
  });
  for (const [event, candidates] of node.transitions)
    for (const [at, candidate] of candidates.entries()) yield each(candidate, event, at, candidates.length);
  const always = node.always ?? [];
  for (const [at, candidate] of always.entries()) yield each(candidate, ALWAYS, at, always.length);
  for (const child of Object.values(node.states)) yield* definitions(child);
}

function stateOf(node: Node, label: string): ChartState {
  return {
    path: pathOfNode(node),
    label,
    kind: node.type,
    initial: node.initial?.target?.[0] ? pathOfNode(node.initial.target[0]) : '',
    entry: namesOf(node.entry),
    exit: namesOf(node.exit),
    states: Object.values(node.states).map((child) => stateOf(child, child.key)),
  };
}

export function chartOf(machine: AnyStateMachine): Chart {
  const root = rootOf(machine);
  return {
    machine: machine.id,
    root: stateOf(root, machine.id),
    transitions: [...definitions(root)].map(({ transition }) => transition),
  };
}

/** Paths of all active states of a snapshot, with their parent states. */
export function activeStates(snapshot: AnyMachineSnapshot): string[] {
  const { _nodes } = snapshot as unknown as { readonly _nodes: readonly Node[] };
  return _nodes.map(pathOfNode).filter(Boolean);
}

/** Types of the events that an active state handles, in alphabetical order. Guards are ignored. */
export function acceptedEvents(snapshot: AnyMachineSnapshot): string[] {
  const { _nodes } = snapshot as unknown as { readonly _nodes: readonly Node[] };
  return [...new Set(_nodes.flatMap((node) => [...node.transitions.keys()]))].filter((type) => type !== '*').sort();
}

export interface Taken {
  /** Names of the transitions, in the order in which they were taken. */
  readonly transitions: readonly string[];
  /** Effects that the machine emitted, in order. */
  readonly effects: readonly unknown[];
}

/** The transitions that an event takes from a snapshot, and the emitted effects. @throws the error of a guard or an action of the machine. */
export function takenBy(machine: AnyStateMachine, before: AnyMachineSnapshot, event: TraceEvent): Taken {
  const names = new Map<unknown, string>();
  for (const { definition, transition } of definitions(rootOf(machine))) names.set(definition, transition.name);
  const transitions: string[] = [];
  const effects: unknown[] = [];
  let sent = false;
  let fault: unknown;
  const inspect = (seen: InspectionEvent) => {
    if (!sent || seen.type !== '@xstate.microstep') return;
    for (const each of (seen as unknown as { _transitions: readonly unknown[] })._transitions) {
      const name = names.get(each);
      if (name) transitions.push(name);
    }
  };
  const actor = createActor(machine, { id: machine.id, snapshot: before as never, input: undefined, inspect } as never);
  actor.on('*', (emitted: unknown) => effects.push(emitted));
  actor.subscribe({
    error: (error) => {
      fault = error;
    },
  });
  actor.start();
  sent = true;
  actor.send(event as never);
  actor.stop();
  if (fault !== undefined) throw fault;
  return { transitions, effects };
}
