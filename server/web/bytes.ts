/**
 * Answers that are the same for everyone, as bytes: written as JSON once and packed once in each way that browsers take, however often they
 * are asked for. Writing and packing a large answer costs more than finding it, and a stranger could keep a server busy with it.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '../../protocol/status.ts';

/** Smaller answers are not worth packing. */
const PACKED_FROM = 1_024;
const QUALITY = 5;

type Packing = 'br' | 'gzip';
const PACKERS: Readonly<Record<Packing, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: promisify(gzip),
};

interface Bytes {
  readonly plain: Buffer;
  readonly packed: Map<Packing, Promise<Buffer>>;
}

/** By what an answer tells: the answer itself may be made anew around it. */
const written = new WeakMap<object, Bytes>();
const shared = new WeakSet<object>();

/** Marks an answer's models as the same for everyone who asks while they are kept. */
export function sharedModels<T extends object>(models: T): T {
  shared.add(models);
  return models;
}

export const isShared = ({ models }: Envelope<unknown>): boolean => typeof models === 'object' && models !== null && shared.has(models);

/** Sends the bytes of a shared answer. */
export async function sendShared(request: FastifyRequest, reply: FastifyReply, envelope: Envelope<unknown>): Promise<FastifyReply> {
  const models = envelope.models as object;
  let bytes = written.get(models);
  if (bytes === undefined) written.set(models, (bytes = { plain: Buffer.from(JSON.stringify(envelope)), packed: new Map() }));
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  const packing = bytes.plain.length < PACKED_FROM ? undefined : packingFor(request.headers['accept-encoding']);
  if (packing === undefined) return reply.send(bytes.plain);
  let packed = bytes.packed.get(packing);
  if (packed === undefined) bytes.packed.set(packing, (packed = PACKERS[packing](bytes.plain)));
  return reply.header('content-encoding', packing).send(await packed);
}

function packingFor(header: string | string[] | undefined): Packing | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(\.0+)?$/.test(each))
    .map((each) => each.split(';')[0]);
  return (['br', 'gzip'] as const).find((packing) => accepted.includes(packing));
}
