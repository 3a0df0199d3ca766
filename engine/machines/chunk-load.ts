/**
 * A pure model of loading a part of the app (specification sections 4, 8 and 9). Loading takes at most 120 s. A failure has a type ("missing",
 * "timeout", or the type of the event that ended the load) and the requested address.
 *
 *   idle → loading → loaded
 *                  → failed → loading (retry)
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

export const CHUNK_TIMEOUT_MS = 120_000;

export interface ChunkInput {
  /** Address, or name, of the chunk. */
  readonly request: string;
}

export interface ChunkContext extends ChunkInput {
  readonly failure: { readonly type: string; readonly request: string } | null;
}

export type ChunkEvent =
  | { readonly type: 'LOAD' }
  | { readonly type: 'LOADED' }
  /** `eventType`: the type of the event that ended the load; left out if the part does not exist. `request`: the address, if the browser gave it. */
  | { readonly type: 'FAILED'; readonly eventType?: string; readonly request?: string }
  | { readonly type: 'DEADLINE' };

export type ChunkEffect = { readonly do: 'load' } | { readonly do: 'arm'; readonly ms: number } | { readonly do: 'disarm' };

export const chunkLoadMachine = setup({
  types: {
    context: {} as ChunkContext,
    events: {} as ChunkEvent,
    input: {} as ChunkInput,
    emitted: {} as Emitted<ChunkEffect>,
  },
  actions: {
    begin: enqueueActions(({ enqueue }) => {
      enqueue.assign({ failure: null });
      enqueue.emit(effect({ do: 'arm', ms: CHUNK_TIMEOUT_MS }));
      enqueue.emit(effect({ do: 'load' }));
    }),
    disarm: emit(effect({ do: 'disarm' })),
  },
}).createMachine({
  id: 'chunkLoad',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'idle',
  states: {
    idle: { on: { LOAD: { target: 'loading', actions: 'begin' } } },
    loading: {
      on: {
        LOADED: { target: 'loaded', actions: 'disarm' },
        FAILED: {
          target: 'failed',
          actions: [
            'disarm',
            assign({
              failure: ({ context, event }) => ({ type: event.eventType ?? 'missing', request: event.request ?? context.request }),
            }),
          ],
        },
        DEADLINE: { target: 'failed', actions: assign({ failure: ({ context }) => ({ type: 'timeout', request: context.request }) }) },
      },
    },
    loaded: {},
    // A chunk that arrives after the deadline is ignored, because the caller has got the error already.
    failed: { on: { LOAD: { target: 'loading', actions: 'begin' } } },
  },
});
