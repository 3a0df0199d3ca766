/** Whether a request comes from this very machine: for what nobody else may read. */
import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** A proxy on this machine is on loopback too, but its clients are not. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'];

export const isLocalRequest = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.raw.socket.remoteAddress ?? '') && FORWARDED.every((name) => request.headers[name] === undefined);
