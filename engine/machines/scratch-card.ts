/**
 * A scratch card under the finger, as a pure model. What the card holds is asked for with the first stroke, so that it stands under the coat
 * when the coat goes; until enough is scratched off, nothing else on the page may tell it.
 *
 *   ready → scratching → opening → shown
 *                                  failed → opening (the same card is asked for again)
 *
 * One tap opens the whole card at once. Coverage is in thousandths of the surface; the driver keeps the count.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** Scratched off so far, the card is open (specification of the product: 60 %). */
export const OPEN_FROM = 600;

export interface ScratchContext {
  /** What has been scratched off, thousandths. */
  readonly cleared: number;
  /** Whether the server was asked, and has not failed to answer. */
  readonly asked: boolean;
  /** Whether the server has said what the card holds. */
  readonly known: boolean;
  readonly won: boolean;
}

export type ScratchEvent =
  /** The finger comes down. */
  | { readonly type: 'STROKE' }
  /** So much is scratched off now. */
  | { readonly type: 'CLEARED'; readonly permille: number }
  /** 一键刮开, by tap or key; also what a stroke is under reduced motion. */
  | { readonly type: 'OPEN' }
  /** What the card holds. It comes unasked for a card that was opened before. */
  | { readonly type: 'RESULT'; readonly won: boolean }
  | { readonly type: 'FAILED' }
  | { readonly type: 'AGAIN' };

export type ScratchEffect =
  /** Ask the server to open the card. */
  | { readonly do: 'ask' }
  /** From now on nothing else may tell the outcome. */
  | { readonly do: 'hold' }
  | { readonly do: 'release' }
  /** The rest of the coat disappears, and the outcome may be shown. */
  | { readonly do: 'reveal'; readonly won: boolean };

export const scratchCardMachine = setup({
  types: {
    context: {} as ScratchContext,
    events: {} as ScratchEvent,
    emitted: {} as Emitted<ScratchEffect>,
  },
  guards: {
    enoughKnown: ({ context, event }) => event.type === 'CLEARED' && event.permille >= OPEN_FROM && context.known,
    enoughAsked: ({ context, event }) => event.type === 'CLEARED' && event.permille >= OPEN_FROM && context.asked,
    enough: ({ event }) => event.type === 'CLEARED' && event.permille >= OPEN_FROM,
    known: ({ context }) => context.known,
    asked: ({ context }) => context.asked,
    unknown: ({ context }) => !context.known,
  },
  actions: {
    ask: enqueueActions(({ enqueue }) => {
      enqueue.assign({ asked: true });
      enqueue.emit(effect({ do: 'ask' }));
    }),
    forget: assign({ asked: false }),
    hold: emit(effect({ do: 'hold' })),
    release: emit(effect({ do: 'release' })),
    count: assign(({ context, event }) => (event.type === 'CLEARED' ? { cleared: Math.max(context.cleared, event.permille) } : {})),
    learn: assign(({ event }) => (event.type === 'RESULT' ? { known: true, won: event.won } : {})),
    reveal: enqueueActions(({ context, enqueue }) => {
      enqueue.emit(effect({ do: 'reveal', won: context.won }));
    }),
  },
}).createMachine({
  id: 'scratchCard',
  context: { cleared: 0, asked: false, known: false, won: false },
  initial: 'ready',
  states: {
    ready: {
      on: {
        STROKE: { target: 'under.scratching', actions: 'ask' },
        OPEN: { target: 'under.opening', actions: 'ask' },
        // Opened before: it is shown as it is, without ado.
        RESULT: { target: 'shown', actions: 'learn' },
      },
    },
    under: {
      entry: 'hold',
      exit: 'release',
      initial: 'scratching',
      states: {
        scratching: {
          on: {
            CLEARED: [
              { guard: 'enoughKnown', target: '#scratchCard.shown', actions: ['count', 'reveal'] },
              { guard: 'enoughAsked', target: 'opening', actions: 'count' },
              { guard: 'enough', target: 'opening', actions: ['count', 'ask'] },
              { actions: 'count' },
            ],
            OPEN: [
              { guard: 'known', target: '#scratchCard.shown', actions: 'reveal' },
              { guard: 'asked', target: 'opening' },
              { target: 'opening', actions: 'ask' },
            ],
            RESULT: { actions: 'learn' },
            // Nobody scratches in vain: it is asked for again when enough is gone.
            FAILED: { guard: 'unknown', actions: 'forget' },
          },
        },
        opening: {
          on: {
            RESULT: { target: '#scratchCard.shown', actions: ['learn', 'reveal'] },
            FAILED: { target: '#scratchCard.failed' },
          },
        },
      },
    },
    failed: {
      on: {
        AGAIN: { target: 'under.opening', actions: 'ask' },
        RESULT: { target: 'shown', actions: ['learn', 'reveal'] },
      },
    },
    shown: {},
  },
});
