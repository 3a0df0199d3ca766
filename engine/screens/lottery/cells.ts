/**
 * Subscriptions by cell. A tap on a board of 500 balls must cost what a tap on 30 costs, so balls do not each watch the machine:
 * one watcher compares the areas that changed and wakes just the balls whose state is another.
 */
import type { PickedValue } from '../../descriptions/types.ts';
import { BALL, type BallState, type SelectionActor, type SelectionContext } from '../../machines/ball-selection.ts';

export interface Cells {
  state(area: string, value: PickedValue): BallState;
  subscribe(area: string, value: PickedValue, listener: () => void): () => void;
  stop(): void;
}

type AreaStates = Map<PickedValue, BallState>;

function areaStates(context: SelectionContext, area: string): AreaStates {
  const states: AreaStates = new Map();
  for (const value of context.picks[area] ?? []) states.set(value, BALL.selected);
  for (const value of context.bankers[area] ?? []) states.set(value, BALL.banker);
  return states;
}

export function createCells(actor: SelectionActor): Cells {
  let context = actor.getSnapshot().context;
  const states = new Map<string, AreaStates>();
  const listeners = new Map<string, Map<PickedValue, Set<() => void>>>();

  const of = (area: string): AreaStates => {
    let known = states.get(area);
    if (!known) {
      known = areaStates(context, area);
      states.set(area, known);
    }
    return known;
  };

  const subscription = actor.subscribe((snapshot) => {
    const before = context;
    context = snapshot.context;
    if (before.picks === context.picks && before.bankers === context.bankers) return;
    const woken: (() => void)[] = [];
    for (const [area, old] of [...states]) {
      if (before.picks[area] === context.picks[area] && before.bankers[area] === context.bankers[area]) continue;
      const next = areaStates(context, area);
      states.set(area, next);
      const watching = listeners.get(area);
      if (!watching) continue;
      for (const value of new Set([...old.keys(), ...next.keys()])) {
        if (old.get(value) !== next.get(value)) for (const listener of watching.get(value) ?? []) woken.push(listener);
      }
    }
    // All areas are up to date before anyone looks.
    for (const listener of woken) listener();
  });

  return {
    state: (area, value) => of(area).get(value) ?? BALL.none,
    subscribe: (area, value, listener) => {
      of(area);
      let watching = listeners.get(area);
      if (!watching) listeners.set(area, (watching = new Map()));
      let own = watching.get(value);
      if (!own) watching.set(value, (own = new Set()));
      own.add(listener);
      return () => own.delete(listener);
    },
    stop: () => subscription.unsubscribe(),
  };
}
