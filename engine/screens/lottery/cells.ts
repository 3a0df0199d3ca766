/**
 * The balls of a board: what a tap on each sends to the machine ball-selection, and a subscription of each. A tap on a board of 500 balls must
 * cost what a tap on 30 costs, so balls do not each watch the machine: one watcher compares the areas that changed and wakes the balls that
 * were picked or let go.
 */
import type { PickedValue } from '../../descriptions/types.ts';
import { type BallState, ballState, type SelectionActor } from '../../machines/ball-selection.ts';
import type { ReadableValue } from '../core/use-current.ts';

/** One ball of the board. It is the same object for as long as the board is there, and so is what taps it. */
export interface BallCell extends ReadableValue<BallState> {
  readonly tap: () => void;
}

export interface BallCells {
  cell(area: string, value: PickedValue): BallCell;
  stop(): void;
}

interface ObservedCell {
  readonly cell: BallCell;
  readonly listeners: Set<() => void>;
}

/** Up to this number of values, searching a list costs less than making a set of it. */
const FEW = 32;

/** The values that are in one of the lists and not in the other. */
function difference(before: readonly PickedValue[], after: readonly PickedValue[]): readonly PickedValue[] {
  if (before === after) return NONE;
  return [...without(before, after), ...without(after, before)];
}

function without(values: readonly PickedValue[], others: readonly PickedValue[]): PickedValue[] {
  if (others.length <= FEW) return values.filter((value) => !others.includes(value));
  const known = new Set(others);
  return values.filter((value) => !known.has(value));
}

const NONE: readonly PickedValue[] = [];

export function createCells(actor: SelectionActor): BallCells {
  let context = actor.getSnapshot().context;
  const areas = new Map<string, Map<PickedValue, ObservedCell>>();

  const wake = (cells: Map<PickedValue, ObservedCell>, values: readonly PickedValue[]): void => {
    for (const value of values) for (const listener of cells.get(value)?.listeners ?? []) listener();
  };
  const subscription = actor.subscribe((snapshot) => {
    const { picks, bankers } = context;
    // All areas are up to date before anyone looks.
    context = snapshot.context;
    if (picks === context.picks && bankers === context.bankers) return;
    for (const [area, cells] of areas) {
      wake(cells, difference(picks[area] ?? NONE, context.picks[area] ?? NONE));
      wake(cells, difference(bankers[area] ?? NONE, context.bankers[area] ?? NONE));
    }
  });

  const made = (area: string, value: PickedValue): ObservedCell => {
    const listeners = new Set<() => void>();
    const cell: BallCell = {
      get: () => ballState(context, area, value),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      tap: () => actor.send({ type: 'TAP', area, value }),
    };
    return { cell, listeners };
  };

  return {
    cell: (area, value) => {
      let cells = areas.get(area);
      if (!cells) areas.set(area, (cells = new Map()));
      let known = cells.get(value);
      if (!known) cells.set(value, (known = made(area, value)));
      return known.cell;
    },
    stop: () => subscription.unsubscribe(),
  };
}
