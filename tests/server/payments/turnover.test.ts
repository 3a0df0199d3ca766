/** Turnover (server/ledger/SPEC.md, L20–L23): random lives of rows and orders, and two processes that count at once. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase, type Querying } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { forgiveTurnover, requireTurnover, withdrawableAmount, updateTurnover } from '../../../server/payments/turnover.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import { openEmbedded } from '../support/lite.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, temporaryFolder } from '../support/server.ts';
import { orderKindRegistry } from '../../../server/registries.ts';

const KINDS = orderKindRegistry({} as never);

const folder = temporaryFolder();
let postgres: TestPostgres;
let lite: Database;
/** What two processes have: a pool each, on one database. */
let nodes: Database[];
beforeAll(async () => {
  postgres = await startWithSchema();
  lite = await openEmbedded(join(folder, 'lite'));
  const open = () => openDatabase({ schema: SCHEMA, dataDir: folder, url: postgres.url, poolSize: 6 });
  nodes = await Promise.all([open(), open()]);
});
afterAll(async () => {
  await expectBooksInOrder(lite);
  await expectBooksInOrder(nodes[0] as Database);
  await lite?.close();
  for (const node of nodes ?? []) await node.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
async function newPlayer(database: Querying, fen = 1_000_000): Promise<number> {
  const name = `turnover${(made += 1)}`;
  return (await database.query<{ id: number }>('SELECT register_user($1, $1, $2, $3) AS id', [name, 'x', fen])).rows[0]?.id as number;
}

const REF = '0190a1b2-0000-7000-8000-000000000001';
const post = (database: Querying, user: number, kind: string, debit: string, credit: string, amount: number, reason: string, ref: string) =>
  database.query('SELECT post($1, $2, $3, $4, $5::bigint, $6, $7::uuid)', [user, kind, debit, credit, amount, reason, ref]);

/** An order that writes its own end. */
async function place(database: Querying, user: number, amount: number, at: number): Promise<string> {
  const id = uuidv7();
  await post(database, user, 'stake', 'wallet', 'house:stakes', amount, 'bet', id);
  await database.query(
    `INSERT INTO sport_orders (user_id, id, game, amount, placed_at, hash, ticket, bets, multiplier) VALUES ($1, $2, 'jczq', $3, $4::bigint, 'x', '{"matches": []}', 1, 1)`,
    [user, id, amount, at],
  );
  return id;
}

async function end(database: Querying, user: number, id: string, how: 'won' | 'lost' | 'cancelled', refund: number): Promise<void> {
  const prize = how === 'won' ? 7 : 0;
  await database.query(
    'UPDATE sport_orders SET status = $3, prize = $4, refund = $5, settled_at = placed_at + 1 WHERE user_id = $1 AND id = $2',
    [user, id, how, prize, how === 'cancelled' ? 0 : refund],
  );
  if (prize > 0) await post(database, user, 'prize', 'house:prizes', 'wallet', prize, 'win', id);
  if (refund > 0) await post(database, user, 'refund', 'house:stakes', 'wallet', refund, 'voidLeg', id);
}

/** A corrected result gives back more of a stake, or less. */
async function correct(database: Querying, user: number, id: string, by: number): Promise<void> {
  await database.query('UPDATE sport_orders SET refund = refund + $3 WHERE user_id = $1 AND id = $2', [user, id, by]);
  if (by > 0) await post(database, user, 'refund', 'house:stakes', 'wallet', by, 'voidLeg', id);
  else await post(database, user, 'refundBack', 'wallet', 'house:stakes', -by, 'correction', id);
}

/** Reads, with no right to write; then writes what was counted, after which reading says the same. */
async function ask(database: Database, user: number) {
  const withdrawable = await database.reader().snapshot((client) => withdrawableAmount(client, user, KINDS));
  await database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [user]);
    await updateTurnover(client, user, KINDS);
  });
  expect(await withdrawableAmount(database, user, KINDS)).toEqual(withdrawable);
  return withdrawable;
}

interface Row {
  readonly id: number;
  readonly required: number;
  readonly done: number;
  readonly opened_at: number;
  readonly closed_at: number | null;
  readonly forgiven: boolean;
}
const rowsOf = async (database: Querying, user: number) =>
  (await database.query<Row>('SELECT * FROM turnovers WHERE user_id = $1 ORDER BY id', [user])).rows;
const stepsOf = async (database: Querying, user: number) =>
  (
    await database.query<{ order_id: string; turnover_id: number; amount: number }>('SELECT * FROM turnover_steps WHERE user_id = $1', [
      user,
    ])
  ).rows;

type Act =
  | { readonly do: 'open'; readonly required: number }
  | { readonly do: 'place'; readonly amount: number }
  | { readonly do: 'end'; readonly which: number; readonly how: 'won' | 'lost' | 'cancelled'; readonly share: number }
  | { readonly do: 'correct'; readonly which: number; readonly share: number }
  | { readonly do: 'ask' };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const), required: fc.integer({ min: 1, max: 500 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('place' as const), amount: fc.integer({ min: 1, max: 300 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      which: fc.nat(),
      how: fc.constantFrom('won' as const, 'lost' as const, 'cancelled' as const),
      share: fc.constantFrom(0, 0, 0, 30, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), which: fc.nat(), share: fc.integer({ min: 0, max: 100 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'ask' as const }) },
);

interface Order {
  readonly id: string;
  readonly amount: number;
  readonly placedAt: number;
  ended: boolean;
  refund: number;
  cancelled: boolean;
  corrected: boolean;
}

describe('random lives', () => {
  it('[L20] [L21] count what ended, once, for the rows that were open, the oldest first, and never more than was staked and kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
        const user = await newPlayer(lite);
        const orders: Order[] = [];
        let at = 1_000;
        const settled = () => orders.filter(({ ended }) => ended);
        for (const one of [...acts, { do: 'ask' } as const]) {
          at += 1;
          if (one.do === 'open') await requireTurnover(lite, user, { why: 'recharge', requiredFen: one.required, ref: REF }, at);
          if (one.do === 'place') {
            const id = await place(lite, user, one.amount, at);
            orders.push({ id, amount: one.amount, placedAt: at, ended: false, refund: 0, cancelled: false, corrected: false });
          }
          if (one.do === 'end') {
            const waiting = orders.filter(({ ended }) => !ended);
            const order = waiting[one.which % Math.max(1, waiting.length)];
            if (order === undefined) continue;
            order.cancelled = one.how === 'cancelled';
            order.refund = order.cancelled ? order.amount : Math.floor((order.amount * one.share) / 100);
            order.ended = true;
            await end(lite, user, order.id, one.how, order.refund);
          }
          if (one.do === 'correct') {
            const notCancelled = settled().filter(({ cancelled }) => !cancelled);
            const order = notCancelled[one.which % Math.max(1, notCancelled.length)];
            if (order === undefined) continue;
            const refund = Math.floor((order.amount * one.share) / 100);
            if (refund === order.refund) continue;
            await correct(lite, user, order.id, refund - order.refund);
            order.refund = refund;
            order.corrected = true;
          }
          if (one.do === 'ask') await look(user, orders);
        }
      }),
      { numRuns: runCount(40) },
    );
  });

  async function look(user: number, orders: readonly Order[]): Promise<void> {
    const { walletFen, lockedFen, withdrawableFen, rows: shown } = await ask(lite, user);
    const rows = await rowsOf(lite, user);
    const steps = await stepsOf(lite, user);
    const open = rows.filter(({ closed_at }) => closed_at === null);
    const left = open.reduce((sum, { required, done }) => sum + required - done, 0);
    expect([lockedFen, withdrawableFen]).toEqual([Math.min(walletFen, left), Math.max(0, walletFen - left)]);
    expect(shown.map(({ id }) => Number(id))).toEqual(open.map(({ id }) => id));
    for (const row of rows) {
      const own = steps.filter(({ turnover_id }) => turnover_id === row.id);
      expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(row.done);
      expect(row.closed_at === null).toBe(row.done < row.required);
      for (const { order_id } of own) expect(orders.find(({ id }) => id === order_id)?.placedAt).toBeGreaterThanOrEqual(row.opened_at);
    }
    for (const { id, amount, placedAt, ended, refund, corrected } of orders) {
      const own = steps.filter(({ order_id }) => order_id === id);
      const counted = own.reduce((sum, step) => sum + step.amount, 0);
      const worth = ended ? amount - refund : 0;
      // What a closed row counted stays: it may have been withdrawn.
      const inClosed = own.some(({ turnover_id }) => !open.some((row) => row.id === turnover_id));
      if (!inClosed) expect(counted).toBeLessThanOrEqual(worth);
      if (!corrected) {
        expect(counted).toBeLessThanOrEqual(worth);
        if (open.some(({ opened_at }) => opened_at <= placedAt)) expect(counted).toBe(worth);
      }
    }
    const [oldest, ...later] = open;
    if (oldest !== undefined && !orders.some(({ corrected }) => corrected))
      for (const { done } of later) expect(done, 'the oldest first').toBe(0);
  }
});

describe('orders of number games', () => {
  const ticket = async (user: number, issue: string, at: number) => {
    const id = uuidv7();
    await post(lite, user, 'stake', 'wallet', 'house:stakes', 200, 'bet', id);
    await lite.query(
      `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount, multiplier, placed_at, due_at)
       VALUES ($1, $2, 'ssq', $3, 'x', '[]', 1, 200, 1, $4::bigint, $4::bigint + 10)`,
      [user, id, issue, at],
    );
  };

  it('[L20] a losing ticket, which nobody writes, counts when its issue is settled, and not before', async () => {
    const user = await newPlayer(lite);
    await requireTurnover(lite, user, { why: 'recharge', requiredFen: 1_000, ref: REF }, 5_000);
    await lite.query(
      `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed) VALUES
         ('ssq', 'turnover-1', 1, 5010, 5015, 'frozen', 'x', 'x', 'x'), ('ssq', 'turnover-2', 1, 5010, 5015, 'frozen', 'x', 'x', 'x')`,
    );
    for (const issue of ['turnover-1', 'turnover-2']) await ticket(user, issue, 5_005);
    expect((await ask(lite, user)).rows).toMatchObject([{ doneFen: 0 }]);
    await lite.query(`UPDATE issues SET state = 'settled', numbers = '{}' WHERE issue = 'turnover-1'`);
    expect((await ask(lite, user)).rows).toMatchObject([{ doneFen: 200 }]);
    expect((await ask(lite, user)).rows).toMatchObject([{ doneFen: 200 }]);
  });
});

describe('nothing left', () => {
  const spend = async (user: number, fen: number) => end(lite, user, await place(lite, user, fen, 6_000), 'lost', 0);

  const transfer = async (user: number, direction: 'out' | 'in', amount: number, at: number) => {
    const begin = 'SELECT company_begin($1, $2, $3, $4::bigint, $5::bigint, $5::bigint) AS id';
    const { rows } = await lite.query<{ id: string }>(begin, [user, 'ag', direction, amount, at]);
    await lite.query(`SELECT company_end($1, true, '', $2::bigint)`, [rows[0]?.id, at]);
  };

  it('[L22] a row is forgiven when all was lost at a company of games and it says so', async () => {
    const user = await newPlayer(lite, 1_000);
    await requireTurnover(lite, user, { why: 'bonus', requiredFen: 50_000, ref: REF }, 5_000);
    await transfer(user, 'out', 950, 5_500);
    const note = (fen: number, at: number) => lite.query(`SELECT company_note($1, 'ag', $2::bigint, $3::bigint)`, [user, fen, at]);
    // One that was asked before the transfer had an end may or may not have it.
    await note(0, 5_500);
    expect((await ask(lite, user)).rows).toHaveLength(1);
    await note(100, 5_600);
    expect((await ask(lite, user)).rows).toHaveLength(1);
    await note(0, 5_700);
    expect((await ask(lite, user)).rows).toEqual([]);
  });

  it('[L22] a row is forgiven when less than a yuan is left anywhere and nothing is waited for', async () => {
    const user = await newPlayer(lite, 1_000);
    await requireTurnover(lite, user, { why: 'bonus', requiredFen: 50_000, ref: REF }, 5_000);
    await spend(user, 901);
    expect((await ask(lite, user)).rows).toEqual([]);
    expect(await rowsOf(lite, user)).toMatchObject([{ done: 901, forgiven: true }]);
  });

  it.each<[string, (user: number) => Promise<unknown>]>([
    ['a bet that may still win or be given back', (user) => place(lite, user, 900, 6_000)],
    ['money in 余额宝', (user) => post(lite, user, 'yebIn', 'wallet', 'yuebaoPending', 900, 'request', REF)],
    ['money that is held', (user) => post(lite, user, 'hold', 'wallet', 'held', 900, 'rule', REF)],
    [
      'money at a company of games',
      async (user) => {
        await transfer(user, 'out', 900, 5_500);
      },
    ],
    [
      'money at a company of games, after more came back from there than had gone',
      async (user) => {
        await transfer(user, 'out', 100, 5_500);
        await transfer(user, 'in', 2_000, 5_501);
        await spend(user, 1_900);
        await transfer(user, 'out', 900, 5_502);
      },
    ],
    [
      'money in the wallet that was won at a company',
      async (user) => {
        await transfer(user, 'out', 900, 5_500);
        await transfer(user, 'in', 3_000, 5_501);
        await spend(user, 900);
      },
    ],
  ])('[L22] it is not forgiven for %s', async (_, keep) => {
    const user = await newPlayer(lite, 1_000);
    await requireTurnover(lite, user, { why: 'bonus', requiredFen: 50_000, ref: REF }, 5_000);
    await keep(user);
    await spend(user, 50);
    await lite.transaction((client) => forgiveTurnover(client, user, KINDS));
    expect((await ask(lite, user)).rows).toHaveLength(1);
  });
});

it('[L23] two processes that count at once count every order once', async () => {
  const [one, other] = nodes as [Database, Database];
  const user = await newPlayer(one, 10_000_000);
  await requireTurnover(one, user, { why: 'recharge', requiredFen: 30_000, ref: REF }, 7_000);
  await requireTurnover(one, user, { why: 'bonus', requiredFen: 200_000, ref: REF }, 7_001);
  for (let i = 0; i < 60; i += 1) await end(one, user, await place(one, user, 1_000, 8_000 + i), i % 2 === 0 ? 'won' : 'lost', i % 3);
  await Promise.all(Array.from({ length: 16 }, (_, i) => ask(i % 2 === 0 ? one : other, user)));
  const expectedFen = Array.from({ length: 60 }, (_, i) => 1_000 - (i % 3)).reduce((sum, fen) => sum + fen, 0);
  expect(await rowsOf(one, user)).toMatchObject([{ done: 30_000 }, { done: expectedFen - 30_000 }]);
});
