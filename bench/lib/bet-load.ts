/**
 * Places bets over HTTP as fast as the servers accept them. bets.ts starts this process and exchanges lines of JSON with it. Every request
 * is signed and written as bytes before the measurement starts, with a key and a nonce of its own, so that the load takes little processor
 * time. Each connection has one request at a time, and only the status of its answer is read. A play of a small game needs the id from the
 * previous answer, so plays are signed when they are sent (`live`), and so are loads that are compared with plays.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { sign } from '../../protocol/signing.ts';
import type { LoadThreadInput, LoadReport, LoadWindow } from './bets.ts';

const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');
const BET = '/api/lottery/bet_szc';
const HEAD_END = Buffer.from('\r\n\r\n');
/** An accepted answer. `status` is the first or the last property, depending on the part of the product that wrote the JSON. */
const ACCEPTED = ['"status":0,', '"status":0}'].map((text) => Buffer.from(text));

function request(order: LoadThreadInput, token: string, host: string, form: URLSearchParams, body: string): Buffer {
  const query = new URLSearchParams({
    c: '1',
    v: '202611000',
    t: String(Math.floor(Date.now() / 1000)),
    p: order.brand,
    n: randomBytes(16).toString('hex'),
    tk: token,
  });
  const key = randomUUID();
  const path = order.call?.path ?? BET;
  if (order.call?.method === 'GET') {
    for (const [name, value] of form) query.set(name, value);
    query.set('s', sign(hmac, order.brandKey, { method: 'GET', path, query, key }));
    return Buffer.from(`GET ${path}?${query} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\nIdempotency-Key: ${key}\r\n\r\n`);
  }
  query.set('s', sign(hmac, order.brandKey, { method: 'POST', path, query, form, key }));
  return Buffer.from(
    `POST ${path}?${query} HTTP/1.1\r\nHost: ${host}\r\nConnection: keep-alive\r\nIdempotency-Key: ${key}\r\n` +
      `Content-Type: application/x-www-form-urlencoded;charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

interface Tally {
  accepted: number;
  refused: number;
  firstRefusal: string;
  readonly statuses: Record<string, number>;
  readonly latencies: number[];
  /** Answers by the number of the time window (`pulse`) in which they arrived. */
  readonly windows: Map<number, { accepted: number; refused: number; readonly latencies: number[] }>;
}

const windowAt = (ms: number): number => Math.floor(Date.now() / ms);
const isOn = (window: number): boolean => window % 2 === 1;

/** One connection: sends the next request when the last one is answered, until the time is over or no request is left. */
function client(
  url: URL,
  next: (answer: Buffer) => Buffer | undefined,
  tally: Tally,
  until: () => boolean,
  pulse: LoadThreadInput['pulse'],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    let sentAt = 0;
    let received = Buffer.alloc(0);
    let expected = -1;
    const send = (answer: Buffer): void => {
      if (pulse?.asks === 'on' && !isOn(windowAt(pulse.ms)) && !until()) {
        setTimeout(send, pulse.ms - (Date.now() % pulse.ms), answer);
        return;
      }
      const message = until() ? undefined : next(answer);
      if (message === undefined) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(message);
    };
    socket.on('connect', () => send(received));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (expected < 0) {
        const end = received.indexOf(HEAD_END);
        if (end < 0) return;
        const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
        if (length === undefined) return reject(new Error(`an answer without a length:\n${received.toString()}`));
        expected = end + HEAD_END.length + Number(length);
      }
      if (received.length < expected) return;
      tally.latencies.push(performance.now() - sentAt);
      const status = received.toString('latin1', 9, 12);
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      const accepted = ACCEPTED.some((text) => received.includes(text));
      if (pulse !== undefined) {
        const number = windowAt(pulse.ms);
        const window = tally.windows.get(number) ?? { accepted: 0, refused: 0, latencies: [] };
        tally.windows.set(number, window);
        window[accepted ? 'accepted' : 'refused'] += 1;
        window.latencies.push(performance.now() - sentAt);
      }
      if (accepted) tally.accepted += 1;
      else {
        tally.refused += 1;
        tally.firstRefusal ||= received.toString();
      }
      const answer = received;
      received = Buffer.alloc(0);
      expected = -1;
      send(answer);
    });
  });
}

const PLAY_AFTER = /"next":\{"play":"([0-9a-f-]{36})"/;

/** Makes each request of a connection at the moment of sending. */
function liveRequests(order: LoadThreadInput, at: number, host: string): (answer: Buffer) => Buffer {
  const token = order.tokens[at % order.tokens.length] as string;
  const { call } = order;
  let n = at;
  let play = call?.follows?.first[at] ?? '';
  return (answer) => {
    n += 1;
    play = (call?.follows === undefined ? undefined : PLAY_AFTER.exec(answer.toString('latin1'))?.[1]) ?? play;
    const fields = call?.fields ?? (order.bets[n % order.bets.length] as unknown as Record<string, string>);
    const form = new URLSearchParams(call?.follows === undefined ? fields : { ...fields, [call.follows.field]: play });
    return request(order, token, host, form, form.toString());
  };
}

/** The windows without the first and the last, which the load covers only in part. */
function wholeWindows({ windows }: Tally): LoadWindow[] {
  const inOrder = [...windows].sort(([a], [b]) => a - b).slice(1, -1);
  return inOrder.map(([number, { accepted, refused, latencies }]) => {
    const sorted = latencies.sort((a, b) => a - b);
    return { on: isOn(number), accepted, refused, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
  });
}

async function work(order: LoadThreadInput, go: Promise<void>): Promise<LoadReport> {
  const urls = order.urls.map((url) => new URL(url));
  const forms = order.bets.map((bet) => new URLSearchParams(bet as unknown as Record<string, string>));
  const bodies = forms.map((form) => form.toString());
  const queues: Buffer[][] = Array.from({ length: order.connections }, () => []);
  for (let i = 0; i < order.requests && order.live !== true; i++) {
    const at = i % order.connections;
    const url = urls[at % urls.length] as URL;
    // A connection belongs to one player, as a phone does, and sends the player's next request after the answer.
    const token = order.tokens[at % order.tokens.length] as string;
    const bet = i % forms.length;
    queues[at]?.push(request(order, token, url.host, forms[bet] as URLSearchParams, bodies[bet] as string));
  }
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
  await go;
  const tally: Tally = { accepted: 0, refused: 0, firstRefusal: '', statuses: {}, latencies: [], windows: new Map() };
  const from = performance.now();
  const cpu = process.cpuUsage();
  const end = from + order.seconds * 1000;
  await Promise.all(
    queues.map((queue, at) => {
      const url = urls[at % urls.length] as URL;
      const made = order.live === true ? liveRequests(order, at, url.host) : () => queue.pop();
      return client(url, made, tally, () => performance.now() >= end, order.pulse);
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = tally.latencies.sort((a, b) => a - b);
  return {
    accepted: tally.accepted,
    refused: tally.refused,
    firstRefusal: tally.firstRefusal,
    statuses: tally.statuses,
    windows: wholeWindows(tally),
    seconds,
    ranOut: order.live !== true && queues.some((queue) => queue.length === 0),
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    ownCpu: (user + system) / 1e6 / seconds,
  };
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first = await lines.next();
const order = JSON.parse(first.value as string) as LoadThreadInput;
const go = lines.next().then(() => {});
const report = await work(order, go);
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
