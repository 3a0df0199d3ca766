/** A calendar of days off that changes while issues are on sale, planned and sold ahead. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChaseDetailModels, FundListModels, OrderListModels } from '../../../protocol/calls.ts';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { msgList } from '../../../protocol/calls/notices.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { CalendarDescription } from '../../../engine/descriptions/calendars.ts';
import { issuesFrom } from '../../../engine/descriptions/schedule.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import type { Services } from '../../../server/services.ts';
import { balanceOf, type ChaseStage, chaseStage } from '../support/chases.ts';
import type { Client } from '../support/client.ts';
import { clockTo } from '../support/game-clock.ts';
import { startGroup } from '../support/groups.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let server: TestServer;
let context: Services;
let finish: ChaseStage['finish'];
let player: ChaseStage['player'];
let calendar: CalendarDescription;

const fileOf = () => join(server.gamesDir, 'calendars/fucai.json');

beforeAll(async () => {
  // No scheduler: this test takes each step itself.
  server = await startServer({ clockSpeed: 1, role: 'web', games: ['ssq', 'qlc', 'fc3d'], history: 0 });
  context = server.context;
  ({ finish, player } = chaseStage(server));
  // A Wednesday in a year whose closures the project does not describe.
  await clockTo(context, Date.parse('2028-06-14T12:00:00+08:00'));
  calendar = { ...(JSON.parse(readFileSync(fileOf(), 'utf8')) as CalendarDescription), until: '2029-12-31' };
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

const SPRING = { name: '2028 年春节', from: '2028-01-24', to: '2028-02-02', source: '测试' };

async function write(change: Partial<CalendarDescription>): Promise<void> {
  writeFileSync(fileOf(), JSON.stringify({ ...calendar, ...change }));
  await context.publication.refresh();
  await context.games.refresh();
}

interface Row {
  readonly issue: string;
  readonly closes_at: number;
  readonly draws_at: number;
  readonly commitment: string;
}

async function open(code: string): Promise<readonly Row[]> {
  await openIssues(context, gameVersion(server, code));
  const { rows } = await context.database.query<Row>(
    `SELECT issue, closes_at, draws_at, commitment FROM issues
      WHERE game = $1 AND state = 'open' AND closes_at > caipu_now_ms() ORDER BY draws_at`,
    [code],
  );
  return rows;
}

const dayOf = ({ draws_at }: Pick<Row, 'draws_at'>) => new Date(draws_at + 8 * 3_600_000).toISOString().slice(0, 10);
const closed = (from: string, to: string) => ({ name: '临时休市', from, to, source: '测试' });
const drawOf = (rows: readonly Row[]) => rows.map(({ issue, draws_at }) => [issue, draws_at]);

const buy = (who: Client, code: string) => who.bet(singleBet(gameVersion(server, code)));

async function chase(who: Client, code: string, rows: readonly Row[]): Promise<string> {
  const version = gameVersion(server, code);
  const one = singleBet(version);
  const answer = await who.bet({
    ...one,
    amountFen: one.amountFen * rows.length,
    chase: JSON.stringify(rows.map(({ issue }) => ({ issue, multiplier: 1 }))),
    stopOnWin: '0',
  });
  expect(answer.status).toBe(STATUS.ok);
  return answer.models.chaseId as string;
}

const notices = async (who: Client) =>
  (await who.get<AnswerOf<typeof msgList>>('/api/SiteMsg/MsgList', { kind: 'notice' })).models.items
    .filter(({ title }) => title === '开奖时间调整')
    .map(({ text, to }) => [text, to]);

describe('a new closure', () => {
  it('moves the issue on sale and those after it: numbers, seeds and bets stay, and players get a notice', async () => {
    await write({});
    const before = await open('ssq');
    const [single, chaser, starter] = [await player(), await player(), await player()];
    const balances = async () => Promise.all([single, chaser, starter].map(balanceOf));
    expect((await buy(single, 'ssq')).status).toBe(STATUS.ok);
    const chaseId = await chase(chaser, 'ssq', before.slice(0, 4));
    const group = await startGroup(starter, singleBet(gameVersion(server, 'ssq')), { shares: 2, own: 1 });
    expect(group.status).toBe(STATUS.ok);
    const paid = await balances();

    const [first, second] = before as [Row, Row, ...Row[]];
    // It stays for the tests below: the numbers of the year go by it.
    calendar = { ...calendar, closures: [...calendar.closures, closed(dayOf(first), dayOf(second))] };
    await write({});
    const after = await open('ssq');
    expect(after.slice(0, 20).map(({ issue, commitment }) => [issue, commitment])).toEqual(
      before.slice(0, 20).map(({ issue, commitment }) => [issue, commitment]),
    );
    expect(after.slice(0, 20).map(({ draws_at, closes_at }) => [draws_at, closes_at])).toEqual(
      before.slice(2, 22).map(({ draws_at, closes_at }) => [draws_at, closes_at]),
    );
    // Looking again changes nothing, and the issues are those of the schedule.
    expect(await open('ssq')).toEqual(after);
    expect(drawOf(after)).toEqual(
      issuesFrom(gameVersion(server, 'ssq').game.schedule, context.clock.now(), after.length).map(({ issue, drawsAt }) => [issue, drawsAt]),
    );

    expect(await balances()).toEqual(paid);
    const shown = (await chaser.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models;
    expect(shown.items.map(({ issue, drawsAt, status }) => [issue, drawsAt, status])).toEqual(
      after.slice(0, 4).map(({ issue, draws_at }) => [issue, draws_at, 'pending']),
    );
    const drawn = `${dayOf(after[0] as Row).slice(5)} 21:15`;
    const [order] = (await single.get<OrderListModels>('/api/order/list', { size: '1' })).models.items;
    expect(await notices(single)).toEqual([
      [
        expect.stringMatching(`^双色球 第 ${first.issue} 期 改在 .*${drawn} 开奖，投注仍然有效$`),
        `/orderDetails?orderId=${order?.orderId}`,
      ],
    ]);
    expect(await notices(chaser)).toEqual([
      [expect.stringMatching(`^追号有 4 期顺延，双色球 第 ${first.issue} 期 改在 .*${drawn} 开奖$`), `/orderDetails?chaseId=${chaseId}`],
    ]);

    // It is sold on over the closure, drawn after it, and settled.
    await clockTo(context, first.closes_at + 60_000);
    expect((await buy(single, 'ssq')).models.issue).toBe(first.issue);
    await clockTo(context, (after[0] as Row).draws_at + 1_000);
    await finish();
    const { rows } = await context.database.query<{ state: string }>(`SELECT state FROM issues WHERE game = 'ssq' AND issue = $1`, [
      first.issue,
    ]);
    expect(rows).toEqual([{ state: 'settled' }]);
  });

  it('that is taken back moves what has not begun to the earlier draws, and not the issue on sale', async () => {
    await write({});
    const before = await open('fc3d');
    const who = await player();
    const chaseId = await chase(who, 'fc3d', before.slice(0, 5));
    const [, second, third] = before as [Row, Row, Row, ...Row[]];
    await write({ closures: [...calendar.closures, closed(dayOf(second), dayOf(third))] });
    const moved = await open('fc3d');
    expect(moved[0]).toEqual(before[0]);
    expect(moved[1]).toMatchObject({ issue: second.issue, draws_at: before[3]?.draws_at });
    await write({});
    const back = await open('fc3d');
    expect(drawOf(back.slice(0, 20))).toEqual(drawOf(before.slice(0, 20)));
    const shown = (await who.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models;
    expect(shown.items.map(({ drawsAt, status }) => [drawsAt, status])).toEqual(
      before.slice(0, 5).map(({ draws_at }) => [draws_at, 'pending']),
    );
    // Two changes, two messages.
    expect(await notices(who)).toHaveLength(2);
  });
});

describe('a year that is counted otherwise, as after the first calendar of a game', () => {
  it('renames what nobody has bet on; what is sold keeps its number and its draw', async () => {
    await write({});
    const before = await open('qlc');
    const who = await player();
    const paid = await balanceOf(who);
    // The third and the fifth issue are sold ahead.
    const sold = [before[2], before[4]] as [Row, Row];
    const chaseId = await chase(who, 'qlc', sold);
    await write({ closures: [...calendar.closures, SPRING] });
    const planned = issuesFrom(gameVersion(server, 'qlc').game.schedule, context.clock.now(), before.length);
    expect(planned[0]?.issue).not.toBe(before[0]?.issue);
    const after = await open('qlc');
    expect(after.map(({ draws_at }) => draws_at).slice(0, before.length)).toEqual(before.map(({ draws_at }) => draws_at));
    const kept = [before[0], ...sold];
    for (const [at, row] of after.slice(0, before.length).entries()) {
      const old = kept.find((each) => each?.draws_at === row.draws_at);
      const taken = kept.some((each) => each?.issue === planned[at]?.issue);
      if (old !== undefined) expect(row).toEqual(old);
      else expect(row.issue).toBe(taken ? `${planned[at]?.issue}-2` : planned[at]?.issue);
    }
    expect(await open('qlc')).toEqual(after);
    expect(await notices(who)).toEqual([]);

    // A closure on the day of one that has an old number: it cannot be moved by its number, so it is given back.
    await write({ closures: [...calendar.closures, SPRING, closed(dayOf(sold[1]), dayOf(sold[1]))] });
    await open('qlc');
    const shown = (await who.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models;
    expect(shown.items.map(({ issue, status }) => [issue, status])).toEqual([
      [sold[0].issue, 'pending'],
      [sold[1].issue, 'cancelled'],
    ]);
    expect(await balanceOf(who)).toBe(paid - shown.amountFen / 2);
    const [refund] = (await who.get<FundListModels>('/api/fund/list', { type: 'refund' })).models.items;
    expect(refund?.title).toBe(`退款（该期取消） 七乐彩 第 ${sold[1].issue} 期`);
  });
});

describe('an extra draw', () => {
  it('before the second issue moves that one and those after it; the issue on sale stays', async () => {
    await write({});
    const before = await open('ssq');
    const first = before[0] as Row;
    const who = await player();
    await chase(who, 'ssq', before.slice(0, 3));
    const extra = new Date(first.draws_at + 32 * 3_600_000).toISOString().slice(0, 10);
    expect(before.map(dayOf)).not.toContain(extra);
    await write({ extra: [{ day: extra, source: '测试' }] });
    const after = await open('ssq');
    expect(after[0]).toEqual(first);
    expect([after[1]?.issue, dayOf(after[1] as Row)]).toEqual([before[1]?.issue, extra]);
    expect(after[2]).toMatchObject({ issue: before[2]?.issue, draws_at: before[1]?.draws_at });
    expect(await notices(who)).toHaveLength(1);
  });
});
