/**
 * One request to the server, as a pure model: it is sent, and it ends once.
 *
 *   idle → sending → done | refused                    an answer came: status 0, or another
 *                  → timedOut | failed | cancelled     no answer
 *
 * For a writing request without an answer, submission.ts finds the outcome.
 * Durations are milliseconds.
 */
import { assign, emit } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

export interface RequestInput {
  readonly timeoutMs: number;
}

/** The envelope of the server's answer. */
export interface Answer {
  readonly status: number;
  readonly models: unknown;
  readonly msg: string;
}

export interface RequestContext extends RequestInput {
  readonly answer?: Answer;
}

export type RequestEvent =
  | { readonly type: 'SEND' }
  | { readonly type: 'ANSWER'; readonly answer: Answer }
  /** No answer came, or an invalid one. */
  | { readonly type: 'FAILED' }
  | { readonly type: 'DEADLINE' }
  | { readonly type: 'CANCEL' };

export type RequestEffect =
  | { readonly do: 'send' }
  | { readonly do: 'abort' }
  /** Start the deadline: after `ms`, `DEADLINE`. */
  | { readonly do: 'arm'; readonly ms: number }
  | { readonly do: 'disarm' };

export const requestMachine = setup({
  types: {
    context: {} as RequestContext,
    events: {} as RequestEvent,
    input: {} as RequestInput,
    emitted: {} as Emitted<RequestEffect>,
  },
  guards: {
    isDone: ({ event }) => event.type === 'ANSWER' && event.answer.status === 0,
  },
  actions: {
    keepAnswer: assign(({ event }) => (event.type === 'ANSWER' ? { answer: event.answer } : {})),
    arm: emit(({ context }) => effect({ do: 'arm', ms: context.timeoutMs })),
    disarm: emit(effect({ do: 'disarm' })),
    send: emit(effect({ do: 'send' })),
    abort: emit(effect({ do: 'abort' })),
  },
}).createMachine({
  id: 'request',
  context: ({ input }) => ({ ...input }),
  initial: 'idle',
  states: {
    idle: { on: { SEND: { target: 'sending', actions: ['arm', 'send'] } } },
    sending: {
      on: {
        ANSWER: [
          { guard: 'isDone', target: 'done', actions: ['keepAnswer', 'disarm'] },
          { target: 'refused', actions: ['keepAnswer', 'disarm'] },
        ],
        FAILED: { target: 'failed', actions: 'disarm' },
        DEADLINE: { target: 'timedOut', actions: 'abort' },
        CANCEL: { target: 'cancelled', actions: ['disarm', 'abort'] },
      },
    },
    done: {},
    refused: {},
    timedOut: {},
    failed: {},
    cancelled: {},
  },
});
