/**
 * The submit lock (specification section 4, "Submit lock flag"): at most one bet of a slip is under way, whatever the thumb or the network does.
 *
 *   idle → submitting → accepted | refused | doubt → accepted | refused
 *
 * A reload in the middle of sending comes back as `doubt`: the request may have arrived, so the key is asked about, never guessed.
 * Effects: `store`, `send`, `ask`, `forget`, `busy`. Ids and time come in with events.
 */
import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate';

/** What is being sent; opaque to the machine, plain data. */
export interface Submission {
  /** Idempotency key: made once, the same for every repetition. */
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface Refusal {
  readonly status: number;
  readonly msg: string;
}

export interface SubmitContext {
  readonly submission: Submission | null;
  /** The server's answer to an accepted submission, as it came. */
  readonly answer: unknown;
  readonly refusal: Refusal | null;
  /** How often the outcome has been asked for; the driver spaces its questions by it. */
  readonly asked: number;
}

export type SubmitEvent =
  | { readonly type: 'SUBMIT'; readonly submission: Submission }
  | { readonly type: 'ACCEPTED'; readonly answer: unknown }
  | { readonly type: 'REFUSED'; readonly refusal: Refusal }
  /** Sent, and nobody knows whether it arrived. */
  | { readonly type: 'DOUBT' }
  | { readonly type: 'ASK' }
  /** The server: it was done, and this was the answer. */
  | { readonly type: 'LANDED'; readonly answer: unknown }
  /** The server: nothing was done under this key, and nothing will be. */
  | { readonly type: 'LOST' }
  | { readonly type: 'DISMISS' };

export type SubmitEffect =
  /** Write it down before anything leaves the phone: a page that dies must find the key again. */
  | { readonly type: 'effect'; readonly effect: 'store'; readonly submission: Submission }
  /** The outcome is known: nothing is left to ask about. */
  | { readonly type: 'effect'; readonly effect: 'forget' }
  | { readonly type: 'effect'; readonly effect: 'send'; readonly submission: Submission }
  | { readonly type: 'effect'; readonly effect: 'ask'; readonly key: string; readonly asked: number }
  | { readonly type: 'effect'; readonly effect: 'busy' };

export interface SubmitInput {
  /** A submission that was under way when the page went away. */
  readonly unfinished?: Submission;
}

/** Refusal status, the phone's own, for a submission that never reached the server; the words for it are the screen's. */
export const LOST_STATUS = -1;

export const submitLockMachine = setup({
  types: {
    context: {} as SubmitContext,
    events: {} as SubmitEvent,
    input: {} as SubmitInput,
    emitted: {} as SubmitEffect,
  },
  guards: {
    isUnfinished: ({ context }) => context.submission !== null,
  },
  actions: {
    begin: assign(({ event }) => (event.type === 'SUBMIT' ? { submission: event.submission, answer: null, refusal: null, asked: 0 } : {})),
    keepAnswer: assign(({ event }) => (event.type === 'ACCEPTED' || event.type === 'LANDED' ? { answer: event.answer } : {})),
    keepRefusal: assign(({ event }) => (event.type === 'REFUSED' ? { refusal: event.refusal } : {})),
    markLost: assign({ refusal: { status: LOST_STATUS, msg: '' } }),
    countAsk: assign({ asked: ({ context }) => context.asked + 1 }),
    forget: assign({ submission: null, answer: null, refusal: null, asked: 0 }),
    store: emit(({ context }) => ({ type: 'effect', effect: 'store', submission: context.submission as Submission })),
    forgetStored: emit({ type: 'effect', effect: 'forget' }),
    busy: emit({ type: 'effect', effect: 'busy' }),
    send: emit(({ context }) => ({ type: 'effect', effect: 'send', submission: context.submission as Submission })),
    ask: emit(({ context }) => ({ type: 'effect', effect: 'ask', key: context.submission?.key ?? '', asked: context.asked })),
  },
}).createMachine({
  id: 'submitLock',
  context: ({ input }) => ({ submission: input.unfinished ?? null, answer: null, refusal: null, asked: 0 }),
  initial: 'idle',
  states: {
    idle: {
      always: { guard: 'isUnfinished', target: 'doubt' },
      on: { SUBMIT: { target: 'submitting', actions: 'begin' } },
    },
    submitting: {
      entry: ['store', 'send'],
      on: {
        SUBMIT: { actions: 'busy' },
        ACCEPTED: { target: 'accepted', actions: 'keepAnswer' },
        REFUSED: { target: 'refused', actions: 'keepRefusal' },
        DOUBT: 'doubt',
      },
    },
    doubt: {
      entry: ['store', 'ask'],
      on: {
        SUBMIT: { actions: 'busy' },
        ASK: { actions: ['countAsk', 'ask'] },
        // The first answer may still arrive while the question is under way.
        ACCEPTED: { target: 'accepted', actions: 'keepAnswer' },
        LANDED: { target: 'accepted', actions: 'keepAnswer' },
        REFUSED: { target: 'refused', actions: 'keepRefusal' },
        LOST: { target: 'refused', actions: 'markLost' },
      },
    },
    accepted: {
      entry: 'forgetStored',
      on: { DISMISS: { target: 'idle', actions: 'forget' } },
    },
    refused: {
      entry: 'forgetStored',
      on: { DISMISS: { target: 'idle', actions: 'forget' }, SUBMIT: { target: 'submitting', actions: 'begin' } },
    },
  },
});

export type SubmitActor = ActorRefFrom<typeof submitLockMachine>;
export type SubmitSnapshot = SnapshotFrom<typeof submitLockMachine>;

/** Reads back what `store` wrote (the submission as JSON); anything else is undefined. */
export function readUnfinished(text: string | null): Submission | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { key, params } = value as Record<string, unknown>;
    if (typeof key !== 'string' || key === '' || typeof params !== 'object' || params === null) return undefined;
    if (!Object.values(params).every((each) => typeof each === 'string')) return undefined;
    return { key, params: params as Record<string, string> };
  } catch {
    return undefined;
  }
}
