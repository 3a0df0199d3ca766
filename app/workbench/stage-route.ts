/** Which page was open at a point of a trace. */
import type { AnyMachineSnapshot } from 'xstate';
import { familyOf, resolveGameRoute } from '../../engine/descriptions/game-route.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { pageTransitionMachine, type TransitionContext } from '../../engine/machines/page-transition.ts';
import { machinesAt } from '../../engine/replay/branch.ts';
import { plainId, plainMachineId, type Replay, type Trace, type TraceMachine } from '../../engine/replay/index.ts';

export interface RecordedPage {
  readonly address: string;
  readonly tab: number;
  /** Not recorded, but concluded from the events of the machines. */
  readonly concluded: boolean;
}

const HOME = '/';

const bases = new WeakMap<TraceMachine, string>();

/** Errands of one kind are numbered: "request /x#2". What older recordings have in a name beside that is left out as it is today. */
export function machineBaseName(machine: TraceMachine): string {
  let base = bases.get(machine);
  if (base === undefined) bases.set(machine, (base = plainMachineId(plainId(machine).replace(/#\d+$/, ''))));
  return base;
}

/** The latest machine of the page that stands. */
export function latestMachine(trace: Trace, position: number, is: (machine: TraceMachine) => boolean): TraceMachine | undefined {
  return machinesAt(trace, position).filter(is).at(-1);
}

export function pageMachine(trace: Trace, position: number): TraceMachine | undefined {
  return latestMachine(trace, position, ({ machine }) => machine === pageTransitionMachine.id);
}

export function recordedPageAt(trace: Trace, running: Replay, routes: RoutesDescription, index: DescriptionIndex): RecordedPage {
  const { position } = running;
  const machine = pageMachine(trace, position);
  const snapshot: AnyMachineSnapshot | undefined = machine && running.snapshot(machine.id);
  const { current, tab = 0 } = (snapshot?.context ?? {}) as Partial<TransitionContext>;
  if (current) return { address: current.address, tab, concluded: false };
  // Between the start of a page and its first arrival the last one stands.
  if (trace.machines.some((each) => each.machine === pageTransitionMachine.id)) {
    const last = trace.events.slice(0, position).findLast(({ event }) => event.type === 'ARRIVE' && typeof event.address === 'string');
    return { address: (last?.event.address as string | undefined) ?? HOME, tab, concluded: false };
  }
  // A trace without pages: the board of the game that was sent an event last, else where the app starts.
  const games = new Map(index.games.map((game) => [game.code, game]));
  const ids = new Map(trace.machines.map((each) => [each.id, machineBaseName(each)]));
  for (let at = position - 1; at >= 0; at--) {
    const [, code = ''] = (ids.get(trace.events[at]?.machine ?? '') ?? '').split('.');
    const game = games.get(code);
    if (!game) continue;
    const route = resolveGameRoute(routes.gameKeys, code, familyOf(game));
    if (route && 'to' in route) return { address: route.to, tab, concluded: true };
  }
  return { address: HOME, tab, concluded: true };
}
