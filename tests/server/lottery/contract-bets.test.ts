/** Bets and their orders: what is sold and refused, what comes of it, and the keys that they are sent under; under a simulated clock. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  FundListModels,
  HomeModels,
  TicketOrderModels,
  OrderListModels,
  OutcomeModels,
  ProfileModels,
} from '../../../protocol/calls.ts';
import movements from '../../../protocol/movements.json' with { type: 'json' };
import { STATUS } from '../../../protocol/status.ts';
import { issueOnSale, settleIssue } from '../support/sale.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

describe('bets', () => {
  it('from the bet to the prize: every 前三直选 number is bought, so one wins', async () => {
    const client = await server.client().register();
    const version = gameVersion(server, 'jlffc');
    const bet = pricedTicket(version, [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }], {
      multiplier: 2,
    });
    expect(bet.amountFen).toBe(400_000);
    const issue = await issueOnSale(server, 'jlffc');
    const placed = await client.bet({ ...bet, issue: issue.issue });
    expect(placed).toMatchObject({
      http: 200,
      status: 0,
      models: { gameCode: 'jlffc', issue: issue.issue, bets: 1000, amountFen: 400_000, balanceFen: 600_000, drawsAt: issue.drawsAt },
    });
    const { orderId } = placed.models;
    const pending = (await client.get<OrderListModels>('/api/order/list', { status: 'pending' })).models.items;
    expect(pending).toMatchObject([{ orderId, playNames: '前三直选', bets: 1000, multiplier: 2, status: 'pending', prizeFen: 0 }]);
    expect((await client.get<TicketOrderModels>('/api/order/detail', { orderId })).models.result).toBeNull();

    await settleIssue(server, 'jlffc', issue.issue, issue.drawsAt);
    const detail = (await client.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    const [tier] = version.compiled.play('Q3_ZX')?.prizes.values() ?? [];
    if (tier?.kind !== 'fixed') throw new Error('Q3_ZX has no fixed prize');
    const prize = tier.fen * 2;
    expect(detail).toMatchObject({ status: 'won', prizeFen: prize, commit: issue.commit });
    expect(detail.lines).toMatchObject([
      { playName: '前三直选', bets: 1000, amountFen: 400_000, prizeFen: prize, wins: [{ count: 1, prizeFen: prize }] },
    ]);
    expect(detail.result?.proof.commit).toBe(issue.commit);
    expect(detail.ledger.map(({ type, amountFen }) => [type, amountFen])).toEqual([
      ['stake', -400_000],
      ['prize', prize],
    ]);
    expect(detail.ledger[1]?.title).toBe(`派奖 吉林分分彩 第 ${issue.issue} 期`);
    expect((await client.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen).toBe(600_000 + prize);
    const winners = (await client.get<HomeModels>('/api/SiteMsg/AppHomePageInfo')).models.winners;
    expect(winners[0]).toMatchObject({ game: '吉林分分彩', prizeFen: prize });
    expect(winners[0]?.who).toMatch(/^.\*\*\*.$/);
  });

  it('a losing ticket shows as lost', async () => {
    const client = await server.client().register();
    const issue = await issueOnSale(server, 'jlffc');
    // One bet in a hundred thousand wins; whichever it is, list, filter and detail must say the same.
    const placed = await client.bet({ ...singleBet(gameVersion(server, 'jlffc')), issue: issue.issue });
    await settleIssue(server, 'jlffc', issue.issue, issue.drawsAt);
    const detail = (await client.get<TicketOrderModels>('/api/order/detail', { orderId: placed.models.orderId })).models;
    expect(detail.status).toBe(detail.prizeFen > 0 ? 'won' : 'lost');
    expect((await client.get<OrderListModels>('/api/order/list', { status: 'pending' })).models.items).toEqual([]);
    expect((await client.get<OrderListModels>('/api/order/list', { status: detail.status })).models.items).toHaveLength(1);
  });

  it('without an issue goes to the one on sale', async () => {
    const client = await server.client().register();
    const issue = await issueOnSale(server, 'jsks');
    expect((await client.bet(singleBet(gameVersion(server, 'jsks')))).models.issue).toBe(issue.issue);
  });

  it('refuses, with the reason, what cannot be a bet', async () => {
    const client = await server.client().register();
    await issueOnSale(server, 'jlffc');
    const version = gameVersion(server, 'jlffc');
    const good = singleBet(version);
    const form = (fields: Record<string, string>, key: string | undefined = randomUUID()) =>
      client.post('/api/lottery/bet_szc', fields, { headers: key === undefined ? {} : { 'idempotency-key': key } });
    const fields = { ticket: JSON.stringify(good.ticket), hash: good.hash, amountFen: String(good.amountFen) };
    expect((await form(fields)).status).toBe(STATUS.ok);

    expect(await client.post('/api/lottery/bet_szc', fields, { idempotent: false })).toMatchObject({ http: 400, status: STATUS.invalid });
    expect(await form(fields, 'short')).toMatchObject({ status: STATUS.invalid });
    expect(await form({ ...fields, ticket: '{not json' })).toMatchObject({ status: STATUS.invalid });
    expect(await form({ ...fields, ticket: 'null' })).toMatchObject({ status: STATUS.invalid });
    expect(await form({ ...fields, ticket: '{"game":"__proto__","lines":[]}' })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await form({ ...fields, hash: '0'.repeat(32) })).toMatchObject({ http: 409, status: STATUS.descriptionChanged });
    expect(await form({ ...fields, amountFen: '100' })).toMatchObject({ status: STATUS.invalid, msg: '金额与投注内容不符：应为 200 分' });
    expect(await form({ ...fields, amountFen: '2.00' })).toMatchObject({ status: STATUS.invalid });
    expect(await form({ ...fields, issue: '19990101001' })).toMatchObject({ http: 409, status: STATUS.issueClosed });
    expect(await form({ ...fields, ticket: JSON.stringify({ ...good.ticket, issues: 2 }), amountFen: '200' })).toMatchObject({
      status: STATUS.invalid,
      msg: '金额与投注内容不符：应为 400 分',
    });
    const bad = await form({
      ...fields,
      ticket: JSON.stringify({ game: 'jlffc', lines: [{ play: 'Q3_ZX', picks: { wan: [11], qian: [1], bai: [1] } }] }),
    });
    expect(bad).toMatchObject({ status: STATUS.invalid });
    expect(bad.msg).toContain('/lines/0/picks/wan/0');

    const poor = await server.client().register();
    const dear = pricedTicket(version, good.ticket.lines, { multiplier: 5001 });
    expect(await poor.bet(dear)).toMatchObject({ http: 409, status: STATUS.insufficientFunds, msg: '余额不足' });
    poor.token = 'no-such-token';
    expect(await poor.bet(good)).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
    poor.token = '';
    expect(await poor.bet(good)).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
  });

  it('the most expensive ticket that the caps allow is priced exactly', async () => {
    const client = await server.client().register();
    const version = gameVersion(server, 'ssq');
    const areas = version.compiled.play('FS')?.play.areas ?? [];
    const picks = Object.fromEntries(areas.map((area) => [area.id, Array.from({ length: area.max }, (_, at) => at + 1)]));
    const { lines: most, multiplier } = version.game.caps;
    const ticket = { game: 'ssq', lines: Array.from({ length: most }, () => ({ play: 'FS', picks })), multiplier };
    const [red = 0, blue = 0] = areas.map((area) => area.max);
    let bets = BigInt(blue);
    for (let i = 0; i < 6; i += 1) bets *= BigInt(red - i);
    bets /= 720n;
    const amountFen = Number(bets * 200n * BigInt(multiplier) * BigInt(most));
    expect(amountFen).toBeGreaterThan(100_000_000_000_000);
    expect(await client.bet({ ticket, hash: version.hash, amountFen })).toMatchObject({ status: STATUS.insufficientFunds });
    expect(await client.bet({ ticket, hash: version.hash, amountFen: amountFen + 1 })).toMatchObject({ status: STATUS.invalid });
    // What a number cannot hold is not even read.
    expect(
      await client.post('/api/lottery/bet_szc', { ticket: JSON.stringify(ticket), hash: version.hash, amountFen: '99999999999999999' }),
    ).toMatchObject({
      status: STATUS.invalid,
    });
  });

  it('other players see nothing of an order', async () => {
    const [one, two] = [await server.client().register(), await server.client().register()];
    const issue = await issueOnSale(server, 'jsks');
    const { orderId } = (await one.bet({ ...singleBet(gameVersion(server, 'jsks')), issue: issue.issue })).models;
    expect((await one.get('/api/order/detail', { orderId })).status).toBe(STATUS.ok);
    expect(await two.get('/api/order/detail', { orderId })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await two.get('/api/order/detail', { orderId, mid: String(one.userId) })).toMatchObject({ http: 404 });
    expect((await two.get<OrderListModels>('/api/order/list', { mid: String(one.userId) })).models.items).toEqual([]);
    expect(await server.client().get('/api/order/list')).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
  });

  it('the ledger can be asked for every kind of movement that is described, and for no other', async () => {
    const client = await server.client().register();
    const kinds = movements.map(({ kind }) => kind);
    expect(kinds).toContain('withdrawRequest');
    for (const type of kinds) {
      const { status, models } = await client.get<FundListModels>('/api/fund/list', { type });
      expect([type, status, models.items.length]).toEqual([type, STATUS.ok, type === 'grant' ? 1 : 0]);
    }
    await server.context.database.query(`SELECT post($1, 'withdrawRequest', 'wallet', 'held', 300, 'request', NULL)`, [client.userId]);
    expect((await client.get<FundListModels>('/api/fund/list', { type: 'withdrawRequest' })).models.items).toMatchObject([
      { type: 'withdrawRequest', title: '提现申请', amountFen: -300, balanceFen: 999_700 },
    ]);
    expect(await client.get('/api/fund/list', { type: 'nonsense' })).toMatchObject({ http: 400, status: STATUS.invalid });
  });

  it('pages of orders and of the ledger hold each row once', async () => {
    const client = await server.client().register();
    await issueOnSale(server, 'jsks');
    for (let i = 0; i < 7; i += 1) expect((await client.bet(singleBet(gameVersion(server, 'jsks'), i))).status).toBe(STATUS.ok);
    for (const [path, total] of [
      ['/api/order/list', 7],
      ['/api/fund/list', 8],
    ] as const) {
      const ids: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { models } = (await client.get<{ items: { id?: string; orderId?: string }[]; next: string | null }>(path, {
          size: '3',
          cursor,
        })) as never as {
          models: { items: { id?: string; orderId?: string }[]; next: string | null };
        };
        ids.push(...models.items.map((item) => item.id ?? item.orderId ?? ''));
        cursor = models.next;
      }
      expect(ids).toHaveLength(total);
      expect(new Set(ids).size).toBe(total);
    }
    expect((await client.get<FundListModels>('/api/fund/list', { type: 'stake' })).models.items).toHaveLength(7);
    expect(await client.get('/api/order/list', { status: 'nonsense' })).toMatchObject({ http: 400, status: STATUS.invalid });
  });
});

describe('idempotency keys', () => {
  it('the same key gives the same answer, later too, and another body is refused', async () => {
    const client = await server.client().register();
    await issueOnSale(server, 'jsks');
    const key = randomUUID();
    const bet = singleBet(gameVersion(server, 'jsks'));
    const first = await client.bet({ ...bet, key });
    expect(first.status).toBe(STATUS.ok);
    expect(await client.bet({ ...bet, key })).toEqual(first);
    expect(await client.bet({ ...bet, key, amountFen: bet.amountFen + 1 })).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect(await client.bet({ ...singleBet(gameVersion(server, 'jlffc')), key })).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect((await client.get<OrderListModels>('/api/order/list')).models.items).toHaveLength(1);
    const outcome = (await client.get<OutcomeModels>('/api/order/outcome', { key })).models;
    expect(outcome).toMatchObject({ state: 'done', httpStatus: 200, answer: { status: 0, models: first.models } });
  });

  it('a refusal is remembered under its key, and a request that could not be read is not', async () => {
    const client = await server.client().register();
    await issueOnSale(server, 'jlffc');
    const version = gameVersion(server, 'jlffc');
    const key = randomUUID();
    const dear = pricedTicket(version, singleBet(version).ticket.lines, { multiplier: 9999 });
    expect((await client.bet({ ...dear, key })).status).toBe(STATUS.insufficientFunds);
    await server.grant(client.userId, 10_000_000);
    expect((await client.bet({ ...dear, key })).status).toBe(STATUS.insufficientFunds);
    expect((await client.get<OutcomeModels>('/api/order/outcome', { key })).models).toMatchObject({ state: 'done', httpStatus: 409 });
    const other = randomUUID();
    const wrong = { ...dear, key: other, amountFen: 1 };
    expect([(await client.bet(wrong)).status, (await client.bet(wrong)).status]).toEqual([STATUS.invalid, STATUS.invalid]);
    expect((await client.bet({ ...dear, key: other })).status).toBe(STATUS.keyConflict);
    const unread = randomUUID();
    expect((await client.bet({ ...dear, key: unread, amountFen: Number.NaN })).status).toBe(STATUS.invalid);
    expect((await client.bet({ ...dear, key: unread })).status).toBe(STATUS.ok);
  });

  it('a key that was looked up before its request is used up, and the late request is refused', async () => {
    const client = await server.client().register();
    await issueOnSale(server, 'jsks');
    const key = randomUUID();
    // Only a signed question can burn a key.
    expect((await client.get('/api/order/outcome', { key }, { signed: false })).status).toBe(STATUS.badSignature);
    expect((await client.get<OutcomeModels>('/api/order/outcome', { key })).models).toEqual({ state: 'unknown' });
    expect(await client.bet({ ...singleBet(gameVersion(server, 'jsks')), key })).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect((await client.get<OutcomeModels>('/api/order/outcome', { key })).models).toEqual({ state: 'unknown' });
    expect((await client.get<OrderListModels>('/api/order/list')).models.items).toEqual([]);
  });

  it('a key belongs to its player: another player with the same key bets for himself', async () => {
    const [one, two] = [await server.client().register(), await server.client().register()];
    await issueOnSale(server, 'jsks');
    const key = randomUUID();
    const bet = singleBet(gameVersion(server, 'jsks'));
    const [a, b] = [await one.bet({ ...bet, key }), await two.bet({ ...bet, key })];
    expect([a.status, b.status]).toEqual([0, 0]);
    expect(a.models.orderId).not.toBe(b.models.orderId);
  });

  it('a signed bet under another key is a replay', async () => {
    const client = await server.client().register();
    await issueOnSale(server, 'jsks');
    const nonce = 'cd'.repeat(16);
    const bet = singleBet(gameVersion(server, 'jsks'));
    const key = randomUUID();
    expect((await client.bet({ ...bet, key }, { nonce })).status).toBe(STATUS.ok);
    expect((await client.bet(bet, { nonce })).status).toBe(STATUS.badSignature);
    // The very same request again is answered as before.
    expect((await client.bet({ ...bet, key }, { nonce })).status).toBe(STATUS.ok);
    expect((await client.get<OrderListModels>('/api/order/list')).models.items).toHaveLength(1);
  });
});
