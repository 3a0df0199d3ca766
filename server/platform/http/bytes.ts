/**
 * Answers that are the same for everyone, as bytes: written as JSON once and packed once in each way that browsers take, however often they
 * are asked for. Writing and packing a large answer costs more than finding it, and a stranger could keep a server busy with it.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '../../../protocol/status.ts';
import type { Lasting } from './shortcut.ts';

/** Smaller answers are not worth packing. */
const PACKED_FROM = 1_024;
/** Brotli's quality where many answers are packed, and where a few are sent to everybody (some 80 ms of another thread for a page). */
const QUALITY = { quick: 5, small: 11 } as const;

type Packing = 'br' | 'gzip';

/** A text as it is sent: packed when the first asks for it so. */
export interface Bytes {
  readonly plain: Buffer;
  readonly pack: (packing: Packing) => Promise<Buffer>;
}

export function bytesOf(text: string, quality: keyof typeof QUALITY): Bytes {
  const plain = Buffer.from(text);
  const packed = new Map<Packing, Promise<Buffer>>();
  const packers: Readonly<Record<Packing, () => Promise<Buffer>>> = {
    br: () => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality] } }),
    gzip: () => promisify(gzip)(plain),
  };
  return {
    plain,
    pack(packing) {
      let done = packed.get(packing);
      if (done === undefined) packed.set(packing, (done = packers[packing]()));
      return done;
    },
  };
}

/** Keeps packed texts by name, those asked for last, up to so many bytes of text; a text under one name never changes. */
export function keptBytes(most: number): (name: string, text: string) => Bytes {
  const kept = new Map<string, Bytes>();
  let held = 0;
  return (name, text) => {
    const known = kept.get(name);
    const bytes = known ?? bytesOf(text, 'small');
    if (known === undefined) held += bytes.plain.length;
    // Asked for last, so thrown away last.
    else kept.delete(name);
    kept.set(name, bytes);
    for (const [oldest, { plain }] of kept) {
      if (held <= most || oldest === name) break;
      kept.delete(oldest);
      held -= plain.length;
    }
    return bytes;
  };
}

/** By what an answer tells: the answer itself may be made anew around it. */
const written = new WeakMap<object, Bytes>();
const shared = new WeakSet<object>();

/** Expiry of an answer. */
const standing = new WeakMap<object, () => boolean>();

/** Marks an answer's models as the same for everyone who asks while they are kept. `around`: what they stand and fall with. */
export function sharedModels<T extends object>(models: T, around?: object): T {
  shared.add(models);
  const stands = around && standing.get(around);
  if (stands !== undefined) standing.set(models, stands);
  return models;
}

/** Lets the answer be reused while `stands` returns true, which is called before each reuse. It must not hold a reference to the answer. */
export function standsWhile(models: object, stands: () => boolean): void {
  standing.set(models, stands);
}

/** Whether an answer is still valid; left out: unknown. */
export const standingOf = ({ models }: Envelope<unknown>): (() => boolean) | undefined => standing.get(models as object);

export const isShared = ({ models }: Envelope<unknown>): boolean => typeof models === 'object' && models !== null && shared.has(models);

/** Sends the bytes of a shared answer. `lasting` as in `sendBytes`. */
export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  envelope: Envelope<unknown>,
  lasting?: Lasting,
): Promise<FastifyReply> {
  const { status } = envelope;
  request.server.countAnswer?.(request.routeOptions.url, status);
  const models = envelope.models as object;
  let bytes = written.get(models);
  if (bytes === undefined) written.set(models, (bytes = bytesOf(JSON.stringify(envelope), 'quick')));
  return sendBytes(request, reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding'), bytes, lasting, status);
}

/**
 * Sends a cached body, compressed as the browser accepts it. The caller sets the other headers, `vary` too. `lasting`: the response cache
 * answers the next requests while it returns true. `business`: the business status of a call.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, pack }: Bytes,
  lasting?: Lasting,
  business?: number,
): Promise<FastifyReply> {
  const packing = plain.length < PACKED_FROM ? undefined : packingFor(request.headers['accept-encoding']);
  const body = packing === undefined ? plain : await pack(packing);
  if (packing !== undefined) reply.header('content-encoding', packing);
  if (lasting !== undefined) request.server.shortcut?.keep(request, reply, body, lasting, business);
  return reply.send(body);
}

/** True when the browser says that it has what goes by this tag. */
export const hasTag = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag) === true;

/** Headers whose reading is remembered: a few browsers write a few of them. What is longer is made up. */
const MOST_HEADERS = 100;
const LONGEST_HEADER = 100;
const packings = new Map<string, Packing | undefined>();

/** How a browser takes packed bytes, by its header accept-encoding; undefined: not at all. */
export function packingFor(header: string | string[] | undefined): Packing | undefined {
  const text = String(header ?? '');
  if (packings.has(text)) return packings.get(text);
  if (packings.size >= MOST_HEADERS) packings.clear();
  const packing = firstPacking(text);
  if (text.length <= LONGEST_HEADER) packings.set(text, packing);
  return packing;
}

function firstPacking(header: string): Packing | undefined {
  const accepted = header
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(\.0+)?$/.test(each))
    .map((each) => each.split(';')[0]);
  return (['br', 'gzip'] as const).find((packing) => accepted.includes(packing));
}
