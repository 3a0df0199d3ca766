/**
 * Which page stands and which one is leaving, as a pure model (specification sections 2 and 9: 300 ms, forward or backward).
 *
 *   empty → still ⇄ moving
 *
 * A page is whatever the host draws; the model only knows its key and its address. A second arrival while one moves takes its place at once:
 * the page that was arriving becomes the one that leaves. The tab of the home page is kept beside it: page and tab together say what the
 * player sees, which is what a replay shows.
 */
import { assign, emit } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

export const TRANSITION_MS = 300;
/** The page that left stays this much longer, so that it never vanishes before its motion ended. */
const GRACE_MS = 20;

export interface TransitionPage {
  readonly key: number;
  readonly address: string;
  /** Reached by going back. */
  readonly back: boolean;
}

export type TransitionDirection = 'forward' | 'backward' | 'none';

export interface TransitionContext {
  readonly keys: number;
  readonly current: TransitionPage | null;
  readonly leaving: TransitionPage | null;
  readonly direction: TransitionDirection;
  /** Tab that the home page shows, from 0. */
  readonly tab: number;
}

export type TransitionEvent =
  /** `still`: the player asked for no motion. */
  | { readonly type: 'ARRIVE'; readonly address: string; readonly direction: TransitionDirection; readonly still: boolean }
  | { readonly type: 'MOVED' }
  | { readonly type: 'TAB'; readonly index: number };

/** After `ms`, `MOVED`; a later one takes the place of an earlier one. */
export type TransitionEffect = { readonly do: 'arm'; readonly ms: number } | { readonly do: 'disarm' };

export const pageTransitionMachine = setup({
  types: {
    context: {} as TransitionContext,
    events: {} as TransitionEvent,
    emitted: {} as Emitted<TransitionEffect>,
  },
  guards: {
    isSame: ({ context, event }) => event.type === 'ARRIVE' && event.address === context.current?.address,
    moves: ({ context, event }) => event.type === 'ARRIVE' && context.current !== null && event.direction !== 'none' && !event.still,
  },
  actions: {
    arrive: assign(({ context, event }) => {
      if (event.type !== 'ARRIVE') return {};
      const key = context.keys + 1;
      return {
        keys: key,
        current: { key, address: event.address, back: event.direction === 'backward' },
        leaving: null,
        direction: 'none' as const,
      };
    }),
    arriveMoving: assign(({ context, event }) => {
      if (event.type !== 'ARRIVE') return {};
      const key = context.keys + 1;
      return {
        keys: key,
        current: { key, address: event.address, back: event.direction === 'backward' },
        leaving: context.current,
        direction: event.direction,
      };
    }),
    takeTab: assign(({ event }) => (event.type === 'TAB' ? { tab: event.index } : {})),
    rest: assign({ leaving: null, direction: 'none' }),
    arm: emit(effect({ do: 'arm', ms: TRANSITION_MS + GRACE_MS })),
    disarm: emit(effect({ do: 'disarm' })),
  },
}).createMachine({
  id: 'pageTransition',
  context: { keys: 0, current: null, leaving: null, direction: 'none', tab: 0 },
  initial: 'empty',
  on: {
    ARRIVE: [{ guard: 'isSame' }, { guard: 'moves', target: '.moving', actions: 'arriveMoving' }, { target: '.still', actions: 'arrive' }],
    TAB: { actions: 'takeTab' },
  },
  states: {
    empty: {},
    still: {},
    moving: {
      exit: 'disarm',
      entry: 'arm',
      on: { MOVED: { target: 'still', actions: 'rest' } },
    },
  },
});
