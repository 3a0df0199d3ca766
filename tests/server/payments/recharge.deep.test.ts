/**
 * Recharges (server/ledger/SPEC.md, L24–L28) on a real PostgreSQL with two processes' servers, and the stand-in cashier beside them: whatever
 * the provider says, how often, where and in what order, a payment is credited once.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  FundListModels,
  FundMoveModels,
  FundSummaryModels,
  RechargeOptionsModels,
  RechargeStateModels,
} from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import rules from '../../../server/payments/recharges/recharge.json' with { type: 'json' };
import { type Cashier, openCashier } from '../../../server/demo/games/cashier/cashier.ts';
import { type DemoGames, startDemoGames } from '../../../server/demo/games/listen.ts';
import { claimDueRecharges } from '../../../server/payments/recharges/provider-polling.ts';
import { MESSAGE_LIFE_MS, signatureOf, signMessage } from '../../../server/payments/recharges/wire.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, root, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';

const SECRET = 'a secret of forty characters for this test';
const GRANT = 1_000_000;
const MINUTE = 60_000;

let postgres: TestPostgres;
let nodes: readonly [TestServer, TestServer];
let demo: DemoGames;
let cashier: Cashier;
const folder = temporaryFolder();

beforeAll(async () => {
  postgres = await startWithSchema();
  demo = await startDemoGames({ host: '127.0.0.1', port: 0, folder: join(root, 'server/demo/games'), cashier: () => cashier });
  const node = () =>
    startServer({
      databaseUrl: postgres.url,
      dataDir: join(folder, 'data'),
      clockSpeed: 1,
      history: 0,
      // The background job asks only after an hour, because its queries would hide the effect of a notice. One test moves the clock past that.
      recharge: { secret: SECRET, rules: { ...rules, asking: { firstSeconds: 3_600, firstTimes: 3, thenSeconds: 7_200, hours: 24 } } },
      outside: { demoPort: demo.port },
    });
  nodes = [await node(), await node()];
  cashier = openCashier({
    database: nodes[0].context.database,
    secret: SECRET,
    merchant: nodes[0].base,
    log: () => {},
    lateMs: 1,
    againMs: [1],
  });
});
afterEach(() => expectBooksInOrder(nodes[0].context.database));
afterAll(async () => {
  await cashier?.close();
  for (const node of nodes ?? []) await node.stop();
  await demo?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const newPlayer = () => nodes[0].client().register();
const recharge = (who: Client, amountFen: number, more: Readonly<Record<string, string>> = {}) =>
  who.get<FundMoveModels>('/api/fund/in', { target: 'cashier', amountFen: String(amountFen), method: 'alipay', ...more });
async function ordered(who: Client, amountFen = 10_000): Promise<{ readonly id: string; readonly source: string }> {
  const { models, status, msg } = await recharge(who, amountFen);
  expect([status, msg]).toEqual([STATUS.ok, '']);
  return { id: models.move?.id ?? '', source: new URL(models.url ?? '').searchParams.get('source') ?? '' };
}
const summary = async (who: Client) => (await who.get<FundSummaryModels>('/api/fund/Summary')).models;
const stateOf = async (who: Client, id: string) =>
  (await who.get<{ items: { id: string; state: string; note?: string }[] }>('/api/fund/Moves', { target: 'cashier' })).models.items.find(
    (item) => item.id === id,
  );
const movements = async (who: Client) =>
  (await who.get<FundListModels>('/api/fund/list', { group: 'income' })).models.items
    .filter(({ type }) => type !== 'grant')
    .map(({ type, amountFen, subject }) => ({ type, amountFen, subject }));

let trades = 0;
const newTrade = () => `T${(trades += 1)}`;
type Fields = Readonly<Record<string, string>>;
const notice = (rechargeId: string, amountFen: number, tradeNo = newTrade()): Fields => ({
  rechargeId,
  amountFen: String(amountFen),
  tradeNo,
});
async function notify(fields: Fields | URLSearchParams, node = 0): Promise<{ readonly http: number; readonly text: string }> {
  const response = await fetch(`${nodes[node % 2]?.base}/provider/recharge/notify`, {
    method: 'POST',
    body: new URLSearchParams(fields as Fields),
  });
  return { http: response.status, text: await response.text() };
}
const believed = (fields: Fields, now?: number) => signMessage(SECRET, 'notice', fields, now);

describe('an order', () => {
  it('is where the bill of its payment leads, and is shown to nobody else', async () => {
    const [who, other] = [await newPlayer(), await newPlayer()];
    const { id } = await ordered(who);
    const askForPayment = async (client: Client, rechargeId = id) =>
      (await client.get<RechargeOptionsModels>('/api/fund/RechargeOptions', { rechargeId })).models.asked;
    expect(await askForPayment(who)).toMatchObject({ id, state: 'pending', amountFen: 10_000 });
    await notify(believed(notice(id, 10_000)));
    expect(await askForPayment(who)).toMatchObject({ id, state: 'paid', amountFen: 10_000 });
    for (const [client, number] of [
      [other, id],
      [who, 'x'],
    ] as const)
      expect(await askForPayment(client, number)).toBeUndefined();
    const { items } = (await who.get<FundListModels>('/api/fund/list', { type: 'recharge' })).models;
    expect(items.map(({ to }) => to)).toEqual([`/rechargeType6?id=${id}`]);
  });

  it('has an address with every field of the specification, and moves nothing', async () => {
    const who = await newPlayer();
    await who.post('/api/fund/SetRecharge', { method: 'wechat', region: '440000/440300' });
    const { models } = await who.get<FundMoveModels>(
      '/api/fund/in',
      { target: 'cashier', amountFen: '12345', bankcode: 'ICBC' },
      { common: { RDUID: 'device-1' } },
    );
    const url = new URL(models.url ?? '');
    expect(url.origin + url.pathname).toBe(`http://127.0.0.1:${demo.port}/cashier/`);
    const { source, ip, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      mid: String(who.userId),
      amount: '123.45',
      platform: '1',
      locationType: '2',
      city: '440300',
      province: '440000',
      bankcode: 'ICBC',
      RDUID: 'device-1',
      VariationName: 'caipu',
    });
    expect(ip).toMatch(/127\.0\.0\.1$/);
    expect(source).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(models).toMatchObject({ balanceFen: GRANT, move: { direction: 'in', name: '微信', state: 'pending', canCancel: true } });
    expect(models.expiresAt).toBe((models.move?.at ?? 0) + 15 * MINUTE);
    expect(await movements(who)).toEqual([]);
    // A page that was left before the order shows it when it is come back to.
    const { rows } = await nodes[0].context.database.query('SELECT event FROM outbox WHERE user_id = $1', [who.userId]);
    expect(rows).toMatchObject([{ event: { type: 'balance', balanceFen: GRANT } }]);
  });

  it.each([
    ['too little', { amountFen: '999' }, { status: STATUS.invalid, models: { field: 'amountFen' }, msg: '支付宝单笔最低 ¥10.00' }],
    ['too much', { amountFen: '2000001' }, { status: STATUS.invalid, models: { field: 'amountFen' }, msg: '支付宝单笔最高 ¥20,000.00' }],
    ['an unknown method', { method: 'gold' }, { status: STATUS.invalid, models: { field: 'method' } }],
    ['a method that is off', { method: 'credit' }, { status: STATUS.disabled, msg: '信用卡充值暂停，请选择其他方式' }],
  ])('is refused for %s', async (_, fields, expected) => {
    expect(await recharge(await newPlayer(), 10_000, fields)).toMatchObject(expected);
  });

  it('waits with two others at most', async () => {
    const who = await newPlayer();
    const { id } = await ordered(who);
    await ordered(who);
    await ordered(who);
    expect(await recharge(who, 10_000)).toMatchObject({ status: STATUS.limitReached, msg: '已有 3 笔待支付，请先支付或取消' });
    expect((await who.post<RechargeStateModels>('/api/fund/RechargeCancel', { rechargeId: id })).models.state).toBe('cancelled');
    await ordered(who);
    const options = (await who.get<RechargeOptionsModels>('/api/fund/RechargeOptions')).models;
    expect(options.pending).toHaveLength(3);
    expect(options.recent).toMatchObject([{ id, state: 'cancelled' }]);
  });
});

it('is refused beyond the player’s own limit, in which what waits for its payment counts', async () => {
  const who = await newPlayer();
  const limit = await who.post('/api/Protection/SetLimit', { what: 'deposit', period: 'day', limitFen: '30000' });
  expect(limit.status, limit.msg).toBe(STATUS.ok);
  await ordered(who, 20_000);
  const refused = await recharge(who, 10_001);
  expect(refused).toMatchObject({ status: STATUS.limitReached, models: null });
  expect(refused.msg).toMatch(/充值上限 ¥300.00.*（含待支付 ¥200.00）$/);
  await ordered(who, 10_000);
});

describe('[L24] a payment is credited once', () => {
  it('a payment is credited once for any number and order of notices to two processes', async () => {
    const who = await newPlayer();
    const { id, source } = await ordered(who, 200_000);
    await cashier.pay(source, 'silent');
    const { rows } = await nodes[0].context.database.query<{ trade_no: string }>(
      'SELECT trade_no FROM cashier_ends WHERE recharge_id = $1',
      [id],
    );
    const paidNotice = notice(id, 200_000, rows[0]?.trade_no);
    const twin = who.twin(nodes[1].base);
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        i % 3 === 2
          ? (i % 2 === 0 ? who : twin)
              .post<RechargeStateModels>('/api/fund/RechargeQuery', { rechargeId: id })
              .then(({ models }) => models.state)
          : notify(believed(paidNotice), i).then(({ http, text }) => `${http} ${text}`),
      ),
    );
    expect(new Set(all)).toEqual(new Set(['200 ok', 'paid']));
    expect(await notify(believed(paidNotice), 1)).toEqual({ http: 200, text: 'ok' });
    // 1 % for 1,000 yuan and more; half of the recharge and three times the bonus are to be played.
    expect(await movements(who)).toEqual([
      { type: 'bonus', amountFen: 2_000, subject: '支付宝' },
      { type: 'recharge', amountFen: 200_000, subject: '支付宝' },
    ]);
    expect(await summary(who)).toMatchObject({
      balanceFen: GRANT + 202_000,
      lockedFen: 106_000,
      withdrawableFen: GRANT + 96_000,
      turnover: [
        { why: 'recharge', requiredFen: 100_000, doneFen: 0, donePoints: 0 },
        { why: 'bonus', requiredFen: 6_000 },
      ],
    });
  });

  it('reaches the phone also without a wish for messages: it then knows the calls that a first recharge opens, and shows no message', async () => {
    const who = await newPlayer();
    expect((await who.post('/api/fund/SetRecharge', { notify: '0' })).status).toBe(STATUS.ok);
    const { id, source } = await ordered(who, 10_000);
    await cashier.pay(source, 'now');
    await waitFor('the notice', async () => (await stateOf(who, id))?.state === 'paid');
    const { rows } = await nodes[0].context.database.query<{ event: unknown }>(
      `SELECT event FROM outbox WHERE user_id = $1 AND event->>'type' = 'recharge'`,
      [who.userId],
    );
    expect(rows).toEqual([{ event: { type: 'recharge', rechargeId: id, amountFen: 10_000, bonusFen: 0, quiet: true } }]);
  });

  it('the credited amount is the paid amount, whatever the order said', async () => {
    const who = await newPlayer();
    const { id, source } = await ordered(who, 10_000);
    await cashier.pay(source, 'now', 7_700);
    await waitFor('the notice', async () => (await stateOf(who, id))?.state === 'paid');
    expect(await stateOf(who, id)).toMatchObject({ amountFen: 7_700, note: '下单 ¥100.00，按实付金额入账' });
    expect(await summary(who)).toMatchObject({ balanceFen: GRANT + 7_700, lockedFen: 3_850 });
  });

  it('a payment of a cancelled or expired order is credited', async () => {
    const who = await newPlayer();
    const [cancelled, expired] = [await ordered(who), await ordered(who)];
    await nodes[0].context.database.query(`UPDATE recharges SET state = 'cancelled', ended_at = created_at WHERE id = $1`, [cancelled.id]);
    await nodes[0].context.clock.advance(16 * MINUTE);
    expect((await stateOf(who, expired.id))?.state).toBe('expired');
    for (const { id } of [cancelled, expired]) expect(await notify(believed(notice(id, 10_000)))).toEqual({ http: 200, text: 'ok' });
    expect(await stateOf(who, expired.id)).toMatchObject({ state: 'paid', note: '订单关闭后到账' });
    expect((await summary(who)).balanceFen).toBe(GRANT + 20_000);
  });

  it('a player gets at most three recharge bonuses a day', async () => {
    const who = await newPlayer();
    for (let i = 0; i < 4; i += 1) {
      const { id } = await ordered(who, 100_000);
      expect((await notify(believed(notice(id, 100_000)))).text).toBe('ok');
    }
    expect((await movements(who)).filter(({ type }) => type === 'bonus')).toHaveLength(3);
  });
});

describe('[L25] nothing is credited for a notice', () => {
  const refused = async (change: (fields: Fields) => Fields | URLSearchParams, http: number, words: RegExp) => {
    const who = await newPlayer();
    const { id } = await ordered(who);
    const answer = await notify(change(notice(id, 10_000)));
    expect(answer.http).toBe(http);
    expect(answer.text).toMatch(words);
    expect([await movements(who), (await stateOf(who, id))?.state]).toEqual([[], 'pending']);
  };
  it('a notice with an edited amount credits nothing', () =>
    refused((fields) => ({ ...believed(fields), amountFen: '99999' }), 403, /sign does not match/));
  it('without a signature', () => refused((fields) => ({ ...fields, time: String(Date.now()) }), 403, /sign is missing/));
  it('a notice signed with another secret credits nothing', () =>
    refused((fields) => signMessage('another', 'notice', fields), 403, /sign does not match/));
  it('a notice signed for another purpose credits nothing', () =>
    refused((fields) => signMessage(SECRET, 'query-answer', fields), 403, /sign does not match/));
  it('an old notice credits nothing', () =>
    refused((fields) => believed(fields, Date.now() - MESSAGE_LIFE_MS - 1_000), 403, /time is more than/));
  it('a notice from the future credits nothing', () =>
    refused((fields) => believed(fields, Date.now() + MESSAGE_LIFE_MS + 5_000), 403, /time is more than/));
  it('a notice with a repeated field credits nothing', () =>
    refused(
      (fields) => {
        const form = new URLSearchParams(believed(fields));
        form.append('amountFen', '1');
        return form;
      },
      403,
      /twice/,
    ));
  it.each(['0', '-5', '1.5', '1e3', '99999999999999'])('of %s fen', (amountFen) =>
    refused((fields) => believed({ ...fields, amountFen }), 400, /amountFen/),
  );
  it('a notice without a payment number credits nothing', () => refused((fields) => believed({ ...fields, tradeNo: '' }), 400, /tradeNo/));
  it('a notice of an unknown order credits nothing', async () => {
    expect((await notify(believed(notice('0190a1b2-0000-7000-8000-00000000ffff', 1)))).http).toBe(404);
    expect((await notify(believed(notice('x', 1)))).http).toBe(400);
  });

  it('[L26] of a payment that paid another order, nor for a second payment of an order: an operator hears of it', async () => {
    const who = await newPlayer();
    const [one, two] = [await ordered(who), await ordered(who)];
    const trade = newTrade();
    expect((await notify(believed(notice(one.id, 10_000, trade)))).http).toBe(200);
    expect((await notify(believed(notice(two.id, 10_000, trade)))).http).toBe(409);
    expect((await notify(believed(notice(one.id, 10_000)))).http).toBe(409);
    expect((await movements(who)).length).toBe(1);
    expect(nodes[0].context.alarms.list().find(({ name }) => name === 'recharge-odd')).toMatchObject({ raised: 2 });
  });

  it('[L26] of one payment for two orders at once', async () => {
    const who = await newPlayer();
    const orders = [await ordered(who), await ordered(who)];
    const trade = newTrade();
    await Promise.all(orders.map(({ id }, i) => notify(believed(notice(id, 10_000, trade)), i)));
    expect(await movements(who)).toHaveLength(1);
  });
});

describe('[L27] what is not told is asked for', () => {
  it('the player and the server ask for a payment, at first often and then seldom, for a day', async () => {
    const who = await newPlayer();
    const { id, source } = await ordered(who);
    const query = () => who.post<RechargeStateModels>('/api/fund/RechargeQuery', { rechargeId: id });
    expect(await query()).toMatchObject({ models: { state: 'pending' }, msg: '支付方尚未收到付款' });
    await cashier.pay(source, 'silent');
    expect(await query()).toMatchObject({ models: { state: 'paid', balanceFen: GRANT + 10_000 }, msg: '已到账' });

    const { database, clock } = nodes[0].context;
    const other = await ordered(who);
    const nextOf = async () =>
      (
        await database.query<{ wait: number | null }>('SELECT (ask_at - caipu_now_ms())::bigint AS wait FROM recharges WHERE id = $1', [
          other.id,
        ])
      ).rows[0]?.wait ?? null;
    const waits: (number | null)[] = [];
    for (let hours = 0; hours < 26; hours += 2) {
      await clock.advance(2 * 60 * MINUTE);
      // The background jobs of both servers look as well. Whichever is first, each order is claimed once.
      await waitFor('the order was claimed', async () => {
        await claimDueRecharges(nodes[0].context);
        const next = await nextOf();
        return next === null || next > 0;
      });
      const next = await nextOf();
      waits.push(next === null ? null : Math.round(next / (60 * MINUTE)));
      if (next === null) break;
    }
    expect(waits).toEqual([1, 1, ...Array.from({ length: 9 }, () => 2), null]);
    expect((await stateOf(who, other.id))?.state).toBe('expired');
  });

  it("a payment without any notice is credited by the server's own question", async () => {
    const who = await newPlayer();
    const { id, source } = await ordered(who);
    await cashier.pay(source, 'silent');
    await nodes[1].context.clock.advance(61 * MINUTE);
    // Players sit at the other server, whose copy of the clock would jump between two of their requests.
    await nodes[0].context.clock.sync();
    await waitFor('the background job found it', async () => (await stateOf(who, id))?.state === 'paid');
    expect((await summary(who)).balanceFen).toBe(GRANT + 10_000);
  });
});

describe('[L28] an order that is cancelled', () => {
  const cancel = (who: Client, rechargeId: string) => who.post<RechargeStateModels>('/api/fund/RechargeCancel', { rechargeId });

  it('cannot be paid any more, and is not asked about', async () => {
    const who = await newPlayer();
    const { id, source } = await ordered(who);
    expect((await cancel(who, id)).models.state).toBe('cancelled');
    expect((await cancel(who, id)).models.state).toBe('cancelled');
    expect((await cashier.pay(source, 'now'))?.state).toBe('closed');
    const { rows } = await nodes[0].context.database.query('SELECT ask_at FROM recharges WHERE id = $1', [id]);
    expect(rows).toEqual([{ ask_at: null }]);
  });

  it('after it was paid is credited and not cancelled', async () => {
    const who = await newPlayer();
    const { id, source } = await ordered(who);
    await cashier.pay(source, 'silent');
    expect(await cancel(who, id)).toMatchObject({ status: STATUS.stateChanged, msg: '该笔充值已到账' });
    expect((await summary(who)).balanceFen).toBe(GRANT + 10_000);
  });

  it('an order that is cancelled while it is paid ends as one of the two', async () => {
    for (let i = 0; i < 6; i += 1) {
      const who = await newPlayer();
      const { id, source } = await ordered(who);
      const [answer] = await Promise.all([cancel(who, id), cashier.pay(source, 'twice')]);
      const state = answer.status === STATUS.ok ? 'cancelled' : 'paid';
      await waitFor('both say so', async () => (await stateOf(who, id))?.state === state);
      expect((await summary(who)).balanceFen).toBe(GRANT + (state === 'paid' ? 10_000 : 0));
    }
  });
});

it('a message of the server to the provider is signed as docs/recharge.md says', () => {
  const fields = { time: '1795300000000', tradeNo: 'T 1', amountFen: '100', rechargeId: 'r' };
  expect(signatureOf('secret', 'notice', fields)).toBe('ac66007d20866b1a9643ef8e2f3ead6bf8e36b1dfcf3b642bacc570949940bef');
});
