/** The HTTP side of the server before any route: time-outs of clients, headers of every answer, and error answers. */
import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { STATUS, TEXT_OF_STATUS } from '../../../protocol/status.ts';
import { isUnavailable } from '../database/postgres.ts';
import type { Log } from '../monitoring/log.ts';
import { refuse, send } from './call.ts';
import { acceptForms } from './form.ts';
import { openResponseCache } from './response-cache.ts';
import { lazyCompilers } from './validators.ts';

/** How long a client may take. */
export interface ClientTimeouts {
  /** For the headers, and for the whole of a request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Without anything sent or taken on a connection that is not idle. */
  readonly stalledMs: number;
}

const PATIENCE: ClientTimeouts = { headersMs: 10_000, requestMs: 30_000, stalledMs: 30_000 };

/** Real ms that requests in hand are given at the end: longer than a statement may take. */
const FINISH_MS = 15_000;
/** How often connections are let go whose last answer is out. */
const SWEEP_MS = 50;

/**
 * Security headers of every answer besides the content security policy: helmet's defaults, prepared once and not for each
 * request. Plain HTTP on the local machine is the normal case; a public server has TLS and HSTS in front.
 */
const SECURITY = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '0',
} as const;

export interface HttpOptions {
  /** Addresses of proxies whose word on who asks is taken. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly patience?: ClientTimeouts | undefined;
  /** Origins that a form may be handed in to, in a frame. */
  readonly formOrigins?: readonly string[] | undefined;
  /** The path that a request is routed by, from the one that it names. */
  readonly rewrite?: ((url: string) => string) | undefined;
  readonly log: Log;
  /** Event streams, which end before anything else. */
  readonly events: { close(): Promise<void> };
}

/** An instance without routes. */
export async function openHttp({
  trustedProxies = [],
  patience = PATIENCE,
  formOrigins = [],
  rewrite = (url) => url,
  log,
  events,
}: HttpOptions): Promise<FastifyInstance> {
  const requestId = requestIds();
  const app = Fastify({
    rewriteUrl: ({ url = '/' }) => rewrite(url),
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    requestTimeout: patience.requestMs,
    // Slow readers: their answers must make progress. Event streams have their own rule (platform/stream/hub.ts).
    connectionTimeout: patience.stalledMs,
    http: {
      headersTimeout: patience.headersMs,
      // Node looks for requests that take too long this often; every 30 s by itself.
      connectionsCheckingInterval: Math.min(1_000, patience.headersMs),
    },
    // Requests are not logged one by one: their queries carry tokens.
    logger: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: false },
    bodyLimit: 512 * 1024,
    // Those that have a request in hand get its answer first.
    forceCloseConnections: 'idle',
    genReqId: requestId,
    schemaController: { compilersFactory: lazyCompilers },
  });
  const always = { 'content-security-policy': contentPolicy(formOrigins), ...SECURITY };
  openResponseCache(app, requestId, always);

  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.validation !== undefined) {
      const [first] = error.validation;
      const name = first?.instancePath.replaceAll('/', '') || String(first?.params.missingProperty ?? '');
      return send(reply, refuse(STATUS.invalid, name === '' ? '请求参数不正确' : `参数 ${name} 缺少或不正确`));
    }
    const code = error.statusCode ?? 500;
    if (code === 413)
      return reply.code(413).send(refuse(STATUS.invalid, `请求内容过大，上限 ${request.routeOptions.bodyLimit} 字节，请分几次提交`));
    if (code === 415) return reply.code(415).send(refuse(STATUS.invalid, '请求内容须为表单（application/x-www-form-urlencoded）'));
    if (code >= 400 && code < 500) return reply.code(code).send(refuse(STATUS.invalid, '请求不正确'));
    if (isUnavailable(error)) {
      log(`database, in ${request.method} ${request.url.split('?', 1)[0]}: ${error.message}`, { level: 'warn', requestId: request.id });
      return send(reply.header('retry-after', '1'), refuse(STATUS.unavailable, TEXT_OF_STATUS[STATUS.unavailable]));
    }
    // The path alone: the query carries tokens. The stack is for the operator, never for the answer.
    log(`error in ${request.method} ${request.url.split('?', 1)[0]}: ${error.stack ?? error.message}`, {
      level: 'error',
      requestId: request.id,
    });
    return send(reply, refuse(STATUS.internal, '服务器出错，请稍后再试'));
  });

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id);
    // Whatever these answer, a refusal included, is for nobody to keep; a public read says otherwise of itself.
    if (/^\/(api|matchdata|operator\/api|events)\b/i.test(request.url)) reply.header('cache-control', 'no-store');
    done();
  });
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  acceptForms(app);
  // Streams end first: a phone whose stream ends connects again, to a process that goes on.
  app.addHook('preClose', () => events.close());
  const answered = (method: string, url: string, status: number, requestId: string, ms: number) =>
    log(`${method} ${url.split('?', 1)[0]} ${status}`, { level: 'debug', requestId, ms: Math.round(ms) });
  app.addHook('onResponse', (request, reply, done) => {
    answered(request.method, request.url, reply.statusCode, request.id, reply.elapsedTime);
    done();
  });
  app.responseCache?.observe(({ method, url, status, id, ms }) => answered(method, url, status, id, ms));
  return app;
}

/** Answers pending requests and takes no new ones; requests that are not answered in time are cut. */
export async function closeHttp(app: FastifyInstance, log: Log): Promise<void> {
  const limit = setTimeout(() => {
    log(`requests were still in hand after ${FINISH_MS / 1000} s and are cut`, { level: 'warn' });
    app.server.closeAllConnections();
  }, FINISH_MS);
  // A connection that was kept for the next request would be waited for until it is idle for long.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(limit);
    clearInterval(sweep);
  }
}

/** What a page of ours may load and where it may send, as the header says it. */
function contentPolicy(formOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    'frame-src *',
    "object-src 'none'",
    "base-uri 'self'",
    // A page in a frame may be reached by handing in a form (a cashier): those that the operator named.
    ["form-action 'self'", ...formOrigins].join(' '),
    "frame-ancestors 'self'",
  ].join(';');
}

/** Ids of requests: which process, and the how manieth of it. Never taken from outside: what comes in may be made to mislead who reads the log. */
function requestIds(): () => string {
  const own = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${own}-${count.toString(36)}`;
  };
}
