/**
 * The API client: puts the common parameters and the signature on a call, sends it under the request machine, and keeps the promise
 * that a request in doubt is asked about until its outcome is known.
 */
import { type Actor, type AnyActorRef, createActor } from 'xstate';
import { sendRequest, type WireRequest, type WireResult } from '../../engine/drivers/network.ts';
import { type Answer, type RequestEffect, requestMachine } from '../../engine/machines/request.ts';
import type { CallResult } from '../../engine/screens/core/contract.ts';
import { factsOf } from '../../protocol/calls/facts.ts';
import { percentEncode, sign } from '../../protocol/signing.ts';
import { STATUS } from '../../protocol/status.ts';
import { type ClientType, sentClientType } from './client-type.ts';
import { toHex } from './device.ts';
import { caughtError, ERROR_CATALOGUE, NO_ANSWER, type Notice } from './errors.ts';
import { hmac } from './hmac.ts';
import { newKey, type PendingKeys } from './pending-keys.ts';
import type { Environment, PlatformBrand } from './types.ts';

/** The shared helper waits 20 s; the client for launch, customer service and IP waits 10 s (specification section 7). */
export const TIMEOUT_MS = 20_000;
export const SHORT_TIMEOUT_MS = 10_000;
const OUTCOME_PATH = '/api/order/outcome';

export interface ClientCallOptions {
  readonly method?: 'GET' | 'POST';
  readonly idempotencyKey?: string;
  /** No toast on failure: for what the player did not ask for (heartbeat, polling, clock). */
  readonly quiet?: boolean;
  /** Calls that go without the token (home page info and dialog variants). */
  readonly withoutToken?: boolean;
  /** Token to send instead of the session's. */
  readonly token?: string;
  /** The variant of the common parameters for casual games: adds company=casualgame. */
  readonly casualGame?: boolean;
}

/** What became of a request in doubt. `landed` carries the server's answer, which may itself be a refusal. */
export type Resolution = { readonly state: 'landed'; readonly answer: Answer } | { readonly state: 'lost' };

export interface Identity {
  readonly token: string | undefined;
  readonly mid: string;
}

export interface ClientOptions {
  readonly environment: Environment;
  readonly brand: PlatformBrand;
  readonly origin: string;
  readonly clientType: ClientType;
  readonly version: number;
  readonly pending: PendingKeys;
  readonly identity: () => Identity;
  readonly device: () => { readonly rduid?: string; readonly ip?: string };
  /** Unix ms of the server's clock. */
  readonly now: () => number;
  /** Resolves when the clock has been read once, or cannot be; signed requests wait for it. */
  readonly clockReady: () => Promise<void>;
  readonly recalibrate: () => Promise<void>;
  readonly report: (notice: Notice) => void;
  /** The server no longer honours this token. */
  readonly onRefusedToken: (token: string, message: string) => void;
  /** Every answer with status 0, for what rides along (a new balance), with the token that it was asked under. */
  readonly onSuccess?: (models: unknown, token: string | undefined) => void;
  /** A request in doubt turned out to have been done: what it changed is not in an answer that came late. */
  readonly onLanded?: () => void;
  readonly attach?: (actor: AnyActorRef) => void;
  /** What is wrong with a call, for whoever wrote it; given in development only. Such a call is not sent. */
  readonly faultOfCall?: ((method: string, path: string) => string | undefined) | undefined;
}

type Pairs = [name: string, value: string][];

export class ApiClient {
  readonly #options: ClientOptions;
  readonly #doubts = new Map<string, { actor: Actor<typeof requestMachine>; outcome: Promise<Resolution>; wake?: () => void }>();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * One call. Never rejects: a refusal has the server's status and message; no answer has status -1, and `inDoubt` when the request
   * carried an idempotency key, for then it may have been done (`outcome` tells, once it is known).
   */
  call<T>(path: string, params: Readonly<Record<string, string>> = {}, options: ClientCallOptions = {}): Promise<CallResult<T>> {
    const { method = 'GET', idempotencyKey: key } = options;
    if (method !== 'GET' && method !== 'POST') {
      this.#options.report(ERROR_CATALOGUE.missingMethod);
      return Promise.resolve({ ok: false, status: NO_ANSWER, msg: ERROR_CATALOGUE.missingMethod.text, inDoubt: false });
    }
    const fault = this.#options.faultOfCall?.(method, path);
    if (fault !== undefined) {
      console.error(fault);
      return Promise.resolve({ ok: false, status: NO_ANSWER, msg: fault, inDoubt: false });
    }
    const known = key === undefined ? undefined : this.#doubts.get(key);
    if (known) return Promise.resolve({ ok: false, status: NO_ANSWER, msg: ERROR_CATALOGUE.inDoubt.text, inDoubt: true });
    return new Promise((resolve) => this.#run(path, params, options, key, 'SEND', resolve as (result: CallResult<unknown>) => void));
  }

  /** What became of a key: at once if nothing is in doubt about it, else when the server has said. */
  outcome(key: string): Promise<Resolution> | undefined {
    return this.#doubts.get(key)?.outcome;
  }

  /** Takes up the keys that an earlier page of this account left in doubt. */
  resume(mid: string): void {
    for (const pending of this.#options.pending.of(mid, this.#options.environment.clock.now())) {
      if (!this.#doubts.has(pending.key)) this.#run(pending.path, {}, { quiet: true }, pending.key, 'RESUME', () => undefined);
    }
  }

  /** The network is back or the page is visible again: ask now instead of after the pause. */
  wake(): void {
    for (const doubt of this.#doubts.values()) doubt.wake?.();
  }

  #run(
    path: string,
    params: Readonly<Record<string, string>>,
    options: ClientCallOptions,
    key: string | undefined,
    start: 'SEND' | 'RESUME',
    resolve: (result: CallResult<unknown>) => void,
  ): void {
    const { environment, pending, report } = this.#options;
    const facts = factsOf(path);
    const timeoutMs = facts.short ? SHORT_TIMEOUT_MS : TIMEOUT_MS;
    const actor = createActor(requestMachine, {
      id: `request ${barePath(path)}`,
      input: key === undefined ? { timeoutMs } : { timeoutMs, key },
    });
    const identity = this.#options.identity();
    // Held for the whole request: an answer speaks of the session that asked, whoever is logged in by then.
    const sentAs: Identity = {
      token: options.withoutToken || facts.withoutToken ? undefined : (options.token ?? identity.token),
      mid: identity.mid,
    };
    let abort: (() => void) | undefined;
    let disarm: (() => void) | undefined;
    let refreshed = false;
    let settleOutcome: (resolution: Resolution) => void = () => undefined;

    const send = () => {
      void this.#wire(path, params, options, key, sentAs).then((request) => {
        if (!actor.getSnapshot().matches('sending')) return;
        abort = sendRequest(environment.fetch, request, (result) => {
          const answer = readAnswer(result);
          if (!answer) {
            actor.send({ type: 'FAILED' });
          } else if (answer.status === STATUS.badSignature && facts.signed && !refreshed) {
            // The usual cause is a clock that is off; nothing was done, so the clock is read again and the request sent once more.
            refreshed = true;
            void this.#options.recalibrate().then(send);
          } else {
            actor.send({ type: 'ANSWER', answer, certain: answer.status !== STATUS.internal });
          }
        });
      });
    };
    const effects: { [E in RequestEffect as E['do']]: (effect: E) => void } = {
      storeKey: (effect) => pending.add({ key: effect.key, path, mid: sentAs.mid, at: environment.clock.now() }),
      dropKey: (effect) => {
        pending.drop(effect.key);
        this.#doubts.delete(effect.key);
      },
      send,
      abort: () => abort?.(),
      arm: (effect) => {
        disarm = environment.clock.after(effect.ms, () => actor.send({ type: 'DEADLINE' }));
      },
      disarm: () => disarm?.(),
      ask: (effect) => void this.#ask(effect.key, sentAs).then((event) => actor.send(event)),
      askLater: (effect) => {
        const cancel = environment.clock.after(effect.ms, () => actor.send({ type: 'ASK_DUE' }));
        const doubt = this.#doubts.get(key as string);
        if (doubt) {
          doubt.wake = () => {
            cancel();
            actor.send({ type: 'ASK_DUE' });
          };
        }
      },
    };
    actor.on('effect', ({ effect }) => (effects[effect.do] as (effect: RequestEffect) => void)(effect));

    let finished = false;
    actor.subscribe((snapshot) => {
      const { answer } = snapshot.context;
      const known = snapshot.matches({ resolved: 'landed' }) || snapshot.matches('done') || snapshot.matches('refused');
      if (snapshot.matches({ resolved: 'landed' })) this.#options.onLanded?.();
      if (answer && known) settleOutcome({ state: 'landed', answer });
      else if (snapshot.matches({ resolved: 'lost' })) settleOutcome({ state: 'lost' });
      if (finished || snapshot.matches('idle') || snapshot.matches('sending')) return;
      finished = true;
      if (snapshot.matches('doubt')) {
        if (!options.quiet) report(caughtError(1));
        resolve({ ok: false, status: NO_ANSWER, msg: ERROR_CATALOGUE.inDoubt.text, inDoubt: true });
      } else if (answer && (snapshot.matches('done') || snapshot.matches('refused'))) {
        resolve(this.#result(answer, sentAs));
      } else {
        if (!options.quiet && !snapshot.matches('cancelled')) report(caughtError(1));
        resolve({ ok: false, status: NO_ANSWER, msg: caughtError(1).text, inDoubt: false });
      }
    });
    if (key !== undefined) {
      const outcome = new Promise<Resolution>((settle) => {
        settleOutcome = settle;
      });
      this.#doubts.set(key, { actor, outcome });
    }
    this.#options.attach?.(actor);
    actor.start();
    actor.send({ type: start });
  }

  #result(answer: Answer, sentAs: Identity): CallResult<unknown> {
    if (answer.status === STATUS.ok) {
      this.#options.onSuccess?.(answer.models, sentAs.token);
      return { ok: true, models: answer.models };
    }
    if (answer.status === STATUS.notLoggedIn && sentAs.token) this.#options.onRefusedToken(sentAs.token, answer.msg);
    return { ok: false, status: answer.status, msg: answer.msg || ERROR_CATALOGUE.default.text, inDoubt: false };
  }

  /** One question to the server. Asked only as the account that sent the request: the server knows no other's keys. */
  async #ask(key: string, sentAs: Identity) {
    if (this.#options.identity().mid !== sentAs.mid) return { type: 'ASK_FAILED' } as const;
    const result = await this.call<OutcomeAnswer>(OUTCOME_PATH, { key }, { quiet: true });
    if (!result.ok) return { type: 'ASK_FAILED' } as const;
    const { state, answer } = result.models;
    if (state === 'done' && answer) return { type: 'OUTCOME', state, answer: { ...answer } } as const;
    return state === 'unknown' ? ({ type: 'OUTCOME', state } as const) : ({ type: 'ASK_FAILED' } as const);
  }

  async #wire(
    path: string,
    params: Readonly<Record<string, string>>,
    options: ClientCallOptions,
    key: string | undefined,
    { token, mid }: Identity,
  ): Promise<WireRequest> {
    const { brand, environment, origin, clientType, version } = this.#options;
    const method = options.method ?? 'GET';
    const bare = barePath(path);
    const { signed, keyed } = factsOf(bare);
    if (signed) await this.#options.clockReady();
    const { rduid, ip } = this.#options.device();
    const own: Pairs = [...new URLSearchParams(path.slice(bare.length)), ...Object.entries(params)];
    const query: Pairs = [
      ['c', String(sentClientType(bare, clientType))],
      ['v', String(version)],
      ['t', String(Math.floor(this.#options.now() / 1000))],
      ['p', brand.code],
    ];
    if (token) query.push(['tk', token]);
    if (token && mid) query.push(['mid', mid]);
    if (rduid) query.push(['RDUID', rduid]);
    if (ip) query.push(['ip', ip]);
    if (options.casualGame) query.push(['company', 'casualgame']);
    const form: Pairs = method === 'POST' ? own : [];
    if (method === 'GET') query.push(...own);
    if (signed) {
      query.push(['n', toHex(environment.randomBytes(16))]);
      query.push(['s', sign(hmac, brand.signingKey, { method, path: bare, query, form })]);
    }
    const headers: Record<string, string> = { Accept: 'application/json' };
    // A keyed call that nobody gave a key goes under one of its own, of which nobody will ask what became.
    const sentKey = key ?? (keyed ? newKey() : undefined);
    if (sentKey !== undefined) headers['Idempotency-Key'] = sentKey;
    if (method === 'POST') headers['Content-Type'] = 'application/x-www-form-urlencoded;charset=UTF-8';
    const url = `${origin}${bare}?${encode(query)}`;
    return method === 'POST' ? { method, url, headers, body: encode(form) } : { method, url, headers };
  }
}

interface OutcomeAnswer {
  readonly state: 'done' | 'unknown';
  readonly answer?: Answer;
}

function barePath(path: string): string {
  return path.split('?', 1)[0] as string;
}

function encode(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}

/** The envelope of an answer; undefined when nothing came, or something that is no envelope (a proxy's error page). */
function readAnswer(result: WireResult): Answer | undefined {
  if (!result.ok || typeof result.body !== 'object' || result.body === null) return undefined;
  const { status, models, msg } = result.body as Partial<Record<keyof Answer, unknown>>;
  return typeof status === 'number' ? { status, models, msg: typeof msg === 'string' ? msg : '' } : undefined;
}
