/** What records, ledger and home sum up for a player: days, what waits, today; whole chases; and that nothing of another is in it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FundListModels, FundTodayModels, HomeModels, OpenOrdersModels, OrderListModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { totalsSince } from '../../../server/ledger/totals.ts';
import { CHASE_GAME as code, type ChaseStage, chaseStage, SURE_WIN } from '../support/chases.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';

let server: TestServer;
let context: Services;
let to: ChaseStage['to'];
let finish: ChaseStage['finish'];
let upcoming: ChaseStage['upcoming'];
let player: () => Promise<Client>;
beforeAll(async () => {
  // No scheduler: this test takes each step itself.
  server = await startServer({ clockSpeed: 1, role: 'web' });
  context = server.context;
  const chases = chaseStage(server);
  ({ to, finish, upcoming } = chases);
  player = () => chases.player(10_000_000);
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

const orders = async (who: Client, fields: Readonly<Record<string, string>> = {}) =>
  (await who.get<OrderListModels>('/api/order/list', { whole: '1', ...fields })).models;
const open = async (who: Client) => (await who.get<OpenOrdersModels>('/api/order/open')).models;
const today = async (who: Client) => (await who.get<FundTodayModels>('/api/fund/Today')).models;
const ledger = async (who: Client, fields: Readonly<Record<string, string>> = {}) =>
  (await who.get<FundListModels>('/api/fund/list', fields)).models;

async function bet(
  who: Client,
  lines: Parameters<typeof pricedTicket>[1] | undefined,
  chase?: readonly { issue: string; multiplier: number }[],
) {
  const ticket = lines ? pricedTicket(gameVersion(server, code), lines) : singleBet(gameVersion(server, code));
  const times = chase?.reduce((sum, part) => sum + part.multiplier, 0) ?? 1;
  const answer = await who.bet({
    ...ticket,
    amountFen: ticket.amountFen * times,
    ...(chase ? { chase: JSON.stringify(chase), stopOnWin: '0' } : {}),
  });
  expect(answer.status).toBe(STATUS.ok);
  return answer.models;
}

describe('a chase in the list of whole orders', () => {
  it('[L13] is one row that says how far it is, what it cost and what it won, with its numbers', async () => {
    const who = await player();
    const issues = await upcoming();
    const plan = issues.slice(0, 3).map(({ issue }) => ({ issue, multiplier: 1 }));
    const { chaseId, amountFen } = await bet(who, [SURE_WIN], plan);
    const before = await orders(who);
    expect(before.items).toMatchObject([
      {
        orderId: chaseId,
        kind: 'chase',
        status: 'pending',
        issues: 3,
        issuesDrawn: 0,
        stakeFen: amountFen,
        amountFen,
        prizeFen: 0,
        lineCount: 1,
      },
    ]);
    expect(before.items[0]?.numbers).toEqual(
      ['万', '千', '百'].map((label) => ({
        label,
        tone: expect.any(String),
        look: 'digit',
        values: ['0', '1', '2', '3'],
        more: 6,
      })),
    );
    // Without `whole` its tickets stand for it, as ever.
    expect((await who.get<OrderListModels>('/api/order/list')).models.items).toHaveLength(3);

    await to(issues[0]?.drawsAt ?? 0);
    await finish();
    const [running] = (await orders(who)).items;
    expect(running).toMatchObject({ kind: 'chase', status: 'pending', issuesDrawn: 1 });
    expect(running?.prizeFen).toBeGreaterThan(0);
    expect((await orders(who, { status: 'pending' })).items).toHaveLength(1);
    expect((await orders(who, { status: 'won' })).items).toHaveLength(0);

    await to(issues[2]?.drawsAt ?? 0);
    await finish();
    expect((await orders(who, { status: 'won' })).items).toMatchObject([{ orderId: chaseId, status: 'won', issuesDrawn: 3 }]);
    for (const status of ['pending', 'lost', 'cancelled']) expect([status, (await orders(who, { status })).items]).toEqual([status, []]);
  });

  it('refuses to be asked for one kind and for whole orders at once', async () => {
    const who = await player();
    expect(await who.get('/api/order/list', { whole: '1', kind: 'ticket' })).toMatchObject({ http: 400, status: STATUS.invalid });
    expect(await who.get('/api/fund/list', { type: 'stake', group: 'stake' })).toMatchObject({ http: 400, status: STATUS.invalid });
  });
});

describe('days', () => {
  it('[L14] come to the same on every page, and to nothing of another player', async () => {
    const [who, other] = [await player(), await player()];
    for (let n = 0; n < 3; n += 1) {
      await upcoming();
      await bet(who, undefined);
      await bet(other, [SURE_WIN]);
    }
    await to(context.clock.now() + DAY_MS);
    await finish();
    await upcoming();
    for (let n = 0; n < 2; n += 1) await bet(who, undefined);
    const pages: OrderListModels['items'][number][] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await orders(who, { size: '2', ...(cursor === undefined ? {} : { cursor }) });
      pages.push(...page.items);
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(pages.map(({ dayStakeFen }) => dayStakeFen)).toEqual([400, 400, 600, 600, 600]);
    expect((await orders(who, { status: 'pending' })).items[0]).not.toHaveProperty('dayStakeFen');

    const movements: FundListModels['items'][number][] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await ledger(who, { size: '2', ...(cursor === undefined ? {} : { cursor }) });
      movements.push(...page.items);
      if (page.next === null) break;
      cursor = page.next;
    }
    const out = (from: number, until: number) =>
      movements.slice(from, until).reduce((sum, { amountFen }) => sum - Math.min(0, amountFen), 0);
    const brought = (from: number) => movements.slice(from).reduce((sum, { amountFen }) => sum + Math.max(0, amountFen), 0);
    expect(movements.slice(0, 2).map(({ dayOutFen, dayInFen }) => [dayOutFen, dayInFen])).toEqual([
      [out(0, 2), 0],
      [out(0, 2), 0],
    ]);
    expect(movements.at(-1)).toMatchObject({ dayOutFen: out(2, movements.length), dayInFen: brought(2), group: 'income' });
    expect(movements[0]).toMatchObject({ label: '投注', group: 'stake', to: `/orderDetails?orderId=${movements[0]?.orderId}` });
    expect(movements[0]?.subject).toContain('吉林分分彩 第');
  });

  it('[L16] a movement of an order brings what was picked in it, and a movement of none brings nothing', async () => {
    const who = await player();
    const issues = await upcoming();
    const other = { play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } };
    await bet(who, [other, SURE_WIN]);
    await bet(
      who,
      [other],
      issues.slice(1, 3).map(({ issue }) => ({ issue, multiplier: 1 })),
    );
    await to(issues[0]?.drawsAt ?? 0);
    await finish();
    const { items } = await ledger(who);
    const of = (type: string) => items.filter((item) => item.type === type);
    const values = (item: (typeof items)[number] | undefined) => item?.numbers?.flatMap((group) => group.values);
    expect(of('prize').map((item) => [values(item), item.lineCount])).toEqual([[['1', '2', '3'], 2]]);
    expect(of('stake').map((item) => [values(item), item.lineCount])).toEqual([
      [['1', '2', '3'], 1],
      [['1', '2', '3'], 1],
      [['1', '2', '3'], 2],
    ]);
    expect(of('grant').every((item) => item.numbers === undefined && item.lineCount === undefined)).toBe(true);
  });

  it('a ledger is filtered by what a movement counts as, whatever its kinds', async () => {
    const who = await player();
    await upcoming();
    await bet(who, undefined);
    const of = async (group: string) => (await ledger(who, { group })).items.map(({ type }) => type);
    expect(await of('stake')).toEqual(['stake']);
    expect(await of('income')).toEqual(['grant', 'grant']);
    expect(await of('refund')).toEqual([]);
    expect(await who.get('/api/fund/list', { group: 'nothing' })).toMatchObject({ http: 400, status: STATUS.invalid });
  });
});

describe('what a player waits for, and today', () => {
  it('[L15] count a chase once, and forget what is drawn', async () => {
    const [who, other] = [await player(), await player()];
    const issues = await upcoming();
    expect(await open(who)).toEqual({ count: 0, stakeFen: 0, next: null });
    expect(await today(who)).toEqual({ stakeFen: 0, refundFen: 0, prizeFen: 0, netFen: 0 });
    await bet(who, undefined);
    await bet(
      who,
      undefined,
      issues.slice(0, 3).map(({ issue }) => ({ issue, multiplier: 1 })),
    );
    expect(await open(who)).toEqual({
      count: 2,
      stakeFen: 800,
      next: { gameCode: code, gameName: '吉林分分彩', issue: issues[0]?.issue, drawsAt: issues[0]?.drawsAt },
    });
    expect(await today(who)).toEqual({ stakeFen: 800, refundFen: 0, prizeFen: 0, netFen: -800 });
    expect(await open(other)).toEqual({ count: 0, stakeFen: 0, next: null });

    await to(issues[0]?.drawsAt ?? 0);
    await finish();
    expect(await open(who)).toMatchObject({ count: 1, stakeFen: 400, next: { issue: issues[1]?.issue } });
    const won = (await ledger(who, { group: 'prize' })).items.reduce((sum, { amountFen }) => sum + amountFen, 0);
    expect(await today(who)).toEqual({ stakeFen: 800, refundFen: 0, prizeFen: won, netFen: won - 800 });
    // Yesterday's is not today's.
    expect(await totalsSince(context.database, who.userId, context.clock.now() + 1)).toEqual({
      stakeFen: 0,
      refundFen: 0,
      prizeFen: 0,
      netFen: 0,
    });
  });
});

it('the home page names the games with a pool, the largest first', async () => {
  const { pools } = (await server.client().get<HomeModels>('/api/SiteMsg/AppHomePageInfo')).models;
  expect(pools[0]).toEqual({ gameCode: 'ssq', gameName: '双色球', poolFen: gameVersion(server, 'ssq').game.poolSeedFen });
  expect(pools.map(({ gameCode }) => gameCode)).toContain('dlt');
  expect(pools.map(({ poolFen }) => poolFen)).toEqual(pools.map(({ poolFen }) => poolFen).toSorted((a, b) => b - a));
});
