/** [A10] of server/agents/SPEC.md: a row of the betting report counts exactly the orders of the list that it links to, also orders of earlier days. */
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { scoreBetReport } from '../../../protocol/calls/agent-reports.ts';
import type { OrderItem, OrderListModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { countAllAgents } from '../../../server/agents/job.ts';
import { AGENT_RULES } from '../../../server/agents/rules.ts';
import { dayStart } from '../../../server/catalog/product-clock.ts';
import { makeAgent } from '../support/agents.ts';
import { CHASE_GAME, type ChaseStage, chaseStage, SURE_WIN } from '../support/chases.ts';
import type { Client } from '../support/client.ts';
import { losingGroup, SLOW_GAME, slowIssueOnSale, startGroup, writeSlowGame } from '../support/groups.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../engine/descriptions/time-units.ts';

const OFFSET = 8 * HOUR_MS;
const dateOf = (at: number) => new Date(at + OFFSET).toISOString().slice(0, 10);

const folder = temporaryFolder();
let server: TestServer;
let chases: ChaseStage;
let boss: Client;
/** The midnight: orders are drawn before and after it. */
let midnight: number;

beforeAll(async () => {
  const gamesDir = copyGames(folder, [CHASE_GAME]);
  writeSlowGame(gamesDir);
  // No background jobs: the test takes each step itself.
  server = await startServer({ clockSpeed: 1, role: 'web', history: 0, gamesDir });
  chases = chaseStage(server);
  boss = await chases.player();
  // A group order on another game, whose draw may be at any hour; it is over before the midnight.
  const { drawsAt } = await slowIssueOnSale(server);
  expect((await startGroup(boss, losingGroup(server), { own: 10 })).status).toBe(STATUS.ok);
  const { clock } = server.context;
  midnight = dayStart(clock.now(), OFFSET) + DAY_MS;
  if (midnight - Math.max(clock.now(), drawsAt) < 20 * MINUTE_MS) midnight += DAY_MS;
  await clock.advance(midnight - 5 * MINUTE_MS - clock.now());
  await makeAgent(server, boss);
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every order of the list at an address. */
async function listed(to: string): Promise<readonly OrderItem[]> {
  const { pathname, searchParams } = new URL(to, 'http://localhost');
  expect(pathname).toBe('/betRecord');
  const items: OrderItem[] = [];
  for (let cursor: string | undefined; ; ) {
    const fields = { ...Object.fromEntries(searchParams), size: '3', ...(cursor === undefined ? {} : { cursor }) };
    const { status, models } = await boss.get<OrderListModels>('/api/order/list', fields);
    expect(status).toBe(STATUS.ok);
    items.push(...models.items);
    if (models.next === null) return items;
    cursor = models.next;
  }
}

describe('a row of the betting report', () => {
  it('[A10] leads to the orders that it counts', async () => {
    const { to, finish, upcoming, chase } = chases;
    const issues = await upcoming();
    expect(issues.some(({ drawsAt }) => drawsAt < midnight) && issues.some(({ drawsAt }) => drawsAt > midnight + MINUTE_MS)).toBe(true);
    const plan = issues.slice(0, 9).map(({ issue }) => ({ issue, multiplier: 1 }));
    // A chase that wins in each issue, and one that is stopped before its end.
    expect((await chase(boss, { chase: plan, lines: [SURE_WIN] })).status).toBe(STATUS.ok);
    const stopped = await chase(boss, { chase: plan });
    expect(stopped.status).toBe(STATUS.ok);
    await to(issues[6]?.drawsAt ?? 0);
    await finish();
    const { chaseId } = stopped.models as { readonly chaseId: string };
    expect((await boss.post('/api/Order/CancelChase', { chaseId })).status).toBe(STATUS.ok);
    await to(issues[8]?.drawsAt ?? 0);
    await finish();
    // An order that waits for its draw is neither in the report nor in the list.
    const next = await upcoming();
    expect((await chase(boss, { chase: next.slice(0, 1).map(({ issue }) => ({ issue, multiplier: 1 })) })).status).toBe(STATUS.ok);
    // The day before is counted to its end at this hour of the night.
    await to(midnight + (AGENT_RULES.settle.hour + 1) * HOUR_MS);
    await countAllAgents(server.context);

    const { items } = (await boss.get<AnswerOf<typeof scoreBetReport>>('/api/Score/BetReport', { scope: 'self' })).models;
    expect(items.filter(({ gameCode }) => gameCode === CHASE_GAME).map(({ day }) => day)).toEqual([dateOf(midnight), dateOf(midnight - 1)]);
    expect(items.map(({ gameCode }) => gameCode)).toContain(SLOW_GAME);
    expect(items.some(({ backBets }) => (backBets ?? 0) > 0)).toBe(true);
    for (const row of items) {
      const orders = await listed(row.to);
      const sum = (of: (order: OrderItem) => number) => orders.reduce((all, order) => all + of(order), 0);
      const of = (status: OrderItem['status']) => orders.filter((order) => order.status === status).length;
      expect({
        ...{ bets: orders.length, won: of('won'), lost: of('lost'), back: of('cancelled') },
        ...{ stakeFen: sum(({ amountFen }) => amountFen), prizeFen: sum(({ prizeFen }) => prizeFen) },
      }).toEqual({
        ...{ bets: row.bets, won: row.wonBets, lost: row.lostBets, back: row.backBets },
        ...{ stakeFen: row.stakeFen, prizeFen: row.prizeFen },
      });
      expect(new Set(orders.map(({ gameCode, drawnAt }) => `${gameCode} ${dateOf(drawnAt ?? 0)}`))).toEqual(
        new Set([`${row.gameCode} ${row.day}`]),
      );
    }
    // The orders were placed the day before. So for the later day, a list by the day of placing has only the order that waits.
    const placed = await boss.get<OrderListModels>('/api/order/list', { from: dateOf(midnight), to: dateOf(midnight) });
    expect(placed.models.items.map(({ status }) => status)).toEqual(['pending']);
  });

  it('a list refuses a last day before the first, a day that does not exist, and whole chases by the day of the draw', async () => {
    const ask = async (fields: Readonly<Record<string, string>>) => boss.get('/api/order/list', fields);
    expect(await ask({ from: '2026-02-02', to: '2026-02-01' })).toMatchObject({
      http: 400,
      status: STATUS.invalid,
      msg: '结束日期不能早于开始日期',
    });
    expect(await ask({ from: '2026-02-30' })).toMatchObject({ http: 400, status: STATUS.invalid });
    expect(await ask({ by: 'drawn', whole: '1' })).toMatchObject({ http: 400, status: STATUS.invalid });
    expect((await ask({ game: CHASE_GAME })).models).toMatchObject({ gameName: '吉林分分彩' });
  });
});
