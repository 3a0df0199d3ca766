/** Keys and nonces of requests, on PostgreSQL with two servers: a used key or nonce is still known after a crash. */
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderListModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { tokenHash } from '../../../server/platform/http/player.ts';
import { type BetOrder, placeBets } from '../../../server/lottery/orders/bet-batcher.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let postgres: TestPostgres;
let nodes: [TestServer, TestServer];
beforeAll(async () => {
  postgres = await startWithSchema();
  const start = (role: 'all' | 'web') => startServer({ databaseUrl: postgres.url, poolSize: 5, role, clockSpeed: 1, history: 2 });
  nodes = [await start('all'), await start('web')];
});
afterAll(async () => {
  if (nodes !== undefined) await expectBooksInOrder(nodes[0].context.database);
  for (const node of nodes ?? []) await node.stop();
  await postgres?.stop();
});

/** Runs `text` in another transaction, sends the requests, waits until `count` statements wait for a lock, commits, and returns their answers. */
async function afterWaiting<T>(count: number, text: string, values: readonly unknown[], sendRequests: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: postgres.url });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(text, [...values]);
    const answer = sendRequests();
    await waitFor(`${count} wait for a lock`, async () => {
      const { rows } = await nodes[0].context.database.query('SELECT 1 FROM pg_locks WHERE NOT granted');
      return rows.length === count;
    });
    await other.query('COMMIT');
    return await answer;
  } finally {
    await other.end();
  }
}

describe('a captured request', () => {
  it('is refused under another key, and gets the first answer under its own', async () => {
    const player = await nodes[0].client().register();
    const bet = singleBet(gameVersion(nodes[0], 'ssq'));
    const key = randomUUID();
    const nonce = randomBytes(16).toString('hex');
    const placed = await player.bet({ ...bet, key }, { nonce });
    expect(placed.status).toBe(STATUS.ok);
    // As after a crash of the database, which empties unlogged tables.
    await nodes[0].context.database.query('TRUNCATE spent_nonces');
    for (const other of [randomUUID(), `${key}x`, key.toUpperCase()])
      expect(await player.bet({ ...bet, key: other }, { nonce, signedKey: key })).toMatchObject({ http: 403, status: STATUS.badSignature });
    // The signature is that of a request without a key.
    expect(await player.bet({ ...bet, key: randomUUID() }, { nonce, signedKey: undefined })).toMatchObject({ status: STATUS.badSignature });
    expect(await player.bet({ ...bet, key }, { nonce })).toEqual(placed);
    expect((await player.get<OrderListModels>('/api/order/list')).models.items).toHaveLength(1);
  });

  it('of two simultaneous requests with one nonce, with a key and without, one is accepted; other requests of the batch do not fail', async () => {
    const { database } = nodes[0].context;
    const players = await Promise.all([0, 1].map(() => nodes[0].client().register()));
    const ids = players.map(({ userId }) => userId).sort((a, b) => a - b);
    const nonce = randomBytes(16).toString('hex');
    // The batch cannot see the other transaction's nonce yet. Its insert of the same nonce waits for that transaction.
    const { rows } = await afterWaiting(1, 'SELECT use_nonce($1, $2)', [ids[0], nonce], () =>
      database.query<{ answers: ({ status: number } | null)[] }>(
        `SELECT to_json(start_idempotent_all($1::bigint[], ARRAY[true, true], ARRAY[$2, 'free'], ARRAY['k', 'l'], ARRAY['h', 'h'], caipu_now_ms())) AS answers`,
        [ids, nonce],
      ),
    );
    expect(rows[0]?.answers.map((answer) => answer?.status)).toEqual([STATUS.badSignature, undefined]);
  });

  it('only tables that a crash may empty are unlogged', async () => {
    const { rows } = await nodes[0].context.database.query<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relpersistence <> 'p' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1`,
    );
    // Hints for phones (outbox), counts of the last minutes (failed_attempts, request_counts), and spent_nonces, which is filled again from logged tables.
    expect(rows.map(({ relname }) => relname)).toEqual(['failed_attempts', 'outbox', 'request_counts', 'spent_nonces']);
  });

  it('the first requests after a crash, all at once, wait until one of them has filled the set of known nonces, and none fails', async () => {
    const { database, useNonce } = nodes[0].context;
    await database.query('TRUNCATE spent_nonces');
    const first = [1, 2, 3].map((userId) => ({ userId, nonce: randomBytes(16).toString('hex') }));
    const answers = await afterWaiting(3, 'SELECT load_nonces()', [], () =>
      Promise.allSettled(first.map(({ userId, nonce }) => useNonce(userId, nonce))),
    );
    expect(answers).toEqual(first.map(() => ({ status: 'fulfilled', value: true })));
  });

  it('after a crash every used nonce is known again, for each outcome of its request; nonces older than the window are not', async () => {
    const { database } = nodes[0].context;
    const player = await nodes[0].client().register();
    const bet = singleBet(gameVersion(nodes[0], 'ssq'));
    const used: string[] = [];
    const next = () => used[used.push(randomBytes(16).toString('hex')) - 1] as string;
    const key = randomUUID();
    expect(await player.bet({ ...bet, key }, { nonce: next() })).toMatchObject({ status: STATUS.ok });
    // A repeated request, another body under the same key, bets without sufficient funds (in a batch and alone), and a request without a key.
    expect(await player.bet({ ...bet, key }, { nonce: next() })).toMatchObject({ status: STATUS.ok });
    expect(await player.bet({ ...singleBet(gameVersion(nodes[0], 'ssq'), 2), key }, { nonce: next() })).toMatchObject({
      status: STATUS.keyConflict,
    });
    const order = (nonce: string, amountFen: number, client: Client = player) => orderOf(client, nonce, { ...bet, amountFen });
    expect((await placeBets(database, [order(next(), 1e12), order(next(), 200)])).map(({ status }) => status).sort()).toEqual(
      [STATUS.ok, STATUS.insufficientFunds].sort(),
    );
    expect((await placeBets(database, [order(next(), 1e12)])).map(({ status }) => status)).toEqual([STATUS.insufficientFunds]);
    const other = await nodes[0].client().register();
    const beside = order(next(), 1e12, other);
    expect((await placeBets(database, [beside, order(next(), 200)])).map(({ status }) => status)).toEqual([
      STATUS.insufficientFunds,
      STATUS.ok,
    ]);
    expect(await nodes[0].context.useNonce(player.userId ?? 0, next())).toBe(true);
    const old = randomBytes(16).toString('hex');
    await database.query('INSERT INTO nonces (user_id, nonce, at) VALUES ($1, $2, caipu_now_ms() - 620001)', [
      player.userId,
      old.slice(0, 16),
    ]);

    await database.query('TRUNCATE spent_nonces');
    for (const nonce of used) {
      const whose = nonce === beside.nonce ? other : player;
      expect(await nodes[1].context.useNonce(whose.userId ?? 0, nonce), `nonce ${used.indexOf(nonce)}`).toBe(false);
      expect((await placeBets(database, [order(nonce, 200, whose)])).map(({ status }) => status)).toEqual([STATUS.badSignature]);
    }
    expect(await nodes[1].context.useNonce(player.userId ?? 0, old)).toBe(true);
  });
});

describe('nonces', () => {
  it('belong to their account: four accounts with two equal nonces cause no deadlock and no refusal', async () => {
    const players = await Promise.all([0, 1, 2, 3].map(() => nodes[0].client().register()));
    const byId = [...players].sort((a, b) => a.userId - b.userId);
    const bet = singleBet(gameVersion(nodes[0], 'ssq'));
    for (let round = 0; round < 15; round += 1) {
      const [x, y] = [randomUUID(), randomUUID()];
      const answers = await Promise.all([
        placeBets(nodes[0].context.database, [orderOf(byId[0], x, bet), orderOf(byId[1], y, bet)]),
        placeBets(nodes[1].context.database, [orderOf(byId[2], y, bet), orderOf(byId[3], x, bet)]),
      ]);
      expect(answers.flat().map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    }
  });
});

/** A bet of a player on 双色球 as it reaches the database, under a key of its own. */
const orderOf = (client: Client | undefined, nonce: string, { hash, ticket, amountFen }: ReturnType<typeof singleBet>): BetOrder => ({
  token: tokenHash(client?.token ?? ''),
  nonce,
  key: randomUUID(),
  bodyHash: 'x',
  id: randomUUID(),
  game: 'ssq',
  issue: undefined,
  hash,
  ticket,
  bets: 1,
  amountFen,
  multiplier: 1,
});
