/** Money of players on the desk: movements of one of them, recharges by number, state and what is odd about them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeskAnswer } from '../../../protocol/desk/define.ts';
import type { deskMovements, deskRecharges } from '../../../protocol/desk/money.ts';
import { STATUS } from '../../../protocol/status.ts';
import { idRangeOf } from '../../../server/admin/office/money.ts';
import { CHASE_GAME, chaseStage } from '../support/chases.ts';
import type { Client } from '../support/client.ts';
import { operatorHeaders, sessionTokenIn } from '../support/operator.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

const PASSWORD = 'a long password';
let server: TestServer;
let token = '';
let player: Client;
const ids = [
  '0190a1b2-0000-7000-8000-000000000001',
  '0190a1b3-0000-7000-8000-000000000002',
  '0190a1b4-0000-7000-8000-000000000003',
] as const;

async function desk<T>(name: string, fields: Readonly<Record<string, string>>): Promise<{ status: number; models: T; msg: string }> {
  const url = `/operator/api/desk/${name}?${new URLSearchParams(fields)}`;
  return (await server.app.inject({ url, headers: operatorHeaders(token) })).json();
}
const recharges = async (fields: Readonly<Record<string, string>> = {}) =>
  (await desk<DeskAnswer<typeof deskRecharges>>('recharges', fields)).models;
const movements = async (fields: Readonly<Record<string, string>> = {}) =>
  (await desk<DeskAnswer<typeof deskMovements>>('movements', { player: String(player.userId), ...fields })).models;

beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, role: 'web', operatorPassword: PASSWORD });
  const login = await server.app.inject({
    method: 'POST',
    url: '/operator/api/desk/login',
    headers: operatorHeaders(''),
    payload: { password: PASSWORD },
  });
  token = sessionTokenIn(login.headers['set-cookie']);
  player = await server.client().register('Rich2026');
  const { database } = server.context;
  const write = (id: string, columns: string, values: string) =>
    database.query(
      `INSERT INTO recharges (id, user_id, source, method, amount, created_at, expires_at, ${columns})
       SELECT $1::uuid, $2, $1::uuid::text, 'bank', 10000, now.ms, now.ms + 600000, ${values} FROM (SELECT caipu_now_ms() AS ms) now`,
      [id, player.userId],
    );
  await write(ids[0], 'state, ended_at', `'cancelled', now.ms`);
  await write(ids[1], 'state, paid, paid_at, provider, trade_no, odd, bonus', `'paid', 9900, now.ms, 'demo', 'T-77', 'amount', 100`);
  await write(ids[2], 'asks', '3');
});
afterAll(() => server?.stop());

it('recharges are listed from the newest, with what came and what is odd about it', async () => {
  const { items, next } = await recharges();
  expect(items.map(({ id }) => id)).toEqual([...ids].toReversed());
  expect(next).toBeNull();
  expect(items[0]).toMatchObject({ state: 'pending', asked: 3, paidFen: null, endedAt: null, tradeNo: '', player: player.userId });
  expect(items[1]).toMatchObject({ state: 'paid', amountFen: 10_000, paidFen: 9_900, bonusFen: 100, tradeNo: 'T-77' });
  expect(items[1]?.odd).toBe('下单 ¥100.00，按实付金额入账');
  expect(items[2]).toMatchObject({ state: 'cancelled', odd: '' });
});

it('they are paged, and narrowed down by state, player, number of the order or of the payment', async () => {
  const first = await recharges({ size: '2' });
  expect(first.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect((await recharges({ size: '2', cursor: first.next ?? '' })).items.map(({ id }) => id)).toEqual([ids[0]]);
  const found = async (fields: Readonly<Record<string, string>>) => (await recharges(fields)).items.map(({ id }) => id);
  expect(await found({ state: 'cancelled' })).toEqual([ids[0]]);
  expect(await found({ odd: '1' })).toEqual([ids[1]]);
  expect(await found({ player: 'rich2026' })).toHaveLength(3);
  expect(await found({ player: String(player.userId + 1) })).toEqual([]);
  expect(await found({ q: 'T-77' })).toEqual([ids[1]]);
  expect(await found({ q: ids[0] })).toEqual([ids[0]]);
  expect(await found({ q: '0190A1B4' })).toEqual([ids[2]]);
  expect(await found({ q: 'no such number' })).toEqual([]);
  expect(await desk('recharges', { player: 'nobody' })).toMatchObject({
    status: STATUS.invalid,
    msg: expect.stringContaining('没有这位玩家') as string,
  });
  // What can be paid no more has expired, whether that was written by now or not.
  await server.context.database.query('UPDATE recharges SET expires_at = caipu_now_ms() - 1 WHERE id = $1', [ids[2]]);
  expect((await recharges({ state: 'expired' })).items[0]).toMatchObject({ id: ids[2], endedAt: expect.any(Number) as number });
});

it('the beginning of a number stands for the numbers that begin so', () => {
  expect(idRangeOf('0190a1b')).toEqual(['0190a1b0-0000-0000-0000-000000000000', '0190a1bf-ffff-ffff-ffff-ffffffffffff']);
  for (const text of ['019', 'T-77', '0190a1b2-0000-7000-8000-0000000000011']) expect(idRangeOf(text)).toBeUndefined();
});

it('movements of a player are those of his own list, and a look at them is in the audit list once, however many pages it has', async () => {
  await chaseStage(server).upcoming();
  const bet = singleBet(gameVersion(server, CHASE_GAME));
  const placed = await player.bet(bet);
  expect(placed.status, placed.msg).toBe(0);
  const first = await movements({ size: '1' });
  expect(first.items).toMatchObject([{ label: '投注', amountFen: -bet.amountFen, order: expect.any(String) as string }]);
  expect(first.items[0]?.subject).toMatch(/^吉林分分彩 /);
  const rest = await movements({ size: '1', cursor: first.next ?? '' });
  expect(rest.items).toMatchObject([{ label: '注册赠送演示金', order: null, subject: '' }]);
  expect((await movements({ group: 'income' })).items).toHaveLength(1);
  expect((await movements({ q: first.items[0]?.order ?? '' })).items).toEqual(first.items);
  expect((await movements({ q: randomUUID() })).items).toEqual([]);
  const { rows } = await server.context.database.query<{ body: string }>(`SELECT body FROM audit WHERE kind = 'player.movements'`);
  expect(rows).toHaveLength(4);
  expect(JSON.parse(rows[0]?.body ?? '{}')).toEqual({ player: player.userId });
  expect(await desk('movements', { player: '999999' })).toMatchObject({ status: STATUS.notFound });
});
