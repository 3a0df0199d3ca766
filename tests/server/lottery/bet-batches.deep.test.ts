/**
 * Bets in a batch (server/lottery/orders/sql/place-bets.sql) on PostgreSQL: a batch answers and leaves what its bets would one after the other,
 * and every look-up on its way uses a key, whatever statistics of the tables the planner has.
 */
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ticket } from '../../../engine/descriptions/types.ts';
import { STATUS } from '../../../protocol/status.ts';
import { type Database, openDatabase, type Querying } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { type BetOrder, placeBets } from '../../../server/lottery/orders/bet-batcher.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { recordPlans } from '../support/plans.ts';
import { expectBooksInOrder, temporaryFolder } from '../support/server.ts';
import { tryAndRollBack } from '../support/undone.ts';

const folder = temporaryFolder();
let postgres: TestPostgres;
let database: Database;
const PLAYERS = 5;
const users: number[] = [];
const hash = createHash('sha256').update('a description').digest('hex');
const tokenOf = (player: number, session = 0) => createHash('sha256').update(`${player} ${session}`).digest('hex');
/** Of a coupon in the bag of each player. */
const couponOf = (player: number) => `00000000-0000-4000-8000-00000000000${player}`;

beforeAll(async () => {
  postgres = await startWithSchema();
  database = await openDatabase({ schema: SCHEMA, dataDir: folder, url: postgres.url, poolSize: 2 });
  for (let player = 0; player < PLAYERS; player++) {
    // The last two have little: batches empty their wallets, and some to the last fen.
    const fen = player < 3 ? 100_000 : 500;
    const { rows } = await database.query<{ id: number }>(`SELECT register_user($1, $1, 'x', $2) AS id`, [`batch${player}`, fen]);
    const id = rows[0]?.id as number;
    users.push(id);
    for (const session of [0, 1])
      await database.query(
        'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, ends_at, seen_at) VALUES ($1, $2, 0, $3, $3, 0)',
        [
          tokenOf(player, session),
          id,
          // One player's second session is over.
          player === 1 && session === 1 ? 1 : 9_000_000_000_000,
        ],
      );
    await database.query(
      `INSERT INTO bag_items (user_id, id, product, what, source, got_at) VALUES ($1, $2, 'coupon', $3::jsonb, 'store', 1)`,
      [id, couponOf(player), JSON.stringify({ gives: { coupon: { fen: 150, leastFen: 300, for: 'all', backDays: 7 } } })],
    );
  }
  // One set himself a limit, one is on a break.
  await database.query('INSERT INTO limited_players (user_id, utc_offset_ms) VALUES ($1, 0)', [users[2]]);
  await database.query(`INSERT INTO player_limits (user_id, what, period, value) VALUES ($1, 'stake', 'day', 900)`, [users[2]]);
  await database.query('INSERT INTO limited_players (user_id, utc_offset_ms, block, blocked_at, blocked_until) VALUES ($1, 0, $2, 1, $3)', [
    users[4],
    'break',
    9_000_000_000_000,
  ]);
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, cancelled)
     SELECT game, issue, opens, closes, closes, state, $1, 'c', 's', cancelled FROM (VALUES
       ('a', 'on', 1, 8000000000000, 'open', NULL), ('a', 'next', 8000000000000, 8000000000001, 'open', NULL), ('a', 'over', 1, 2, 'open', NULL),
       ('b', 'on', 1, 8000000000000, 'open', NULL), ('b', 'frozen', 1, 8000000000000, 'frozen', NULL),
       ('c', 'gone', 1, 8000000000000, 'withdrawn', 'schedule')) AS x(game, issue, opens, closes, state, cancelled)`,
    [hash],
  );
});
afterAll(async () => {
  await expectBooksInOrder(database);
  await database.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What was done, but for when, and for numbers that a rolled back transaction uses up. */
const LEFT = {
  tickets:
    'SELECT user_id, id, game, issue, hash, ticket, bets, amount, multiplier, selection, due_at, request FROM tickets ORDER BY user_id, id',
  movements: `SELECT user_id, kind, debit, credit, amount, debit_after, credit_after, reason, ref FROM movements WHERE kind <> 'grant' ORDER BY user_id, seq`,
  wallets: 'SELECT * FROM wallets ORDER BY user_id',
  keys: `SELECT user_id, key, body_hash, CASE jsonb_typeof(answer) WHEN 'object' THEN answer #- '{models,orderNo}' ELSE answer END AS answer FROM idempotency ORDER BY user_id, key`,
  nonces: 'SELECT user_id, nonce FROM nonces ORDER BY user_id, nonce',
  spent: 'SELECT user_id, nonce::text FROM spent_nonces WHERE user_id > 0 ORDER BY user_id, nonce',
  events: 'SELECT user_id, event FROM outbox ORDER BY user_id, event::text',
  bags: 'SELECT user_id, id, used_for FROM bag_items ORDER BY user_id, id',
};

const bet = fc.record({
  player: fc.integer({ min: 0, max: PLAYERS }),
  session: fc.constantFrom(0, 0, 1),
  nonce: fc.integer({ min: 0, max: 12 }),
  key: fc.integer({ min: 0, max: 12 }),
  body: fc.constantFrom('body', 'body', 'body', 'other'),
  issue: fc.constantFrom('a/on', 'a/on', 'b/on', 'a/', 'c/', 'a/next', 'a/over', 'b/frozen', 'c/gone', 'd/none'),
  amount: fc.constantFrom(100, 200, 300, 500),
  coupon: fc.constantFrom(false, false, false, true),
});

/** What came before, one by one: keys and nonces that are known already. */
const scene = fc.record({ before: fc.array(bet, { maxLength: 4 }), batch: fc.array(bet, { minLength: 2, maxLength: 12 }) });

/** Places bets and leaves the numbers out of their answers: a transaction that is rolled back uses numbers up. */
async function place(client: Querying, items: readonly BetOrder[], wait = true): ReturnType<typeof placeBets> {
  const answers = await placeBets(client as Database, items, wait);
  return answers.map((answer) => {
    const { orderNo: _used, ...models } = (answer.models ?? {}) as { readonly orderNo?: string };
    return answer.models === null ? answer : { ...answer, models };
  });
}

/** Gives the order of a scene's bet; each has an id and a ticket of its own. */
function orders(): (of: typeof bet extends fc.Arbitrary<infer T> ? T : never) => BetOrder {
  let n = 0;
  return ({ player, session, nonce, key, body, issue, amount, coupon }) => ({
    token: tokenOf(player, session),
    nonce: `nonce ${nonce}`,
    key: `key ${key}`,
    bodyHash: body,
    id: `00000000-0000-7000-8000-${String((n += 1)).padStart(12, '0')}`,
    game: issue.split('/')[0] as string,
    issue: issue.split('/')[1] || undefined,
    hash,
    ticket: { game: 'a', lines: [{ play: `p${n % 3}` }], multiplier: n } as unknown as Ticket,
    bets: 1,
    amountFen: amount,
    multiplier: n,
    ...(coupon ? { coupon: { itemId: couponOf(player), kind: 'quick' } } : {}),
  });
}

it('[R1] [R3] a batch answers and leaves what its bets would one after the other: players, keys, nonces, limits, coupons, closes, wallets', async () => {
  let accepted = 0;
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(scene, async ({ before, batch }) => {
      const orderOf = orders();
      const earlier = before.map(orderOf);
      const items = batch.map(orderOf);
      const one = async (client: Querying, order: BetOrder) => (await place(client, [order]))[0];
      const asBatch = await tryAndRollBack(database, LEFT, async (client) => {
        for (const order of earlier) await one(client, order);
        return place(client, items);
      });
      // As a batch takes them: players in order, of each his keys in order.
      const turns = items.map((order, at) => ({ order, at, user: users[batch[at]?.player ?? 0] ?? Number.MAX_SAFE_INTEGER }));
      turns.sort((a, b) => a.user - b.user || (a.order.key < b.order.key ? -1 : a.order.key > b.order.key ? 1 : a.at - b.at));
      const apart = await tryAndRollBack(database, LEFT, async (client) => {
        for (const order of earlier) await one(client, order);
        const answers: Awaited<ReturnType<typeof placeBets>> = [];
        for (const { order, at } of turns) answers[at] = (await one(client, order)) as (typeof answers)[number];
        return answers;
      });
      expect(asBatch).toEqual(apart);
      accepted += asBatch.answers.filter(({ status }) => status === STATUS.ok).length;
      for (const { status } of asBatch.answers) seen.add(status);
    }),
    { numRuns: runCount(150), seed: 20781 },
  );
  // The scenes reach every answer that a bet can get.
  expect(accepted).toBeGreaterThan(100);
  for (const name of [
    'ok',
    'notLoggedIn',
    'badSignature',
    'issueClosed',
    'insufficientFunds',
    'keyConflict',
    'limitReached',
    'stateChanged',
  ] as const)
    expect(seen, name).toContain(STATUS[name]);
});

it('[R41] a batch leaves out the bets of a player who is busy, and answers and leaves what the others would without them', async () => {
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  let leftOut = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(bet, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: PLAYERS - 1 }), async (batch, busy) => {
        const items = batch.map(orders());
        const isBusy = ({ player, session }: (typeof batch)[number]) => player === busy && !(player === 1 && session === 1);
        const free = items.filter((_, at) => !isBusy(batch[at] as (typeof batch)[number]));
        const others = await tryAndRollBack(database, LEFT, async (client) => (free.length === 0 ? [] : place(client, free)));
        await holder.query('BEGIN');
        await holder.query('SELECT lock_player($1)', [users[busy]]);
        const together = await tryAndRollBack(database, LEFT, (client) => place(client, items, false));
        await holder.query('ROLLBACK');
        const answers = [...others.answers];
        const expected = batch.map((each) => (isBusy(each) ? undefined : answers.shift()));
        // Those that were left out have no answer.
        expect({ ...together, answers: expected.map((_, at) => together.answers[at]) }).toEqual({ ...others, answers: expected });
        leftOut += batch.filter(isBusy).length;
      }),
      { numRuns: runCount(60), seed: 20791 },
    );
  } finally {
    await holder.end();
  }
  expect(leftOut).toBeGreaterThan(10);
});

it('every look-up of a bet is one by a primary key, and that of its key by the reference of a movement, alone and in a batch, in a database without statistics and in one with wrong ones', async () => {
  const order = (player: number): BetOrder => ({
    token: tokenOf(player),
    nonce: randomUUID(),
    key: randomUUID(),
    bodyHash: 'body',
    id: randomUUID(),
    game: 'a',
    issue: 'on',
    hash,
    ticket: { game: 'a', lines: [] },
    bets: 1,
    amountFen: 1,
    multiplier: 1,
  });
  const scans = async (statistics: string[], size: number) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    let plans: readonly string[];
    try {
      // As after the first request.
      await client.query('SELECT ensure_nonces_loaded()');
      await client.query('BEGIN');
      for (const statement of statistics) await client.query(statement);
      plans = await recordPlans(client);
      const desk = { query: (text: string, values: unknown[]) => client.query(text, values) } as unknown as Database;
      // More often than a plan is made again by itself.
      for (let i = 0; i < 7; i++) {
        const answers = await placeBets(desk, [0, 1, 3].slice(0, size).map(order));
        for (const answer of answers) expect(answer).toMatchObject({ status: STATUS.ok });
      }
    } finally {
      await client.query('ROLLBACK');
      await client.end();
    }
    expect(plans.length).toBeGreaterThan(7);
    const nodes = plans.flatMap((plan) => [
      ...plan.matchAll(/(Seq Scan on|Bitmap \w+ Scan on|Hash Join|Merge Join|Index (?:Only )?Scan using) ?(\w*)/g),
    ]);
    return [...new Set(nodes.map(([, node, name]) => `${node} ${name}`))]
      .filter((node) => !/_pkey$| clock$| movements_by_ref$/.test(node))
      .sort();
  };
  const stateless = ['DELETE FROM pg_statistic'];
  // Made when nearly everything was drawn history of one game and everybody had one session: afterwards there are others.
  const wrong = [
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers)
     SELECT 'a', 'past' || n, n, n + 1, n + 1, 'settled', 'h', 'c', 's', '{}' FROM generate_series(1, 300) n`,
    'ANALYZE',
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
     SELECT 'a', 'ahead' || n, 8000000000000 + n, 8000000000001 + n, 8000000000001 + n, 'open', 'h', 'c', 's' FROM generate_series(1, 3000) n`,
  ];
  for (const size of [1, 3])
    for (const statistics of [stateless, wrong]) expect(await scans(statistics, size), `${size} bets, ${statistics.length}`).toEqual([]);
});
