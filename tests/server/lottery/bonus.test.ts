/** A bonus period (加奖) on a running server: issues pay what holds at their own draw, and what was sold before a change is paid as it was sold. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wallClock } from '../../../engine/descriptions/periods.ts';
import type { BonusPeriod, Draw, GameDescription, Line } from '../../../engine/descriptions/types.ts';
import { compileGame, settleTicket } from '../../../engine/rules/index.ts';
import type {
  ChaseDetailModels,
  ChaseIssuesModels,
  LotteryOddsModels,
  ResultDetailModels,
  TicketOrderModels,
} from '../../../protocol/calls.ts';
import type { Services } from '../../../server/services.ts';
import { extendHistory } from '../../../server/lottery/draws/history.ts';
import { ticketHashSql, toWholeTickets } from '../../../server/lottery/draws/sold-tickets.ts';
import type { ShortTicket } from '../../../server/platform/database/tables.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { clockTo } from '../support/game-clock.ts';
import { oneServer } from '../support/one-server.ts';
import type { TestServer } from '../support/server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket } from '../support/tickets.ts';

const CODE = 'jlffc';
/** Wins once whatever is drawn. */
const SURE: Line = { play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } };
let server: TestServer;
let context: Services;
oneServer((started, own) => ([server, context] = [started, own]));

async function publish(bonusPeriods: readonly BonusPeriod[] | undefined): Promise<void> {
  const file = join(server.gamesDir, `${CODE}.json`);
  const { bonusPeriods: _, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as GameDescription;
  writeFileSync(file, JSON.stringify({ ...rest, ...(bonusPeriods ? { bonusPeriods } : {}) }));
  await context.publication.refresh();
  await context.games.refresh();
  expect(context.publication.problems()).toEqual([]);
}

async function upcoming(): Promise<ChaseIssuesModels['items']> {
  for (;;) {
    await openIssues(context, gameVersion(server, CODE));
    const { items } = (await server.client().get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: CODE })).models;
    const [first] = items;
    if (first !== undefined && first.closesAt - context.clock.now() > 20_000) return items;
    await clockTo(context, (first?.closesAt ?? 0) + 1);
  }
}

/** What the version that an order was sold under pays at the instant of its draw, by the rules alone. */
async function replayOf(orderId: string): Promise<bigint> {
  const { rows } = await context.database.query<{
    game: string;
    ticket: ShortTicket;
    multiplier: number;
    hash: string;
    numbers: Draw['numbers'];
    draws_at: number;
  }>(
    `SELECT t.game, t.ticket, t.multiplier, ${ticketHashSql('t')} AS hash, i.numbers, i.draws_at FROM tickets t JOIN issues i ON i.game = t.game AND i.issue = t.issue WHERE t.id = $1`,
    [orderId],
  );
  const [row] = toWholeTickets(rows, ({ game: code }) => code);
  if (row === undefined) throw new Error(`no order ${orderId}`);
  const { game: sold } = await context.games.byHash(row.hash);
  return settleTicket(compileGame(sold, row.draws_at), { ...row.ticket, multiplier: row.multiplier }, { numbers: row.numbers }).prizeFen;
}

it('of four issues of a chase the two in the period pay more, before and after a change of the file, and everybody says so', async () => {
  const player = await server.client().register();
  const [one, two, three, four] = (await upcoming()).slice(0, 4) as [ChaseIssuesModels['items'][0], ...ChaseIssuesModels['items']];
  const wall = (ms: number) => wallClock(ms, { utcOffset: '+08:00' });
  const base = gameVersion(server, CODE)
    .game.playGroups.flatMap(({ plays }) => plays)
    .find(({ code }) => code === SURE.play)?.prizes[0] as { fen: number };
  // From the draw of the second on, and up to that of the fourth, which is not in it.
  await publish([
    {
      name: '冬季加奖',
      from: wall(two?.drawsAt as number),
      until: wall(four?.drawsAt as number),
      prizes: [{ plays: ['Q3_ZX'], tier: 'win', fen: 12_345 }],
    },
  ]);
  const version = gameVersion(server, CODE);
  const ticket = pricedTicket(version, [SURE]);
  const chase = JSON.stringify([one, two, three, four].map((each) => ({ issue: each?.issue, multiplier: 1 })));
  const bought = await player.bet({ ...ticket, amountFen: ticket.amountFen * 4, chase, stopOnWin: '0', issue: one.issue });
  expect(bought.msg).toBe('追号成功');
  const chaseId = bought.models.chaseId as string;

  const shown = async (issue: typeof one | undefined) => {
    await clockTo(context, (issue?.opensAt ?? 0) + 1);
    const odds = (await player.get<LotteryOddsModels>('/api/lottery/GetLotteryOdds', { gameCode: CODE })).models;
    return odds.plays.find(({ code }) => code === SURE.play)?.kinds[0]?.tiers[0]?.fen;
  };
  expect(await shown(one), 'what is on sale now').toBe(base.fen);
  // What was sold is paid as it was sold: the operator ends the period early.
  expect(await shown(two)).toBe(base.fen + 12_345);
  await publish(undefined);
  expect(await shown(three)).toBe(base.fen);

  await clockTo(context, (four?.drawsAt ?? 0) + 1_000);
  while ((await freezeDueIssues(context)) + (await drawDueIssues(context)) > 0);
  while (await takeSettlementStep(context));
  const { items } = (await player.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId })).models;
  const more = [base.fen, base.fen + 12_345, base.fen + 12_345, base.fen];
  expect(items.map(({ prizeFen }) => prizeFen)).toEqual(more.map((fen) => fen));
  for (const [i, { orderId, issue }] of items.entries()) {
    const order = (await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    expect(order.lines[0]?.prize).toBe(
      `¥${((more[i] as number) / 100).toLocaleString('en', { minimumFractionDigits: (more[i] as number) % 100 ? 2 : 0 })}`,
    );
    expect(order.lines[0]?.wins).toEqual([{ tierName: '中奖', count: 1, prizeFen: more[i] as number }]);
    expect((await player.get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: CODE, issue })).status).toBe(0);
    // Anybody who settles the sold version at the instant of the draw comes to the same.
    expect(await replayOf(orderId)).toBe(BigInt(more[i] as number));
  }
});

it('a pending order says what it was sold on, whatever is published while it waits, and is paid that', async () => {
  const player = await server.client().register();
  const [issue] = (await upcoming()) as [ChaseIssuesModels['items'][0]];
  const { orderId } = (await player.bet({ ...pricedTicket(gameVersion(server, CODE), [SURE]), issue: issue.issue })).models;
  const shown = async () => {
    const order = (await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    return [order.status, order.lines[0]?.prize];
  };
  const before = await shown();
  expect(before).toEqual(['pending', '¥1,800']);
  await publish([
    {
      name: '加奖',
      from: wallClock(context.clock.now() - 1_000, { utcOffset: '+08:00' }),
      until: '2099-01-01T00:00:00',
      prizes: [{ plays: ['Q3_ZX'], tier: 'win', fen: 100 }],
    },
  ]);
  expect(await shown()).toEqual(before);
  await clockTo(context, issue.drawsAt + 1_000);
  while ((await freezeDueIssues(context)) + (await drawDueIssues(context)) > 0);
  while (await takeSettlementStep(context));
  const order = (await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
  expect([order.status, order.prizeFen, order.lines[0]?.prize]).toEqual(['won', 180_000, '¥1,800']);
  await publish(undefined);
});

it('the history that is made for a new game lists what each of its draws paid: with the bonus inside the period alone', async () => {
  const { rows: first } = await context.database.query<{ oldest: number }>('SELECT min(draws_at) AS oldest FROM issues WHERE game = $1', [
    CODE,
  ]);
  const { oldest } = first[0] as { oldest: number };
  const wall = (minutes: number) => wallClock(oldest - minutes * 60_000, { utcOffset: '+08:00' });
  const prizes = [{ plays: ['Q3_ZX'], tier: 'win', fen: 12_345 }];
  // Draws of every minute: the fourth, third and second last before the oldest are in it.
  await publish([{ name: '旧日加奖', from: wall(4), until: wall(1), prizes }]);
  const { rows: before } = await context.database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM issues WHERE game = $1 AND numbers IS NOT NULL',
    [CODE],
  );
  while ((await extendHistory(context, gameVersion(server, CODE), (before[0]?.n ?? 0) + 6)) > 0);
  const { rows } = await context.database.query<{ fen: number }>(
    `SELECT (prizes ->> 'Q3_ZX/win')::int AS fen FROM issues WHERE game = $1 AND draws_at < $2 ORDER BY draws_at`,
    [CODE, oldest],
  );
  expect(rows.map(({ fen }) => fen)).toEqual([180_000, 180_000, 192_345, 192_345, 192_345, 180_000]);
  await publish(undefined);
});
