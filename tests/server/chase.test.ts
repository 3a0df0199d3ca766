/** Chases (追号) through the API on the embedded database: what they cost, what a win stops, what is refused, and what is left of them. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Line } from '../../engine/descriptions/types.ts';
import type {
  CancelChaseModels,
  ChaseDetailModels,
  ChaseIssuesModels,
  ChaseOrderModels,
  FundListModels,
  TicketOrderModels,
  OrderListModels,
  OutcomeModels,
  ProfileModels,
} from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../../server/context.ts';
import { forgetKept } from '../../server/draws/kept.ts';
import { openIssues } from '../../server/draws/open.ts';
import { settleSome } from '../../server/draws/settle.ts';
import { drawDue, freezeDue } from '../../server/draws/steps.ts';
import type { Client } from './support/client.ts';
import { clockTo } from './support/game-clock.ts';
import { expectBooksInOrder, startServer, type TestServer } from './support/server.ts';
import { ALL_DIGITS, game, priced, simple } from './support/tickets.ts';

let server: TestServer;
let context: Context;
beforeAll(async () => {
  // No scheduler: this test takes each step itself.
  server = await startServer({ clockSpeed: 1, role: 'web' });
  context = server.context;
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

const code = 'jlffc';
/** Wins whatever is drawn: every number of 前三直选. 1,000 bets, 2,000.00 a time. */
const SURE: Line = { play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } };
const SURE_FEN = 200_000;

/** What can be chased now, with at least twenty seconds left on the issue on sale. */
async function upcoming(game_ = code): Promise<ChaseIssuesModels['items']> {
  const look = async () => {
    await openIssues(context, game(server, game_));
    // An answer that was read anew often within a moment is told a while longer, and a test before may have moved the clock on meanwhile.
    forgetKept(context.database);
    return (await server.client().get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: game_ })).models.items;
  };
  const [first, ...rest] = await look();
  if (first !== undefined && first.closesAt - context.clock.now() > 20_000) return [first, ...rest];
  await to(first?.closesAt ?? 0);
  await finish();
  return look();
}
const to = (ms: number) => clockTo(context, ms + 500);

async function finish(): Promise<void> {
  while ((await freezeDue(context)) > 0);
  while ((await drawDue(context)) > 0);
  while (await settleSome(context));
}

const player = async (fen = 100_000_000) => {
  const made = await server.client().register();
  if (fen > 0) await server.grant(made.userId, fen);
  return made;
};
const balance = async (who: Client) => (await who.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen;
const detail = async (who: Client, chaseId: string) => (await who.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models;

interface Asked {
  readonly lines?: readonly Line[];
  readonly chase: readonly { readonly issue: string; readonly multiplier: number }[];
  readonly stopOnWin?: boolean;
  readonly amountFen?: number;
  readonly key?: string;
}

async function chase(who: Client, asked: Asked) {
  const version = game(server, code);
  const bet = asked.lines ? priced(version, asked.lines) : simple(version);
  const times = asked.chase.reduce((sum, part) => sum + part.multiplier, 0);
  return who.bet({
    ...bet,
    amountFen: asked.amountFen ?? bet.amountFen * times,
    chase: JSON.stringify(asked.chase),
    stopOnWin: asked.stopOnWin === true ? '1' : '0',
    ...(asked.key === undefined ? {} : { key: asked.key }),
  });
}

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
    const before = await balance(who);
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
    expect(await detail(who, chaseId)).toMatchObject({
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
    expect(order.chase).toEqual(await detail(who, chaseId));
    expect(order.ledger.map(({ type, amountFen, orderId }) => [type, amountFen, orderId])).toEqual(
      order.chase.items.map(({ orderId }) => ['stake', -200, orderId]),
    );
    const other = await player();
    expect(await other.get('/api/order/detail', { orderId: chaseId })).toMatchObject({ http: 404, status: STATUS.notFound });
    // The list of chases leads there, and tells what waits from what was cancelled; what was won is asked of the tickets.
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
    const { ticket, hash } = priced(game(server, code), [SURE], { issues: 5, multiplier: 2 });
    const amountFen = 5 * 2 * SURE_FEN;
    const bought = await who.bet({ ticket, hash, amountFen, issue: items[1]?.issue as string });
    expect(bought).toMatchObject({ status: STATUS.ok, models: { issues: 5, amountFen, issue: items[1]?.issue } });
    const shown = await detail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => [item.issue, item.multiplier])).toEqual(items.slice(1, 6).map((item) => [item.issue, 2]));
    // None named: from the one on sale.
    expect(await who.bet({ ticket, hash, amountFen })).toMatchObject({ status: STATUS.ok, models: { issue: items[0]?.issue } });
  });

  it('sent again under its key is the same chase; another under the key is refused; the key tells what became of it', async () => {
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
    const before = await balance(who);
    const one = (issue: string) => ({ issue, multiplier: 1 });
    const good = items.slice(0, 2).map(({ issue }) => one(issue));
    for (const issue of [past?.issue ?? '', '20991231001', 'nonsense']) {
      expect(await chase(who, { chase: [...good, one(issue)] })).toMatchObject({ http: 409, status: STATUS.issueClosed, models: null });
    }
    const dear = items.slice(0, 25).map(({ issue }) => ({ issue, multiplier: 9_999 }));
    expect(await chase(who, { chase: dear, lines: [SURE] })).toMatchObject({ http: 409, status: STATUS.insufficientFunds });
    expect(await chase(who, { chase: good, amountFen: 399 })).toMatchObject({ status: STATUS.invalid });
    expect(await balance(who)).toBe(before);
    expect((await who.get<OrderListModels>('/api/order/list')).models.items).toEqual([]);
  });

  it('written wrongly is refused with the place of the mistake', async () => {
    const who = await player();
    const version = game(server, code);
    const bet = simple(version);
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
    const { caps } = game(server, code).game;
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

describe('中奖即停', () => {
  it('a win pays, refunds exactly what is left, and the ledger says so; done again it changes nothing', async () => {
    const who = await player();
    const before = await balance(who);
    const items = (await upcoming()).slice(0, 5);
    const plan = items.map(({ issue }, at) => ({ issue, multiplier: at + 1 }));
    const bought = await chase(who, { chase: plan, lines: [SURE], stopOnWin: true });
    expect(bought).toMatchObject({ status: STATUS.ok, models: { amountFen: 15 * SURE_FEN } });
    expect(await balance(who)).toBe(before - 15 * SURE_FEN);
    await to(items[0]?.drawsAt ?? 0);
    await finish();
    const shown = await detail(who, bought.models.chaseId as string);
    expect(shown).toMatchObject({ state: 'stopped', stoppedBy: items[0]?.issue, issuesLeft: 0, refundFen: 14 * SURE_FEN });
    expect(shown.items.map((item) => item.status)).toEqual(['won', 'cancelled', 'cancelled', 'cancelled', 'cancelled']);
    expect(shown.items[0]?.numbers).not.toBeNull();
    expect(await balance(who)).toBe(before - SURE_FEN + shown.prizeFen);
    const refunds = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models.items;
    expect(refunds.map((fund) => [fund.title, fund.amountFen])).toEqual(
      [5, 4, 3, 2].map((multiplier) => [`追号退款（中奖即停） 吉林分分彩 第 ${items[multiplier - 1]?.issue} 期`, multiplier * SURE_FEN]),
    );
    const cancelled = (await who.get<OrderListModels>('/api/order/list', { status: 'cancelled' })).models.items;
    expect(cancelled).toHaveLength(4);
    await context.database.query('SELECT stop_chases($1::jsonb, $2)', [
      JSON.stringify([{ user: who.userId, chase: bought.models.chaseId }]),
      items[0]?.issue,
    ]);
    expect(await balance(who)).toBe(before - SURE_FEN + shown.prizeFen);
    // The issues that were left are drawn and pay nothing.
    await to(items[4]?.drawsAt ?? 0);
    await finish();
    expect(await balance(who)).toBe(before - SURE_FEN + shown.prizeFen);
  });

  it('left off, every issue is played', async () => {
    const who = await player();
    const items = (await upcoming()).slice(0, 3);
    const bought = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })), lines: [SURE] });
    await to(items[2]?.drawsAt ?? 0);
    await finish();
    const shown = await detail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => item.status)).toEqual(['won', 'won', 'won']);
    expect(shown).toMatchObject({ state: 'done', stoppedBy: null, refundFen: 0 });
  });

  it('comes too late for an issue that is frozen or drawn: that one is played', async () => {
    const who = await player();
    const items = (await upcoming()).slice(0, 4);
    const bought = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })), lines: [SURE], stopOnWin: true });
    // Nobody settled anything until the third was closed: the first is drawn, the second too, the third waits for its draw.
    await to(items[2]?.closesAt ?? 0);
    await finish();
    let shown = await detail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => item.status)).toEqual(['won', 'won', 'pending', 'cancelled']);
    expect(shown).toMatchObject({ state: 'running', stoppedBy: items[0]?.issue, refundFen: SURE_FEN });
    await to(items[2]?.drawsAt ?? 0);
    await finish();
    shown = await detail(who, bought.models.chaseId as string);
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
          const before = await balance(who);
          const items = await upcoming();
          const plan = times.map((multiplier, at) => ({ issue: items[at]?.issue ?? '', multiplier }));
          const played = plan.filter((part) => part.multiplier > 0);
          const bought = await chase(who, { chase: plan, lines: [SURE], stopOnWin });
          expect(bought.status).toBe(STATUS.ok);
          const total = times.reduce((sum, each) => sum + each, 0) * SURE_FEN;
          expect(await balance(who)).toBe(before - total);
          const first = items.find((item) => item.issue === played[0]?.issue);
          await to(first?.drawsAt ?? 0);
          await finish();
          const shown = await detail(who, bought.models.chaseId as string);
          const rest = total - (played[0]?.multiplier ?? 0) * SURE_FEN;
          expect(shown.refundFen).toBe(stopOnWin ? rest : 0);
          expect(await balance(who)).toBe(before - total + shown.refundFen + shown.prizeFen);
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
    const before = await balance(who);
    const items = (await upcoming()).slice(0, 2);
    const bought = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })), lines: [SURE] });
    await to(items[0]?.drawsAt ?? 0);
    while ((await freezeDue(context)) > 0);
    while ((await drawDue(context)) > 0);
    await context.database.query(`UPDATE issues SET numbers = '{"other": [1]}' WHERE game = $1 AND issue = $2`, [code, items[0]?.issue]);
    await to(items[1]?.drawsAt ?? 0);
    await finish();
    const shown = await detail(who, bought.models.chaseId as string);
    expect(shown.items.map((item) => item.status)).toEqual(['cancelled', 'won']);
    expect(await balance(who)).toBe(before - SURE_FEN + shown.prizeFen);
    const [refund] = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models.items;
    expect(refund?.title).toMatch(/^退款（开奖规则已变更） 吉林分分彩/);
  });
});

describe('a schedule that changes', () => {
  it('gives back what was bet on issues that it no longer has', async () => {
    const who = await player();
    const before = await balance(who);
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
    await openIssues(context, game(server, code));
    const shown = await detail(who, bought.models.chaseId as string);
    const statuses = shown.items.map((item) => item.status);
    expect(statuses[0]).toBe('pending');
    expect(statuses).toContain('cancelled');
    const gone = statuses.filter((status) => status === 'cancelled').length;
    expect(await balance(who)).toBe(before - (6 - gone) * 200);
    const [refund] = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models.items;
    expect(refund?.title).toMatch(/^退款（该期取消） 吉林分分彩 第 \d+ 期$/);
    // Back to the old one: its issues come again, under names that are free, and can be bet on.
    writeFileSync(file, text);
    await context.publication.refresh();
    await context.games.refresh();
    await openIssues(context, game(server, code));
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
    const before = await balance(who);
    const items = (await upcoming()).slice(0, 4);
    const placed = await chase(who, { lines: [SURE], chase: items.map(({ issue }, at) => ({ issue, multiplier: at + 1 })) });
    const chaseId = placed.models.chaseId as string;
    expect(await detail(who, chaseId)).toMatchObject({ issuesCancellable: 4, cancelledAt: null });
    // The first is closed, though nobody has frozen it yet: it is played.
    await to(items[0]?.closesAt ?? 0);
    expect(await detail(who, chaseId)).toMatchObject({ state: 'running', issuesLeft: 4, issuesCancellable: 3 });
    expect(await cancel(who, chaseId)).toMatchObject({
      http: 200,
      status: STATUS.ok,
      models: { chaseId, issues: 3, refundFen: SURE_FEN * 9 },
    });
    expect(await balance(who)).toBe(before - SURE_FEN);
    expect(await cancel(who, chaseId)).toMatchObject({ status: STATUS.ok, models: { chaseId, issues: 0, refundFen: 0 } });
    expect(await balance(who)).toBe(before - SURE_FEN);
    expect(await detail(who, chaseId)).toMatchObject({
      state: 'running',
      issuesLeft: 1,
      issuesCancellable: 0,
      refundFen: SURE_FEN * 9,
      items: [{ status: 'pending' }, { status: 'cancelled' }, { status: 'cancelled' }, { status: 'cancelled' }],
    });
    const { items: funds } = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models;
    expect(funds.map(({ title, amountFen }) => [title, amountFen])).toEqual(
      items
        .slice(1)
        .map(({ issue }, at) => [`追号退款（手动停止） 吉林分分彩 第 ${issue} 期`, SURE_FEN * (at + 2)])
        .reverse(),
    );
    await to(items[0]?.drawsAt ?? 0);
    await finish();
    const over = await detail(who, chaseId);
    expect(over).toMatchObject({ state: 'cancelled', issuesLeft: 0, stoppedBy: null });
    expect(over.cancelledAt).not.toBeNull();
    expect(over.prizeFen).toBeGreaterThan(0);
  });

  it('many times at once gives each issue back once', async () => {
    const who = await player();
    const before = await balance(who);
    const items = (await upcoming()).slice(0, 5);
    const { models } = await chase(who, { chase: items.map(({ issue }) => ({ issue, multiplier: 1 })), stopOnWin: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(who, models.chaseId as string)));
    expect(answers.map(({ models: done }) => done.issues).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
    expect(await balance(who)).toBe(before);
    expect(await detail(who, models.chaseId as string)).toMatchObject({ state: 'cancelled', refundFen: 1_000 });
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
    expect(await detail(who, chaseId)).toMatchObject({ issuesCancellable: 2, refundFen: 0 });
  });
});
