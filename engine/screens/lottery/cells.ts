/**
 * Subscriptions by cell. A tap on a board of 500 balls must cost what a tap on 30 costs, so balls do not each watch the machine:
 * one watcher compares the areas that changed and wakes just the balls that were picked or let go.
 */
import type { PickedValue } from '../../descriptions/types.ts';
import { type BallState, ballState, type SelectionActor } from '../../machines/ball-selection.ts';

export interface Cells {
  state(area: string, value: PickedValue): BallState;
  subscribe(area: string, value: PickedValue, listener: () => void): () => void;
  stop(): void;
}

/** Up to so many values, looking through a list costs less than a set of it. */
const FEW = 32;

/** The values that are in one of the lists and not in the other. */
function difference(before: readonly PickedValue[], after: readonly PickedValue[]): PickedValue[] {
  if (before === after) return [];
  return [...without(before, after), ...without(after, before)];
}

function without(values: readonly PickedValue[], others: readonly PickedValue[]): PickedValue[] {
  if (others.length <= FEW) return values.filter((value) => !others.includes(value));
  const known = new Set(others);
  return values.filter((value) => !known.has(value));
}

const NONE: readonly PickedValue[] = [];

export function createCells(actor: SelectionActor): Cells {
  let context = actor.getSnapshot().context;
  const listeners = new Map<string, Map<PickedValue, Set<() => void>>>();

  const subscription = actor.subscribe((snapshot) => {
    const { picks, bankers } = context;
    // All areas are up to date before anyone looks.
    context = snapshot.context;
    if (picks === context.picks && bankers === context.bankers) return;
    for (const [area, watching] of listeners) {
      const changed = [
        ...difference(picks[area] ?? NONE, context.picks[area] ?? NONE),
        ...difference(bankers[area] ?? NONE, context.bankers[area] ?? NONE),
      ];
      for (const value of changed) for (const listener of watching.get(value) ?? []) listener();
    }
  });

  return {
    state: (area, value) => ballState(context, area, value),
    subscribe: (area, value, listener) => {
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
