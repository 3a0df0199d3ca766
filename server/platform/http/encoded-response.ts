/**
 * Answers that are the same for everyone, as bytes: written as JSON once and packed once in each way that browsers take, however often they
 * are asked for. Writing and packing a large answer costs more than finding it, and a stranger could keep a server busy with it.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '../../../protocol/status.ts';
import type { CacheValidity } from './response-cache.ts';

/** Smaller answers are not worth packing. */
const COMPRESSED_FROM = 1_024;
/** Brotli's quality where many answers are packed, and where a few are sent to everybody (some 80 ms of another thread for a page). */
const QUALITY = { quick: 5, small: 11 } as const;

type ContentEncoding = 'br' | 'gzip';

/** A text as it is sent: packed when the first asks for it so. */
export interface EncodedBody {
  readonly plain: Buffer;
  readonly encode: (encoding: ContentEncoding) => Promise<Buffer>;
}

export function encodeBody(text: string, quality: keyof typeof QUALITY): EncodedBody {
  const plain = Buffer.from(text);
  const encodedBodies = new Map<ContentEncoding, Promise<Buffer>>();
  const packers: Readonly<Record<ContentEncoding, () => Promise<Buffer>>> = {
    br: () => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality] } }),
    gzip: () => promisify(gzip)(plain),
  };
  return {
    plain,
    encode(encoding) {
      let done = encodedBodies.get(encoding);
      if (done === undefined) encodedBodies.set(encoding, (done = packers[encoding]()));
      return done;
    },
  };
}

/** Keeps packed texts by name: those that were requested last, up to `most` bytes of text. A text under one name never changes. */
export function encodedBodyCache(most: number): (name: string, text: string) => EncodedBody {
  const cache = new Map<string, EncodedBody>();
  let cachedBytes = 0;
  return (name, text) => {
    const cached = cache.get(name);
    const bytes = cached ?? encodeBody(text, 'small');
    if (cached === undefined) cachedBytes += bytes.plain.length;
    // Asked for last, so thrown away last.
    else cache.delete(name);
    cache.set(name, bytes);
    for (const [oldest, { plain }] of cache) {
      if (cachedBytes <= most || oldest === name) break;
      cache.delete(oldest);
      cachedBytes -= plain.length;
    }
    return bytes;
  };
}

/** By what an answer tells: the answer itself may be made again around it. */
const encodedAnswers = new WeakMap<object, EncodedBody>();
const sharedAnswers = new WeakSet<object>();

/** Expiry of an answer. */
const validity = new WeakMap<object, () => boolean>();

/** Marks an answer's models as the same for everyone who asks while they are kept. `around`: what they stand and fall with. */
export function markShared<T extends object>(models: T, around?: object): T {
  sharedAnswers.add(models);
  const isValid = around && validity.get(around);
  if (isValid !== undefined) validity.set(models, isValid);
  return models;
}

/** Lets the answer be reused while `stands` returns true, which is called before each reuse. It must not hold a reference to the answer. */
export function setValidity(models: object, isValid: () => boolean): void {
  validity.set(models, isValid);
}

/** Whether an answer is still valid; left out: unknown. */
export const validityOf = ({ models }: Envelope<unknown>): (() => boolean) | undefined => validity.get(models as object);

export const isShared = ({ models }: Envelope<unknown>): boolean =>
  typeof models === 'object' && models !== null && sharedAnswers.has(models);

/** Sends the bytes of a shared answer. `lasting` as in `sendEncoded`. */
export function sendSharedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  envelope: Envelope<unknown>,
  lasting?: CacheValidity,
): Promise<FastifyReply> {
  const { status } = envelope;
  request.server.countAnswer?.(request.routeOptions.url, status);
  const models = envelope.models as object;
  let bytes = encodedAnswers.get(models);
  if (bytes === undefined) encodedAnswers.set(models, (bytes = encodeBody(JSON.stringify(envelope), 'quick')));
  return sendEncoded(request, reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding'), bytes, lasting, status);
}

/**
 * Sends a cached body, compressed as the browser accepts it. The caller sets the other headers, `vary` too. `lasting`: the response cache
 * answers the next requests while it returns true. `business`: the business status of a call.
 */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, encode }: EncodedBody,
  lasting?: CacheValidity,
  business?: number,
): Promise<FastifyReply> {
  const encoding = plain.length < COMPRESSED_FROM ? undefined : contentEncodingFor(request.headers['accept-encoding']);
  const body = encoding === undefined ? plain : await encode(encoding);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  if (lasting !== undefined) request.server.responseCache?.store(request, reply, body, lasting, business);
  return reply.send(body);
}

/** True when the browser says that it has what goes by this tag. */
export const matchesEtag = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag) === true;

/** Headers whose reading is remembered: a few browsers write a few of them. What is longer is made up. */
const MOST_HEADERS = 100;
const LONGEST_HEADER = 100;
const encodings = new Map<string, ContentEncoding | undefined>();

/** How a browser takes packed bytes, by its header accept-encoding; undefined: not at all. */
export function contentEncodingFor(header: string | string[] | undefined): ContentEncoding | undefined {
  const text = String(header ?? '');
  if (encodings.has(text)) return encodings.get(text);
  if (encodings.size >= MOST_HEADERS) encodings.clear();
  const encoding = parseAcceptEncoding(text);
  if (text.length <= LONGEST_HEADER) encodings.set(text, encoding);
  return encoding;
}

function parseAcceptEncoding(header: string): ContentEncoding | undefined {
  const accepted = header
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(\.0+)?$/.test(each))
    .map((each) => each.split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}
