/**
 * Registers the calls of protocol/calls/. Fields, signature, nonce, session, key and envelope are checked here by the call's definition, so
 * that a handler has only the logic of its call, with typed fields and player.
 */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { type AnswerOf, type Definition, type FieldsOf, KEY } from '../../../protocol/calls/define.ts';
import { limitKindOf } from '../../../protocol/calls/limits.ts';
import type { needsStep, wrongCode } from '../../../protocol/calls/refusals.ts';
import type { TypeOf } from '../../../protocol/calls/schema.ts';
import { TABLE } from '../../../protocol/calls/table.ts';
import { verify } from '../../../protocol/signing.ts';
import { type Envelope, HTTP_OF_STATUS, STATUS } from '../../../protocol/status.ts';
import { addressKey } from '../rate-limits/address.ts';
import type { Player } from './player.ts';
import { tokenHash } from './player.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { GameClock } from '../clock.ts';
import type { EncryptionAtRest } from '../encryption/at-rest.ts';
import type { EarlyRefusals } from '../rate-limits/early-refusals.ts';
import { RETRY_AFTER_MS, type RequestSlot, type AccountConcurrency, UNLIMITED_SLOT } from '../rate-limits/account-concurrency.ts';
import type { Database } from '../database/database.ts';
import type { StoredAnswer } from '../database/tables.ts';
import { answerCheck } from './answers.ts';
import { isShared, sendSharedAnswer, validityOf } from './encoded-response.ts';
import { clientAddressReader } from './client-address.ts';
import { fieldReader } from './fields.ts';
import { parametersOf } from './form.ts';
import { requestHash, type IdempotentRequest } from './idempotency.ts';
import type { CacheValidity } from './response-cache.ts';

export const ok = <T>(models: T, msg = ''): Envelope<T> => ({ status: STATUS.ok, models, msg });
export const refuse = (status: number, msg: string): Envelope<null> => ({ status, models: null, msg });
/** Refuses a field of the call. A form shows the message under its field. */
export const refuseField = (field: string, msg: string): Envelope<null> =>
  ({ status: STATUS.invalid, models: { field }, msg }) as unknown as Envelope<null>;
/** The player must take another step first; models name it and its page (protocol/calls/refusals.ts). @public */
export const refuseStep = (models: TypeOf<typeof needsStep>, msg: string): Envelope<null> =>
  ({ status: STATUS.needsStep, models, msg }) as unknown as Envelope<null>;
/** A code or fund password is wrong; models have the tries that are left and the end of a block. @public */
export const refuseCode = (models: TypeOf<typeof wrongCode>, msg: string): Envelope<null> =>
  ({ status: STATUS.wrongCode, models, msg }) as unknown as Envelope<null>;
/** An answer that the database has built; in tests it is checked against the call's schema. */
export const fromDatabase = <T>(answer: StoredAnswer): Envelope<T> => answer as Envelope<T>;

/** Thrown by a handler if the caller must wait. `waitMs` is real time. */
export class TooManyRequests extends Error {
  readonly waitMs: number;
  constructor(waitMs: number, why = '操作过于频繁') {
    super(why);
    this.waitMs = waitMs;
  }
}
/** The answer 429 with Retry-After. */
export function refuseTooMany(reply: FastifyReply, waitMs: number, why?: string): Envelope<null> {
  const { seconds, envelope } = tooManyAnswer(waitMs, why);
  reply.header('retry-after', String(seconds));
  return envelope;
}

function tooManyAnswer(waitMs: number, why = '操作过于频繁') {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = seconds < 120 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`;
  return { seconds, envelope: refuse(STATUS.tooMany, `${why}，请 ${wait}后再试`) };
}

/** What a handler gets; which of `player`, `token` and `idempotentRequest` are there follows from the call's definition. */
export type CallRequest<D extends Definition> = {
  /** Typed fields with defaults. A field of a wrong type was refused before. */
  readonly fields: FieldsOf<D>;
} & AnyRequest &
  Caller<D>;

interface AnyRequest {
  readonly request: FastifyRequest;
  /** Waits for another server. Meanwhile another call of the player may use the database. */
  readonly releaseWhile: RequestSlot['releaseWhile'];
}
interface IdempotentCaller {
  readonly idempotentRequest: IdempotentRequest;
}
interface SessionCaller {
  /** Undefined for a visitor. */
  readonly player: Player | undefined;
  /** '' without one. */
  readonly token: string;
}

type Caller<D extends Definition> = D['idempotent'] extends true
  ? IdempotentCaller
  : D['session'] extends 'player'
    ? SessionCaller & { readonly player: Player }
    : D['session'] extends 'optional'
      ? Pick<SessionCaller, 'player'>
      : D['session'] extends 'token'
        ? Pick<SessionCaller, 'token'>
        : object;

export interface HandledCall {
  readonly definition: Definition;
  /** Takes the request that `definition` describes: `handle` checks its type, and `answerCall` makes it. */
  readonly work: (request: never) => Promise<Envelope<unknown>>;
  readonly options: RouteShorthandOptions;
}

/** Defines the handler of a call. `options` are Fastify's, such as a body limit. */
export function handle<D extends Definition>(
  definition: D,
  work: (request: CallRequest<D>) => Promise<Envelope<AnswerOf<D> | null>>,
  options: RouteShorthandOptions = {},
): HandledCall {
  return { definition, work, options };
}

/** A request with all parts that handlers may use. */
export type ServedRequest = { readonly fields: Readonly<Record<string, unknown>> } & AnyRequest & (IdempotentCaller | SessionCaller);

/** Runs a handler. The caller has checked `fields` and the player by the call's definition. */
export const answerCall = ({ work }: Pick<HandledCall, 'work'>, request: ServedRequest): Promise<Envelope<unknown>> =>
  work(request as never);

/** A GET whose definition has no `changes`. */
export const isReadOnlyCall = ({ method, changes }: Pick<Definition, 'method' | 'changes'>): boolean =>
  method === 'GET' && changes === undefined;

/**
 * The calls of `callsOf`. Reading calls get a database that refuses to write (Database.reader), so the database ensures that a GET changes
 * nothing. All other services are shared.
 */
export function withReadOnlyDatabase<
  S extends { readonly database: Database },
  C extends { readonly definition: Pick<Definition, 'method' | 'changes'> },
>(services: S, callsOf: (services: S) => readonly C[]): C[] {
  const reading = callsOf({ ...services, database: services.database.reader() });
  return callsOf(services).map((call, at) => (isReadOnlyCall(call.definition) ? (reading[at] as C) : call));
}

export interface RegistrationOptions {
  /** Gets answers that differ from the schema of the call; such an answer becomes an error. Left out: answers are not checked. */
  readonly onWrongAnswer?: ((fault: string) => void) | undefined;
  /** Addresses of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** The table of calls; each needs a handler. Left out: the table of the API. */
  readonly table?: readonly Definition[];
}

/** The services that admit and verify every call. */
export interface CallContext {
  readonly clock: GameClock;
  readonly rateLimiter: RateLimiter;
  readonly accountConcurrency: AccountConcurrency;
  /** Accounts that repeat refused requests. */
  readonly earlyRefusals: EarlyRefusals;
  readonly encryption: Pick<EncryptionAtRest, 'hmac'>;
  readonly sessions: {
    /** The player of a token, with the current balance. */
    player(token: string): Promise<Player | undefined>;
    /** The player of a token that this process accepted recently; 0: accepted, player unknown; undefined: not accepted recently. */
    cachedPlayer(hash: string): number | undefined;
    /** The player of a token hash; undefined for an invalid session. */
    owner(hash: string): Promise<number | undefined>;
    /** Records that a session was accepted just now. */
    markUsed(hash: string): void;
  };
  readonly publicationState: PublicationState;
  /** Signing key of a brand code, from the brand's description. */
  readonly signingKey: (brand: string) => string | undefined;
  /** Stores a nonce of a player (0: of a visitor); false if it was used before. */
  readonly useNonce: (userId: number, nonce: string) => Promise<boolean>;
  /** The text for players during maintenance; '' in normal operation. */
  readonly maintenance: string;
}

/**
 * A process adopts a publication in several steps. An answer that was built meanwhile may mix old and new descriptions, so it is sent to its
 * caller and not cached.
 */
export interface PublicationState {
  /** Grows with every publication; undefined while the process adopts one. */
  generation(): number | undefined;
}

/** Registers calls under their paths. Throws when a call of the table has no handler or a handler's call is not in the table. */
export function registerCalls(
  app: FastifyInstance,
  context: CallContext,
  calls: readonly HandledCall[],
  { onWrongAnswer, trustedProxies = [], table = TABLE }: RegistrationOptions = {},
): void {
  const unanswered = new Set<Definition>(table);
  for (const { definition } of calls) {
    if (!unanswered.delete(definition)) {
      const why = table.includes(definition) ? 'has two handlers' : 'has a handler and is not in the table (protocol/calls/table.ts)';
      throw new Error(`call ${definition.method} ${definition.path} ${why}`);
    }
  }
  const [missing] = unanswered;
  if (missing !== undefined)
    throw new Error(`call ${missing.method} ${missing.path} is in the table and has no handler; give it one with handle()`);

  // A body is a form or empty: the validated fields are the ones that are used, and there is no second way to send a field.
  for (const type of ['application/json', 'text/plain']) if (app.hasContentTypeParser(type)) app.removeContentTypeParser(type);

  app.responseCache?.guard((request) => {
    const ms = context.earlyRefusals.look(request);
    if (ms <= 0) return undefined;
    const { seconds, envelope } = tooManyAnswer(ms);
    return { status: 429, business: STATUS.tooMany, head: ['retry-after', String(seconds)], body: JSON.stringify(envelope) };
  });
  const lastingOf = cacheValidity(context, clientAddressReader(trustedProxies));
  for (const call of calls) {
    const { definition, options } = call;
    const answer = admitCall(call, context);
    const check = onWrongAnswer === undefined ? undefined : answerCheck(definition);
    const changing = definition.changes !== undefined;
    app.route({
      bodyLimit: BODY_LIMIT,
      ...options,
      method: definition.method,
      url: definition.path,
      exposeHeadRoute: !changing,
      handler: async (request, reply) => {
        const generation = context.publicationState.generation();
        const envelope = await answer(request, reply);
        // Answers for a player, answers to changes and refusals are not cached.
        const isPublic = !changing && definition.session === 'none' && envelope.status === STATUS.ok;
        reply.header('cache-control', isPublic ? 'no-cache' : 'no-store');
        const fault = check?.(envelope);
        if (fault !== undefined) {
          onWrongAnswer?.(fault);
          throw new Error(fault);
        }
        if (!isShared(envelope)) return send(reply, envelope);
        return sendSharedAnswer(request, reply, envelope, isPublic ? lastingOf(request, envelope, generation) : undefined);
      },
    });
  }
}

/**
 * How long a public answer may be reused for the same address: while it is valid and nothing is published. Each request still
 * counts for the rate limits. A request with a session counts for its player, and a signature must be verified, so these
 * requests are not answered from the cache.
 */
function cacheValidity({ rateLimiter, publicationState }: CallContext, caller: (request: IncomingMessage) => string) {
  const admit = (request: IncomingMessage) => rateLimiter.readAtHand(addressKey(caller(request)));
  return (request: FastifyRequest, envelope: Envelope<unknown>, generation: number | undefined): CacheValidity | undefined => {
    const isValid = validityOf(envelope);
    const { query } = parametersOf(request);
    if (generation === undefined || isValid?.() !== true || query.has('tk') || query.has('s')) return undefined;
    return { fresh: () => publicationState.generation() === generation && isValid(), admit };
  };
}

/** Most bytes of a form. A handler may set another limit. */
const BODY_LIMIT = 32 * 1024;

const FAULTS: Readonly<Record<string, string>> = {
  missing: '请求缺少签名，请更新应用后重试',
  repeated: '请求参数重复',
  malformed: '请求签名格式不正确',
  brand: '品牌代码不正确',
  stale: '手机时间与服务器相差过大，请校准后重试',
  signature: '请求签名不正确，请刷新后重试',
};

const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');

export function send(reply: FastifyReply, envelope: Envelope<unknown>): FastifyReply {
  return reply.code(HTTP_OF_STATUS[envelope.status] ?? 500).send(envelope);
}

/** A prefetch or prerender of a browser; such a GET must not change anything. */
const isPrefetch = ({ headers }: FastifyRequest) => /prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`);

/**
 * A request that a browser makes for a page and not for a script: a link, form, picture or frame of any site. The app sends its calls by
 * script, so such a request must not change anything. Clients other than browsers do not send the header.
 */
const isForPage = ({ headers }: FastifyRequest) => (headers['sec-fetch-dest'] ?? 'empty') !== 'empty';

/** Refusals that the request itself caused. They are counted by address. */
const OF_THE_REQUEST: ReadonlySet<number> = new Set([STATUS.invalid, STATUS.notLoggedIn, STATUS.badSignature]);

/** A request with its parsed parameters, token and slot. */
interface IncomingCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parameters: ReturnType<typeof parametersOf>;
  readonly token: string;
  /** Hash of the token; '' without a token. */
  readonly hash: string;
  readonly address: string;
  /** Its slot among the account's concurrent requests. */
  readonly share: RequestSlot;
}

function admitCall(call: HandledCall, context: CallContext): (request: FastifyRequest, reply: FastifyReply) => Promise<Envelope<unknown>> {
  const { rateLimiter, sessions, accountConcurrency, earlyRefusals } = context;
  const { definition } = call;
  const { session, path } = definition;
  const serve = serveCall(call, context);
  const kind = limitKindOf(definition);
  const aboutTheServer = /^\/api\/SystemConfig\//i.test(path);

  /** Real ms that the rate limits make this request wait. */
  function wait({ token, hash, address }: IncomingCall): number | Promise<number> {
    // A session that this process accepted recently is trusted, whatever other clients of its address send.
    const player = token === '' ? undefined : sessions.cachedPlayer(hash);
    if (player === undefined) {
      const distrusted = rateLimiter.distrusted(address);
      if (distrusted > 0) return distrusted;
    }
    // A call for visitors takes any token, and a client can invent tokens: then the address counts.
    if (session === 'none' || token === '' || (session === 'optional' && player === undefined)) return rateLimiter.read(address);
    return rateLimiter.account(kind === 'write' ? 'write' : 'own', player ? String(player) : hash);
  }

  return async (request, reply) => {
    // During maintenance the server answers only SystemConfig calls.
    if (context.maintenance !== '' && !aboutTheServer) return refuse(STATUS.maintenance, context.maintenance);
    const parameters = parametersOf(request);
    const token = parameters.query.get('tk') ?? parameters.form.get('tk') ?? '';
    const hash = token === '' ? '' : tokenHash(token);
    const account = String(sessions.cachedPlayer(hash) || hash);
    const share = hash === '' || session === 'none' ? UNLIMITED_SLOT : accountConcurrency.enter(account);
    if (share === undefined) {
      earlyRefusals.crowded(hash, account);
      return refuseTooMany(reply, RETRY_AFTER_MS);
    }
    try {
      return await admitted({ request, reply, parameters, token, hash, address: addressKey(request.ip), share });
    } finally {
      share.leave();
    }
  };

  async function admitted(incoming: IncomingCall): Promise<Envelope<unknown>> {
    const { request, reply, hash, token, share } = incoming;
    const waits = wait(incoming);
    const ms = typeof waits === 'number' ? waits : await waits;
    if (ms > 0) {
      // A known player is counted by account, so this wait holds whatever the address does.
      if (share.who !== hash) earlyRefusals.until(hash, share.who, request.raw, ms);
      return refuseTooMany(reply, ms);
    }
    try {
      if (share.who === hash && hash !== '') {
        const player = await sessions.owner(hash);
        if (player !== undefined && !share.become(String(player))) return refuseTooMany(reply, RETRY_AFTER_MS);
      }
      await share.turn();
      const answer = await serve(incoming);
      if (OF_THE_REQUEST.has(answer.status)) await rateLimiter.refused(incoming.address);
      else if (token !== '' && session === 'player') sessions.markUsed(hash);
      return answer;
    } catch (error) {
      if (error instanceof TooManyRequests) return refuseTooMany(reply, error.waitMs, error.message);
      throw error;
    }
  }
}

const hasSecret = ({ fields }: Definition) => Object.values(fields).some((field) => (field as { secret?: boolean }).secret === true);

function serveCall(call: HandledCall, context: CallContext): (incoming: IncomingCall) => Promise<Envelope<unknown>> {
  const { definition } = call;
  const read = fieldReader(definition);
  const { session, signed = false, idempotent = false, changes, method, path } = definition;
  const hashing = hasSecret(definition) ? (text: string) => context.encryption.hmac('request.body', text) : undefined;

  return async ({ request, parameters, token, hash, share }) => {
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : undefined;
    let nonce = '';
    if (signed || parameters.query.has('s') || parameters.form.has('s')) {
      const verified = verify(
        hmac,
        { method: request.method, path: parameters.path, query: parameters.query, form: parameters.form, key },
        { keyOf: context.signingKey, nowSeconds: Math.floor(context.clock.now() / 1000) },
      );
      if (!verified.ok) return refuse(STATUS.badSignature, FAULTS[verified.reason] ?? '请求签名不正确');
      nonce = verified.nonce;
    }
    if (method === 'GET' && changes !== undefined && isPrefetch(request)) return refuse(STATUS.badSignature, '该请求不能预先读取');
    if (changes !== undefined && isForPage(request)) return refuse(STATUS.badSignature, '该请求只能由应用发出');
    const fields = read(...(method === 'POST' ? [parameters.query, parameters.form] : [parameters.query]));
    if (!fields.ok) return refuseField(fields.field, fields.msg);
    const typed = { fields: fields.values, request, releaseWhile: share.releaseWhile };
    if ((session === 'player' || session === 'token') && token === '') return refuse(STATUS.notLoggedIn, '请先登录');

    if (idempotent) {
      if (key === undefined || !KEY.test(key)) return refuse(STATUS.invalid, '缺少请求编号 Idempotency-Key（8–64 位字母、数字、- 或 _）');
      const idempotentRequest: IdempotentRequest = {
        key,
        bodyHash: requestHash(path, fields.texts, hashing),
        nonce,
        tokenHash: hash,
        player: () => context.sessions.player(token),
      };
      return answerCall(call, { ...typed, idempotentRequest });
    }
    const player = session === 'none' || session === 'token' || token === '' ? undefined : await context.sessions.player(token);
    if (session === 'player' && player === undefined) return refuse(STATUS.notLoggedIn, '登录已失效，请重新登录');
    if (nonce !== '' && !(await context.useNonce(player?.id ?? 0, nonce))) return refuse(STATUS.badSignature, '请求已失效，请重新提交');
    return answerCall(call, { ...typed, token, player });
  };
}
