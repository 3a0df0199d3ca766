/**
 * Walks a model and the screen that shows it side by side: every event is done on the page by what a player does, and after it the page
 * must show the state that the model is in. The way is generated: always on to the nearest step that was not taken yet.
 */
import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import { expect } from './test.ts';

export interface WalkEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface WalkOptions {
  readonly machine: AnyStateMachine;
  readonly input?: unknown;
  /** Events that the model has received by the time that the screen stands. */
  readonly before?: readonly WalkEvent[];
  /** What a player can do in this state, as the events that it tells the model. */
  readonly events: (snapshot: AnyMachineSnapshot) => readonly WalkEvent[];
  /** What tells states apart beside the state value. */
  readonly key: (snapshot: AnyMachineSnapshot) => string;
  /** Does the event on the page. A returned event goes to the model instead: for facts that only the page knows, such as a random pick. */
  readonly act: (event: WalkEvent, before: AnyMachineSnapshot) => Promise<WalkEvent | undefined | void>;
  /** What the page shows. */
  readonly see: () => Promise<unknown>;
  /** What it must show in this state. */
  readonly shows: (snapshot: AnyMachineSnapshot) => unknown;
  /** The event led away from the screen: opens it again, and gives the state that it starts in. */
  readonly again?: (event: WalkEvent, after: AnyMachineSnapshot) => Promise<AnyMachineSnapshot | undefined>;
  /** Most steps ahead that are looked at. */
  readonly depth?: number;
}

export interface WalkReport {
  /** "state --EVENT--> state", by state value, in the order in which they were taken. */
  readonly taken: readonly string[];
  readonly steps: number;
  /** Where it ended. */
  readonly end: AnyMachineSnapshot;
  /** Events by the model that received them, for `coverage`; a model that was opened again is a run of its own. */
  readonly runs: readonly { readonly input: unknown; readonly start: AnyMachineSnapshot; readonly events: readonly WalkEvent[] }[];
}

const named = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The state that a model starts in, after the events `told`. */
export function stateAfter(machine: AnyStateMachine, input: unknown, walkEvents: readonly WalkEvent[] = []): AnyMachineSnapshot {
  const [start] = initialTransition(machine, input as never) as unknown as [AnyMachineSnapshot];
  return walkEvents.reduce((snapshot, event) => next(machine, snapshot, event), start);
}

function next(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: WalkEvent): AnyMachineSnapshot {
  return transition(machine, snapshot as never, event as never)[0] as AnyMachineSnapshot;
}

export async function walkModel(walk: WalkOptions): Promise<WalkReport> {
  const { machine, input, events, depth = 6 } = walk;
  const nodeOf = (snapshot: AnyMachineSnapshot) => `${named(snapshot.value)} ${walk.key(snapshot)}`;
  const taken: string[] = [];
  const known = new Set<string>();
  const runs: { input: unknown; start: AnyMachineSnapshot; events: WalkEvent[] }[] = [];
  let steps = 0;
  let now = stateAfter(machine, input, walk.before);
  runs.push({ input, start: stateAfter(machine, input), events: [...(walk.before ?? [])] });
  await expect.poll(walk.see, { message: 'at the start' }).toEqual(walk.shows(now));

  /** The shortest way to a step that is new, breadth first. */
  const ahead = (): WalkEvent[] | undefined => {
    const seen = new Set([nodeOf(now)]);
    let edge: { readonly snapshot: AnyMachineSnapshot; readonly way: WalkEvent[] }[] = [{ snapshot: now, way: [] }];
    for (let far = 0; far < depth && edge.length > 0; far++) {
      const further: typeof edge = [];
      for (const { snapshot, way } of edge)
        for (const event of events(snapshot)) {
          const after = next(machine, snapshot, event);
          if (!known.has(`${named(snapshot.value)} --${event.type}--> ${named(after.value)}`)) return [...way, event];
          const node = nodeOf(after);
          if (seen.has(node)) continue;
          seen.add(node);
          further.push({ snapshot: after, way: [...way, event] });
        }
      edge = further;
    }
    return undefined;
  };

  for (let way = ahead(); way; way = ahead()) {
    for (const planned of way) {
      // A random pick may have led elsewhere than was planned.
      if (!events(now).some((each) => each.type === planned.type)) break;
      const actualEvent = (await walk.act(planned, now)) ?? planned;
      const after = next(machine, now, actualEvent);
      const label = `${named(now.value)} --${actualEvent.type}--> ${named(after.value)}`;
      known.add(label).add(`${named(now.value)} --${planned.type}--> ${named(next(machine, now, planned).value)}`);
      taken.push(label);
      runs.at(-1)?.events.push(actualEvent);
      steps += 1;
      const reopened = await walk.again?.(actualEvent, after);
      if (reopened) {
        now = reopened;
        runs.push({ input: undefined, start: now, events: [] });
        break;
      }
      now = after;
      await expect.poll(walk.see, { message: `${label} after ${steps} steps: ${JSON.stringify(actualEvent)}` }).toEqual(walk.shows(now));
    }
  }
  return { taken, steps, end: now, runs };
}
