/**
 * The submission of something that must happen at most once (specification section 4, "Submit lock flag"): a bet, a withdrawal, a
 * cancellation. Only one submission is under way at a time, however often the player taps. Pure machine.
 *
 *   idle → sending → accepted | refused               the server's answer came
 *                  → doubt.asking ⇄ doubt.waiting     sent, and no answer came: look up the outcome of the key until the server knows it
 *                        → accepted | refused         refused with LOST_STATUS: nothing was done under this key, and nothing will be
 *
 * The key is stored before the request leaves and forgotten only when the outcome is known. A page that was loaded again starts in doubt
 * about what an earlier page left unfinished (`input.unfinished`), and another player's login puts that player's unfinished submission, or
 * none, in the place of the present one (`RESUME`). Keys and the ends of pauses come as events: the machine reads no clock.
 */
import { type ActorRefFrom, assign, emit, type SnapshotFrom } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** The request: plain data without secrets, since it is stored and recorded. */
export interface Submission {
  /** Idempotency key: the server does at most one thing under it, and gives the same answer however often it is sent. */
  readonly key: string;
  /** Path of the call. */
  readonly call: string;
  readonly method: 'GET' | 'POST';
  readonly params: Readonly<Record<string, string>>;
}

export interface Refusal {
  /** Business status of the server's answer, or LOST_STATUS. */
  readonly status: number;
  readonly msg: string;
  /** Data of the server's refusal beside the message, such as the field that is wrong. */
  readonly models?: unknown;
}

export interface SubmissionContext {
  /** The submission that is under way, or the last one; null only in the state idle. */
  readonly submission: Submission | null;
  /** `models` of the server's answer to an accepted submission. */
  readonly answer: unknown;
  /** `msg` of that answer. */
  readonly msg: string;
  readonly refusal: Refusal | null;
  /** Number of questions about the outcome that did not bring it. */
  readonly asked: number;
}

export type SubmissionEvent =
  | { readonly type: 'SUBMIT'; readonly submission: Submission }
  /** The server did it: its answer, at once or when it was asked. */
  | { readonly type: 'ACCEPTED'; readonly answer: unknown; readonly msg: string }
  /** The server did not do it, and says why. */
  | { readonly type: 'REFUSED'; readonly refusal: Refusal }
  /** Sent, and nobody knows whether it was done. */
  | { readonly type: 'NO_ANSWER' }
  /** The server could not give the outcome of the key. */
  | { readonly type: 'ASK_FAILED' }
  /** The pause is over, the phone is online or visible again, or the player wants to know now. */
  | { readonly type: 'ASK_DUE' }
  /** The server: nothing was done under this key, and nothing will be. */
  | { readonly type: 'LOST' }
  | { readonly type: 'DISMISS' }
  /**
   * Replaces the present submission by an unfinished one, or by none: another player logged in, another page of this player sent something,
   * or an earlier page was closed before the player had read the outcome.
   */
  | { readonly type: 'RESUME'; readonly submission: Submission | null };

export type SubmissionEffect =
  /** Store it before the request is sent, so that the next page finds the key if this one dies. */
  | { readonly do: 'store'; readonly submission: Submission }
  | { readonly do: 'send'; readonly submission: Submission }
  /** Look up the outcome of the key on the server; answer with ACCEPTED, REFUSED, LOST or ASK_FAILED. */
  | { readonly do: 'ask'; readonly key: string }
  /** ASK_DUE after `ms`. */
  | { readonly do: 'askLater'; readonly ms: number }
  | { readonly do: 'cancelAskLater' }
  /** The outcome is known: nothing is left to ask about. */
  | { readonly do: 'forget'; readonly key: string };

export interface SubmissionInput {
  /** A submission that was under way when an earlier page went away. */
  readonly unfinished?: Submission;
}

/** Status of a submission that the server did not execute and never will. It comes from this machine and not from the server; the screen has the text for it. */
export const LOST_STATUS = -1;

/** Pauses between questions, ms: short at first, since mostly only the answer was lost; then longer, to spare a server that is down. */
export const ASK_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

const NOTHING = { submission: null, answer: null, msg: '', refusal: null, asked: 0 } as const;

export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    input: {} as SubmissionInput,
    emitted: {} as Emitted<SubmissionEffect>,
  },
  guards: {
    isUnfinished: ({ context }) => context.submission !== null,
  },
  actions: {
    begin: assign(({ event }) => (event.type === 'SUBMIT' ? { ...NOTHING, submission: event.submission } : {})),
    resume: assign(({ event }) => (event.type === 'RESUME' ? { ...NOTHING, submission: event.submission } : {})),
    keepAnswer: assign(({ event }) => (event.type === 'ACCEPTED' ? { answer: event.answer, msg: event.msg } : {})),
    keepRefusal: assign(({ event }) => (event.type === 'REFUSED' ? { refusal: event.refusal } : {})),
    markLost: assign({ refusal: { status: LOST_STATUS, msg: '' } }),
    countAsk: assign({ asked: ({ context }) => context.asked + 1 }),
    clear: assign({ ...NOTHING }),
    store: emit(({ context }) => effect({ do: 'store', submission: context.submission as Submission })),
    send: emit(({ context }) => effect({ do: 'send', submission: context.submission as Submission })),
    ask: emit(({ context }) => effect({ do: 'ask', key: context.submission?.key ?? '' })),
    askLater: emit(({ context }) =>
      effect({ do: 'askLater', ms: ASK_PAUSES_MS[Math.min(context.asked, ASK_PAUSES_MS.length - 1)] as number }),
    ),
    cancelAskLater: emit(effect({ do: 'cancelAskLater' })),
    forget: emit(({ context }) => effect({ do: 'forget', key: context.submission?.key ?? '' })),
  },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({ ...NOTHING, submission: input.unfinished ?? null }),
  initial: 'idle',
  on: { RESUME: { target: '.idle', actions: 'resume' } },
  states: {
    idle: {
      always: { guard: 'isUnfinished', target: 'doubt' },
      on: { SUBMIT: { target: 'sending', actions: 'begin' } },
    },
    sending: {
      // In this order: a key must be stored before it is sent.
      entry: ['store', 'send'],
      on: {
        ACCEPTED: { target: 'accepted', actions: 'keepAnswer' },
        REFUSED: { target: 'refused', actions: 'keepRefusal' },
        NO_ANSWER: 'doubt',
      },
    },
    doubt: {
      initial: 'asking',
      on: {
        ACCEPTED: { target: 'accepted', actions: 'keepAnswer' },
        REFUSED: { target: 'refused', actions: 'keepRefusal' },
        LOST: { target: 'refused', actions: 'markLost' },
      },
      states: {
        asking: {
          entry: 'ask',
          on: { ASK_FAILED: 'waiting' },
        },
        waiting: {
          entry: ['askLater', 'countAsk'],
          exit: 'cancelAskLater',
          on: { ASK_DUE: 'asking' },
        },
      },
    },
    accepted: {
      entry: 'forget',
      on: { DISMISS: { target: 'idle', actions: 'clear' }, SUBMIT: { target: 'sending', actions: 'begin' } },
    },
    refused: {
      entry: 'forget',
      on: { DISMISS: { target: 'idle', actions: 'clear' }, SUBMIT: { target: 'sending', actions: 'begin' } },
    },
  },
});

export type SubmissionActor = ActorRefFrom<typeof submissionMachine>;
export type SubmissionSnapshot = SnapshotFrom<typeof submissionMachine>;

/** Sent or in doubt: a further SUBMIT does nothing. */
export const isUnderWay = (snapshot: SubmissionSnapshot): boolean => snapshot.matches('sending') || snapshot.matches('doubt');
