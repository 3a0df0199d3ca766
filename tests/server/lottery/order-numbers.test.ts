/** Numbers of records that people read to each other (docs/decisions/0020-order-numbers.md), through the API on the embedded database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  ChaseDetailModels,
  FundDetailModels,
  FundListModels,
  OrderListModels,
  OutcomeModels,
  TicketOrderModels,
} from '../../../protocol/calls.ts';
import type { DeskAnswer } from '../../../protocol/desk/define.ts';
import type { deskOrders } from '../../../protocol/desk/orders.ts';
import { STATUS } from '../../../protocol/status.ts';
import { NO_NUMBER } from '../../../server/admin/office/find-order.ts';
import { readOrderNumber } from '../../../server/platform/order-number.ts';
import { CHASE_GAME, type ChaseStage, chaseStage } from '../support/chases.ts';
import type { Client } from '../support/client.ts';
import { operatorHeaders, sessionTokenIn } from '../support/operator.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

const PASSWORD = 'a long password';
const HOUR = 3_600_000;
let server: TestServer;
let stage: ChaseStage;
let player: Client;
let stranger: Client;
let token = '';

beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, role: 'web', operatorPassword: PASSWORD });
  stage = chaseStage(server);
  const login = await server.app.inject({
    method: 'POST',
    url: '/operator/api/desk/login',
    headers: operatorHeaders(''),
    payload: { password: PASSWORD },
  });
  token = sessionTokenIn(login.headers['set-cookie']);
  [player, stranger] = [await server.client().register(), await server.client().register()];
});
afterAll(() => server?.stop());

async function desk(q: string): Promise<{ status: number; models: DeskAnswer<typeof deskOrders> | null; msg: string }> {
  return (
    await server.app.inject({ url: `/operator/api/desk/orders?${new URLSearchParams({ q })}`, headers: operatorHeaders(token) })
  ).json();
}
const foundBy = async (q: string) => (await desk(q)).models?.items.map(({ id }) => id);
const list = async (who: Client) => (await who.get<OrderListModels>('/api/order/list', { size: '50' })).models.items;
const bet = async (key = randomUUID()) => {
  await stage.upcoming();
  const answer = await player.bet({ ...singleBet(gameVersion(server, CHASE_GAME)), key });
  expect(answer.status, answer.msg).toBe(STATUS.ok);
  return answer.models;
};
const dateOf = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 10).replaceAll('-', '');

it('a bet has the number that its list, its detail and its movement show, and the next one has the next number', async () => {
  const { orderId, orderNo = '' } = await bet();
  const item = (await list(player)).find((each) => each.orderId === orderId);
  expect(orderNo).toMatch(/^\d{8}-\d{7}$/);
  expect(orderNo.slice(0, 8)).toBe(dateOf(item?.placedAt ?? 0));
  expect(item?.orderNo).toBe(orderNo);
  expect((await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models.orderNo).toBe(orderNo);
  const [movement] = (await player.get<FundListModels>('/api/fund/list', { type: 'stake' })).models.items;
  expect(movement).toMatchObject({ orderId, orderNo });
  expect((await player.get<FundDetailModels>('/api/fund/Detail', { id: movement?.id ?? '' })).models).toMatchObject({
    ref: orderId,
    refNo: orderNo,
  });
  const { orderNo: next = '' } = await bet();
  expect(Number(next.slice(9))).toBe(Number(orderNo.slice(9)) + 1);
});

it('a repeated key gets the number of the first answer, and so does the call for the outcome of the key', async () => {
  const key = randomUUID();
  const first = await bet(key);
  expect(await bet(key)).toEqual(first);
  const { models } = await player.get<OutcomeModels>('/api/order/outcome', { key });
  expect(models.answer?.models).toMatchObject({ orderId: first.orderId, orderNo: first.orderNo });
});

it('the date is the day on the wall clock of the product, to the millisecond', async () => {
  const { orderId, orderNo = '' } = await bet();
  const midnight = Date.parse('2026-11-29T00:00:00+08:00');
  for (const [at, date] of [
    [midnight - 1, '20261128'],
    [midnight, '20261129'],
  ] as const) {
    await server.context.database.query('UPDATE tickets SET placed_at = $1 WHERE id = $2', [at, orderId]);
    const shown = (await list(player)).find((each) => each.orderId === orderId)?.orderNo;
    expect(shown).toBe(`${date}${orderNo.slice(8)}`);
    expect(await foundBy(`${date}${orderNo.slice(8)}`)).toEqual([orderId]);
    expect(await foundBy(`${date === '20261128' ? '20261129' : '20261128'}${orderNo.slice(8)}`)).toEqual([]);
  }
});

it('a chase has a number of its own, by which its movements and its whole are found', async () => {
  const issues = (await stage.upcoming()).slice(0, 2).map(({ issue }) => ({ issue, multiplier: 1 }));
  const placed = await stage.chase(player, { chase: issues });
  const { chaseId = '', orderNo = '' } = placed.models;
  expect((await player.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models.orderNo).toBe(orderNo);
  const tickets = (await list(player)).filter((each) => each.chaseId === chaseId);
  expect(new Set([orderNo, ...tickets.map((each) => each.orderNo)]).size).toBe(3);
  expect(await foundBy(orderNo)).toEqual([chaseId]);
  const { items } = (await player.get<FundListModels>('/api/fund/list', { q: orderNo })).models;
  expect(items.map((each) => each.orderId).sort()).toEqual(tickets.map((each) => each.orderId).sort());
});

it("operators find an order by number, read out or copied, and by UUID; a player finds nothing by a stranger's number", async () => {
  const { orderId, orderNo = '' } = await bet();
  for (const q of [orderNo, ` ${orderNo.replace('-', '')} `, orderId, orderId.toUpperCase()])
    expect(await foundBy(q), q).toEqual([orderId]);
  expect((await desk(orderNo)).models?.items[0]).toMatchObject({ orderNo, player: player.userId });
  expect(await foundBy(`${orderNo.slice(0, 8)}-9999999`)).toEqual([]);
  expect(await foundBy(randomUUID())).toEqual([]);
  const search = async (who: Client) =>
    (await who.get<FundListModels>('/api/fund/list', { q: orderNo })).models.items.map((each) => each.orderId);
  expect(await search(player)).toEqual([orderId]);
  expect(await search(stranger)).toEqual([]);
  expect((await stranger.get('/api/order/detail', { orderId })).status).toBe(STATUS.notFound);
});

it('a text that is neither is refused in words', async () => {
  for (const q of ['1234', '20261329-0001234', '20260230-0001234', '20261129-123456', '20261129_0001234', 'ssq', '01a224d2'])
    expect(await desk(q), q).toMatchObject({ status: STATUS.invalid, msg: NO_NUMBER });
});

it('a number is read as it is written', () => {
  const day = Date.parse('2026-11-29T00:00:00Z');
  expect(readOrderNumber('20261129-0001234')).toEqual({ day, number: 1234, tail: null });
  expect(readOrderNumber('２０２６１１２９－０００１２３４')).toEqual({ day, number: 1234, tail: null });
  expect(readOrderNumber('20261129-12345678')).toEqual({ day, number: 12_345_678, tail: '12345678' });
  expect(readOrderNumber('20261129-A760115A')).toEqual({ day, number: null, tail: 'a760115a' });
  expect(readOrderNumber('0190a1b2-0000-7000-8000-000000000001')).toBeUndefined();
});
