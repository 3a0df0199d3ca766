/** The event stream where something fails while it is set up or told: nobody who has gone stays, and nobody who missed something goes on. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { Sessions } from '../../server/accounts/sessions.ts';
import type { Database } from '../../server/db/database.ts';
import { type EventHub, openEventHub } from '../../server/events/hub.ts';
import { until } from './support/server.ts';

let http: Server | undefined;
let hub: EventHub | undefined;
afterEach(async () => {
  await hub?.close();
  http?.closeAllConnections();
  await new Promise((resolve) => (http ? http.close(resolve) : resolve(undefined)));
});

interface Staged {
  readonly player?: Promise<{ id: number } | undefined>;
  /** Rows of the outbox for the next look. */
  readonly events?: () => readonly object[];
  readonly settled?: () => unknown;
}

/** A hub behind a bare server, over a database that says what the test wants. */
async function staged({ player = Promise.resolve(undefined), events = () => [], settled = () => [] }: Staged): Promise<string> {
  let upto = 10;
  const database = {
    async query(_text: string, _values: unknown, name?: string) {
      if (name === 'settled-orders') return { rows: settled() };
      if (name === 'outbox' || name === 'outbox-precise') {
        upto += 1;
        return { rows: [{ simple: String(upto), upto: String(upto), events: events() }] };
      }
      return { rows: [{ game: 'ssq', issue: '1' }] };
    },
  } as unknown as Database;
  const sessions = { player: () => player, honoured: async () => new Set<string>() } as unknown as Sessions;
  const reads = { version: async () => 1, offersSince: async () => ({}), liveSince: async () => ({}) } as never;
  hub = openEventHub(database, sessions, { reads, groups: async () => [] }, () => {});
  http = createServer((raw, answer) => {
    const query = Object.fromEntries(new URL(raw.url ?? '', 'http://h').searchParams);
    const reply = { raw: answer, getHeaders: () => ({}), hijack: () => {} } as unknown as FastifyReply;
    void hub?.connect({ headers: {}, query } as unknown as FastifyRequest, reply).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => http?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/events?tk=token`;
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
  const asked = new Promise<void>((resolve) => http?.once('request', () => resolve()));
  phone.end();
  await asked;
  phone.destroy();
  await left;
  known({ id: 1 });
  // One that stays, after it.
  await fetch(url);
  expect(hub?.connections()).toBe(1);
});

it('where an event could not be told, the streams end and what was kept is forgotten: phones that come back load anew', async () => {
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
  let said = '';
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) said += new TextDecoder().decode(part);
  expect(said).not.toContain('event: draw');
  expect(missed).toBe(1);
  await until('the stream is gone', async () => hub?.connections() === 0);
});
