/**
 * Submissions by scope: sends a changing request at most once, and finds out its outcome (engine/machines/submission.ts).
 *
 * One record for each player and scope that was used lies in storage. It has the idempotency key of the scope's next submission,
 * and, from before it is sent until its outcome is known, the request. So a reload, a logout and another tab find the right thing,
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

/** The outcome of a submission. */
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
  /** Queries the outcome of a key of the present player, in place of the scope's present submission. */
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
 * Lifetime of an unused key, ms. A sent request is stored until the server has answered its outcome, however old it is by the phone's
 * clock, which may be wrong: the server always knows whether a key was used.
 */
const KEPT_MS = 6 * 24 * 3_600_000;

interface StoredRecord {
  readonly key: string;
  /** Unix ms, the phone's clock. */
  readonly at: number;
  /** Sent under the key, and its outcome not known. */
  readonly sent?: Omit<Submission, 'key'>;
}

export const createSubmissions = (options: SubmissionsOptions): SubmissionsDriver => new ScopedSubmissions(options);

class ScopedSubmissions implements SubmissionsDriver {
  readonly #options: SubmissionsOptions;
  /** Held by components that show or await them, and while something is under way: a list has one for each of its rows. */
  readonly #actors = new Map<string, WeakRef<SubmissionActor>>();
  readonly #recorded = new WeakSet<SubmissionActor>();
  /** Resolvers of the promises that wait for an outcome, by key. */
  readonly #waiting = new Map<string, ((submitted: Submitted) => void)[]>();
  /** The request of a key with its secrets: in memory alone. */
  readonly #whole = new Map<string, Submission['params']>();
  /** The player whose submissions the actors show: the last one who was logged in. */
  #owner = '';

  constructor(options: SubmissionsOptions) {
    this.#options = options;
  }

  of(scope: string): SubmissionActor {
    this.#follow();
    const known = this.#actors.get(scope)?.deref();
    if (known) return known;
    const unfinished = this.#owner === '' ? undefined : unfinishedOf(this.#recordOf(scope));
    const actor = createActor(submissionMachine, { id: `${PREFIX}.${scope}`, input: unfinished ? { unfinished } : {} });
    this.#drive(actor, scope);
    if (unfinished) this.#record(actor);
    this.#actors.set(scope, new WeakRef(actor.start()));
    return actor;
  }

  submit(scope: string, { call, method = 'POST', params, secret = [] }: SubmissionRequest): Promise<Submitted> {
    const actor = this.of(scope);
    if (this.#options.player() === '') return sendAsVisitor(this.#options, { key: this.#options.newKey(), call, method, params });
    const stored = this.#recordOf(scope);
    const storedParams = Object.fromEntries(Object.entries(params).filter(([name]) => !secret.includes(name)));
    const submission = { key: stored.key, call, method, params: storedParams };
    const elsewhere = unfinishedOf(stored);
    const underWay = isUnderWay(actor.getSnapshot());
    const resumes = !underWay && elsewhere && !sameRequest(elsewhere, submission);
    return new Promise((settle) => {
      if (underWay || resumes) settle({ state: 'busy' });
      else {
        this.#waiting.set(stored.key, [...(this.#waiting.get(stored.key) ?? []), settle]);
        this.#whole.set(stored.key, params);
      }
      // Under way, nothing comes of it, and a recording shows that it was tried.
      this.#send(actor, resumes ? { type: 'RESUME', submission: elsewhere } : { type: 'SUBMIT', submission });
    });
  }

  resume(scope: string, submission: Submission): void {
    this.#send(this.of(scope), { type: 'RESUME', submission });
  }

  wake(): void {
    this.#each(askNow);
  }

  playerChanged(): void {
    this.#follow();
    const present = this.#isPresent();
    if (present) this.wake();
    // A present player need not log in; without a player, the outcome of the last player's request is not shown.
    this.#each((actor) => {
      const snapshot = actor.getSnapshot();
      if (present ? snapshot.context.refusal?.status === NOT_LOGGED_IN : snapshot.matches('accepted')) actor.send({ type: 'DISMISS' });
    });
  }

  storedElsewhere(name: string | null): void {
    this.#each((actor, scope) => {
      if (name === null || name === this.#options.store.name(itemOf(this.#owner, scope))) askNow(actor);
    });
  }

  /** The player whose submissions the actors show is logged in. */
  #isPresent(): boolean {
    return this.#options.player() === this.#owner;
  }

  #read(mid: string, scope: string): StoredRecord | undefined {
    return readRecord(this.#options.store.get(itemOf(mid, scope)));
  }

  #write(mid: string, scope: string, record: StoredRecord): void {
    this.#options.store.set(itemOf(mid, scope), JSON.stringify(record));
  }

  /**
   * The record of a scope. One that was never sent has none of its own: its key is that of the player's scopes together, which is stored once
   * and for all tabs, with a mark of the scope.
   */
  #recordOf(scope: string): StoredRecord {
    const own = this.#read(this.#owner, scope);
    if (own) return own;
    const { clock, newKey } = this.#options;
    let shared = this.#read(this.#owner, SHARED);
    if (!shared) this.#write(this.#owner, SHARED, (shared = { key: newKey(), at: clock.now() }));
    return { key: `${shared.key}-${markOf(scope)}`, at: shared.at };
  }

  /** Calls `act` with each actor that is still there. */
  #each(act: (actor: SubmissionActor, scope: string) => void): void {
    for (const [scope, ref] of [...this.#actors]) {
      const actor = ref.deref();
      if (actor) act(actor, scope);
      else this.#actors.delete(scope);
    }
  }

  /** From the first event that means something on: a recording of every button that was shown would say little. */
  #send(actor: SubmissionActor, event: SubmissionEvent): void {
    this.#record(actor);
    actor.send(event);
  }

  #record(actor: SubmissionActor): void {
    if (this.#recorded.has(actor)) return;
    this.#recorded.add(actor);
    this.#options.attach?.(actor);
  }

  /** Takes over the player who is logged in now. */
  #follow(): void {
    const present = this.#options.player();
    // A visitor has no submissions, and may be the same player whose session has ended.
    if (present === '' || present === this.#owner) return;
    this.#owner = present;
    forgetOld(this.#options);
    this.#each((actor, scope) => {
      const submission = unfinishedOf(this.#recordOf(scope)) ?? null;
      if (submission || !actor.getSnapshot().matches('idle')) this.#send(actor, { type: 'RESUME', submission });
    });
  }

  /**
   * Sends the outcome of a key to its actor. When the player has changed since, nothing is sent: the record stays in storage, and the
   * player that sent it gets the outcome after the next login.
   */
  #tell(actor: SubmissionActor, key: string, event: SubmissionEvent): void {
    const snapshot = actor.getSnapshot();
    if (snapshot.context.submission?.key !== key) return;
    // The same where nobody is logged in by now: the slip that it empties is put away until that login.
    const late = event.type === 'ACCEPTED' && !this.#isPresent();
    actor.send(late ? { type: snapshot.matches('sending') ? 'NO_ANSWER' : 'ASK_FAILED' } : event);
  }

  /** Performs the effects of a scope's machine, and resolves the promises that wait for its outcome. */
  #drive(actor: SubmissionActor, scope: string): void {
    const { clock, newKey, send, ask, onLanded } = this.#options;
    let cancel = (): void => {};
    perform(actor, {
      store: ({ submission: { key, ...sent } }) => this.#write(this.#owner, scope, { key, at: clock.now(), sent }),
      send: ({ submission }) => {
        const { key, params } = submission;
        void send({ ...submission, params: this.#whole.get(key) ?? params }).then(
          (result) => this.#tell(actor, key, eventOf(result)),
          // A call that throws says nothing about what the server did.
          () => this.#tell(actor, key, { type: 'NO_ANSWER' }),
        );
      },
      ask: ({ key }) => {
        // Only the player who sent it can ask: the server knows no other's keys.
        if (!this.#isPresent()) return actor.send({ type: 'ASK_FAILED' });
        void ask(key).then(
          (outcome) => {
            this.#tell(actor, key, outcomeEvent(outcome));
            if (outcome?.state === 'done' && outcome.answer.status === 0) onLanded?.();
          },
          () => this.#tell(actor, key, { type: 'ASK_FAILED' }),
        );
      },
      askLater: ({ ms }) => {
        cancel = clock.after(ms, () => actor.send({ type: 'ASK_DUE' }));
      },
      cancelAskLater: () => cancel(),
      // After the subscribers of the actor have taken over the outcome: the slip is empty before its key is another, in every tab.
      forget: ({ key }) => {
        const mid = this.#owner;
        queueMicrotask(() => {
          this.#whole.delete(key);
          if (this.#read(mid, scope)?.key === key) this.#write(mid, scope, { key: newKey(), at: clock.now() });
        });
      },
    });
    actor.subscribe(({ value, context: { submission, answer, msg, refusal } }) => {
      const submitted: Submitted | null =
        value === 'accepted' ? { state: value, models: answer, msg } : refusal && { state: 'refused', ...refusal };
      if (!submission || !submitted) return;
      const resolvers = this.#waiting.get(submission.key) ?? [];
      this.#waiting.delete(submission.key);
      for (const each of resolvers) each(submitted);
    });
  }
}

const itemOf = (mid: string, scope: string): string => `${PREFIX}.${mid}.${scope}`;

function forgetOld({ store, clock }: SubmissionsOptions): void {
  for (const name of store.keys()) {
    if (!name.startsWith(`${PREFIX}.`)) continue;
    const record = readRecord(store.get(name));
    if (!record || (!record.sent && clock.now() - record.at > KEPT_MS)) store.remove(name);
  }
}

/** Asks at once in the place of the next pause's end. */
function askNow(actor: SubmissionActor): void {
  if (actor.getSnapshot().matches({ doubt: 'waiting' })) actor.send({ type: 'ASK_DUE' });
}

/** Without a session the server does nothing that needs a key: it says so, and there is nothing to remember or to ask about. */
async function sendAsVisitor(options: SubmissionsOptions, sent: Submission): Promise<Submitted> {
  const result = await options.send(sent).catch(() => undefined);
  if (result?.ok) return { state: 'accepted', models: result.models, msg: result.msg ?? '' };
  const { status, msg } = result && !result.inDoubt ? result : { status: LOST_STATUS, msg: '' };
  return { state: 'refused', status, msg };
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

/**
 * Reads a record back; anything else is undefined, since another version or a person may have written to storage. A value that is no object
 * needs no test of its own: destructuring null throws, and the others have no `key` and no `call`.
 */
function readRecord(text: string | null): StoredRecord | undefined {
  try {
    const { key, at, sent } = JSON.parse(text ?? 'null') as Partial<Record<keyof StoredRecord, unknown>>;
    if (typeof key !== 'string' || key === '' || typeof at !== 'number') return undefined;
    if (sent === undefined) return { key, at };
    const { call, method, params } = sent as Partial<Record<keyof Submission, unknown>>;
    const whole =
      typeof call === 'string' &&
      (method === 'GET' || method === 'POST') &&
      typeof params === 'object' &&
      Object.values(params as object).every((each) => typeof each === 'string');
    return whole ? { key, at, sent: { call, method, params: params as Record<string, string> } } : undefined;
  } catch {
    return undefined;
  }
}
