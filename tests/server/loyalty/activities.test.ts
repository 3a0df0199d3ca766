/** Activities (server/loyalty/activities): their days, how far a player is, and one claim. */
import { isoDateOf } from '../../../server/platform/days.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ActivityPage, ActivityRow, CheckinModels, FundListModels } from '../../../protocol/calls.ts';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { growthList } from '../../../protocol/calls/member.ts';
import { STATUS } from '../../../protocol/status.ts';
import { productOffset } from '../../../server/catalog/product-clock.ts';
import { startActivity } from '../support/activities.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';

const DAY = 86_400_000;
let server: TestServer;
let today: number;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, role: 'web' });
  today = Math.floor((server.context.clock.now() + productOffset(server.context.publication)) / DAY);
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

const detail = (who: Client, hash: string) => who.get<ActivityPage>('/api/Activity/Detail', { hash });
const claim = (who: Client, hash: string) => who.post<{ reward: string; balancePoints: number }>('/api/Activity/Claim', { hash });

it('is claimed once when it was done, from however many tabs', async () => {
  const who = await server.client().register();
  const hash = await startActivity(server, 'one-day', {
    rule: { fact: 'checkins', of: 1 },
    gives: { points: 20, fen: 100, items: { makeUp: 1 } },
  });
  expect((await detail(who, hash)).models).toMatchObject({
    state: 'running',
    rule: '签到满 1 天',
    mine: { state: 'open', doneBp: 0, text: '签到 0 / 1 天' },
  });
  expect(await claim(who, hash)).toMatchObject({ status: STATUS.stateChanged, models: { state: 'open' }, msg: '尚未完成：签到满 1 天' });
  expect((await who.post<CheckinModels>('/api/UserCenter/Checkin', {})).status).toBe(STATUS.ok);
  expect((await detail(who, hash)).models.mine).toMatchObject({ state: 'ready', doneBp: 10_000 });
  const claims = await Promise.all(Array.from({ length: 6 }, () => claim(who, hash)));
  expect(claims.map(({ status }) => status).sort((a, b) => a - b)).toEqual([STATUS.ok, ...Array(5).fill(STATUS.stateChanged)]);
  expect(claims.find(({ status }) => status === STATUS.ok)?.models).toMatchObject({
    reward: '1 元礼金、20 积分、补签卡 ×1',
    balancePoints: 25,
  });
  expect((await detail(who, hash)).models.mine).toMatchObject({ state: 'claimed', text: '已领取' });
  // What it gave says so in each purse, and another player's claim is another movement.
  const again = await server.client().register();
  await again.post('/api/UserCenter/Checkin', {});
  expect((await claim(again, hash)).status).toBe(STATUS.ok);
  for (const each of [who, again]) {
    const [money] = (await each.get<FundListModels>('/api/fund/list', { type: 'bonus' })).models.items;
    expect(money).toMatchObject({ label: '活动礼金', subject: '投注一次', amountFen: 100 });
    const [points] = (await each.get<AnswerOf<typeof growthList>>('/api/UserCenter/GrowthList', { purse: 'points' })).models.items;
    expect(points).toMatchObject({ label: '活动积分', subject: '投注一次', amount: 20 });
  }
});

it('that has not begun, is over or is not there says so, and a visitor sees its page without a progress', async () => {
  const who = await server.client().register();
  const soon = await startActivity(server, 'soon', { from: isoDateOf(today + 1), to: isoDateOf(today + 2) });
  const over = await startActivity(server, 'over', { from: isoDateOf(today - 2), to: isoDateOf(today - 1) });
  const last = await startActivity(server, 'last-day', { from: isoDateOf(today), to: isoDateOf(today) });
  expect(await claim(who, soon)).toMatchObject({ status: STATUS.stateChanged, models: { state: 'before' } });
  expect(await claim(who, over)).toMatchObject({ status: STATUS.stateChanged, models: { state: 'ended' } });
  expect((await detail(who, last)).models.state).toBe('running');
  expect((await claim(who, 'f'.repeat(32))).status).toBe(STATUS.notFound);
  expect((await detail(who, 'f'.repeat(32))).status).toBe(STATUS.notFound);
  expect((await who.get('/api/Activity/Detail', { hash: 'over' })).status).toBe(STATUS.invalid);
  const visitor = server.client();
  expect((await detail(visitor, last)).models).toMatchObject({ mine: null, blocks: [{ title: '参与方式' }] });
  const { items } = (await visitor.get<{ items: ActivityRow[] }>('/api/Activity/List')).models;
  expect(items.map(({ hash }) => hash).slice(-2)).toEqual([soon, over]);
  // The address that the specification gives it.
  const page = await server.app.inject(`/api/activity/${last.toUpperCase()}?c=1`);
  expect(page.json()).toMatchObject({ status: STATUS.ok, models: { hash: last } });
});

it('a file that names what there is not, or takes the address of another, is refused', async () => {
  const hash = await startActivity(server, 'first');
  await startActivity(server, 'same-address', { id: hash });
  await startActivity(server, 'no-thing', { gives: { items: { nothing: 1 } } });
  await startActivity(server, 'no-game', { rule: { fact: 'stake', of: 1, games: ['sqq'] } });
  await startActivity(server, 'back-to-front', { from: '2026-02-02', to: '2026-02-01' });
  const found = server.context.publication.problems().map(({ code, pointer, file }) => [file.split('/').pop(), code, pointer]);
  expect(found.sort()).toEqual([
    ['back-to-front.json', 'STORE_DAYS', '/to'],
    ['no-game.json', 'STORE_NAME', '/rule/games/0'],
    ['no-thing.json', 'STORE_NAME', '/gives/items/nothing'],
    ['same-address.json', 'DUPLICATE', '/id'],
  ]);
});
