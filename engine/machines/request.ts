/**
 * One request to the server, as a pure model: what is sent, how it ended, and, for a request that changes something,
 * what became of it when no answer came.
 *
 *   idle → sending → done | refused                    an answer came: status 0, or another
 *                  → timedOut | failed | cancelled     no answer, and nothing depends on knowing
 *                  → doubt.asking ⇄ doubt.waiting      no answer, and money may have moved: ask until it is known
 *                        → resolved.landed | resolved.lost
 *
 * A request with an idempotency key is never assumed to have failed. Its key is stored before it is sent and dropped only when
 * the outcome is known, so that a reload in between takes up the question again (`RESUME`).
 * The machine does nothing itself: it emits effects, and a driver answers with events. Durations are milliseconds.
 */
import { assign, enqueueActions, setup } from 'xstate';

export interface RequestInput {
  readonly timeoutMs: number;
  /** Idempotency key of a request that changes something; left out for one that only reads. */
  readonly key?: string;
}

/** The envelope of the server's answer. */
export interface Answer {
  readonly status: number;
  readonly models: unknown;
  readonly msg: string;
}

export interface RequestContext extends RequestInput {
  readonly answer?: Answer;
  /** How often the outcome was asked for without learning it. */
  readonly asked: number;
}

export type RequestEvent =
  | { readonly type: 'SEND' }
  /** A page that was loaded anew takes up a key whose outcome is not known. */
  | { readonly type: 'RESUME' }
  /** `certain` false: the server answered that it does not know what it did (an internal error). */
  | { readonly type: 'ANSWER'; readonly answer: Answer; readonly certain: boolean }
  | { readonly type: 'FAILED' }
  | { readonly type: 'DEADLINE' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'OUTCOME'; readonly state: 'done' | 'unknown'; readonly answer?: Answer }
  | { readonly type: 'ASK_FAILED' }
  | { readonly type: 'ASK_DUE' };

export type RequestEffect =
  | { readonly do: 'storeKey'; readonly key: string }
  | { readonly do: 'dropKey'; readonly key: string }
  | { readonly do: 'send' }
  | { readonly do: 'abort' }
  /** Start the deadline: after `ms`, `DEADLINE`. */
  | { readonly do: 'arm'; readonly ms: number }
  | { readonly do: 'disarm' }
  | { readonly do: 'ask'; readonly key: string }
  /** After `ms`, or as soon as the phone is online again, `ASK_DUE`. */
  | { readonly do: 'askLater'; readonly ms: number };

/** Pauses between questions: quick at first, since most doubts are a lost answer, then gentle on a server that is down. */
export const ASK_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

type Emitted = { readonly type: 'effect'; readonly effect: RequestEffect };

export const requestMachine = setup({
  types: {
    context: {} as RequestContext,
    events: {} as RequestEvent,
    input: {} as RequestInput,
    emitted: {} as Emitted,
  },
  guards: {
    keyed: ({ context }) => context.key !== undefined,
  },
}).createMachine({
  id: 'request',
  context: ({ input }) => ({ ...input, asked: 0 }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        SEND: {
          target: 'sending',
          actions: enqueueActions(({ context, enqueue }) => {
            // The order is the point: a key that is not stored yet must not be on the wire.
            if (context.key !== undefined) enqueue.emit({ type: 'effect', effect: { do: 'storeKey', key: context.key } });
            enqueue.emit({ type: 'effect', effect: { do: 'arm', ms: context.timeoutMs } });
            enqueue.emit({ type: 'effect', effect: { do: 'send' } });
          }),
        },
        RESUME: { guard: 'keyed', target: 'doubt' },
      },
    },
    sending: {
      on: {
        ANSWER: [
          {
            guard: ({ context, event }) => context.key !== undefined && !event.certain,
            target: 'doubt',
            actions: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'effect', effect: { do: 'disarm' } })),
          },
          {
            guard: ({ event }) => event.answer.status === 0,
            target: 'done',
            actions: assign({ answer: ({ event }) => event.answer }),
          },
          { target: 'refused', actions: assign({ answer: ({ event }) => event.answer }) },
        ],
        FAILED: [
          {
            guard: 'keyed',
            target: 'doubt',
            actions: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'effect', effect: { do: 'disarm' } })),
          },
          { target: 'failed', actions: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'effect', effect: { do: 'disarm' } })) },
        ],
        DEADLINE: [
          {
            guard: 'keyed',
            target: 'doubt',
            actions: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'effect', effect: { do: 'abort' } })),
          },
          { target: 'timedOut', actions: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'effect', effect: { do: 'abort' } })) },
        ],
        // A request that changes something cannot be called back once it is on the wire.
        CANCEL: {
          guard: ({ context }) => context.key === undefined,
          target: 'cancelled',
          actions: enqueueActions(({ enqueue }) => {
            enqueue.emit({ type: 'effect', effect: { do: 'disarm' } });
            enqueue.emit({ type: 'effect', effect: { do: 'abort' } });
          }),
        },
      },
    },
    doubt: {
      initial: 'asking',
      states: {
        asking: {
          entry: enqueueActions(({ context, enqueue }) => {
            if (context.key !== undefined) enqueue.emit({ type: 'effect', effect: { do: 'ask', key: context.key } });
          }),
          on: {
            OUTCOME: [
              {
                guard: ({ event }) => event.state === 'done' && event.answer !== undefined,
                target: '#request.resolved.landed',
                actions: assign({ answer: ({ event }) => event.answer }),
              },
              { guard: ({ event }) => event.state === 'unknown', target: '#request.resolved.lost' },
              { target: 'waiting' },
            ],
            ASK_FAILED: 'waiting',
          },
        },
        waiting: {
          entry: [
            enqueueActions(({ context, enqueue }) => {
              const ms = ASK_PAUSES_MS[Math.min(context.asked, ASK_PAUSES_MS.length - 1)] as number;
              enqueue.emit({ type: 'effect', effect: { do: 'askLater', ms } });
            }),
            assign({ asked: ({ context }) => context.asked + 1 }),
          ],
          on: { ASK_DUE: 'asking' },
        },
      },
    },
    resolved: {
      initial: 'landed',
      states: { landed: {}, lost: {} },
      entry: enqueueActions(({ context, enqueue }) => {
        if (context.key !== undefined) enqueue.emit({ type: 'effect', effect: { do: 'dropKey', key: context.key } });
      }),
    },
    done: { entry: enqueueActions(({ context, enqueue }) => answered(context, (effect) => enqueue.emit({ type: 'effect', effect }))) },
    refused: { entry: enqueueActions(({ context, enqueue }) => answered(context, (effect) => enqueue.emit({ type: 'effect', effect }))) },
    timedOut: {},
    failed: {},
    cancelled: {},
  },
});

function answered(context: RequestContext, emit: (effect: RequestEffect) => void): void {
  emit({ do: 'disarm' });
  if (context.key !== undefined) emit({ do: 'dropKey', key: context.key });
}
