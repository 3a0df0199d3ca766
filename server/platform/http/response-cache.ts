/**
 * The response cache: answers that are the same for all clients (files of the build, descriptions, pages, public reads), stored with
 * their headers and sent before routing and hooks; a client that has the answer gets 304. Routes decide which answers may be cached, how long
 * and for which requests; all other requests take the usual way. Observers get a callback for each cached answer, because no hook runs.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentEncodingFor } from './encoded-response.ts';

/**
 * Real ms that an early refusal is delayed. Its client was refused before and repeats the request at once; while the connection waits, the
 * client sends nothing else on it. At most MOST_HELD refusals are delayed; a further one is sent at once.
 */
const HOLD_MS = 250;
const MOST_HELD = 10_000;

/** Limits of a cache. Beyond them the oldest answers are removed first. */
interface CacheLimits {
  readonly bytes: number;
  readonly addresses: number;
  /** URLs that may be stored. */
  readonly form: RegExp;
}
const SITE: CacheLimits = { bytes: 48 * 1024 * 1024, addresses: 20_000, form: /^[^?#]{1,200}$/ };
/** Clients can invent any number of queries, so calls have a cache of their own and cannot displace the site. */
const CALLS: CacheLimits = { bytes: 8 * 1024 * 1024, addresses: 1_000, form: /^[^#]{1,300}$/ };

interface Entry {
  /** The route that produced the answer. */
  readonly route: string | undefined;
  readonly etag: string | undefined;
  /** Headers: name, value, name, value. `headOfTag` is for a 304, which has no body. */
  readonly head: readonly string[];
  readonly headOfTag: readonly string[];
  readonly body: Buffer;
  /** The business status of a call's answer. */
  readonly business: number | undefined;
  readonly lasting: CacheValidity;
}

/** What an answer depends on besides its URL. */
export interface CacheValidity {
  /** False when the answer is outdated. */
  readonly fresh: () => boolean;
  /** For an answer of a call: counts the request for its rate limit. False: nothing is counted, and the request takes the usual way. */
  readonly admit?: (request: IncomingMessage) => boolean;
  /** The part of the cookies that the answer depends on; left out: none. */
  readonly ofCookie?: (header: string) => string;
}

/** An answer that was given here and is out, or whose connection is gone. */
export interface CachedResponse {
  readonly route: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Business status of a call; undefined for any other request. */
  readonly business: number | undefined;
  readonly id: string;
  /** ms from the request to the end of the answer. */
  readonly ms: number;
}

/** The answer to a request that is refused before routing. */
export interface EarlyRefusal {
  readonly status: number;
  readonly business: number;
  /** Headers (name, value, name, value) besides those of every answer of a call. */
  readonly head: readonly string[];
  /** JSON. */
  readonly body: string;
}

export interface ResponseCache {
  /** Sets the function that may refuse a request of a call. */
  guard(refusalOf: (request: IncomingMessage) => EarlyRefusal | undefined): void;
  /** Adds a callback for every answer that this cache sends. */
  observe(observer: (guard: CachedResponse) => void): void;
  /** Stores an answer that is about to be sent with this body. Its headers must be set. `business`: the business status of a call's answer. */
  store(request: FastifyRequest, reply: FastifyReply, body: Buffer, lasting: CacheValidity, business?: number): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    responseCache?: ResponseCache;
    /** Counts an answer of a call by its route and business status. */
    countAnswer?: (route: string | undefined, status: number) => void;
  }
}

/** Headers that an answer without a body lacks, and headers that differ between answers or come from Node. */
const OF_BODY = new Set(['content-length', 'content-type', 'content-encoding']);
const PER_RESPONSE = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']);
/**
 * Headers of a 304 (RFC 9110, 15.4.5). The browser has the others with the body. A 304 for a page repeats all headers, because its policy for
 * loading and sending may change while the page stays the same.
 */
const OF_TAG = new Set(['etag', 'cache-control', 'vary']);

const bare = (tag: string) => tag.trim().replace(/^W\//, '');

/** Answers of one URL, by content encoding and by the part of the cookies that they depend on. */
interface UrlVariants {
  readonly ofCookie: CacheValidity['ofCookie'];
  readonly answers: Map<string, Entry>;
}

function cacheRegion({ bytes, addresses, form }: CacheLimits) {
  const entries = new Map<string, UrlVariants>();
  let held = 0;
  function drop(address: string): void {
    for (const { body } of entries.get(address)?.answers.values() ?? []) held -= body.length;
    entries.delete(address);
  }
  return {
    find: (address: string) => entries.get(address),
    drop,
    put(address: string, name: string, entry: Entry): void {
      if (!form.test(address)) return;
      const ofAddress = entries.get(address) ?? { ofCookie: entry.lasting.ofCookie, answers: new Map<string, Entry>() };
      entries.set(address, ofAddress);
      held += entry.body.length - (ofAddress.answers.get(name)?.body.length ?? 0);
      ofAddress.answers.set(name, entry);
      for (const oldest of entries.keys()) {
        if (held <= bytes && entries.size <= addresses) break;
        drop(oldest);
      }
    },
  };
}

const variant = (packing: string | undefined, cookie: string | undefined, ofCookie: CacheValidity['ofCookie']) =>
  `${packing ?? ''} ${ofCookie === undefined ? '' : ofCookie(cookie ?? '')}`;

/** `requestId` names an answer, `always` are headers of every one. To be called before the server listens. */
export function openResponseCache(app: FastifyInstance, requestId: () => string, always: Readonly<Record<string, string>> = {}): void {
  const site = cacheRegion(SITE);
  const calls = cacheRegion(CALLS);
  const observers: ((guard: CachedResponse) => void)[] = [];
  const everyHead = [...Object.entries(always).flat(), 'cache-control', 'no-store', 'content-type', 'application/json; charset=utf-8'];
  let refusalOf: (request: IncomingMessage) => EarlyRefusal | undefined = () => undefined;
  let closing = false;
  let held = 0;

  /** Tells the observers of an answer once it is out. */
  function notify(response: ServerResponse, answered: Omit<CachedResponse, 'ms'>): void {
    const from = performance.now();
    response.on('close', () => {
      for (const observer of observers) observer({ ...answered, ms: performance.now() - from });
    });
  }

  function refuse(request: IncomingMessage, response: ServerResponse): boolean {
    const refusal = closing ? undefined : refusalOf(request);
    if (refusal === undefined) return false;
    const { status, business, head, body } = refusal;
    const id = requestId();
    notify(response, { route: undefined, method: request.method ?? '', url: request.url as string, status, business, id });
    const send = () => {
      response.writeHead(status, [...everyHead, ...head, 'content-length', String(Buffer.byteLength(body)), 'x-request-id', id]);
      response.end(body);
    };
    if (held >= MOST_HELD) send();
    else {
      held += 1;
      setTimeout(() => {
        held -= 1;
        if (!response.destroyed) send();
      }, HOLD_MS);
    }
    return true;
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (closing || request.method !== 'GET') return false;
    const url = request.url as string;
    const ofSite = site.find(url);
    const variants = ofSite ?? calls.find(url);
    const { headers } = request;
    if (variants === undefined || headers.range !== undefined) return false;
    const entry = variants.answers.get(variant(contentEncodingFor(headers['accept-encoding']), headers.cookie, variants.ofCookie));
    if (entry === undefined) return false;
    const { fresh, admit } = entry.lasting;
    if (!fresh()) {
      (ofSite === undefined ? calls : site).drop(url);
      return false;
    }
    const tags = headers['if-none-match'];
    const notModified = entry.etag !== undefined && tags !== undefined && tags.split(',').some((tag) => bare(tag) === entry.etag);
    if (tags !== undefined && !notModified && tags.trim() === '*') return false;
    if (admit?.(request) === false) return false;
    const [status, head] = notModified ? ([304, entry.headOfTag] as const) : ([200, entry.head] as const);
    const id = requestId();
    notify(response, { route: entry.route, method: 'GET', url, status, business: entry.business, id });
    response.writeHead(status, [...head, 'x-request-id', id]);
    response.end(notModified ? undefined : entry.body);
    return true;
  }

  app.decorate('responseCache', {
    guard(guard) {
      refusalOf = guard;
    },
    observe(observer) {
      observers.push(observer);
    },
    store(request: FastifyRequest, reply: FastifyReply, body: Buffer, lasting: CacheValidity, business?: number) {
      if (request.method !== 'GET' || reply.statusCode !== 200) return;
      const headers = Object.entries({ ...reply.getHeaders(), 'content-length': String(body.length) }).filter(
        ([name]) => !PER_RESPONSE.has(name),
      );
      const flat = (some: readonly (readonly [string, unknown])[]) => some.flatMap(([name, value]) => [name, String(value)]);
      const etag = reply.getHeader('etag');
      const isPage = /^text\/html/.test(String(reply.getHeader('content-type')));
      const entry: Entry = {
        route: request.routeOptions.url,
        etag: etag === undefined ? undefined : bare(String(etag)),
        head: flat(headers),
        headOfTag: flat(headers.filter(([name]) => (isPage ? !OF_BODY.has(name) : OF_TAG.has(name)))),
        body,
        business,
        lasting,
      };
      const name = variant(contentEncodingFor(request.headers['accept-encoding']), request.headers.cookie, lasting.ofCookie);
      (lasting.admit === undefined ? site : calls).put(request.raw.url ?? '', name, entry);
    },
  } satisfies ResponseCache);
  // A server that is stopping answers the usual way.
  app.addHook('preClose', async () => {
    closing = true;
  });

  const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response) && !refuse(request, response))
      for (const listener of listeners) listener.call(app.server, request, response);
  });
}
