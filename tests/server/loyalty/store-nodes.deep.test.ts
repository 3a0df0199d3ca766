/**
 * The store with two server processes on a real PostgreSQL: 64 players at once never buy more than there is, nobody pays for nothing, and a
 * coupon pays for one bet, also when a process is killed in the middle of bets.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BetModels, BuyProductModels, UseItemModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { GameVersion } from '../../../server/catalog/games.ts';
import { killCount } from '../../engine/rules/support/runs.ts';
import type { Answer, Client } from '../support/client.ts';
import { waitFor } from '../support/server.ts';
import { productWith } from '../support/store.ts';
import { pricedTicket, publishedGameOf } from '../support/tickets.ts';
import { twoProcesses } from '../support/two-processes.ts';

const CLIENTS = 64;
const POINTS = 1_000;

let people: Client[];

const PRODUCTS = [
  productWith('last', { price: { points: 10 }, stock: { total: 1 } }),
  productWith('some', { price: { points: 10 }, stock: { total: 60, day: 41 } }),
  productWith('few', { price: { points: 10 }, limit: { day: 3 } }),
  productWith('look', { price: { points: 10 }, shelf: 'looks', picture: '/avatars/lucky-cat.svg', gives: { avatar: 'lucky-cat' } }),
  productWith('dear', { price: { points: 400 } }),
];

const { ask, base, players, answered, kill } = twoProcesses(
  {
    prepare(games) {
      mkdirSync(join(games, 'store'), { recursive: true });
      for (const each of PRODUCTS) writeFileSync(join(games, 'store', `${each.code}.json`), JSON.stringify(each));
    },
  },
  async () => {
    people = await players(CLIENTS, { points: POINTS });
  },
);
/** From both processes at once, under one key: a phone that did not hear the first answer. */
async function buy(who: Client, productId: string, count = 1): Promise<number> {
  const headers = { 'idempotency-key': `buy-${productId}-${Math.random().toString(36).slice(2)}-${who.userId}` };
  const send = (node: number) =>
    who.twin(base(node)).post<BuyProductModels>('/api/Store/BuyProduct', { productId, count: String(count) }, { headers });
  const answers = await Promise.all([send(0), send(1)]);
  expect(answers[1]).toEqual(answers[0]);
  return answers[0].status;
}
const counted = async (code: string) =>
  (
    await ask<{ bought: number; things: number; points: number }>(
      `SELECT (SELECT coalesce(sum(count), 0)::int FROM purchases WHERE product = $1) AS bought,
              (SELECT coalesce(sum(points), 0)::int FROM purchases WHERE product = $1) AS points,
              (SELECT count(*)::int FROM bag_items i WHERE EXISTS (SELECT 1 FROM purchases p WHERE p.user_id = i.user_id AND p.product = $1 AND p.at = i.got_at)) AS things`,
      [code],
    )
  )[0];

it('[B1] [B2] of the last one, one of 64 has it, and 63 pay nothing', async () => {
  const statuses = await Promise.all(people.map((who) => buy(who, 'last')));
  expect(statuses.filter((status) => status === STATUS.ok)).toHaveLength(1);
  expect(statuses.filter((status) => status === STATUS.soldOut)).toHaveLength(CLIENTS - 1);
  expect(await counted('last')).toMatchObject({ bought: 1, points: 10, things: 1 });
  const [paid] = await ask<{ n: number }>(`SELECT count(*)::int AS n FROM movements WHERE kind = 'pointsSpend'`);
  expect(paid?.n).toBe(1);
}, 120_000);

it('[B2] orders of one to three at once take what there is of the day and no more', async () => {
  const wanted = people.map((_, at) => 1 + (at % 3));
  const statuses = await Promise.all(people.map((who, at) => buy(who, 'some', wanted[at])));
  const sold = wanted.reduce((sum, count, at) => sum + (statuses[at] === STATUS.ok ? count : 0), 0);
  // Three that do not fit may leave two, never an oversold day.
  expect(sold).toBeLessThanOrEqual(41);
  expect(sold).toBeGreaterThan(38);
  expect(await counted('some')).toMatchObject({ bought: sold, points: sold * 10, things: sold });
  const rows = await ask<{ sold: number }>(`SELECT sold::int FROM product_sales WHERE product = 'some'`);
  expect(rows.map((row) => row.sold)).toEqual([sold, sold]);
}, 120_000);

it('[B1] [B3] [B4] one player from many tabs: the limit, the purse and a look hold, and a thing is used once', async () => {
  const [who] = people as [Client];
  // Three exchanges are all of a day, and he has bought in the tests before.
  const anotherDay = () => ask('UPDATE purchases SET day = day - 1 WHERE user_id = $1', [who.userId]);
  await anotherDay();
  const limited = await Promise.all(Array.from({ length: 12 }, () => buy(who, 'few')));
  expect(limited.filter((status) => status === STATUS.ok)).toHaveLength(3);
  await anotherDay();
  const looks = await Promise.all(Array.from({ length: 8 }, () => buy(who, 'look')));
  expect(looks.filter((status) => status === STATUS.ok)).toHaveLength(1);
  await anotherDay();
  const dear = await Promise.all(Array.from({ length: 8 }, () => buy(who, 'dear')));
  expect(dear.filter((status) => status === STATUS.ok)).toHaveLength(2);
  expect(dear.filter((status) => status === STATUS.insufficientFunds)).toHaveLength(6);
  expect(await ask(`SELECT 1 FROM purses WHERE balance < 0`)).toEqual([]);
  const [item] = await ask<{ id: string }>(`SELECT id FROM bag_items WHERE user_id = $1 AND product = 'avatar:lucky-cat'`, [who.userId]);
  const used = await Promise.all(
    Array.from({ length: 8 }, (_, at) => who.twin(base(at)).post<UseItemModels>('/api/UserCenter/UseItem', { itemId: item?.id ?? '' })),
  );
  expect(used.map(({ status }) => status).sort((a, b) => a - b)).toEqual([STATUS.ok, ...Array(7).fill(STATUS.stateChanged)]);
}, 120_000);

/** What a coupon of these tests pays, and the bet that it fits. */
const COUPON_FEN = 301;
const BET_FEN = 400;

/** Coupons in a player's bag. Their ids. */
async function coupons(who: Client, count: number): Promise<string[]> {
  const what = {
    name: '红包',
    note: '',
    picture: '/goods/coupon.svg',
    gives: { coupon: { fen: COUPON_FEN, leastFen: BET_FEN, for: 'number', backDays: 7 } },
  };
  const rows = await ask<{ id: string }>(
    `INSERT INTO bag_items (user_id, id, product, source, got_at, expires_at, what)
     SELECT $1, gen_random_uuid(), 'coupon', 'store', caipu_now_ms(), caipu_now_ms() + 86400000, $3::jsonb FROM generate_series(1, $2)
     RETURNING id`,
    [who.userId, count, JSON.stringify(what)],
  );
  return rows.map(({ id }) => id);
}

/** An issue of 排列三 of this test's own, which nobody draws. */
async function ownIssue(): Promise<string> {
  const [row] = await ask<{ issue: string }>(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
     SELECT 'pl3', 'T' || substr(gen_random_uuid()::text, 1, 12), caipu_now_ms() - 1, caipu_now_ms() + 86400000, caipu_now_ms() + 86400000, 'open', hash,
            repeat('0', 64), repeat('0', 64) FROM issues WHERE game = 'pl3' LIMIT 1 RETURNING issue`,
  );
  return row?.issue ?? '';
}

/** A bet of two units on 排列三 with this coupon, sent by whichever client it is given. */
function betWith(version: GameVersion, issue: string, coupon: string, key: string): (client: Client) => Promise<Answer<BetModels>> {
  const [play] = version.compiled.plays;
  const picks = Object.fromEntries((play?.play.areas ?? []).map(({ id }) => [id, [1]]));
  const { ticket, hash, amountFen } = pricedTicket(version, [{ play: play?.play.code ?? '', picks }], { multiplier: 2 });
  const fields = { ticket: JSON.stringify(ticket), hash, amountFen: String(amountFen), issue, coupon };
  return (client) => client.post<BetModels>('/api/lottery/bet_szc', fields, { headers: { 'idempotency-key': key } });
}

const walletOf = async ({ userId }: Client) =>
  (await ask<{ fen: number }>('SELECT balance_fen::int AS fen FROM wallets WHERE user_id = $1', [userId]))[0]?.fen ?? 0;

it('[B7] one coupon, asked for by many bets at two processes at once, pays a part of one of them', async () => {
  const [who] = (await players(1)) as [Client];
  const [version, issue, [id = '']] = await Promise.all([publishedGameOf(base(0), 'pl3'), ownIssue(), coupons(who, 1)]);
  const before = await walletOf(who);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => betWith(version, issue, id, randomUUID())(who.twin(base(at)))));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([STATUS.ok, ...Array(23).fill(STATUS.stateChanged)]);
  expect(await ask('SELECT fen::int, returned FROM coupon_uses WHERE user_id = $1', [who.userId])).toEqual([
    { fen: COUPON_FEN, returned: false },
  ]);
  expect(await walletOf(who)).toBe(before - BET_FEN + COUPON_FEN);
}, 60_000);

it('[B7] [B8] processes killed in the middle of bets with coupons: each coupon pays one bet, and is back with its stake, once', async () => {
  const seats = await players(6);
  const [version, issue] = await Promise.all([publishedGameOf(base(0), 'pl3'), ownIssue()]);
  const start = new Map(await Promise.all(seats.map(async (who) => [who, await walletOf(who)] as const)));
  let made = 0;
  let enough = false;
  const betting = seats.map(async (who, at) => {
    const own: string[] = [];
    for (let n = at; !enough; n++) {
      const [id = ''] = await coupons(who, 1);
      const answer = await answered(who, betWith(version, issue, id, randomUUID()), n);
      expect(answer, answer.msg).toMatchObject({ status: STATUS.ok, models: { couponFen: COUPON_FEN } });
      own.push(answer.models.orderId);
      made += 1;
    }
    return own;
  });
  const failed = Promise.all(betting);
  const more = (n: number) => Promise.race([waitFor(`${n} more bets`, async () => made >= n, 60), failed]);
  for (let n = 0; n < killCount(1); n++) {
    await more(made + 12);
    await kill(n);
  }
  await more(made + 12);
  enough = true;
  const orders = await failed;
  for (const [at, who] of seats.entries()) {
    const own = orders[at] ?? [];
    const uses = await ask<{ order: string }>('SELECT order_id AS order FROM coupon_uses WHERE user_id = $1', [who.userId]);
    expect(uses.map(({ order }) => order).sort()).toEqual([...own].sort());
    expect(await walletOf(who)).toBe((start.get(who) ?? 0) - own.length * (BET_FEN - COUPON_FEN));
  }
  // The issue is called off, from two sides at once.
  const all = seats.flatMap((who, at) => (orders[at] ?? []).map((order) => [who.userId, order] as const));
  const refunds = await Promise.all(
    [...all, ...all].map(
      async ([user, order]) => (await ask<{ done: boolean }>(`SELECT refund_order($1, $2, 'void') AS done`, [user, order]))[0]?.done,
    ),
  );
  expect(refunds.filter(Boolean)).toHaveLength(all.length);
  for (const who of seats) {
    expect(await walletOf(who)).toBe(start.get(who));
    expect(await ask('SELECT 1 FROM bag_items WHERE user_id = $1 AND (used_at IS NOT NULL OR used_for IS NOT NULL)', [who.userId])).toEqual(
      [],
    );
  }
}, 600_000);
