/**
 * The tutorial overlay over a page that just opened, as a pure model: it counts down and goes by itself, or is dismissed
 * (specification sections 2, 4 and 9: visible for 10 s).
 *
 *   waiting → shown → hidden
 *
 * Nothing counts ticks: every TICK carries the device's time (unix ms), so a phone that slept is right at its first tick.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

export interface TutorialInput {
  /** How long it stays, seconds. */
  readonly seconds: number;
}

export interface TutorialContext extends TutorialInput {
  readonly endsAt: number;
  readonly secondsLeft: number;
}

export type TutorialEvent =
  | { readonly type: 'SHOW'; readonly now: number }
  | { readonly type: 'TICK'; readonly now: number }
  /** On to what lies under it. */
  | { readonly type: 'ENTER' }
  /** Back to where the player came from. */
  | { readonly type: 'LEAVE' };

export type TutorialEffect =
  /** After `ms`, `TICK`. */
  { readonly do: 'tickLater'; readonly ms: number } | { readonly do: 'stopTicks' } | { readonly do: 'back' };

/** Rounded up, so that 0 is never shown; a clock that was set back shows no more than the whole time. */
function secondsLeft(seconds: number, endsAt: number, now: number): number {
  return Math.min(seconds, Math.max(0, Math.ceil((endsAt - now) / 1000)));
}

export const tutorialMachine = setup({
  types: {
    context: {} as TutorialContext,
    events: {} as TutorialEvent,
    input: {} as TutorialInput,
    emitted: {} as Emitted<TutorialEffect>,
  },
  guards: {
    isOver: ({ context, event }) => event.type === 'TICK' && event.now >= context.endsAt,
  },
  actions: {
    /** To the next full second. */
    tickLater: enqueueActions(({ context, event, enqueue }) => {
      if (!('now' in event)) return;
      const ms = Math.min(1_000, Math.max(1, context.endsAt - event.now - (context.secondsLeft - 1) * 1_000));
      enqueue.emit(effect({ do: 'tickLater', ms }));
    }),
  },
}).createMachine({
  id: 'tutorial',
  context: ({ input }) => ({ ...input, endsAt: 0, secondsLeft: input.seconds }),
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        SHOW: {
          target: 'shown',
          actions: [assign({ endsAt: ({ context, event }) => event.now + context.seconds * 1_000 }), 'tickLater'],
        },
      },
    },
    shown: {
      exit: emit(effect({ do: 'stopTicks' })),
      on: {
        TICK: [
          { guard: 'isOver', target: 'hidden', actions: assign({ secondsLeft: 0 }) },
          {
            actions: [
              assign({ secondsLeft: ({ context, event }) => secondsLeft(context.seconds, context.endsAt, event.now) }),
              'tickLater',
            ],
          },
        ],
        ENTER: 'hidden',
        LEAVE: {
          target: 'hidden',
          actions: emit(effect({ do: 'back' })),
        },
      },
    },
    hidden: {},
  },
});
