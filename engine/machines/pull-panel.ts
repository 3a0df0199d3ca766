/**
 * A panel that is pulled down with a finger, as a pure model: it follows the finger, and when that lets go it goes on to where it was being
 * moved. A button opens and closes it too.
 *
 *   closed → touched → following → settling → open → touched → …
 *
 * Lengths are CSS px, instants ms of any clock that goes forward. How long settling takes is the driver's: it tells when it is over.
 */
import { assign, emit } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** A finger is never quite still: less than this is a tap. */
export const PULL_SLOP_PX = 10;
/** Let go slowly after this part of its height (permille), the panel goes on; before, it goes back. */
const GOES_ON_AT = 400;
/** A finger faster than this when it lets go (px a second) says where the panel goes, however far it is. */
const FLING = 350;
/** A finger that rests this long (ms) before it lets go has no speed. */
const REST_MS = 100;

export interface PullContext {
  /** Where the finger came down. */
  readonly startY: number;
  readonly lastY: number;
  readonly lastAt: number;
  /** Downward, px a second. */
  readonly speed: number;
  /** It was open when the finger came down. */
  readonly wasOpen: boolean;
  /** Height of the whole panel, px. */
  readonly height: number;
  /** Height of its visible part, px. */
  readonly shown: number;
}

export type PullEvent =
  /** `height`: of the panel when it is open. */
  | { readonly type: 'DOWN'; readonly y: number; readonly at: number; readonly height: number }
  | { readonly type: 'MOVE'; readonly y: number; readonly at: number }
  | { readonly type: 'UP'; readonly at: number }
  /** The system took the touch away. */
  | { readonly type: 'CANCEL' }
  /** What is pulled is drawn when it is first seen, and only then is its height known. */
  | { readonly type: 'MEASURED'; readonly height: number }
  /** The button. */
  | { readonly type: 'TOGGLE' }
  /** The panel stands where it was to go. */
  | { readonly type: 'SETTLED' };

export type PullEffect =
  /** So much of it shows, under the finger. */
  | { readonly do: 'follow'; readonly shown: number }
  /** From there to open or closed, then `SETTLED`. */
  | { readonly do: 'settle'; readonly from: number; readonly to: number };

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
const shownAt = ({ wasOpen, height, startY }: PullContext, y: number): number => within((wasOpen ? height : 0) + y - startY, height);
const opens = ({ speed, shown, height, wasOpen }: PullContext): boolean =>
  Math.abs(speed) >= FLING ? speed > 0 : shown * 1_000 >= height * (wasOpen ? 1_000 - GOES_ON_AT : GOES_ON_AT);

export const pullPanelMachine = setup({
  types: {
    context: {} as PullContext,
    events: {} as PullEvent,
    emitted: {} as Emitted<PullEffect>,
  },
  guards: {
    wasOpen: ({ context }) => context.wasOpen,
    /** Down on what is closed, up on what is open; the other way the page scrolls. */
    pulls: ({ context: { startY, wasOpen }, event }) =>
      event.type === 'MOVE' && (wasOpen ? startY - event.y : event.y - startY) > PULL_SLOP_PX,
    /** The other way, or far enough aside that it cannot become a pull. */
    scrolls: ({ context: { startY, wasOpen }, event }) =>
      event.type === 'MOVE' && (wasOpen ? event.y - startY : startY - event.y) > PULL_SLOP_PX,
    isOpen: ({ context }) => context.shown > 0,
  },
  actions: {
    takeHold: assign(({ event }, { open }: { open: boolean }) =>
      event.type === 'DOWN'
        ? {
            startY: event.y,
            lastY: event.y,
            lastAt: event.at,
            speed: 0,
            wasOpen: open,
            height: event.height,
            shown: open ? event.height : 0,
          }
        : {},
    ),
    move: assign(({ context, event }) => {
      if (event.type !== 'MOVE') return {};
      const took = event.at - context.lastAt;
      const speed = took > 0 ? Math.round(((event.y - context.lastY) * 1_000) / took) : context.speed;
      return { lastY: event.y, lastAt: event.at, speed, shown: shownAt(context, event.y) };
    }),
    measure: assign(({ context, event }) =>
      event.type === 'MEASURED' ? { height: event.height, shown: shownAt({ ...context, height: event.height }, context.lastY) } : {},
    ),
    rest: assign(({ context, event }) => (event.type === 'UP' && event.at - context.lastAt > REST_MS ? { speed: 0 } : {})),
    follow: emit(({ context: { shown } }) => effect({ do: 'follow', shown })),
    settle: emit(({ context }) => effect({ do: 'settle', from: context.shown, to: opens(context) ? context.height : 0 })),
    settleBack: emit(({ context }) => effect({ do: 'settle', from: context.shown, to: context.wasOpen ? context.height : 0 })),
    arrive: assign({ shown: ({ context }) => (opens(context) ? context.height : 0) }),
    arriveBack: assign({ shown: ({ context }) => (context.wasOpen ? context.height : 0) }),
  },
}).createMachine({
  id: 'pullPanel',
  context: { startY: 0, lastY: 0, lastAt: 0, speed: 0, wasOpen: false, height: 0, shown: 0 },
  initial: 'closed',
  states: {
    closed: {
      on: {
        TOGGLE: 'open',
        DOWN: { target: 'touched', actions: { type: 'takeHold', params: { open: false } } },
      },
    },
    open: {
      on: {
        TOGGLE: 'closed',
        DOWN: { target: 'touched', actions: { type: 'takeHold', params: { open: true } } },
      },
    },
    /** A finger is on it, and it is not known yet what it does. */
    touched: {
      initial: 'waiting',
      on: {
        // A tap: the click that follows is the button's.
        UP: [{ guard: 'wasOpen', target: 'open' }, { target: 'closed' }],
        CANCEL: [{ guard: 'wasOpen', target: 'open' }, { target: 'closed' }],
        TOGGLE: [{ guard: 'wasOpen', target: 'closed' }, { target: 'open' }],
      },
      states: {
        waiting: {
          on: {
            MOVE: [
              { guard: 'pulls', target: '#pullPanel.following', actions: ['move', 'follow'] },
              { guard: 'scrolls', target: 'scrolling' },
            ],
          },
        },
        /** The page scrolls under this finger until it lets go. */
        scrolling: {},
      },
    },
    following: {
      on: {
        MOVE: { actions: ['move', 'follow'] },
        MEASURED: { actions: ['measure', 'follow'] },
        UP: { target: 'settling', actions: ['rest', 'settle', 'arrive'] },
        CANCEL: { target: 'settling', actions: ['settleBack', 'arriveBack'] },
      },
    },
    settling: {
      on: {
        SETTLED: [{ guard: 'isOpen', target: 'open' }, { target: 'closed' }],
      },
    },
  },
});
