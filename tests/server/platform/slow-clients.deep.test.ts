/** Clients that are slow on purpose: a request that never ends, a body in drops, a stream that nobody reads. Each is cut, and nobody else. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startServer({
    clockSpeed: 1,
    history: 0,
    // Far apart: what should be cut by one limit is not left to another.
    patience: { headersMs: 300, requestMs: 3_000, stalledMs: 9_000 },
  });
  port = Number(new URL(server.base).port);
});
afterAll(() => server?.stop());

interface Line {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  text(): string;
}
async function open(at = port): Promise<Line> {
  const socket = connect(at, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { socket, closed, text: () => text };
}
const alive = async () => expect((await new Client(server.base).get('/api/SystemConfig/GetServerTime')).status).toBe(0);
/** Bytes one by one until the line is cut. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) clearInterval(timer);
    else socket.write(text[at++] as string);
  }, 20);
}

it('headers that never end are cut off by their own time limit', async () => {
  // The limit on a whole request cuts them as well, ten times as late: what cut them cannot be seen from outside.
  expect(server.app.server.headersTimeout).toBe(300);
  const line = await open();
  drip(line.socket, `GET /api/SystemConfig/GetServerTime HTTP/1.1\r\nHost: x\r\n${'X-Drop: 1\r\n'.repeat(500)}`);
  await line.closed;
  expect(line.text()).toMatch(/^HTTP\/1.1 408|^$/);
  await alive();
});

it('a body that arrives byte by byte is cut off', async () => {
  const line = await open();
  line.socket.write(
    'POST /api/account/weblogin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 20000\r\n\r\n',
  );
  drip(line.socket, 'x'.repeat(20_000));
  await line.closed;
  await alive();
});

it('a body that is larger than its call takes is refused before it is read', async () => {
  const line = await open();
  line.socket.write(
    'POST /api/account/weblogin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n',
  );
  await waitFor('the refusal', async () => line.text().includes('HTTP/1.1 413'));
  expect(line.text()).toContain('请求内容过大，上限 32768 字节');
  await line.closed;
});

/** Two limits cut a stream that nobody reads, each by itself: what waits for it, and that nothing of it was taken between two signs of life. */
it.each([
  ['by how much waits for it', { keepAliveMs: 3_600_000 }],
  ['because it takes nothing', { keepAliveMs: 50, maxBehind: Number.POSITIVE_INFINITY }],
])('a stream that nobody reads is cut %s, and one that is read goes on', async (_, options) => {
  const own = await startServer({ clockSpeed: 1, history: 0, role: 'web', ...options });
  try {
    const { events } = own.context;
    const at = Number(new URL(own.base).port);
    const deaf = await open(at);
    deaf.socket.pause();
    deaf.socket.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
    const hearing = await open(at);
    hearing.socket.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitFor('both streams', async () => events.connections() === 2);
    // More than the buffers of the two systems hold; the reader takes all of it.
    const version = 'x'.repeat(60_000);
    await waitFor('the deaf one to be let go', async () => {
      events.broadcast({ type: 'index', version });
      return events.connections() === 1;
    });
    const before = hearing.text().length;
    events.broadcast({ type: 'index', version: 'last' });
    await waitFor('the reader to hear on', async () => hearing.text().length > before && hearing.text().includes('"last"'));
    hearing.socket.destroy();
    deaf.socket.destroy();
    await waitFor('no stream', async () => events.connections() === 0);
  } finally {
    await own.stop();
  }
});
