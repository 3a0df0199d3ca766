/**
 * One side of s10.ts in a process of its own, spoken to over IPC, so that its cost is its own processor time. `bare`: event streams that write
 * the events from the IPC messages. `hub`: the server's event hub over a database, with the lobby of group orders.
 */
import { createServer } from 'node:http';
import fastify from 'fastify';
import { openEventHub } from '../../server/platform/stream/hub.ts';
import { visitorRowsOf, groupProgressOf } from '../../server/social/group-buying/stream-rows.ts';
import { openIssuesOf } from '../../server/lottery/orders/orders.ts';
import { openServices } from './parts.ts';

export type StreamServerInput = { readonly side: 'bare' } | { readonly side: 'hub'; readonly databaseUrl: string };
export type StreamServerMessage = 'cpu' | { readonly write: string };
type StreamAnswer = { readonly port: number } | { readonly cpuMs: number };

const say = (answer: StreamAnswer) => process.send?.(answer);

async function listenBare(): Promise<(text: string) => void> {
  const all = new Set<import('node:http').ServerResponse>();
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', connection: 'keep-alive' });
    response.write(': connected\n\n');
    all.add(response);
    response.on('close', () => all.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  say({ port: typeof address === 'object' && address !== null ? address.port : 0 });
  return (text) => {
    for (const response of all) response.write(text);
  };
}

async function listenHub(databaseUrl: string): Promise<void> {
  const parts = await openServices(databaseUrl, () => {});
  const none = () => Promise.reject(new Error('nobody asks for matches here'));
  const hub = openEventHub(
    parts.database,
    {
      sessions: parts.sessions,
      openIssues: (userId) => openIssuesOf(parts.database, userId),
      unlistedKinds: () => [],
      matches: { version: none, offersSince: none, liveSince: none },
      groups: { items: (ids) => visitorRowsOf(parts, ids), progress: groupProgressOf },
    },
    (line) => console.error(line),
  );
  const app = fastify();
  app.get('/events', (request, reply) => hub.connect(request, reply));
  say({ port: Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port) });
}

const order = JSON.parse(process.argv[2] ?? '') as StreamServerInput;
const write = order.side === 'bare' ? await listenBare() : await listenHub(order.databaseUrl).then(() => undefined);
process.on('message', (word: StreamServerMessage) => {
  if (word === 'cpu') {
    const { user, system } = process.cpuUsage();
    say({ cpuMs: (user + system) / 1000 });
  } else write?.(word.write);
});
process.on('disconnect', () => process.exit(0));
