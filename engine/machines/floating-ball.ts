/**
 * The floating ball over a full-screen page, as a pure model (specification sections 2 and 9): one tap reloads, two taps go back, told
 * apart by a pause of 250 ms; it can be dragged, snaps to the nearer side edge, remembers where, and fades after 2 s without a touch.
 *
 *   idle ⇄ faded
 *   idle, faded → pressed → tapped → idle (reload)
 *                                  → pressedAgain → idle (back)
 *                         → dragging → idle (snapped and stored)
 *
 * Lengths are CSS px in the box that the ball floats in, durations ms. Timers are effects that a driver runs.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

export const TAP_PAUSE_MS = 250;
export const FADE_AFTER_MS = 2_000;
/** A finger is never quite still: less than this is a tap. */
export const SLOP_PX = 8;
/** One press of an arrow key. */
const KEY_STEP_PX = 48;

/** Where the ball rests, apart from the size of the box: a side, and thousandths of the way down. */
export interface BallPlace {
  readonly side: 'left' | 'right';
  readonly down: number;
}

export const FIRST_PLACE: BallPlace = { side: 'right', down: 620 };

export interface BallInput {
  readonly width: number;
  readonly height: number;
  /** Diameter, and the distance that it keeps from the edges. */
  readonly size: number;
  readonly margin: number;
  readonly place?: BallPlace;
}

export interface BallContext {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly margin: number;
  readonly place: BallPlace;
  /** Its left upper corner now. */
  readonly x: number;
  readonly y: number;
  /** Where the finger came down, and where the ball was then. */
  readonly press: { readonly x: number; readonly y: number; readonly ballX: number; readonly ballY: number } | null;
}

export type BallEvent =
  | { readonly type: 'PRESS'; readonly x: number; readonly y: number }
  | { readonly type: 'MOVE'; readonly x: number; readonly y: number }
  | { readonly type: 'RELEASE' }
  /** The system took the touch away. */
  | { readonly type: 'CANCEL' }
  | { readonly type: 'TAP_DUE' }
  | { readonly type: 'FADE_DUE' }
  | { readonly type: 'RESIZE'; readonly width: number; readonly height: number }
  /** A tap by keyboard or by assistive technology. */
  | { readonly type: 'ACTIVATE' }
  | { readonly type: 'KEY'; readonly to: 'left' | 'right' | 'up' | 'down' };

export type BallEffect =
  | { readonly do: 'reload' }
  | { readonly do: 'back' }
  | { readonly do: 'store'; readonly place: BallPlace }
  /** After `ms`, `TAP_DUE`; after `ms`, `FADE_DUE`. */
  | { readonly do: 'armTap' | 'armFade'; readonly ms: number }
  | { readonly do: 'disarmTap' | 'disarmFade' };

type Box = Pick<BallContext, 'width' | 'height' | 'size' | 'margin'>;

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

/** The left upper corner of a resting ball. */
export function cornerOf({ width, height, size, margin }: Box, place: BallPlace): { readonly x: number; readonly y: number } {
  const lowest = Math.max(margin, height - size - margin);
  return {
    x: place.side === 'left' ? margin : Math.max(margin, width - size - margin),
    y: Math.round(margin + ((lowest - margin) * place.down) / 1000),
  };
}

/** The resting place nearest to a corner. */
export function placeOf({ width, height, size, margin }: Box, x: number, y: number): BallPlace {
  const lowest = Math.max(margin, height - size - margin);
  const down = lowest === margin ? 0 : Math.round(((within(y, margin, lowest) - margin) * 1000) / (lowest - margin));
  return { side: x + size / 2 < width / 2 ? 'left' : 'right', down };
}

/** A stored place, or undefined for anything else. */
export function readPlace(text: string | null): BallPlace | undefined {
  const [, side, down] = /^(left|right):(\d{1,4})$/.exec(text ?? '') ?? [];
  return side && Number(down) <= 1000 ? { side: side as BallPlace['side'], down: Number(down) } : undefined;
}

export function writePlace({ side, down }: BallPlace): string {
  return `${side}:${down}`;
}

export const floatingBallMachine = setup({
  types: {
    context: {} as BallContext,
    events: {} as BallEvent,
    input: {} as BallInput,
    emitted: {} as Emitted<BallEffect>,
  },
  guards: {
    beyondSlop: ({ context: { press }, event }) =>
      event.type === 'MOVE' && press !== null && Math.hypot(event.x - press.x, event.y - press.y) > SLOP_PX,
  },
  actions: {
    takeHold: assign({
      press: ({ context, event }) => (event.type === 'PRESS' ? { x: event.x, y: event.y, ballX: context.x, ballY: context.y } : null),
    }),
    letGo: assign({ press: null }),
    follow: assign(({ context, event }) => {
      const { press, width, height, size } = context;
      if (event.type !== 'MOVE' || press === null) return {};
      return {
        x: within(press.ballX + event.x - press.x, 0, width - size),
        y: within(press.ballY + event.y - press.y, 0, height - size),
      };
    }),
    snap: enqueueActions(({ context, enqueue }) => {
      const place = placeOf(context, context.x, context.y);
      enqueue.assign({ place, ...cornerOf(context, place) });
      enqueue.emit(effect({ do: 'store', place }));
    }),
    /** Another box: the ball keeps its side and its share of the way down. */
    fit: assign(({ context, event }) => {
      if (event.type !== 'RESIZE') return {};
      const { width, height } = event;
      return { width, height, press: null, ...cornerOf({ ...context, width, height }, context.place) };
    }),
    step: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'KEY') return;
      const far = { left: [-context.width, 0], right: [context.width, 0], up: [0, -KEY_STEP_PX], down: [0, KEY_STEP_PX] } as const;
      const [dx, dy] = far[event.to];
      const place = placeOf(context, context.x + dx, context.y + dy);
      enqueue.assign({ place, ...cornerOf(context, place) });
      enqueue.emit(effect({ do: 'store', place }));
    }),
    reload: emit(effect({ do: 'reload' })),
    back: emit(effect({ do: 'back' })),
    armTap: emit(effect({ do: 'armTap', ms: TAP_PAUSE_MS })),
    disarmTap: emit(effect({ do: 'disarmTap' })),
    armFade: emit(effect({ do: 'armFade', ms: FADE_AFTER_MS })),
    disarmFade: emit(effect({ do: 'disarmFade' })),
  },
}).createMachine({
  id: 'floatingBall',
  context: ({ input }) => {
    const { place = FIRST_PLACE, width, height, size, margin } = input;
    return { width, height, size, margin, place, press: null, ...cornerOf(input, place) };
  },
  initial: 'idle',
  on: {
    RESIZE: { target: '.idle', actions: 'fit' },
  },
  states: {
    idle: {
      entry: 'armFade',
      exit: 'disarmFade',
      on: {
        PRESS: { target: 'pressed', actions: 'takeHold' },
        ACTIVATE: 'tapped',
        KEY: { target: 'idle', reenter: true, actions: 'step' },
        FADE_DUE: 'faded',
      },
    },
    faded: {
      on: {
        PRESS: { target: 'pressed', actions: 'takeHold' },
        ACTIVATE: 'tapped',
        KEY: { target: 'idle', actions: 'step' },
        // Turned or resized behind the player's back: no reason to light up.
        RESIZE: { actions: 'fit' },
      },
    },
    pressed: {
      on: {
        MOVE: { guard: 'beyondSlop', target: 'dragging', actions: 'follow' },
        RELEASE: { target: 'tapped', actions: 'letGo' },
        CANCEL: { target: 'idle', actions: 'letGo' },
      },
    },
    tapped: {
      entry: 'armTap',
      exit: 'disarmTap',
      on: {
        TAP_DUE: { target: 'idle', actions: 'reload' },
        PRESS: { target: 'pressedAgain', actions: 'takeHold' },
        ACTIVATE: { target: 'idle', actions: 'back' },
      },
    },
    pressedAgain: {
      on: {
        // A tap and then a drag is a drag: reloading under a finger that moves the ball would be nobody's wish.
        MOVE: { guard: 'beyondSlop', target: 'dragging', actions: 'follow' },
        RELEASE: { target: 'idle', actions: ['letGo', 'back'] },
        CANCEL: { target: 'idle', actions: 'letGo' },
      },
    },
    dragging: {
      on: {
        MOVE: { actions: 'follow' },
        RELEASE: { target: 'idle', actions: ['snap', 'letGo'] },
        CANCEL: { target: 'idle', actions: ['snap', 'letGo'] },
      },
    },
  },
});
