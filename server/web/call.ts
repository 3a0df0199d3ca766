/**
 * How a call of the API is declared: method, path, input schema, who may call it and what answers. Everything that all calls
 * share (envelope, signature, nonce, session) is here, so that a namespace's file holds only what its calls mean.
 */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { isSignedPath, verify } from '../../protocol/signing.ts';
import { type Envelope, HTTP_OF_STATUS, STATUS } from '../../protocol/status.ts';
import type { Player } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';

export const ok = <T>(models: T, msg = ''): Envelope<T> => ({ status: STATUS.ok, models, msg });
export const refuse = (status: number, msg: string): Envelope<null> => ({ status, models: null, msg });

/** A property of a query or form: all arrive as text. */
export type FieldSchema = { readonly type: 'string'; readonly description?: string; readonly [keyword: string]: unknown };

export interface CallRequest<F extends string> {
  /** Fields of query and form by name; the form's win. */
  readonly fields: Readonly<Partial<Record<F, string>>>;
  /** The session's token as sent, '' when none. */
  readonly token: string;
  /** Whose session it is; only where the call asks for it. */
  readonly player: Player | undefined;
  /** The signature's nonce when the request was signed and the call spends it itself. */
  readonly nonce: string | undefined;
  readonly request: FastifyRequest;
}

export interface Call<F extends string> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly fields?: Readonly<Record<F, FieldSchema>>;
  readonly required?: readonly F[];
  /** required: refused with notLoggedIn when there is none. token: only a token must be there, the call's own transaction checks it. */
  readonly session?: 'none' | 'required' | 'token';
  /** The call spends the nonce in its own transaction instead of here. */
  readonly ownNonce?: boolean;
  readonly options?: RouteShorthandOptions;
  readonly handle: (request: CallRequest<F>) => Promise<Envelope<unknown>>;
}

/** The signed request's parameters as pairs: repeated names are kept, because the signature covers them. */
interface Raw {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

const raws = new WeakMap<FastifyRequest, Raw>();
const NO_FORM = new URLSearchParams();

/** Form bodies: kept as pairs for the signature, and as an object for the schema. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const form = new URLSearchParams(body as string);
    raws.set(request, rawOf(request, form));
    done(null, plainObject(form));
  });
}

function rawOf(request: FastifyRequest, form: URLSearchParams): Raw {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: NO_FORM, form }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)), form };
}

/** The last of a repeated name wins; null prototype, so that "__proto__" is a name like any other. */
function plainObject(pairs: URLSearchParams): Record<string, string> {
  const object = Object.create(null) as Record<string, string>;
  for (const [name, value] of pairs) object[name] = value;
  return object;
}

const COMMON: Readonly<Record<string, FieldSchema>> = {
  c: { type: 'string', maxLength: 8, description: 'Client type.' },
  v: { type: 'string', maxLength: 32, description: 'Client version.' },
  t: { type: 'string', maxLength: 12, description: 'Unix seconds.' },
  p: { type: 'string', maxLength: 32, description: 'Brand code.' },
  tk: { type: 'string', maxLength: 128, description: 'Session token; the only source of identity.' },
  mid: { type: 'string', maxLength: 64, description: 'Player id as the phone knows it; informative.' },
  RDUID: { type: 'string', maxLength: 128, description: 'Device fingerprint; informative.' },
  ip: { type: 'string', maxLength: 64, description: 'Address as the phone knows it; informative.' },
  n: { type: 'string', maxLength: 64, description: 'Nonce, 128 bits in hexadecimal.' },
  s: { type: 'string', maxLength: 128, description: 'Signature; docs/signing.md.' },
};

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

/** Registers calls under their paths. A GET's fields are its query, a POST's its form; common parameters always in the query. */
export function register(app: FastifyInstance, context: Context, calls: readonly Call<string>[]): void {
  for (const call of calls) {
    const fields = { type: 'object', properties: { ...(call.fields ?? {}) }, required: [...(call.required ?? [])] };
    const common = { type: 'object', properties: COMMON };
    const schema =
      call.method === 'GET'
        ? { summary: call.summary, querystring: { ...fields, properties: { ...COMMON, ...fields.properties } } }
        : {
            summary: call.summary,
            querystring: common,
            ...(call.fields === undefined ? {} : { consumes: ['application/x-www-form-urlencoded'], body: fields }),
          };
    app.route({
      ...call.options,
      method: call.method,
      url: call.path,
      schema: { ...schema, tags: [call.path.split('/')[2] ?? 'api'] },
      handler: async (request, reply) => send(reply, await answer(call, context, request)),
    });
  }
}

async function answer(call: Call<string>, context: Context, request: FastifyRequest): Promise<Envelope<unknown>> {
  // Its own state is all that a server under maintenance speaks of.
  if (context.maintenance !== '' && !/^\/api\/SystemConfig\//i.test(call.path)) return refuse(STATUS.maintenance, context.maintenance);
  const raw = raws.get(request) ?? rawOf(request, NO_FORM);
  let nonce: string | undefined;
  if (isSignedPath(call.path) || raw.query.has('s') || raw.form.has('s')) {
    const verified = verify(
      hmac,
      { method: request.method, path: raw.path, query: raw.query, form: raw.form },
      { keyOf: context.signingKey, nowSeconds: Math.floor(context.clock.now() / 1000) },
    );
    if (!verified.ok) return refuse(STATUS.badSignature, FAULTS[verified.reason] ?? '请求签名不正确');
    nonce = verified.nonce;
    if (call.ownNonce !== true && !(await context.useNonce(nonce))) return refuse(STATUS.badSignature, '请求已被使用，请重新提交');
  }
  const token = raw.query.get('tk') ?? raw.form.get('tk') ?? '';
  let player: Player | undefined;
  if (call.session === 'required' || call.session === 'token') {
    if (token === '') return refuse(STATUS.notLoggedIn, '请先登录');
    if (call.session === 'required') {
      player = await context.accounts.player(token);
      if (player === undefined) return refuse(STATUS.notLoggedIn, '登录已失效，请重新登录');
    }
  }
  const fields = Object.assign(plainObject(raw.query), call.method === 'POST' ? plainObject(raw.form) : {});
  return call.handle({ fields, token, player, nonce, request });
}

/** A page size from text, 1 to `most`. */
export function pageSize(text: string | undefined, most = 50): number {
  const size = Number(text ?? 20);
  return Number.isInteger(size) ? Math.min(Math.max(size, 1), most) : 20;
}
