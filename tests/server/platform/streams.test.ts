/** The event stream where something fails while it is set up or told: nobody who has gone stays, and nobody who missed something goes on. */
import { groupProgressOf } from '../../../server/social/group-buying/stream-rows.ts';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { Sessions } from '../../../server/accounts/sessions.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { type EventHub, openEventHub } from '../../../server/platform/stream/hub.ts';
import type { StreamEvent } from '../../../protocol/calls.ts';
import { waitFor } from '../support/server.ts';
import { openStream, type Stream } from '../support/stream.ts';

const NEWS = { type: 'draw', gameCode: 'ssq' } as unknown as StreamEvent;

let http: Server | undefined;
let hub: EventHub | undefined;
afterEach(async () => {
  await hub?.close();
  http?.closeAllConnections();
  await new Promise((resolve) => (http ? http.close(resolve) : resolve(undefined)));
});

interface Staged {
  readonly player?: Promise<{ id: number } | undefined>;
  /** Which sessions are honoured, of the hashes that are asked for. */
  readonly honoured?: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly keepAliveMs?: number;
  readonly version?: () => Promise<number>;
  /** What is waited for before the answer to a look at the outbox. */
  readonly looked?: (from: string) => Promise<unknown>;
  readonly openIssues?: () => Promise<unknown>;
  /** Rows of the outbox for the next look. */
  readonly events?: (from: string) => readonly object[];
  readonly settled?: () => unknown;
}

/** A hub behind a bare server, over a database that says what the test wants. */
async function staged({
  player = Promise.resolve(undefined),
  honoured = async (hashes) => new Set(hashes),
  keepAliveMs = 15_000,
  version = async () => 1,
  looked = async () => {},
  openIssues = async () => {},
  events = () => [],
  settled = () => [],
}: Staged): Promise<string> {
  let upto = 10;
  const database = {
    async query(_text: string, values: readonly unknown[], name?: string) {
      if (name === 'settled-orders') return { rows: settled() };
      if (name === 'outbox' || name === 'outbox-precise') {
        upto += 1;
        const row = { simple: String(upto), upto: String(upto), events: events(String(values[0])) };
        await looked(String(values[0]));
        return { rows: [row] };
      }
      return { rows: [] };
    },
  } as unknown as Database;
  const sessions = { player: () => player, honoured } as unknown as Sessions;
  const reads = {
    version,
    offersSince: async () => ({}),
    liveSince: async (from: number) => ({ version: from + 1, matches: [{}] }),
  } as never;
  hub = openEventHub(
    database,
    {
      sessions,
      openIssues: async () => {
        await openIssues();
        return [{ game: 'ssq', issue: '1' }];
      },
      unlistedKinds: () => [],
      matches: reads,
      groups: { items: async () => [], progress: groupProgressOf },
    },
    () => {},
    { keepAliveMs },
  );
  http = createServer((raw, answer) => {
    const query = Object.fromEntries(new URL(raw.url ?? '', 'http://h').searchParams);
    const reply = { raw: answer, getHeaders: () => ({}), hijack: () => {} } as unknown as FastifyReply;
    void hub?.connect({ headers: {}, query } as unknown as FastifyRequest, reply).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => http?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/events?tk=token`;
}

/** Waits until a stream brings what `broadcast` sent; fails at once when it ends before. */
const heard = (stream: Stream, fits = ({ type }: StreamEvent) => type === 'draw') =>
  Promise.race([
    stream.next(fits),
    stream.ended.then(() => {
      throw new Error('the stream was ended');
    }),
  ]);

/** A promise, and what resolves it. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

it('a phone that goes away while its stream is set up is no connection', async () => {
  let known: (player: { id: number }) => void = () => {};
  const player = new Promise<{ id: number }>((resolve) => (known = resolve));
  const url = await staged({ player });
  const phone = request(`${url}&topics=live`);
  phone.on('error', () => {});
  const left = new Promise<void>((resolve) =>
    http?.once('connection', (socket) => {
      socket.once('close', () => resolve());
    }),
  );
  const firstRequest = new Promise<void>((resolve) => http?.once('request', () => resolve()));
  phone.end();
  await firstRequest;
  phone.destroy();
  await left;
  known({ id: 1 });
  // One that stays, after it.
  await fetch(url);
  expect(hub?.connections()).toBe(1);
});

it('where an event could not be sent, the streams end and the stored events are forgotten: phones that come back load again', async () => {
  let rows: readonly object[] = [];
  const url = await staged({
    player: Promise.resolve({ id: 1 }),
    events: () => {
      const now = rows;
      rows = [];
      return now;
    },
    settled: () => {
      throw new Error('the connection is gone');
    },
  });
  let missed = 0;
  hub?.onMissed(() => (missed += 1));
  const { body } = await fetch(url);
  rows = [
    { tx: '10', seq: 1, user: null, event: { type: 'settled', gameCode: 'ssq', issue: '1', drawsAt: 1 } },
    { tx: '10', seq: 2, user: null, event: { type: 'draw', gameCode: 'ssq' } },
  ];
  let received = '';
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) received += new TextDecoder().decode(part);
  expect(received).not.toContain('event: draw');
  expect(missed).toBe(1);
  await waitFor('the stream is gone', async () => hub?.connections() === 0);
});

it('sessions that run out end their streams, and no stream that connected while they were asked for', async () => {
  const [queryStarted, answered] = [gate(), gate()];
  const of: (readonly string[])[] = [];
  const url = await staged({
    player: Promise.resolve({ id: 1 }),
    keepAliveMs: 20,
    async honoured(hashes) {
      of.push(hashes);
      if (of.length > 1) return new Set(hashes);
      queryStarted.open();
      await answered.opened;
      return new Set();
    },
  });
  const old = await openStream(url);
  await queryStarted.opened;
  const young = await openStream(url.replace('token', 'another'));
  answered.open();
  await old.ended;
  expect(of[0]).toHaveLength(1);
  // What was ended with the old one has ended by now; what was not hears this.
  hub?.broadcast(NEWS);
  await heard(young);
  expect(hub?.connections()).toBe(1);
  young.close();
});

it('phones that connect at once to a process without phones get no earlier event', async () => {
  const [first, second] = [gate(), gate()];
  let looks = 0;
  const url = await staged({
    async looked(position) {
      if (position !== '0') return;
      looks += 1;
      await (looks === 1 ? first : second).opened;
    },
    // The whole outbox for a look that begins nowhere.
    events: (position) => (position === '0' ? [{ tx: '1', seq: 1, user: null, event: { ...NEWS, issue: 'of before' } }] : []),
  });
  let came = 0;
  const both = new Promise<void>((resolve) => http?.on('request', () => (came += 1) === 2 && resolve()));
  const phones = [openStream(url), openStream(url)];
  await both;
  // A query that was made is under way by the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  first.open();
  await Promise.race(phones);
  second.open();
  const streams = await Promise.all(phones);
  hub?.broadcast(NEWS);
  for (const stream of streams) await heard(stream);
  expect(streams.flatMap((stream) => stream.seen())).toEqual([NEWS, NEWS]);
  for (const stream of streams) stream.close();
});

it('a phone that is connecting while the last one leaves misses nothing from its connection on', async () => {
  const [connecting, connected, looking, left] = [gate(), gate(), gate(), gate()];
  let opened = 0;
  let rows: readonly object[] = [];
  const url = await staged({
    player: Promise.resolve({ id: 1 }),
    async openIssues() {
      opened += 1;
      if (opened < 2) return;
      connecting.open();
      await connected.opened;
    },
    async looked(position) {
      if (position === '0' || opened < 2) return;
      looking.open();
      await left.opened;
    },
    // A look that begins nowhere passes over what there is.
    events(position) {
      const now = position === '0' ? [] : rows;
      rows = [];
      return now;
    },
  });
  const last = await openStream(url);
  const next = openStream(url);
  await connecting.opened;
  await looking.opened;
  last.close();
  await waitFor('the last phone is gone', async () => hub?.connections() === 0);
  left.open();
  // The look ends, and finds nobody.
  await new Promise((resolve) => setImmediate(resolve));
  connected.open();
  const stream = await next;
  rows = [{ tx: '10', seq: 1, user: null, event: NEWS }];
  await heard(stream);
  stream.close();
});

it('a topic whose last follower leaves while another phone connects tells that phone of all that changes from then on', async () => {
  const [connecting, connected] = [gate(), gate()];
  let opened = 0;
  let versions = 0;
  let rows: readonly object[] = [];
  const url = await staged({
    player: Promise.resolve({ id: 1 }),
    async openIssues() {
      opened += 1;
      if (opened < 2) return;
      connecting.open();
      await connected.opened;
    },
    // A version that is asked for once more never comes: what changed meanwhile would be passed over.
    version: () => ((versions += 1) === 1 ? Promise.resolve(1) : new Promise(() => {})),
    events(position) {
      const now = position === '0' ? [] : rows;
      rows = position === '0' ? rows : [];
      return now;
    },
  });
  const last = await openStream(`${url}&topics=live`);
  const next = openStream(`${url}&topics=live`);
  await connecting.opened;
  last.close();
  await waitFor('the last follower is gone', async () => hub?.connections() === 0);
  connected.open();
  const stream = await next;
  rows = [{ tx: '10', seq: 1, user: null, event: { type: 'matches', games: [], live: true } }];
  expect(await heard(stream, ({ type }) => type === 'live')).toMatchObject({ from: 1, version: 2 });
  stream.close();
});

it('a stream that was ended and is not read is written to no more', async () => {
  const queryStarted = gate();
  const url = await staged({
    player: Promise.resolve({ id: 1 }),
    keepAliveMs: 20,
    honoured: () => queryStarted.opened.then(() => new Set()),
  });
  const failed: unknown[] = [];
  const answer = new Promise<ServerResponse>((resolve) =>
    http?.prependOnceListener('request', (_, raw) => {
      raw.on('error', (error) => failed.push(error));
      resolve(raw);
    }),
  );
  const phone = request(url);
  phone.on('error', () => {});
  // The answer is not read.
  phone.on('response', (response) => response.pause());
  phone.end();
  const raw = await answer;
  await waitFor('the stream is there', async () => hub?.connections() === 1);
  // More than the sockets take, so that the end cannot leave either.
  do {
    hub?.broadcast({ ...NEWS, text: 'x'.repeat(60_000) } as never);
    await new Promise((resolve) => setImmediate(resolve));
  } while (raw.writableLength === 0);
  const ended = new Promise<void>((resolve) => {
    const end = raw.end.bind(raw) as (text: string) => ServerResponse;
    raw.end = ((text: string) => {
      resolve();
      return end(text);
    }) as typeof raw.end;
  });
  queryStarted.open();
  await ended;
  hub?.broadcast(NEWS);
  await waitFor('it is gone', async () => hub?.connections() === 0);
  expect(failed).toEqual([]);
  phone.destroy();
});
