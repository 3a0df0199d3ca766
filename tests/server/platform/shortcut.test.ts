/** Answers that are kept as they were sent (server/platform/http/response-cache.ts): the same bytes and headers as the usual way gives, and never one that is over. */
import { randomUUID } from 'node:crypto';
import { get, type IncomingHttpHeaders } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { encodeBody, matchesEtag, sendEncoded } from '../../../server/platform/http/encoded-response.ts';
import { type CachedResponse, openResponseCache } from '../../../server/platform/http/response-cache.ts';

let app: FastifyInstance;
let requests: string[];
let given: CachedResponse[];
let version: string;
let admitted: boolean;
afterEach(() => app.close());

async function open(): Promise<string> {
  app = fastify();
  requests = [];
  given = [];
  version = 'one';
  admitted = true;
  openResponseCache(app, randomUUID);
  app.responseCache?.observe((one) => given.push(one));
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('content-security-policy', "default-src 'self'");
    done();
  });
  app.get('/text', (request, reply) => {
    requests.push(request.url);
    const now = version;
    const etag = `"${now}"`;
    reply.header('etag', etag).header('vary', 'accept-encoding, cookie');
    if (matchesEtag(request, etag)) return reply.code(304).send();
    const look = request.headers.cookie ?? 'none';
    const text = `${now} ${look} ${'long '.repeat(500)}`;
    return sendEncoded(request, reply.type('text/plain'), encodeBody(text, 'quick'), {
      fresh: () => version === now,
      ofCookie: (header) => header || 'none',
    });
  });
  app.get('/page', (request, reply) => {
    requests.push(request.url);
    return sendEncoded(request, reply.type('text/html').header('etag', '"page"'), encodeBody('<p>', 'quick'), { fresh: () => true });
  });
  app.get('/missing', (request, reply) => {
    requests.push(request.url);
    return sendEncoded(request, reply.code(404).type('text/plain'), encodeBody('nothing', 'quick'), { fresh: () => true });
  });
  app.get('/call', (request, reply) => {
    requests.push(request.url);
    return sendEncoded(request, reply.type('text/plain'), encodeBody('answer', 'quick'), { fresh: () => true, admit: () => admitted });
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    get(url, { headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('base64') }),
      );
    }).on('error', reject);
  });
}
/** Without the headers that differ in each answer. */
const lasting = ({ date: _date, 'x-request-id': _id, ...rest }: IncomingHttpHeaders) => rest;

it('gives what was given, headers and all, by packing and by cookie, with an id of its own, and asks no route', async () => {
  const url = await open();
  const ways: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br', cookie: 'look=dark' },
  ];
  const first = [];
  for (const headers of ways) first.push(await ask(`${url}/text`, headers));
  expect(requests).toHaveLength(ways.length);
  for (const [at, headers] of ways.entries()) {
    const again = await ask(`${url}/text`, headers);
    const before = first[at] as (typeof first)[number];
    expect({ ...again, headers: lasting(again.headers) }).toEqual({ ...before, headers: lasting(before.headers) });
    expect(again.headers['x-request-id']).not.toBe(before.headers['x-request-id']);
  }
  expect(requests).toHaveLength(ways.length);
  expect(new Set(first.map(({ body }) => body)).size).toBe(ways.length);
});

it('answers a client that has it with 304, with a weak tag or not, without the headers of a body', async () => {
  const url = await open();
  await ask(`${url}/text`);
  for (const tag of ['"one"', 'W/"one"', '"other", "one"']) {
    const answer = await ask(`${url}/text`, { 'if-none-match': tag });
    expect(answer).toMatchObject({ status: 304, body: '' });
    expect(lasting(answer.headers)).toEqual({ etag: '"one"', vary: 'accept-encoding, cookie', connection: 'close' });
  }
  expect((await ask(`${url}/text`, { 'if-none-match': '"other"' })).status).toBe(200);
  // A 304 sends the page's permissions again.
  await ask(`${url}/page`);
  expect(lasting((await ask(`${url}/page`, { 'if-none-match': '"page"' })).headers)).toEqual({
    etag: '"page"',
    'content-security-policy': "default-src 'self'",
    connection: 'close',
  });
  expect(requests).toHaveLength(2);
});

it('tells of each answer that no hook sees, and of no other', async () => {
  const url = await open();
  await ask(`${url}/text`);
  expect(given).toEqual([]);
  const full = await ask(`${url}/text`);
  const tagged = await ask(`${url}/text`, { 'if-none-match': '"one"' });
  await vi.waitFor(() => expect(given).toHaveLength(2));
  expect(given).toEqual(
    [full, tagged].map(({ status, headers }) => ({
      route: '/text',
      method: 'GET',
      url: '/text',
      status,
      id: headers['x-request-id'],
      ms: expect.any(Number),
    })),
  );
  expect(given.every(({ ms }) => ms >= 0)).toBe(true);
});

it('what is over, other methods, parts, queries and refusals go the usual way', async () => {
  const url = await open();
  const before = await ask(`${url}/text`);
  version = 'two';
  const after = await ask(`${url}/text`);
  expect(after.headers.etag).toBe('"two"');
  expect(after.body).not.toBe(before.body);
  expect((await ask(`${url}/text`, { 'if-none-match': '"one"' })).status).toBe(200);
  expect(requests).toHaveLength(2);
  await ask(`${url}/text`, { range: 'bytes=0-3' });
  await ask(`${url}/text`, {}, 'HEAD');
  for (let i = 0; i < 2; i++) await ask(`${url}/text?x=1`);
  for (let i = 0; i < 2; i++) expect((await ask(`${url}/missing`)).status).toBe(404);
  expect(requests).toHaveLength(8);
});

it('a call is asked whether this request may have it, and however many addresses are made up take no room from the site', async () => {
  const url = await open();
  await ask(`${url}/text`);
  for (let i = 0; i < 2; i++) await ask(`${url}/call?x=0`);
  expect(requests).toEqual(['/text', '/call?x=0']);
  admitted = false;
  await ask(`${url}/call?x=0`);
  admitted = true;
  expect(requests).toHaveLength(3);
  for (let x = 1; x <= 1_000; x++) await ask(`${url}/call?x=${x}`);
  requests = [];
  await ask(`${url}/call?x=1000`);
  await ask(`${url}/text`);
  expect(requests).toEqual([]);
  await ask(`${url}/call?x=0`);
  expect(requests).toEqual(['/call?x=0']);
});
