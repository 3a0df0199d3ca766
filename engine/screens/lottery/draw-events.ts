/**
 * A draw as something to watch: a list of typed events with their times, played by engine/machines/draw-stage.ts. The
 * list is complete, so it can be skipped or played again. Pure.
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
/** Before the first number, by the look of its zone (ms): dice tumble, and cars race before one is home. */
const LEAD_MS: Readonly<Partial<Record<NonNullable<Zone['look']>, number>>> = { die: 480, car: 900 };

/** The events of a draw in their order; times are ms from the start. */
export function drawEvents(zones: readonly Zone[], numbers: Draw['numbers'], longest = LONGEST_MS): readonly DrawEvent[] {
  const reveals: Extract<DrawEvent, { type: 'reveal' }>[] = [];
  const lead = LEAD_MS[zones[0]?.look ?? 'ball'] ?? 0;
  let at = 0;
  for (const zone of zones) {
    if (reveals.length > 0) at += STEP_MS;
    for (const [place, value] of (numbers[zone.id] ?? []).entries()) {
      at += STEP_MS;
      reveals.push({ type: 'reveal', at, zone: zone.id, place, value, order: reveals.length });
    }
  }
  // Every number keeps its share of the time, so that many come faster and none is left out.
  const room = longest - lead;
  const scale = at > room ? room / at : 1;
  const scaled = reveals.map((event) => ({ ...event, at: lead + Math.round(event.at * scale) }));
  return [...scaled, { type: 'complete', at: scaled.at(-1)?.at ?? 0 }];
}

/** When each number arrives, for the machine that plays them. */
export const revealTimes = (events: readonly DrawEvent[]): readonly number[] =>
  events.flatMap((event) => (event.type === 'reveal' ? [event.at] : []));
