/** Offers and coupons (优惠), S16 to S18 of server/ledger/SPEC.md. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BonusClaimModels, BonusModels, FundListModels, FundSummaryModels } from '../../../protocol/calls.ts';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { msgList } from '../../../protocol/calls/notices.ts';
import { STATUS } from '../../../protocol/status.ts';
import described from '../../../server/payments/promotions/offers.json' with { type: 'json' };
import { readOffers, offerPeriod } from '../../../server/payments/promotions/offers.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

const OFFSET = 8 * 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, history: 0 });
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

const offer = async (client: Client, code: string) =>
  (await client.get<BonusModels>('/api/SiteMsg/Bonus', { offer: code })).models.items[0];
const claim = (client: Client, code: string, key = randomUUID() as string) =>
  client.post<BonusClaimModels>('/api/SiteMsg/BonusClaim', { offer: code }, { headers: { 'idempotency-key': key } });
const recharge = (client: Client, fen: number) =>
  server.context.database.query(`SELECT post($1, 'recharge', 'outside:recharge', 'wallet', $2, 'paid', NULL)`, [client.userId, fen]);

describe('an offer', () => {
  it('[S16] is taken once, however many ask at once, and what it gives has to be played before it can be withdrawn', async () => {
    const client = await server.client().register();
    const withdrawable = async () => (await client.get<FundSummaryModels>('/api/fund/Summary')).models;
    const before = await withdrawable();
    expect(await offer(client, 'welcome')).toMatchObject({ state: 'claimable', amountFen: 1_800, claim: null });
    const answers = await Promise.all(Array.from({ length: 12 }, () => claim(client, 'welcome')));
    expect(answers.filter(({ status }) => status === STATUS.ok)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== STATUS.ok))
      expect(refused).toMatchObject({ status: STATUS.stateChanged, models: { state: 'claimed' }, msg: '已领取' });
    const after = await withdrawable();
    expect(after.balanceFen).toBe(before.balanceFen + 1_800);
    // Bonus money is not there to be withdrawn before it was played.
    expect(after.withdrawableFen).toBe(before.withdrawableFen);
    expect(after.turnover).toMatchObject([{ why: 'bonus', requiredFen: 1_800, doneFen: 0 }]);
    expect(await offer(client, 'welcome')).toMatchObject({ state: 'claimed', claim: { amountFen: 1_800 } });
    const [given] = (await client.get<FundListModels>('/api/fund/list', { type: 'bonus' })).models.items;
    expect(given).toMatchObject({ label: '优惠', subject: '新人礼包', amountFen: 1_800 });
    const tradeMessages = (await client.get<AnswerOf<typeof msgList>>('/api/SiteMsg/MsgList', { kind: 'trade' })).models.items;
    expect(tradeMessages.map(({ title, text }) => [title, text])).toContainEqual(['优惠 18\u00a0元', '新人礼包']);
  });

  it('[S17] says how far the player is, by recharges and by stakes of the games that count, and cannot be taken before', async () => {
    const client = await server.client().register();
    expect(await offer(client, 'first-recharge')).toMatchObject({
      state: 'running',
      to: '/rechargeType6',
      amountFen: null,
      progress: { points: 0, text: '已充值 0 / 100 元' },
    });
    expect(await claim(client, 'first-recharge')).toMatchObject({ status: STATUS.disabled, msg: '已充值 0 / 100 元' });
    await recharge(client, 4_000);
    expect((await offer(client, 'first-recharge'))?.progress).toMatchObject({ doneFen: 4_000, requiredFen: 10_000, points: 4_000 });
    await recharge(client, 8_000);
    expect(await offer(client, 'first-recharge')).toMatchObject({ state: 'claimable', amountFen: 600, progress: { points: 10_000 } });
    expect((await claim(client, 'first-recharge')).models).toMatchObject({ amountFen: 600, turnoverFen: 1_800 });
    await recharge(client, 1_000_000);
    expect(await offer(client, 'first-recharge')).toMatchObject({ state: 'claimed' });

    const rich = await server.client().register();
    await recharge(rich, 1_000_000);
    expect(await offer(rich, 'first-recharge')).toMatchObject({ amountFen: 5_000 });

    // 20 yuan in ssq or dlt within a week; what other games were staked on does not count.
    await rich.bet(singleBet(gameVersion(server, 'jlffc')));
    expect((await offer(rich, 'number-week'))?.progress.doneFen).toBe(0);
    for (let bets = 0; bets < 10; bets += 1) expect((await rich.bet(singleBet(gameVersion(server, 'ssq'), bets))).status).toBe(STATUS.ok);
    expect(await offer(rich, 'number-week')).toMatchObject({ state: 'claimable', progress: { doneFen: 2_000 } });
    expect((await claim(rich, 'number-week')).status).toBe(STATUS.ok);
  });

  it('[S18] with a hundred places is taken by a hundred', async () => {
    const { database } = server.context;
    const period = new Date(server.context.clock.now() + OFFSET).toISOString().slice(0, 10);
    await database.query(`INSERT INTO promotion_stock (offer, period, taken) VALUES ('first-hundred', $1, 97)`, [period]);
    const players = await Promise.all(Array.from({ length: 6 }, () => server.client().register()));
    const answers = await Promise.all(players.map((client) => claim(client, 'first-hundred')));
    expect(answers.filter(({ status }) => status === STATUS.ok)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === STATUS.soldOut)).toHaveLength(3);
    const late = await server.client().register();
    expect(await offer(late, 'first-hundred')).toMatchObject({ state: 'soldOut', left: 0 });
    expect((await database.query(`SELECT taken FROM promotion_stock WHERE offer = 'first-hundred'`)).rows).toEqual([{ taken: 100 }]);
  });

  it('of a coupon wants its code; one that is over or that there is not says so', async () => {
    const client = await server.client().register();
    expect(await claim(client, 'coupon-888')).toMatchObject({ status: STATUS.disabled, msg: '请输入兑换码' });
    const use = (coupon: string) => client.post<BonusClaimModels>('/api/SiteMsg/BonusClaim', { coupon });
    expect(await use('CAIPU999')).toMatchObject({ status: STATUS.notFound, msg: '兑换码不正确' });
    expect((await use('caipu888')).models).toMatchObject({ offer: 'coupon-888', amountFen: 888 });
    expect(await use('CAIPU888')).toMatchObject({ status: STATUS.stateChanged });
    expect(await claim(client, 'mid-autumn')).toMatchObject({ status: STATUS.stateChanged, models: { state: 'expired' } });
    expect(await claim(client, 'nothing')).toMatchObject({ status: STATUS.notFound });
    expect(await client.get('/api/SiteMsg/Bonus', { offer: 'nothing' })).toMatchObject({ status: STATUS.notFound });
  });
});

describe('offers as data', () => {
  const [first] = described;
  it('are refused with their place when they are not in order', () => {
    expect(() => readOffers({})).toThrow('it is a list of offers');
    expect(() => readOffers([{ ...first, gives: { fen: 0 } }])).toThrow(/^server\/payments\/promotions\/offers\.json: \/0\/gives/);
    expect(() => readOffers([first, first])).toThrow('/1/code welcome is there twice');
    expect(() => readOffers([{ ...first, from: '2026-02-01', to: '2026-01-01' }])).toThrow('/0/to is before');
  });

  it('[S16] have a period that begins and ends by the wall clock of the product', () => {
    const at = (text: string) => ({ now: Date.parse(`${text}+08:00`), offsetMs: OFFSET });
    const day = { period: 'day' as const, from: '2026-01-01' };
    expect(offerPeriod(day, at('2026-11-22T23:59:59.999')).key).toBe('2026-11-22');
    expect(offerPeriod(day, at('2026-11-23T00:00:00.000')).key).toBe('2026-11-23');
    // 2026-11-23 is a Monday.
    expect(offerPeriod({ ...day, period: 'week' }, at('2026-11-22T23:59:59')).key).toBe('week 2026-11-16');
    expect(offerPeriod({ ...day, period: 'week' }, at('2026-11-23T00:00:00')).key).toBe('week 2026-11-23');
    expect(offerPeriod({ ...day, period: 'month' }, at('2026-12-01T00:00:00'))).toEqual({
      key: '2026-12',
      startsAt: Date.parse('2026-12-01T00:00:00+08:00'),
      endsAt: Date.parse('2027-01-01T00:00:00+08:00'),
    });
    expect(offerPeriod({ period: 'once', from: '2026-09-20', to: '2026-09-30' }, at('2026-11-22T00:00:00'))).toEqual({
      key: 'once',
      startsAt: Date.parse('2026-09-20T00:00:00+08:00'),
      endsAt: Date.parse('2026-10-01T00:00:00+08:00'),
    });
  });
});
