/** The store with two server processes on a real PostgreSQL: 64 players at once never buy more than there is, and nobody pays for nothing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BuyProductModels, UseItemModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Client } from './support/client.ts';
import { product } from './support/store.ts';
import { twoProcesses } from './support/two-processes.ts';

const CLIENTS = 64;
const POINTS = 1_000;

let people: Client[];

const PRODUCTS = [
  product('last', { price: { points: 10 }, stock: { total: 1 } }),
  product('some', { price: { points: 10 }, stock: { total: 60, day: 41 } }),
  product('few', { price: { points: 10 }, limit: { day: 3 } }),
  product('look', { price: { points: 10 }, shelf: 'looks', picture: '/avatars/lucky-cat.svg', gives: { avatar: 'lucky-cat' } }),
  product('dear', { price: { points: 400 } }),
];

const { ask, base, players } = twoProcesses(
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
              (SELECT count(*)::int FROM inventory i WHERE EXISTS (SELECT 1 FROM purchases p WHERE p.user_id = i.user_id AND p.product = $1 AND p.at = i.got_at)) AS things`,
      [code],
    )
  )[0];

it('[B1] [B2] of the last one, one of 64 has it, and 63 pay nothing', async () => {
  const statuses = await Promise.all(people.map((who) => buy(who, 'last')));
  expect(statuses.filter((status) => status === STATUS.ok)).toHaveLength(1);
  expect(statuses.filter((status) => status === STATUS.soldOut)).toHaveLength(CLIENTS - 1);
  expect(await counted('last')).toMatchObject({ bought: 1, points: 10, things: 1 });
  const [paid] = await ask<{ n: number }>(`SELECT count(*)::int AS n FROM transfers WHERE kind = 'pointsSpend'`);
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
  const limited = await Promise.all(Array.from({ length: 12 }, () => buy(who, 'few')));
  expect(limited.filter((status) => status === STATUS.ok)).toHaveLength(3);
  const looks = await Promise.all(Array.from({ length: 8 }, () => buy(who, 'look')));
  expect(looks.filter((status) => status === STATUS.ok)).toHaveLength(1);
  const dear = await Promise.all(Array.from({ length: 8 }, () => buy(who, 'dear')));
  expect(dear.filter((status) => status === STATUS.ok)).toHaveLength(2);
  expect(dear.filter((status) => status === STATUS.insufficientFunds)).toHaveLength(6);
  expect(await ask(`SELECT 1 FROM purses WHERE balance < 0`)).toEqual([]);
  const [item] = await ask<{ id: string }>(`SELECT id FROM inventory WHERE user_id = $1 AND product = 'avatar:lucky-cat'`, [who.userId]);
  const used = await Promise.all(
    Array.from({ length: 8 }, (_, at) => who.twin(base(at)).post<UseItemModels>('/api/UserCenter/UseItem', { itemId: item?.id ?? '' })),
  );
  expect(used.map(({ status }) => status).sort((a, b) => a - b)).toEqual([STATUS.ok, ...Array(7).fill(STATUS.stateChanged)]);
}, 120_000);
