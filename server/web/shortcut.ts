/**
 * Answers that are the same for everybody while they last (files of the build, descriptions, pages, public reads), kept as they were sent,
 * headers and all, and given before anything else is done with a request: no route is looked for, no hook runs, and whoever has it already is
 * told so at once. Which answers may be kept, how long and for whom, their routes say; whatever is asked for otherwise goes its usual way. What
 * is given here is told to whoever observes it, since no hook sees it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packingFor } from './bytes.ts';

/** What is kept at most; beyond, the oldest goes first. */
interface Room {
  readonly bytes: number;
  readonly addresses: number;
  /** Addresses that may be kept. */
  readonly form: RegExp;
}
const SITE: Room = { bytes: 48 * 1024 * 1024, addresses: 20_000, form: /^[^?#]{1,200}$/ };
/** Calls have a query, and those are as many as anybody likes to make up: they take no room from the site. */
const CALLS: Room = { bytes: 8 * 1024 * 1024, addresses: 1_000, form: /^[^#]{1,300}$/ };

interface Entry {
  /** The route that gave it first. */
  readonly route: string | undefined;
  readonly etag: string | undefined;
  /** Names and values in turn, as they are written; the second with no body. */
  readonly head: readonly string[];
  readonly headOfTag: readonly string[];
  readonly body: Buffer;
  /** Of what it says: of a call its business status. */
  readonly business: number | undefined;
  readonly lasting: Lasting;
}

/** What an answer depends on besides its address. */
export interface Lasting {
  /** False once something else would be answered. */
  readonly fresh: () => boolean;
  /** An answer of a call, which has a limit: whether this request may have it, which is counted then. False: it goes the usual way, uncounted. */
  readonly admit?: (request: IncomingMessage) => boolean;
  /** What of the cookies it depends on; left out: nothing. */
  readonly ofCookie?: (header: string) => string;
}

/** An answer that was given here and is out, or whose connection is gone. */
export interface Given {
  readonly route: string | undefined;
  readonly url: string;
  readonly status: number;
  /** Of a call. */
  readonly business: number | undefined;
  readonly id: string;
  /** ms from the request to the end of the answer. */
  readonly ms: number;
}

export interface Shortcut {
  /** Tells of every answer that is given here. */
  observe(observer: (given: Given) => void): void;
  /** Keeps an answer that is about to be sent with this body: its status is 200 and all its own headers are set. `business`: of a call. */
  keep(request: FastifyRequest, reply: FastifyReply, body: Buffer, lasting: Lasting, business?: number): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    shortcut?: Shortcut;
    /** Counts an answer of a call by its route and business status. */
    countAnswer?: (route: string | undefined, status: number) => void;
  }
}

/** Headers of a body, which an answer without one does not have; those of the connection Node writes. */
const OF_BODY = new Set(['content-length', 'content-type', 'content-encoding']);
const OWN = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']);
/**
 * What a 304 has to say (RFC 9110, 15.4.5): all else the browser has with the body. Only for a page the rest is said again, since what it may
 * load and where it may send can change while it does not.
 */
const OF_TAG = new Set(['etag', 'cache-control', 'vary']);

const bare = (tag: string) => tag.trim().replace(/^W\//, '');

/** Answers of one address, by packing and by what the cookies say. */
interface OfAddress {
  readonly ofCookie: Lasting['ofCookie'];
  readonly answers: Map<string, Entry>;
}

function shelf({ bytes, addresses, form }: Room) {
  const kept = new Map<string, OfAddress>();
  let held = 0;
  function drop(address: string): void {
    for (const { body } of kept.get(address)?.answers.values() ?? []) held -= body.length;
    kept.delete(address);
  }
  return {
    find: (address: string) => kept.get(address),
    drop,
    put(address: string, name: string, entry: Entry): void {
      if (!form.test(address)) return;
      const ofAddress = kept.get(address) ?? { ofCookie: entry.lasting.ofCookie, answers: new Map<string, Entry>() };
      kept.set(address, ofAddress);
      held += entry.body.length - (ofAddress.answers.get(name)?.body.length ?? 0);
      ofAddress.answers.set(name, entry);
      for (const oldest of kept.keys()) {
        if (held <= bytes && kept.size <= addresses) break;
        drop(oldest);
      }
    },
  };
}

const variant = (packing: string | undefined, cookie: string | undefined, ofCookie: Lasting['ofCookie']) =>
  `${packing ?? ''} ${ofCookie === undefined ? '' : ofCookie(cookie ?? '')}`;

/** `requestId` names an answer. To be called before the server listens. */
export function openShortcut(app: FastifyInstance, requestId: () => string): void {
  const site = shelf(SITE);
  const calls = shelf(CALLS);
  const observers: ((given: Given) => void)[] = [];
  let closing = false;

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (closing || request.method !== 'GET') return false;
    const url = request.url as string;
    const ofSite = site.find(url);
    const known = ofSite ?? calls.find(url);
    const { headers } = request;
    if (known === undefined || headers.range !== undefined) return false;
    const entry = known.answers.get(variant(packingFor(headers['accept-encoding']), headers.cookie, known.ofCookie));
    if (entry === undefined) return false;
    const { fresh, admit } = entry.lasting;
    if (!fresh()) {
      (ofSite === undefined ? calls : site).drop(url);
      return false;
    }
    const tags = headers['if-none-match'];
    const has = entry.etag !== undefined && tags !== undefined && tags.split(',').some((tag) => bare(tag) === entry.etag);
    if (tags !== undefined && !has && tags.trim() === '*') return false;
    if (admit?.(request) === false) return false;
    const [status, head] = has ? ([304, entry.headOfTag] as const) : ([200, entry.head] as const);
    const from = performance.now();
    const id = requestId();
    response.on('close', () => {
      const given = { route: entry.route, url, status, business: entry.business, id, ms: performance.now() - from };
      for (const observer of observers) observer(given);
    });
    response.writeHead(status, [...head, 'x-request-id', id]);
    response.end(has ? undefined : entry.body);
    return true;
  }

  app.decorate('shortcut', {
    observe(observer) {
      observers.push(observer);
    },
    keep(request: FastifyRequest, reply: FastifyReply, body: Buffer, lasting: Lasting, business?: number) {
      if (request.method !== 'GET' || reply.statusCode !== 200) return;
      const headers = Object.entries({ ...reply.getHeaders(), 'content-length': String(body.length) }).filter(([name]) => !OWN.has(name));
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
      const name = variant(packingFor(request.headers['accept-encoding']), request.headers.cookie, lasting.ofCookie);
      (lasting.admit === undefined ? site : calls).put(request.raw.url ?? '', name, entry);
    },
  } satisfies Shortcut);
  // Whoever asks a server that ends is told so the usual way.
  app.addHook('preClose', async () => {
    closing = true;
  });

  const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) for (const listener of listeners) listener.call(app.server, request, response);
  });
}
