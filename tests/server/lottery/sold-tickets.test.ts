/** A row of tickets keeps a bet. The ticket that is read from it is the same, under the same description. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../../engine/descriptions/types.ts';
import type { OrderDetailModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { ticketHashSql, toShortTicket, toWholeTicket, toWholeTickets } from '../../../server/lottery/draws/sold-tickets.ts';
import type { ShortTicket } from '../../../server/platform/database/tables.ts';
import { newOrderId } from '../../../server/lottery/orders/order-id.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

const runs = 500;
const picks = fc.dictionary(
  fc.constantFrom('red', 'blue', 'wan', '__proto__x', '0'),
  fc.array(fc.oneof(fc.nat(80), fc.constantFrom('大', '')), { maxLength: 5 }),
);
const ticket = fc.record(
  {
    game: fc.constant('g'),
    lines: fc.array(fc.record({ play: fc.string(), picks, bankers: picks, later: fc.jsonValue() }, { requiredKeys: ['play', 'picks'] }), {
      maxLength: 4,
    }),
    multiplier: fc.integer({ min: 1, max: 3 }),
    issues: fc.integer({ min: 1, max: 2 }),
    later: fc.jsonValue(),
  },
  { requiredKeys: ['game', 'lines'] },
) as fc.Arbitrary<Ticket>;
const through = (value: unknown) => JSON.parse(JSON.stringify(value));

it('ids of bets grow in what comes before player and key, also within a ms and when the clock is put back', () => {
  const times = [5, 5, 5, 6, 6, 4, 6, 7].map((ms) => 4_000_000_000_000 + ms);
  const firsts = times.map((ms) => newOrderId(ms).slice(0, 18));
  expect(new Set(firsts).size).toBe(times.length);
  expect([...firsts].sort()).toEqual(firsts);
  const many = Array.from({ length: 5_000 }, () => newOrderId(4_000_000_000_007).slice(0, 18));
  expect([...new Set(many)].sort()).toEqual(many);
  expect(newOrderId(4_000_000_000_010)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-[89ab]/);
});

describe('a ticket', () => {
  it('a stored ticket is read back exactly as it was sold', () => {
    fc.assert(
      fc.property(ticket, (sold) => {
        const text = through(sold) as Ticket;
        expect(toWholeTicket('g', through(toShortTicket(text)) as ShortTicket)).toEqual(text);
      }),
      { numRuns: runs },
    );
  });

  it('a ticket is stored in its short form', () => {
    expect(JSON.stringify(toShortTicket({ game: 'g', lines: [{ play: 'p', picks: { a: [1] } }], multiplier: 1, issues: 1 }))).toBe(
      '[["p",{"a":[1]}]]',
    );
    expect(toShortTicket({ game: 'g', lines: [] })).toEqual([{}]);
  });
});

describe('a bet’s row', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it('the row of a bet stores game and description once, and shows both', async () => {
    const { database } = server.context;
    const player = await server.client().register();
    const version = gameVersion(server, 'ssq');
    const bet = singleBet(version);
    const placed = await waitFor('a bet', async () => {
      const answer = await player.bet(bet);
      return answer.status === STATUS.ok && answer.models;
    });
    const row = async () =>
      (
        await database.query<{ own: string; hash: string; ticket: ShortTicket; selection: string }>(
          `SELECT t.hash AS own, ${ticketHashSql('t')} AS hash, t.ticket, encode(t.selection, 'hex') AS selection FROM tickets t WHERE user_id = $1`,
          [player.userId],
        )
      ).rows;
    const [storedRow] = await row();
    expect(storedRow).toMatchObject({ own: '', hash: version.hash });
    expect(Array.isArray(storedRow?.ticket)).toBe(true);
    const [read] = toWholeTickets(await row(), () => 'ssq');
    expect(read).toMatchObject({ hash: version.hash, ticket: bet.ticket });
    const { models } = await player.get<OrderDetailModels>('/api/order/detail', { orderId: placed.orderId });
    expect(models).toMatchObject({ hash: version.hash, ticket: bet.ticket });

    // Changed by hand it has no key that says under which description it was sold: from then on the row does.
    await database.query('UPDATE tickets SET ticket = ticket WHERE user_id = $1', [player.userId]);
    const [changed] = await row();
    expect(changed).toMatchObject({ own: version.hash });
    expect(changed?.selection.startsWith('00')).toBe(true);
    expect(toWholeTickets(await row(), () => 'ssq')[0]).toMatchObject({ hash: version.hash, ticket: bet.ticket });
  });

  it('the database stores one of two descriptions whose hashes begin alike', async () => {
    const { database } = server.context;
    const version = gameVersion(server, 'ssq');
    await expect(
      database.query(`INSERT INTO descriptions (hash, kind, code, body, stored_at) VALUES ($1, 'game', 'ssq', '{}', 1)`, [
        version.hash.slice(0, 12).padEnd(64, '0'),
      ]),
    ).rejects.toThrow(/descriptions_by_short/);
  });
});
