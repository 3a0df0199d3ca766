/**
 * A draw as something to watch: a list of typed events with their times, played by whoever shows it. The list says everything, so it can
 * be skipped, slowed down for a test, or played again. Pure but for the scheduler that `play` is given.
 */
import type { Draw, Zone } from '../../descriptions/types.ts';

export type DrawEvent =
  /** A number is there: `order` counts over all zones from 0. */
  | {
      readonly type: 'reveal';
      readonly at: number;
      readonly zone: string;
      readonly place: number;
      readonly value: number;
      readonly order: number;
    }
  /** Nothing more comes. */
  | { readonly type: 'complete'; readonly at: number };

/** Between two numbers, and once more between two zones (ms). */
const STEP_MS = 240;
/** A draw takes no longer than this, however many numbers it has (ms). */
export const LONGEST_MS = 1800;

/** The events of a draw in their order; times are ms from the start. */
export function drawEvents(zones: readonly Zone[], numbers: Draw['numbers'], longest = LONGEST_MS): readonly DrawEvent[] {
  const reveals: Extract<DrawEvent, { type: 'reveal' }>[] = [];
  let at = 0;
  for (const zone of zones) {
    if (reveals.length > 0) at += STEP_MS;
    for (const [place, value] of (numbers[zone.id] ?? []).entries()) {
      at += STEP_MS;
      reveals.push({ type: 'reveal', at, zone: zone.id, place, value, order: reveals.length });
    }
  }
  // Every number keeps its share of the time, so that many come faster and none is left out.
  const scale = at > longest ? longest / at : 1;
  const scaled = reveals.map((event) => ({ ...event, at: Math.round(event.at * scale) }));
  return [...scaled, { type: 'complete', at: scaled.at(-1)?.at ?? 0 }];
}

export interface Player {
  /** Everything that is still to come, now. */
  skip(): void;
  /** Nothing more. */
  stop(): void;
}

/** Runs `later` after so many ms; the returned function prevents it. */
export type Schedule = (later: () => void, ms: number) => () => void;

const timeout: Schedule = (later, ms) => {
  const timer = setTimeout(later, ms);
  return () => clearTimeout(timer);
};

/** Plays events in order, each once. `speed` 2 is twice as fast. */
export function play(events: readonly DrawEvent[], on: (event: DrawEvent) => void, speed = 1, schedule = timeout): Player {
  let next = 0;
  let cancel: () => void = () => {};
  const step = (now: number): void => {
    const event = events[next];
    if (!event) return;
    cancel = schedule(
      () => {
        next += 1;
        on(event);
        step(event.at);
      },
      Math.max(0, event.at - now) / speed,
    );
  };
  step(0);
  return {
    skip() {
      cancel();
      while (next < events.length) {
        const event = events[next] as DrawEvent;
        next += 1;
        on(event);
      }
    },
    stop() {
      cancel();
      next = events.length;
    },
  };
}
