/**
 * Submissions by scope: sends what changes something at most once, and finds out what became of it (engine/machines/submission.ts).
 *
 * One record for each player and scope lies in storage. It holds the idempotency key that the scope's next submission goes out under, and,
 * from before it is sent until its outcome is known, what was sent. So a reload, a logout and another tab find the right thing, and
 * another player finds nothing.
 *
 * Two tabs of one player share the record and with it the key, which is there before either of them sends: the same request from both is
 * one request to the server, and both learn its answer; another request under the key is refused by the server and asks for the outcome of
 * the first. Call `of` when a screen opens, so that the key is there before its button is pressed.
 */
import { createActor } from 'xstate';
import { perform } from '../machines/effects.ts';
import {
  isUnderWay,
  LOST_STATUS,
  type Submission,
  type SubmissionActor,
  type SubmissionEvent,
  submissionMachine,
} from '../machines/submission.ts';
import type { NamespacedStore } from './storage.ts';
import type { Clock } from './timers.ts';

export interface SubmissionRequest {
  /** Path of the call. */
  readonly call: string;
  readonly params: Readonly<Record<string, string>>;
  /** POST when left out. */
  readonly method?: 'GET' | 'POST';
  /** Names of the params that are sent and neither stored nor recorded: passwords, codes. */
  readonly secret?: readonly string[];
}

/** What became of a submission. */
export type Submitted =
  | { readonly state: 'accepted'; readonly models: unknown; readonly msg: string }
  /** status -1 (LOST_STATUS): it never reached the server, or never will. */
  | { readonly state: 'refused'; readonly status: number; readonly msg: string }
  /** Another submission of the scope is under way: nothing was sent. */
  | { readonly state: 'busy' };

export interface Submissions {
  /**
   * The one actor of a scope ("slip/ssq", "screen/withDraw2/submit"), the same for as long as the page lives. It always shows the present
   * player's submission, and starts in doubt when a page that died left one unfinished.
   */
  of(scope: string): SubmissionActor;
  /**
   * Sends under an idempotency key of its own, unless something is under way in the scope. Resolves when the outcome is known, also after
   * doubt; while another player is logged in it stays open. Never rejects.
   */
  submit(scope: string, request: SubmissionRequest): Promise<Submitted>;
}

/** How a call ended. `inDoubt`: it was sent, and nobody knows whether it was done. */
export type SendResult =
  | { readonly ok: true; readonly models: unknown; readonly msg?: string }
  | { readonly ok: false; readonly status: number; readonly msg: string; readonly inDoubt: boolean };

/** What the server knows of a key; `unknown` says besides that nothing will ever be done under it. */
export type KeyOutcome =
  | { readonly state: 'done'; readonly answer: { readonly status: number; readonly models: unknown; readonly msg: string } }
  | { readonly state: 'unknown' };

export interface SubmissionsOptions {
  readonly store: Pick<NamespacedStore, 'get' | 'set' | 'remove' | 'keys' | 'name'>;
  readonly clock: Clock;
  /** Id of the player who is logged in; '' for none. */
  readonly player: () => string;
  readonly newKey: () => string;
  readonly send: (submission: Submission) => Promise<SendResult>;
  /** undefined: the server could not be asked. */
  readonly ask: (key: string) => Promise<KeyOutcome | undefined>;
  /** A submission without an answer was found to have been done: what it changed (the balance) is not known yet. */
  readonly onLanded?: () => void;
  /** Called with every actor before it starts: for recording. */
  readonly attach?: (actor: SubmissionActor) => void;
}

export interface SubmissionsDriver extends Submissions {
  /** Call when somebody logged in or out. */
  playerChanged(): void;
  /** The network is back or the page is visible again: ask now and not after the pause. */
  wake(): void;
  /** Another page changed storage; `name` is the browser's name of the item, null for all of it. */
  storedElsewhere(name: string | null): void;
}

const PREFIX = 'submission';
/** Ms that a record is kept. The server answers for a key no longer than this, and the player's records show what was done. */
const KEPT_MS = 30 * 24 * 3_600_000;

interface StoredRecord {
  readonly key: string;
  /** Unix ms, the phone's clock. */
  readonly at: number;
  /** Sent under the key, and its outcome not known. */
  readonly sent?: Omit<Submission, 'key'>;
}

export function createSubmissions(options: SubmissionsOptions): SubmissionsDriver {
  const { store, clock, player, newKey } = options;
  const actors = new Map<string, SubmissionActor>();
  /** Those who wait for an outcome, by key. */
  const waiting = new Map<string, ((submitted: Submitted) => void)[]>();
  /** What is sent under a key with its secrets: in memory alone. */
  const whole = new Map<string, Submission['params']>();
  /** The player whose submissions the actors show: the last one who was logged in. */
  let owner = '';

  const itemOf = (mid: string, scope: string): string => `${PREFIX}.${mid}.${scope}`;
  const read = (mid: string, scope: string): StoredRecord | undefined => readRecord(store.get(itemOf(mid, scope)));
  const write = (mid: string, scope: string, record: StoredRecord): void => store.set(itemOf(mid, scope), JSON.stringify(record));

  /** The record of a scope; one with a new key when there is none. */
  function prepared(scope: string): StoredRecord {
    const known = read(owner, scope);
    if (known) return known;
    const record = { key: newKey(), at: clock.now() };
    write(owner, scope, record);
    return record;
  }

  /** The outcome of a key is known: the scope's next submission has another. */
  function renew(mid: string, scope: string, key: string): void {
    whole.delete(key);
    if (read(mid, scope)?.key === key) write(mid, scope, { key: newKey(), at: clock.now() });
  }

  function resolve(key: string, submitted: Submitted): void {
    const resolvers = waiting.get(key) ?? [];
    waiting.delete(key);
    for (const each of resolvers) each(submitted);
  }

  /** Takes over the player who is logged in now. */
  function follow(): void {
    const present = player();
    // A visitor has no submissions, and may be the same player whose session has ended.
    if (present === '' || present === owner) return;
    owner = present;
    forgetOld();
    for (const [scope, actor] of actors) {
      const submission = unfinishedOf(prepared(scope)) ?? null;
      if (submission || !actor.getSnapshot().matches('idle')) actor.send({ type: 'RESUME', submission });
    }
  }

  function forgetOld(): void {
    const now = clock.now();
    for (const name of store.keys()) {
      if (!name.startsWith(`${PREFIX}.`)) continue;
      const record = readRecord(store.get(name));
      if (!record || now - record.at > KEPT_MS) store.remove(name);
    }
  }

  /**
   * What is known of a key goes to its actor. When that shows another player by now, nothing is done: the record stays in storage, and the
   * player who sent it is told after the next login.
   */
  function tell(actor: SubmissionActor, key: string, event: SubmissionEvent): void {
    if (actor.getSnapshot().context.submission?.key === key) actor.send(event);
  }

  function start(scope: string): SubmissionActor {
    const unfinished = owner === '' ? undefined : unfinishedOf(prepared(scope));
    const actor = createActor(submissionMachine, { id: `${PREFIX}.${scope}`, input: unfinished ? { unfinished } : {} });
    let cancel = (): void => {};
    perform(actor, {
      store: ({ submission: { key, ...sent } }) => write(owner, scope, { key, at: clock.now(), sent }),
      send: ({ submission }) => {
        const { key, params } = submission;
        void options.send({ ...submission, params: whole.get(key) ?? params }).then(
          (result) => tell(actor, key, eventOf(result)),
          // A call that throws says nothing about what the server did.
          () => tell(actor, key, { type: 'NO_ANSWER' }),
        );
      },
      ask: ({ key }) => {
        // Only the player who sent it can ask: the server knows no other's keys.
        if (player() !== owner) return actor.send({ type: 'ASK_FAILED' });
        void options.ask(key).then(
          (outcome) => {
            tell(actor, key, outcomeEvent(outcome));
            if (outcome?.state === 'done' && outcome.answer.status === 0) options.onLanded?.();
          },
          () => tell(actor, key, { type: 'ASK_FAILED' }),
        );
      },
      askLater: ({ ms }) => {
        cancel = clock.after(ms, () => actor.send({ type: 'ASK_DUE' }));
      },
      cancelAskLater: () => cancel(),
      // After whoever watches the actor has taken over the outcome: the slip is empty before its key is another, in every tab.
      forget: ({ key }) => {
        const mid = owner;
        queueMicrotask(() => renew(mid, scope, key));
      },
    });
    actor.subscribe(({ value, context: { submission, answer, msg, refusal } }) => {
      if (!submission) return;
      if (value === 'accepted') resolve(submission.key, { state: 'accepted', models: answer, msg });
      else if (value === 'refused' && refusal) resolve(submission.key, { state: 'refused', ...refusal });
    });
    options.attach?.(actor);
    return actor.start();
  }

  function of(scope: string): SubmissionActor {
    follow();
    let actor = actors.get(scope);
    if (!actor) actors.set(scope, (actor = start(scope)));
    return actor;
  }

  /** Without a session the server does nothing that needs a key: it says so, and there is nothing to remember. */
  async function sendAsVisitor(sent: Submission): Promise<Submitted> {
    const result = await options.send(sent).catch(() => undefined);
    if (!result) return { state: 'refused', status: LOST_STATUS, msg: '' };
    return submittedOf(eventOf(result)) ?? { state: 'refused', status: LOST_STATUS, msg: '' };
  }

  function submit(scope: string, { call, method = 'POST', params, secret = [] }: SubmissionRequest): Promise<Submitted> {
    const actor = of(scope);
    if (player() === '') return sendAsVisitor({ key: newKey(), call, method, params });
    const record = prepared(scope);
    const sent = { call, method, params: Object.fromEntries(Object.entries(params).filter(([name]) => !secret.includes(name))) };
    const submission = { key: record.key, ...sent };
    const busy = { state: 'busy' } as const;
    if (isUnderWay(actor.getSnapshot())) {
      // Nothing comes of it, and a recording shows that it was tried.
      actor.send({ type: 'SUBMIT', submission });
      return Promise.resolve(busy);
    }
    const elsewhere = unfinishedOf(record);
    if (elsewhere && !sameRequest(elsewhere, submission)) {
      actor.send({ type: 'RESUME', submission: elsewhere });
      return Promise.resolve(busy);
    }
    return new Promise((settle) => {
      waiting.set(record.key, [...(waiting.get(record.key) ?? []), settle]);
      whole.set(record.key, params);
      actor.send({ type: 'SUBMIT', submission });
    });
  }

  const ask = (actor: SubmissionActor): void => {
    if (actor.getSnapshot().matches({ doubt: 'waiting' })) actor.send({ type: 'ASK_DUE' });
  };
  const wake = (): void => actors.forEach(ask);
  return {
    of,
    submit,
    wake,
    playerChanged() {
      follow();
      if (player() === owner) return wake();
      // Nobody is here: what was done for the last player is that player's own business.
      for (const actor of actors.values()) if (actor.getSnapshot().matches('accepted')) actor.send({ type: 'DISMISS' });
    },
    storedElsewhere(name) {
      for (const [scope, actor] of actors) if (name === null || name === store.name(itemOf(owner, scope))) ask(actor);
    },
  };
}

/** What the actor hears of a request's end. */
function eventOf(result: SendResult): SubmissionEvent {
  if (result.ok) return { type: 'ACCEPTED', answer: result.models, msg: result.msg ?? '' };
  return result.inDoubt ? { type: 'NO_ANSWER' } : { type: 'REFUSED', refusal: { status: result.status, msg: result.msg } };
}

function outcomeEvent(outcome: KeyOutcome | undefined): SubmissionEvent {
  if (!outcome) return { type: 'ASK_FAILED' };
  if (outcome.state === 'unknown') return { type: 'LOST' };
  const { status, models, msg } = outcome.answer;
  return status === 0 ? { type: 'ACCEPTED', answer: models, msg } : { type: 'REFUSED', refusal: { status, msg } };
}

/** undefined: the event does not say what became of the submission. */
function submittedOf(event: SubmissionEvent): Submitted | undefined {
  if (event.type === 'ACCEPTED') return { state: 'accepted', models: event.answer, msg: event.msg };
  if (event.type === 'REFUSED') return { state: 'refused', ...event.refusal };
  return event.type === 'LOST' ? { state: 'refused', status: LOST_STATUS, msg: '' } : undefined;
}

const unfinishedOf = ({ key, sent }: StoredRecord): Submission | undefined => (sent ? { key, ...sent } : undefined);

const sameRequest = (a: Submission, b: Submission): boolean => {
  const text = ({ call, method, params }: Submission) =>
    JSON.stringify([call, method, Object.entries(params).sort(([x], [y]) => (x < y ? -1 : 1))]);
  return text(a) === text(b);
};

/** Reads a record back; anything else is undefined, since storage may hold whatever another version or a hand has written. */
function readRecord(text: string | null): StoredRecord | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { key, at, sent } = value as Partial<Record<keyof StoredRecord, unknown>>;
    if (typeof key !== 'string' || key === '' || typeof at !== 'number') return undefined;
    if (sent === undefined) return { key, at };
    if (typeof sent !== 'object' || sent === null) return undefined;
    const { call, method, params } = sent as Partial<Record<keyof Submission, unknown>>;
    if (typeof call !== 'string' || (method !== 'GET' && method !== 'POST') || typeof params !== 'object' || params === null)
      return undefined;
    if (!Object.values(params).every((each) => typeof each === 'string')) return undefined;
    return { key, at, sent: { call, method, params: params as Record<string, string> } };
  } catch {
    return undefined;
  }
}
