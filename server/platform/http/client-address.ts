/** The client's address for rate limits, of a request that Fastify has not seen (server/platform/http/response-cache.ts). */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** The same address as Fastify's `request.ip`: of the connection, or what proxies that are trusted say of whom they ask for. */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trusted = proxyAddr.compile([...trustedProxies]);
  return (request) => proxyAddr(request, trusted);
}
