/**
 * Answers that are the same for everybody while they last (files of the build, descriptions, pages), kept as they were sent, headers and all,
 * and given before anything else is done with a request: no route is looked for, no hook runs, and whoever has it already is told so at once.
 * Which answers may be kept, and how long, their routes say; whatever is asked for otherwise goes its usual way. What is given here is told to
 * whoever observes it, since no hook sees it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packingFor } from './bytes.ts';

/** Bytes of bodies that are kept; beyond, the oldest goes first. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Addresses with a query are as many as anybody likes to make up. */
const PLAIN = /^[^?#]{1,200}$/;

interface Entry {
  /** The route that gave it first. */
  readonly route: string | undefined;
  readonly etag: string | undefined;
  /** Names and values in turn, as they are written; the second with no body. */
  readonly head: readonly string[];
  readonly headOfTag: readonly string[];
  readonly body: Buffer;
  /** False once something else would be answered. */
  readonly fresh: () => boolean;
}

/** What an answer depends on besides its address. */
export interface Lasting {
  readonly fresh: () => boolean;
  /** What of the cookies it depends on; left out: nothing. */
  readonly ofCookie?: (header: string) => string;
}

/** An answer that was given here and is out, or whose connection is gone. */
export interface Given {
  readonly route: string | undefined;
  readonly url: string;
  readonly status: number;
  readonly id: string;
  /** ms from the request to the end of the answer. */
  readonly ms: number;
}

export interface Shortcut {
  /** Tells of every answer that is given here. */
  observe(observer: (given: Given) => void): void;
  /** Keeps an answer that is about to be sent with this body: its status is 200 and all its own headers are set. */
  keep(request: FastifyRequest, reply: FastifyReply, body: Buffer, lasting: Lasting): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    shortcut?: Shortcut;
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

/** `requestId` names an answer. To be called before the server listens. */
export function openShortcut(app: FastifyInstance, requestId: () => string): void {
  /** By address, and then by packing and by what the cookies say. */
  const kept = new Map<string, { readonly ofCookie: Lasting['ofCookie']; readonly answers: Map<string, Entry> }>();
  const observers: ((given: Given) => void)[] = [];
  let held = 0;
  let closing = false;

  const variant = (packing: string | undefined, cookie: string | undefined, ofCookie: Lasting['ofCookie']) =>
    `${packing ?? ''} ${ofCookie === undefined ? '' : ofCookie(cookie ?? '')}`;

  function drop(address: string): void {
    for (const { body } of kept.get(address)?.answers.values() ?? []) held -= body.length;
    kept.delete(address);
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (closing || request.method !== 'GET') return false;
    const known = kept.get(request.url as string);
    const { headers } = request;
    if (known === undefined || headers.range !== undefined) return false;
    const entry = known.answers.get(variant(packingFor(headers['accept-encoding']), headers.cookie, known.ofCookie));
    if (entry === undefined) return false;
    if (!entry.fresh()) {
      drop(request.url as string);
      return false;
    }
    const tags = headers['if-none-match'];
    const has = entry.etag !== undefined && tags !== undefined && tags.split(',').some((tag) => bare(tag) === entry.etag);
    if (tags !== undefined && !has && tags.trim() === '*') return false;
    const [status, head] = has ? ([304, entry.headOfTag] as const) : ([200, entry.head] as const);
    const from = performance.now();
    const id = requestId();
    response.on('close', () => {
      const given = { route: entry.route, url: request.url as string, status, id, ms: performance.now() - from };
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
    keep(request: FastifyRequest, reply: FastifyReply, body: Buffer, { fresh, ofCookie }: Lasting) {
      const address = request.raw.url ?? '';
      if (request.method !== 'GET' || reply.statusCode !== 200 || !PLAIN.test(address)) return;
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
        fresh,
      };
      const ofAddress = kept.get(address) ?? { ofCookie, answers: new Map<string, Entry>() };
      kept.set(address, ofAddress);
      const name = variant(packingFor(request.headers['accept-encoding']), request.headers.cookie, ofCookie);
      held += body.length - (ofAddress.answers.get(name)?.body.length ?? 0);
      ofAddress.answers.set(name, entry);
      for (const oldest of kept.keys()) {
        if (held <= MOST_BYTES) break;
        drop(oldest);
      }
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
