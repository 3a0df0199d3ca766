/**
 * Submissions by scope: sends what changes something at most once, and finds out what became of it (engine/machines/submission.ts).
 *
 * One record for each player and scope that was used lies in storage. It holds the idempotency key that the scope's next submission goes out
 * under, and, from before it is sent until its outcome is known, what was sent. So a reload, a logout and another tab find the right thing,
 * and another player finds nothing.
 *
 * Two tabs of one player share the key, which is there before either of them sends: the same request from both is one request to the
 * server, and both learn its answer; another request under the key is refused by the server and asks for the outcome of the first. Call
 * `of` when a screen opens, so that the key is there before its button is pressed.
 */
import { createActor } from 'xstate';
import { perform } from '../machines/effects.ts';
import {
  isUnderWay,
  LOST_STATUS,
  type Refusal,
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
  | { readonly state: 'refused'; readonly status: number; readonly msg: string; readonly models?: unknown }
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
  /** Asks what became of a key of the present player, in the place of what the scope shows. */
  resume(scope: string, submission: Submission): void;
}

/** How a call ended. `inDoubt`: it was sent, and nobody knows whether it was done. */
export type SendResult =
  | { readonly ok: true; readonly models: unknown; readonly msg?: string }
  | { readonly ok: false; readonly status: number; readonly msg: string; readonly inDoubt: boolean; readonly models?: unknown };

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
/** The server's answer to a call whose session is over. */
const NOT_LOGGED_IN = 2;
/** In the place of a scope: the record whose key all scopes without one of their own begin with. */
const SHARED = '';
/**
 * Ms for which a key lies ready under which nothing was sent. What was sent is kept until the server has said what became of it, however old
 * it is by the phone's clock, which may be wrong: the server knows for good what was done under a key, and of any other that nothing was.
 */
const KEPT_MS = 6 * 24 * 3_600_000;

interface StoredRecord {
  readonly key: string;
  /** Unix ms, the phone's clock. */
  readonly at: number;
  /** Sent under the key, and its outcome not known. */
  readonly sent?: Omit<Submission, 'key'>;
}

export function createSubmissions(options: SubmissionsOptions): SubmissionsDriver {
  const { store, clock, player, newKey } = options;
  /** Held by who shows or awaits them, and while something is under way: a list has one for each of its rows. */
  const actors = new Map<string, WeakRef<SubmissionActor>>();
  const recorded = new WeakSet<SubmissionActor>();
  /** Those who wait for an outcome, by key. */
  const waiting = new Map<string, ((submitted: Submitted) => void)[]>();
  /** What is sent under a key with its secrets: in memory alone. */
  const whole = new Map<string, Submission['params']>();
  /** The player whose submissions the actors show: the last one who was logged in. */
  let owner = '';

  const itemOf = (mid: string, scope: string): string => `${PREFIX}.${mid}.${scope}`;
  const read = (mid: string, scope: string): StoredRecord | undefined => readRecord(store.get(itemOf(mid, scope)));
  const write = (mid: string, scope: string, record: StoredRecord): void => store.set(itemOf(mid, scope), JSON.stringify(record));

  /**
   * The record of a scope. One that was never sent has none of its own: its key is that of the player's scopes together, which is stored once
   * and for all tabs, with a mark of the scope.
   */
  function recordOf(scope: string): StoredRecord {
    const own = read(owner, scope);
    if (own) return own;
    let shared = read(owner, SHARED);
    if (!shared) write(owner, SHARED, (shared = { key: newKey(), at: clock.now() }));
    return { key: `${shared.key}-${markOf(scope)}`, at: shared.at };
  }

  function live(): (readonly [scope: string, actor: SubmissionActor])[] {
    return [...actors].flatMap(([scope, ref]) => {
      const actor = ref.deref();
      if (actor) return [[scope, actor] as const];
      actors.delete(scope);
      return [];
    });
  }

  /** From the first event that means something on: a recording of every button that was shown would say little. */
  function send(actor: SubmissionActor, event: SubmissionEvent): void {
    record(actor);
    actor.send(event);
  }

  function record(actor: SubmissionActor): void {
    if (recorded.has(actor)) return;
    recorded.add(actor);
    options.attach?.(actor);
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
    for (const [scope, actor] of live()) {
      const submission = unfinishedOf(recordOf(scope)) ?? null;
      if (submission || !actor.getSnapshot().matches('idle')) send(actor, { type: 'RESUME', submission });
    }
  }

  function forgetOld(): void {
    for (const name of store.keys()) {
      if (!name.startsWith(`${PREFIX}.`)) continue;
      const record = readRecord(store.get(name));
      if (!record || (!record.sent && clock.now() - record.at > KEPT_MS)) store.remove(name);
    }
  }

  /**
   * What is known of a key goes to its actor. When that shows another player by now, nothing is done: the record stays in storage, and the
   * player who sent it is told after the next login.
   */
  function tell(actor: SubmissionActor, key: string, event: SubmissionEvent): void {
    const snapshot = actor.getSnapshot();
    if (snapshot.context.submission?.key !== key) return;
    // The same where nobody is logged in by now: the slip that it empties is put away until that login.
    const late = event.type === 'ACCEPTED' && player() !== owner;
    actor.send(late ? { type: snapshot.matches('sending') ? 'NO_ANSWER' : 'ASK_FAILED' } : event);
  }

  function start(scope: string): SubmissionActor {
    const unfinished = owner === '' ? undefined : unfinishedOf(recordOf(scope));
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
    if (unfinished) record(actor);
    return actor.start();
  }

  function of(scope: string): SubmissionActor {
    follow();
    const known = actors.get(scope)?.deref();
    if (known) return known;
    const actor = start(scope);
    actors.set(scope, new WeakRef(actor));
    return actor;
  }

  /** Without a session the server does nothing that needs a key: it says so, and there is nothing to remember or to ask about. */
  async function sendAsVisitor(sent: Submission): Promise<Submitted> {
    const result = await options.send(sent).catch(() => undefined);
    if (result?.ok) return { state: 'accepted', models: result.models, msg: result.msg ?? '' };
    return result && !result.inDoubt
      ? { state: 'refused', status: result.status, msg: result.msg }
      : { state: 'refused', status: LOST_STATUS, msg: '' };
  }

  function submit(scope: string, { call, method = 'POST', params, secret = [] }: SubmissionRequest): Promise<Submitted> {
    const actor = of(scope);
    if (player() === '') return sendAsVisitor({ key: newKey(), call, method, params });
    const stored = recordOf(scope);
    const sent = { call, method, params: Object.fromEntries(Object.entries(params).filter(([name]) => !secret.includes(name))) };
    const submission = { key: stored.key, ...sent };
    const busy = { state: 'busy' } as const;
    if (isUnderWay(actor.getSnapshot())) {
      // Nothing comes of it, and a recording shows that it was tried.
      actor.send({ type: 'SUBMIT', submission });
      return Promise.resolve(busy);
    }
    const elsewhere = unfinishedOf(stored);
    if (elsewhere && !sameRequest(elsewhere, submission)) {
      send(actor, { type: 'RESUME', submission: elsewhere });
      return Promise.resolve(busy);
    }
    return new Promise((settle) => {
      waiting.set(stored.key, [...(waiting.get(stored.key) ?? []), settle]);
      whole.set(stored.key, params);
      send(actor, { type: 'SUBMIT', submission });
    });
  }

  const ask = (actor: SubmissionActor): void => {
    if (actor.getSnapshot().matches({ doubt: 'waiting' })) actor.send({ type: 'ASK_DUE' });
  };
  const wake = (): void => live().forEach(([, actor]) => ask(actor));
  return {
    of,
    submit,
    resume: (scope, submission) => send(of(scope), { type: 'RESUME', submission }),
    wake,
    playerChanged() {
      follow();
      const present = player() === owner;
      if (present) wake();
      // Who is here need not log in; where nobody is, what was done for the last player is that player's own business.
      for (const [, actor] of live()) {
        const snapshot = actor.getSnapshot();
        if (present ? snapshot.context.refusal?.status === NOT_LOGGED_IN : snapshot.matches('accepted')) actor.send({ type: 'DISMISS' });
      }
    },
    storedElsewhere(name) {
      for (const [scope, actor] of live()) if (name === null || name === store.name(itemOf(owner, scope))) ask(actor);
    },
  };
}

/** What the actor hears of a request's end. */
function eventOf(result: SendResult): SubmissionEvent {
  if (result.ok) return { type: 'ACCEPTED', answer: result.models, msg: result.msg ?? '' };
  return result.inDoubt ? { type: 'NO_ANSWER' } : { type: 'REFUSED', refusal: refusalOf(result) };
}

function outcomeEvent(outcome: KeyOutcome | undefined): SubmissionEvent {
  if (!outcome) return { type: 'ASK_FAILED' };
  if (outcome.state === 'unknown') return { type: 'LOST' };
  const { status, models, msg } = outcome.answer;
  return status === 0 ? { type: 'ACCEPTED', answer: models, msg } : { type: 'REFUSED', refusal: refusalOf(outcome.answer) };
}

/** `models` only where the server said something there. */
function refusalOf({ status, msg, models }: { readonly status: number; readonly msg: string; readonly models?: unknown }): Refusal {
  return models === undefined || models === null ? { status, msg } : { status, msg, models };
}

/** 64 bits of a scope's name as text, which tell the scopes of a player apart: two polynomials, so that names alike in one differ in the other. */
function markOf(scope: string): string {
  let a = 0;
  let b = 0;
  for (let at = 0; at < scope.length; at++) {
    a = (Math.imul(a, 31) + scope.charCodeAt(at)) | 0;
    b = (Math.imul(b, 0x9e3779b1) + scope.charCodeAt(at)) | 0;
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

const unfinishedOf = ({ key, sent }: StoredRecord): Submission | undefined => (sent ? { key, ...sent } : undefined);

/** Both were made by the same screen, so their params come in the same order. */
const sameRequest = (a: Submission, b: Submission): boolean =>
  JSON.stringify([a.call, a.method, a.params]) === JSON.stringify([b.call, b.method, b.params]);

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
