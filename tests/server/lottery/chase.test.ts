/** Chases (追号) through the API on the embedded database: their issues and prices, the refusals, and the players that see them. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChaseOrderModels, FundListModels, OrderListModels, OutcomeModels, TicketOrderModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { balanceOf, type ChaseStage, chaseStage, CHASE_GAME as code, chaseDetail, SURE_WIN, SURE_WIN_FEN } from '../support/chases.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';

let server: TestServer;
let context: Services;
let to: ChaseStage['to'];
let upcoming: ChaseStage['upcoming'];
let player: ChaseStage['player'];
let chase: ChaseStage['chase'];
beforeAll(async () => {
  // No scheduler: this test takes each step itself.
  server = await startServer({ clockSpeed: 1, role: 'web' });
  context = server.context;
  ({ to, upcoming, player, chase } = chaseStage(server));
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

describe('a chase', () => {
  it('reaches as many issues as the game caps it at, on the next issue too', async () => {
    for (const { game: each } of context.games.all()) {
      if (each.caps.issues === 1) continue;
      const items = await upcoming(each.code);
      expect([each.code, items.length]).toEqual([each.code, each.caps.issues]);
      for (const [at, item] of items.entries()) if (at > 0) expect(item.opensAt).toBe(items[at - 1]?.closesAt);
      const { rows } = await context.database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM issues WHERE game = $1 AND closes_at > caipu_now_ms()`,
        [each.code],
      );
      expect(rows[0]?.n).toBeGreaterThan(each.caps.issues);
    }
  });

  it('is paid once and in front, a ticket and a stake for each issue that is played', async () => {
    const who = await player();
    const before = await balanceOf(who);
    const issues = (await upcoming()).slice(0, 4).map(({ issue }) => issue);
    const plan = issues.map((issue, at) => ({ issue, multiplier: [1, 0, 2, 3][at] as number }));
    const answer = await chase(who, { chase: plan });
    expect(answer).toMatchObject({
      status: STATUS.ok,
      models: { gameCode: code, issue: issues[0], issues: 3, bets: 1, amountFen: 1_200, balanceFen: before - 1_200 },
    });
    const chaseId = answer.models.chaseId as string;
    const orders = (await who.get<OrderListModels>('/api/order/list')).models.items;
    // The issue that is drawn first stands on top.
    expect(orders.map((order) => [order.issue, order.multiplier, order.amountFen, order.status, order.chaseId])).toEqual([
      [issues[0], 1, 200, 'pending', chaseId],
      [issues[2], 2, 400, 'pending', chaseId],
      [issues[3], 3, 600, 'pending', chaseId],
    ]);
    expect(answer.models.orderId).toBe(orders[0]?.orderId);
    const funds = (await who.get<FundListModels>('/api/fund/list', { type: 'stake' })).models.items;
    expect(funds.map((fund) => [fund.title, fund.amountFen, fund.balanceFen])).toEqual([
      [`追号投注 吉林分分彩 第 ${issues[3]} 期`, -600, before - 1_200],
      [`追号投注 吉林分分彩 第 ${issues[2]} 期`, -400, before - 600],
      [`追号投注 吉林分分彩 第 ${issues[0]} 期`, -200, before - 200],
    ]);
    expect(await chaseDetail(who, chaseId)).toMatchObject({
      chaseId,
      gameCode: code,
      gameName: '吉林分分彩',
      stopOnWin: false,
      stoppedBy: null,
      state: 'running',
      bets: 1,
      issues: 3,
      issuesLeft: 3,
      amountFen: 1_200,
      prizeFen: 0,
      refundFen: 0,
      items: [
        { issue: issues[0], multiplier: 1, status: 'pending', numbers: null },
        { issue: issues[2], multiplier: 2, status: 'pending', numbers: null },
        { issue: issues[3], multiplier: 3, status: 'pending', numbers: null },
      ],
    });
    const order = (await who.get<TicketOrderModels>('/api/order/detail', { orderId: orders[1]?.orderId ?? '' })).models;
    expect(order).toMatchObject({ chaseId, multiplier: 2, ticket: { multiplier: 2, issues: 1 }, ledger: [{ amountFen: -400 }] });
  });

  it('is an order: /api/order/detail answers for it as for a ticket, with all of the chase and the movements of its issues', async () => {
    const who = await player();
    const issues = (await upcoming()).slice(0, 3).map(({ issue }) => issue);
    const { models } = await chase(who, { chase: issues.map((issue) => ({ issue, multiplier: 1 })) });
    const chaseId = models.chaseId as string;
    const order = (await who.get<ChaseOrderModels>('/api/order/detail', { orderId: chaseId })).models;
    expect(order).toMatchObject({ kind: 'chase', orderId: chaseId, title: '吉林分分彩', status: 'pending', issues: 3, amountFen: 600 });
    expect(order.chase).toEqual(await chaseDetail(who, chaseId));
    expect(order.ledger.map(({ type, amountFen, orderId }) => [type, amountFen, orderId])).toEqual(
      order.chase.items.map(({ orderId }) => ['stake', -200, orderId]),
    );
    const other = await player();
    expect(await other.get('/api/order/detail', { orderId: chaseId })).toMatchObject({ http: 404, status: STATUS.notFound });
    // The list of chases leads there. It separates waiting issues from cancelled ones. Prizes are read from the tickets.
    const listed = (await who.get<OrderListModels>('/api/order/list', { kind: 'chase', status: 'pending' })).models.items;
    expect(listed.map(({ orderId }) => orderId)).toEqual([chaseId]);
    for (const status of ['won', 'lost'])
      expect(await who.get('/api/order/list', { kind: 'chase', status })).toMatchObject({
        http: 400,
        status: STATUS.invalid,
        msg: '追号记录不能按中奖与否查询；请查询各期订单（status）',
      });
  });

  it('of a number of issues takes the next ones, from the issue that the player meant', async () => {
    const who = await player();
    const items = await upcoming();
    const { ticket, hash } = pricedTicket(gameVersion(server, code), [SURE_WIN], { issues: 5, multiplier: 2 });
    const amountFen = 5 * 2 * SURE_WIN_FEN;
    const bought = await who.bet({ ticket, hash, amountFen, issue: items[1]?.issue as string });
    expect(bought).toMatchObject({ status: STATUS.ok, models: { issues: 5, amountFen, issue: items[1]?.issue } });
    const shown = await chaseDetail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => [item.issue, item.multiplier])).toEqual(items.slice(1, 6).map((item) => [item.issue, 2]));
    // None named: from the one on sale.
    expect(await who.bet({ ticket, hash, amountFen })).toMatchObject({ status: STATUS.ok, models: { issue: items[0]?.issue } });
  });

  it('a repeated key gets the same chase, another chase under the key is refused, and the outcome can be looked up by the key', async () => {
    const who = await player();
    const [first, second] = await upcoming();
    const plan = [first, second].map((item) => ({ issue: item?.issue ?? '', multiplier: 1 }));
    const key = randomUUID();
    const answer = await chase(who, { chase: plan, key, stopOnWin: true });
    expect(answer.status).toBe(STATUS.ok);
    expect(await chase(who, { chase: plan, key, stopOnWin: true })).toEqual(answer);
    expect(await chase(who, { chase: plan, key, stopOnWin: false })).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect(await chase(who, { chase: [...plan].reverse(), key, stopOnWin: true })).toMatchObject({ status: STATUS.keyConflict });
    const { models } = await who.get<OutcomeModels>('/api/order/outcome', { key });
    expect(models).toMatchObject({ state: 'done', answer: { models: { chaseId: answer.models.chaseId } } });
    const { rows } = await context.database.query('SELECT id FROM chases WHERE user_id = $1', [who.userId]);
    expect(rows).toHaveLength(1);
    const burnt = randomUUID();
    expect((await who.get<OutcomeModels>('/api/order/outcome', { key: burnt })).models.state).toBe('unknown');
    expect(await chase(who, { chase: plan, key: burnt })).toMatchObject({ status: STATUS.keyConflict });
  });

  it('is all or nothing: an issue that is closed, unknown or too far, or a wallet too small, and no part of it is bought', async () => {
    const who = await player(0);
    const [past] = await upcoming();
    await to(past?.closesAt ?? 0);
    const items = await upcoming();
    const before = await balanceOf(who);
    const one = (issue: string) => ({ issue, multiplier: 1 });
    const good = items.slice(0, 2).map(({ issue }) => one(issue));
    for (const issue of [past?.issue ?? '', '20991231001', 'nonsense']) {
      expect(await chase(who, { chase: [...good, one(issue)] })).toMatchObject({ http: 409, status: STATUS.issueClosed, models: null });
    }
    const dear = items.slice(0, 25).map(({ issue }) => ({ issue, multiplier: 9_999 }));
    expect(await chase(who, { chase: dear, lines: [SURE_WIN] })).toMatchObject({ http: 409, status: STATUS.insufficientFunds });
    expect(await chase(who, { chase: good, amountFen: 399 })).toMatchObject({ status: STATUS.invalid });
    expect(await balanceOf(who)).toBe(before);
    expect((await who.get<OrderListModels>('/api/order/list')).models.items).toEqual([]);
  });

  it('written wrongly is refused with the place of the mistake', async () => {
    const who = await player();
    const version = gameVersion(server, code);
    const bet = singleBet(version);
    const ask = (text: string, more: object = {}) => who.bet({ ...bet, chase: text, ...more });
    const [first] = await upcoming();
    const issue = first?.issue ?? '';
    for (const [text, pointer] of [
      ['{', '/chase'],
      ['{}', '/chase'],
      ['[]', '/chase'],
      ['[null]', '/chase/0/issue'],
      [JSON.stringify([{ multiplier: 1 }]), '/chase/0/issue'],
      [
        JSON.stringify([
          { issue, multiplier: 1 },
          { issue, multiplier: 1 },
        ]),
        '/chase/1/issue',
      ],
      [JSON.stringify([{ issue, multiplier: -1 }]), '/chase/0/multiplier'],
      [JSON.stringify([{ issue, multiplier: 1.5 }]), '/chase/0/multiplier'],
      [JSON.stringify([{ issue, multiplier: '1' }]), '/chase/0/multiplier'],
      [JSON.stringify([{ issue }]), '/chase/0/multiplier'],
      [JSON.stringify([{ issue, multiplier: 0 }]), '/chase'],
    ] as const) {
      const answer = await ask(text);
      expect([text, answer.http, answer.status]).toEqual([text, 400, STATUS.invalid]);
      expect(answer.msg).toContain(`（${pointer}）`);
    }
    const twice = { ...bet.ticket, multiplier: 2 };
    expect(await ask(JSON.stringify([{ issue, multiplier: 1 }]), { ticket: twice })).toMatchObject({ status: STATUS.invalid });
  });

  it('[R10] of cap − 1 and cap issues is taken, of cap + 1 refused; so are the multipliers of its issues', async () => {
    const who = await player(20_000_000_000);
    const { caps } = gameVersion(server, code).game;
    const items = await upcoming();
    const plan = (length: number, multiplier = 1) =>
      Array.from({ length }, (_, at) => ({ issue: items[at]?.issue ?? `later${at}`, multiplier }));
    expect(await chase(who, { chase: plan(caps.issues - 1) })).toMatchObject({ status: STATUS.ok, models: { issues: caps.issues - 1 } });
    expect(await chase(who, { chase: plan(caps.issues) })).toMatchObject({ status: STATUS.ok, models: { issues: caps.issues } });
    expect(await chase(who, { chase: plan(caps.issues + 1) })).toMatchObject({ http: 400, status: STATUS.overCap });
    // An issue that is not played counts as well: the cap is of how far a chase reaches.
    expect(await chase(who, { chase: [...plan(caps.issues), { issue: 'later', multiplier: 0 }] })).toMatchObject({
      status: STATUS.overCap,
    });
    expect(await chase(who, { chase: plan(2, caps.multiplier - 1) })).toMatchObject({ status: STATUS.ok });
    expect(await chase(who, { chase: plan(2, caps.multiplier) })).toMatchObject({ status: STATUS.ok });
    expect(await chase(who, { chase: plan(2, caps.multiplier + 1) })).toMatchObject({ http: 400, status: STATUS.overCap });
  });

  it('belongs to its player alone', async () => {
    const who = await player();
    const [first] = await upcoming();
    const { models } = await chase(who, { chase: [{ issue: first?.issue ?? '', multiplier: 1 }] });
    const other = await player();
    for (const chaseId of [models.chaseId as string, randomUUID()])
      expect(await other.get('/api/Order/ChaseDetail', { chaseId })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await other.get('/api/Order/ChaseDetail', { chaseId: 'x' })).toMatchObject({ http: 400, status: STATUS.invalid });
    expect(await server.client().get('/api/Order/ChaseDetail', { chaseId: models.chaseId as string })).toMatchObject({
      status: STATUS.notLoggedIn,
    });
  });
});
