/** The API client: puts the common parameters and the signature on a call, and sends it under the request machine. */
import { type AnyActorRef, createActor } from 'xstate';
import { sendRequest, type WireRequest, type WireResult } from '../../engine/drivers/network.ts';
import { perform } from '../../engine/machines/effects.ts';
import { type Answer, requestMachine } from '../../engine/machines/request.ts';
import type { CallResult } from '../../engine/screens/core/contract.ts';
import { type CallFacts, factsOf } from '../../protocol/calls/facts.ts';
import { percentEncode, sign } from '../../protocol/signing.ts';
import { STATUS } from '../../protocol/status.ts';
import { type ClientType, sentClientType } from './client-type.ts';
import { toHex } from './device.ts';
import { caughtError, ERROR_CATALOGUE, NO_ANSWER, type ErrorNotice } from './errors.ts';
import type { Environment, RequestBrand } from './types.ts';
import { loadOnce } from './lazily.ts';

/** Time until a call is given up: 20 s; 10 s for the calls that launch a game, find customer service or ask for the IP address (specification section 7). */
export const TIMEOUT_MS = 20_000;
export const SHORT_TIMEOUT_MS = 10_000;

export interface ClientCallOptions {
  readonly method?: 'GET' | 'POST';
  /** The server takes at most one action under this key. The caller keeps it until the outcome is known. */
  readonly idempotencyKey?: string;
  /** No toast on failure: for calls that the player did not start (heartbeat, polling, clock). */
  readonly quiet?: boolean;
  /** Calls that go without the token (home page info and dialog variants). */
  readonly withoutToken?: boolean;
  /** Token to send instead of the session's. */
  readonly token?: string;
  /** The variant of the common parameters for casual games: adds company=casualgame. */
  readonly casualGame?: boolean;
}

export interface Identity {
  readonly token: string | undefined;
  readonly mid: string;
}

export interface ClientOptions {
  readonly environment: Environment;
  readonly brand: RequestBrand;
  readonly origin: string;
  /** Origin of the calls under /matchdata. */
  readonly matchOrigin: string;
  readonly clientType: ClientType;
  readonly version: number;
  readonly identity: () => Identity;
  readonly device: () => { readonly rduid?: string; readonly ip?: string };
  /** Unix ms of the server's clock. */
  readonly now: () => number;
  /** Resolves when the clock has been read once, or cannot be; signed requests wait for it. */
  readonly clockReady: () => Promise<void>;
  readonly recalibrate: () => Promise<void>;
  readonly report: (notice: ErrorNotice) => void;
  /** A call was given up for want of an answer. */
  readonly onNoAnswer?: () => void;
  /** The server no longer honours this token. */
  readonly onRefusedToken: (token: string, message: string) => void;
  /** Receives the balance of the main wallet from an answer that contains it, and the token of the request. */
  readonly onBalance?: (balanceFen: number, token: string | undefined) => void;
  readonly attach?: (actor: AnyActorRef) => void;
  /** The error of a call, for its developer; in development only. Such a call is not sent. */
  readonly unknownCallMessage?: ((method: string, path: string) => string | undefined) | undefined;
}

/** The failure is reported elsewhere. */
const NOTHING = (): void => {};

type Pairs = [name: string, value: string][];

/** The outcome is unknown after these: the server failed on the way, or the key was used for another request. */
const IN_DOUBT: ReadonlySet<number> = new Set([STATUS.internal, STATUS.unavailable, STATUS.keyConflict]);

export class ApiClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * One call. Never rejects: a refusal has the server's status and message; no answer has status -1, and `inDoubt` when the request may
   * have changed something. A request with an idempotency key is also in doubt when the server's answer does not say whether it took effect.
   */
  call<T>(path: string, params: Readonly<Record<string, string>> = {}, options: ClientCallOptions = {}): Promise<CallResult<T>> {
    const { method = 'GET' } = options;
    if (method !== 'GET' && method !== 'POST') {
      this.#options.report(ERROR_CATALOGUE.missingMethod);
      return Promise.resolve({ ok: false, status: NO_ANSWER, msg: ERROR_CATALOGUE.missingMethod.text, inDoubt: false });
    }
    const fault = this.#options.unknownCallMessage?.(method, path);
    if (fault !== undefined) {
      console.error(fault);
      return Promise.resolve({ ok: false, status: NO_ANSWER, msg: fault, inDoubt: false });
    }
    return new Promise((resolve) => this.#run(path, params, options, resolve as (result: CallResult<unknown>) => void));
  }

  #run(
    path: string,
    params: Readonly<Record<string, string>>,
    options: ClientCallOptions,
    resolve: (result: CallResult<unknown>) => void,
  ): void {
    const { environment, report } = this.#options;
    const facts = factsOf(path);
    const timeoutMs = facts.short ? SHORT_TIMEOUT_MS : TIMEOUT_MS;
    const actor = createActor(requestMachine, { id: `request ${barePath(path)}`, input: { timeoutMs } });
    const identity = this.#options.identity();
    // Held for the whole request: an answer belongs to the session of the request, not to a later one.
    const sentAs: Identity = {
      token: options.withoutToken || facts.withoutToken ? undefined : (options.token ?? identity.token),
      mid: identity.mid,
    };
    let abort: (() => void) | undefined;
    let disarm: (() => void) | undefined;
    let refreshed = false;

    const send = () => {
      const wired = this.#wire(path, params, options, sentAs);
      // A request that cannot be built (the signing code did not load) is not sent: it has failed.
      wired.catch(() => actor.send({ type: 'FAILED' }));
      void wired.then((request) => {
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
            actor.send({ type: 'ANSWER', answer });
          }
        });
      }, NOTHING);
    };
    perform(actor, {
      send,
      abort: () => abort?.(),
      arm: ({ ms }) => {
        disarm = environment.clock.after(ms, () => actor.send({ type: 'DEADLINE' }));
      },
      disarm: () => disarm?.(),
    });
    actor.subscribe((snapshot) => {
      if (snapshot.matches('idle') || snapshot.matches('sending')) return;
      const { answer } = snapshot.context;
      if (answer) return resolve(this.#result(answer, sentAs, options.idempotencyKey !== undefined, facts));
      if (!snapshot.matches('cancelled')) this.#options.onNoAnswer?.();
      if (!options.quiet && !snapshot.matches('cancelled')) report(caughtError(1));
      const inDoubt = options.method === 'POST' || options.idempotencyKey !== undefined;
      resolve({ ok: false, status: NO_ANSWER, msg: caughtError(1).text, inDoubt });
    });
    this.#options.attach?.(actor);
    actor.start();
    actor.send({ type: 'SEND' });
  }

  #result(answer: Answer, sentAs: Identity, idempotent: boolean, facts: CallFacts): CallResult<unknown> {
    const { status, models, msg } = answer;
    if (status === STATUS.ok) {
      const balance = facts.wallet ? (models as { readonly balanceFen?: unknown } | null)?.balanceFen : undefined;
      if (typeof balance === 'number') this.#options.onBalance?.(balance, sentAs.token);
      return { ok: true, models, ...(msg === '' ? {} : { msg }) };
    }
    if (status === STATUS.notLoggedIn && sentAs.token) this.#options.onRefusedToken(sentAs.token, msg);
    const inDoubt = idempotent && IN_DOUBT.has(status);
    return {
      ok: false,
      status,
      msg: msg || ERROR_CATALOGUE.default.text,
      inDoubt,
      ...(models === null || models === undefined ? {} : { models }),
    };
  }

  async #wire(
    path: string,
    params: Readonly<Record<string, string>>,
    options: ClientCallOptions,
    { token, mid }: Identity,
  ): Promise<WireRequest> {
    const { brand, environment, origin, matchOrigin, clientType, version } = this.#options;
    const method = options.method ?? 'GET';
    const bare = barePath(path);
    const { signed, idempotent } = factsOf(bare);
    // The signing code is a chunk of its own, because the first pages of a visitor send no signed request.
    const [signing] = signed ? await Promise.all([loadHmac(), this.#options.clockReady()]) : [];
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
    // An idempotent call without a key from the caller gets a random key: it takes effect at most once, but its outcome cannot be queried later.
    const key = options.idempotencyKey ?? (idempotent ? toHex(environment.randomBytes(16)) : undefined);
    if (signing) {
      query.push(['n', toHex(environment.randomBytes(16))]);
      query.push(['s', sign(signing.hmac, brand.signingKey, { method, path: bare, query, form, key })]);
    }
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (key !== undefined) headers['Idempotency-Key'] = key;
    if (method === 'POST') headers['Content-Type'] = 'application/x-www-form-urlencoded;charset=UTF-8';
    const url = `${/^\/matchdata\//i.test(bare) ? matchOrigin : origin}${bare}?${encode(query)}`;
    return method === 'POST' ? { method, url, headers, body: encode(form) } : { method, url, headers };
  }
}

/** Loads the signing code; also called before the first signed request. */
export const loadHmac = loadOnce(() => import('./hmac.ts'));

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
