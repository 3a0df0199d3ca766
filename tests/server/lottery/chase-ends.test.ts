/** What ends a chase (追号): a win, other rules or another schedule of its game, and its player. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CancelChaseModels, FundListModels, OrderListModels } from '../../../protocol/calls.ts';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { msgList } from '../../../protocol/calls/notices.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { balanceOf, type ChaseStage, chaseStage, CHASE_GAME as code, chaseDetail, SURE_WIN, SURE_WIN_FEN } from '../support/chases.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { gameVersion } from '../support/tickets.ts';

let server: TestServer;
let context: Services;
let to: ChaseStage['to'];
let finish: ChaseStage['finish'];
let upcoming: ChaseStage['upcoming'];
let player: ChaseStage['player'];
let chase: ChaseStage['chase'];
beforeAll(async () => {
  // No scheduler: this test takes each step itself.
  server = await startServer({ clockSpeed: 1, role: 'web' });
  context = server.context;
  ({ to, finish, upcoming, player, chase } = chaseStage(server));
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

describe('中奖即停', () => {
  it('a win pays and refunds exactly the rest, and the ledger says so; done again it changes nothing', async () => {
    const who = await player();
    const before = await balanceOf(who);
    const items = (await upcoming()).slice(0, 5);
    const plan = items.map(({ issue }, at) => ({ issue, multiplier: at + 1 }));
    const bought = await chase(who, { chase: plan, lines: [SURE_WIN], stopOnWin: true });
    expect(bought).toMatchObject({ status: STATUS.ok, models: { amountFen: 15 * SURE_WIN_FEN } });
    expect(await balanceOf(who)).toBe(before - 15 * SURE_WIN_FEN);
    await to(items[0]?.drawsAt ?? 0);
    await finish();
    const shown = await chaseDetail(who, bought.models.chaseId as string);
    expect(shown).toMatchObject({ state: 'stopped', stoppedBy: items[0]?.issue, issuesLeft: 0, refundFen: 14 * SURE_WIN_FEN });
    expect(shown.items.map((item) => item.status)).toEqual(['won', 'cancelled', 'cancelled', 'cancelled', 'cancelled']);
    expect(shown.items[0]?.numbers).not.toBeNull();
    expect(await balanceOf(who)).toBe(before - SURE_WIN_FEN + shown.prizeFen);
    const refunds = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models.items;
    expect(refunds.map((fund) => [fund.title, fund.amountFen])).toEqual(
      [5, 4, 3, 2].map((multiplier) => [
        `追号退款（中奖即停） 吉林分分彩 第 ${items[multiplier - 1]?.issue} 期`,
        multiplier * SURE_WIN_FEN,
      ]),
    );
    const cancelled = (await who.get<OrderListModels>('/api/order/list', { status: 'cancelled' })).models.items;
    expect(cancelled).toHaveLength(4);
    // One message of all that came back, which leads to the chase.
    const noticeItems = (await who.get<AnswerOf<typeof msgList>>('/api/SiteMsg/MsgList', { kind: 'notice' })).models.items;
    const [back, ...others] = noticeItems.filter(({ title }) => title.startsWith('追号退款'));
    const [won] = noticeItems.filter(({ title }) => title.startsWith('派奖'));
    expect(others).toEqual([]);
    expect(back).toMatchObject({ title: '追号退款（中奖即停） 28,000\u00a0元', text: '吉林分分彩 共 4 期' });
    expect(back?.to).toBe(`/orderDetails?chaseId=${bought.models.chaseId}`);
    expect(won?.text).toBe(`吉林分分彩 第 ${items[0]?.issue} 期`);
    await context.database.query('SELECT stop_chases($1::jsonb, $2)', [
      JSON.stringify([{ user: who.userId, chase: bought.models.chaseId }]),
      items[0]?.issue,
    ]);
    expect(await balanceOf(who)).toBe(before - SURE_WIN_FEN + shown.prizeFen);
    // The issues that were left are drawn and pay nothing.
    await to(items[4]?.drawsAt ?? 0);
    await finish();
    expect(await balanceOf(who)).toBe(before - SURE_WIN_FEN + shown.prizeFen);
  });

  it('without 中奖即停 every issue of a chase is played', async () => {
    const who = await player();
    const items = (await upcoming()).slice(0, 3);
    const bought = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })), lines: [SURE_WIN] });
    await to(items[2]?.drawsAt ?? 0);
    await finish();
    const shown = await chaseDetail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => item.status)).toEqual(['won', 'won', 'won']);
    expect(shown).toMatchObject({ state: 'done', stoppedBy: null, refundFen: 0 });
  });

  it('comes too late for an issue that is frozen or drawn: that one is played', async () => {
    const who = await player();
    const items = (await upcoming()).slice(0, 4);
    const bought = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })), lines: [SURE_WIN], stopOnWin: true });
    // Nobody settled anything until the third was closed: the first is drawn, the second too, the third waits for its draw.
    await to(items[2]?.closesAt ?? 0);
    await finish();
    let shown = await chaseDetail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => item.status)).toEqual(['won', 'won', 'pending', 'cancelled']);
    expect(shown).toMatchObject({ state: 'running', stoppedBy: items[0]?.issue, refundFen: SURE_WIN_FEN });
    await to(items[2]?.drawsAt ?? 0);
    await finish();
    shown = await chaseDetail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => item.status)).toEqual(['won', 'won', 'won', 'cancelled']);
    expect(shown.state).toBe('stopped');
  });

  it('whatever the plan: paid is the sum of its issues, and after a win in the first the rest is back to the fen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 25 }),
        fc.boolean(),
        async (times, stopOnWin) => {
          fc.pre(times.some((each) => each > 0));
          const who = await player(50_000_000);
          const before = await balanceOf(who);
          const items = await upcoming();
          const plan = times.map((multiplier, at) => ({ issue: items[at]?.issue ?? '', multiplier }));
          const played = plan.filter((part) => part.multiplier > 0);
          const bought = await chase(who, { chase: plan, lines: [SURE_WIN], stopOnWin });
          expect(bought.status).toBe(STATUS.ok);
          const total = times.reduce((sum, each) => sum + each, 0) * SURE_WIN_FEN;
          expect(await balanceOf(who)).toBe(before - total);
          const first = items.find((item) => item.issue === played[0]?.issue);
          await to(first?.drawsAt ?? 0);
          await finish();
          const shown = await chaseDetail(who, bought.models.chaseId as string);
          const rest = total - (played[0]?.multiplier ?? 0) * SURE_WIN_FEN;
          expect(shown.refundFen).toBe(stopOnWin ? rest : 0);
          expect(await balanceOf(who)).toBe(before - total + shown.refundFen + shown.prizeFen);
          await expectBooksInOrder(context.database);
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);
});

describe('a game that draws other numbers than it was sold for', () => {
  it('gives back what was bet under the old description, and settles the rest', async () => {
    const who = await player();
    const before = await balanceOf(who);
    const items = (await upcoming()).slice(0, 2);
    const bought = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })), lines: [SURE_WIN] });
    await to(items[0]?.drawsAt ?? 0);
    while ((await freezeDueIssues(context)) > 0);
    while ((await drawDueIssues(context)) > 0);
    await context.database.query(`UPDATE issues SET numbers = '{"other": [1]}' WHERE game = $1 AND issue = $2`, [code, items[0]?.issue]);
    await to(items[1]?.drawsAt ?? 0);
    await finish();
    const shown = await chaseDetail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => item.status)).toEqual(['cancelled', 'won']);
    expect(await balanceOf(who)).toBe(before - SURE_WIN_FEN + shown.prizeFen);
    const [refund] = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models.items;
    expect(refund?.title).toMatch(/^退款（开奖规则已变更） 吉林分分彩/);
  });
});

describe('a schedule that changes', () => {
  it('gives back what was bet on issues that it no longer has', async () => {
    const who = await player();
    const before = await balanceOf(who);
    const items = (await upcoming()).slice(0, 6);
    const bought = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })) });
    expect(bought.status).toBe(STATUS.ok);
    const file = join(server.gamesDir, `${code}.json`);
    const text = readFileSync(file, 'utf8');
    const description = JSON.parse(text) as { schedule: object };
    writeFileSync(
      file,
      JSON.stringify({ ...description, schedule: { ...description.schedule, first: '00:05:00', everySeconds: 300, drawsPerDay: 288 } }),
    );
    await context.publication.refresh();
    await context.games.refresh();
    await openIssues(context, gameVersion(server, code));
    const shown = await chaseDetail(who, bought.models.chaseId as string);
    const statuses = shown.items.map((item) => item.status);
    expect(statuses[0]).toBe('pending');
    expect(statuses).toContain('cancelled');
    const gone = statuses.filter((status) => status === 'cancelled').length;
    expect(await balanceOf(who)).toBe(before - (6 - gone) * 200);
    const [refund] = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models.items;
    expect(refund?.title).toMatch(/^退款（该期取消） 吉林分分彩 第 \d+ 期$/);
    // Back to the old one: its issues come again, under names that are free, and can be bet on.
    writeFileSync(file, text);
    await context.publication.refresh();
    await context.games.refresh();
    await openIssues(context, gameVersion(server, code));
    const again = await upcoming();
    expect(again).toHaveLength(25);
    const { rows } = await context.database.query<{ closes_at: number }>(
      `SELECT closes_at FROM issues WHERE game = $1 AND state = 'open' AND closes_at > caipu_now_ms() ORDER BY closes_at`,
      [code],
    );
    for (const [at, row] of rows.entries()) if (at > 0) expect(row.closes_at - (rows[at - 1]?.closes_at ?? 0)).toBeLessThanOrEqual(300_000);
    expect(await chase(who, { chase: again.slice(0, 5).map(({ issue }) => ({ issue, multiplier: 1 })) })).toMatchObject({
      status: STATUS.ok,
    });
  });
});

describe('stopped by hand', () => {
  const cancel = (who: Client, chaseId: string, options = {}) =>
    who.post<CancelChaseModels>('/api/Order/CancelChase', { chaseId }, options);

  it('gives back what is not frozen, plays the rest, and done again gives nothing', async () => {
    const who = await player();
    const before = await balanceOf(who);
    const items = (await upcoming()).slice(0, 4);
    const placed = await chase(who, { lines: [SURE_WIN], chase: items.map(({ issue }, at) => ({ issue, multiplier: at + 1 })) });
    const chaseId = placed.models.chaseId as string;
    expect(await chaseDetail(who, chaseId)).toMatchObject({ issuesCancellable: 4, cancelledAt: null });
    // The first is closed, though nobody has frozen it yet: it is played.
    await to(items[0]?.closesAt ?? 0);
    expect(await chaseDetail(who, chaseId)).toMatchObject({ state: 'running', issuesLeft: 4, issuesCancellable: 3 });
    expect(await cancel(who, chaseId)).toMatchObject({
      http: 200,
      status: STATUS.ok,
      models: { chaseId, issues: 3, refundFen: SURE_WIN_FEN * 9 },
    });
    expect(await balanceOf(who)).toBe(before - SURE_WIN_FEN);
    expect(await cancel(who, chaseId)).toMatchObject({ status: STATUS.ok, models: { chaseId, issues: 0, refundFen: 0 } });
    expect(await balanceOf(who)).toBe(before - SURE_WIN_FEN);
    expect(await chaseDetail(who, chaseId)).toMatchObject({
      state: 'running',
      issuesLeft: 1,
      issuesCancellable: 0,
      refundFen: SURE_WIN_FEN * 9,
      items: [{ status: 'pending' }, { status: 'cancelled' }, { status: 'cancelled' }, { status: 'cancelled' }],
    });
    const { items: funds } = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models;
    expect(funds.map(({ title, amountFen }) => [title, amountFen])).toEqual(
      items
        .slice(1)
        .map(({ issue }, at) => [`追号退款（手动停止） 吉林分分彩 第 ${issue} 期`, SURE_WIN_FEN * (at + 2)])
        .reverse(),
    );
    await to(items[0]?.drawsAt ?? 0);
    await finish();
    const over = await chaseDetail(who, chaseId);
    expect(over).toMatchObject({ state: 'cancelled', issuesLeft: 0, stoppedBy: null });
    expect(over.cancelledAt).not.toBeNull();
    expect(over.prizeFen).toBeGreaterThan(0);
  });

  it('many times at once gives each issue back once', async () => {
    const who = await player();
    const before = await balanceOf(who);
    const items = (await upcoming()).slice(0, 5);
    const { models } = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })), stopOnWin: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(who, models.chaseId as string)));
    expect(answers.map(({ models: done }) => done.issues).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
    expect(await balanceOf(who)).toBe(before);
    expect(await chaseDetail(who, models.chaseId as string)).toMatchObject({ state: 'cancelled', refundFen: 1_000 });
  });

  it('is refused to others, to nobody, without a signature, and for what is no chase', async () => {
    const [who, other] = [await player(), await player()];
    const items = (await upcoming()).slice(0, 2);
    const { models } = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })) });
    const chaseId = models.chaseId as string;
    expect(await cancel(other, chaseId)).toMatchObject({ http: 404, status: STATUS.notFound, models: null });
    expect(await cancel(server.client(), chaseId)).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
    expect(await cancel(who, chaseId, { signed: false })).toMatchObject({ status: STATUS.badSignature });
    for (const wrong of [randomUUID(), models.orderId]) expect(await cancel(who, wrong)).toMatchObject({ status: STATUS.notFound });
    expect(await cancel(who, 'x')).toMatchObject({ http: 400, status: STATUS.invalid, msg: '参数 chaseId 不正确：须为 UUID 编号' });
    expect(await chaseDetail(who, chaseId)).toMatchObject({ issuesCancellable: 2, refundFen: 0 });
  });
});
