/** 福运奖 of 双色球: the pool after one issue decides about the next one, with a memory, in settlement and in what players see. */
import { expect, it } from 'vitest';
import type { LotteryPageModels, ResultDetailModels, TicketOrderModels } from '../../../protocol/calls.ts';
import { clearAnswerCache } from '../../../server/lottery/draws/answer-cache.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import type { Services } from '../../../server/services.ts';
import { issueOnSale } from '../support/on-sale.ts';
import { oneServer } from '../support/one-server.ts';
import type { TestServer } from '../support/server.ts';
import { gameVersion, pricedTicket } from '../support/tickets.ts';

const CODE = 'ssq';
const YI = 10_000_000_000;
const DRAWN = { red: [1, 2, 3, 4, 5, 6], blue: [1] };
/** Three red balls and no blue one. */
const THREE = { play: 'DS', picks: { red: [1, 2, 3, 31, 32, 33], blue: [9] } };
const FIRST = { play: 'DS', picks: DRAWN };
let server: TestServer;
let context: Services;
oneServer((started, own) => ([server, context] = [started, own]), [CODE]);

const onSale = () => issueOnSale(server, context, CODE);
const shown = async () => {
  await onSale();
  clearAnswerCache(context.database);
  return (await server.client().get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: CODE })).models.current?.poolPrizes;
};
/** The house adds to the pool after its latest issue, up to an amount. */
async function fillPool(fen: number): Promise<void> {
  await context.database.query(
    `WITH lacking AS (SELECT $2::bigint - unpromised_pool($1) AS fen, (SELECT max(issue) FROM issue_pools WHERE game = $1) AS issue),
          entered AS (UPDATE issue_pools p SET added = added + l.fen FROM lacking l WHERE p.game = $1 AND p.issue = l.issue)
     SELECT move_pool($1, 'poolGuarantee', 'house:pools', fen, 'least', NULL) FROM lacking`,
    [CODE, fen],
  );
}
/** Sells 3+0 and `firsts` first prizes, draws and settles the issue. Returns the order of 3+0 and the page of the draw. */
async function play(firsts = 0) {
  const player = await server.client().register();
  const { issue, drawsAt, poolPrizes } = await onSale();
  const bet = await player.bet({ ...pricedTicket(gameVersion(server, CODE), [THREE], { multiplier: 3 }), issue });
  expect(bet.msg).toBe('投注成功');
  if (firsts > 0) {
    const winner = await server.client().register();
    const sold = await winner.bet({ ...pricedTicket(gameVersion(server, CODE), [FIRST], { multiplier: firsts }), issue });
    expect(sold.msg).toBe('投注成功');
  }
  await context.clock.advance(Math.max(0, drawsAt - context.clock.now() + 500));
  while ((await freezeDueIssues(context)) > 0);
  await context.database.query(`UPDATE issues SET state = 'drawn', numbers = $3 WHERE game = $1 AND issue = $2`, [
    CODE,
    issue,
    JSON.stringify(DRAWN),
  ]);
  while (await takeSettlementStep(context));
  const { models: order } = await player.get<TicketOrderModels>('/api/order/detail', { orderId: bet.models.orderId });
  const { models: result } = await player.get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: CODE, issue });
  return { poolPrizes, status: order.status, prizeFen: order.prizeFen, wins: order.lines[0]?.wins, result };
}

it('the pool after an issue decides about the next: off, on, remembered and off again', async () => {
  // The pool begins with 10 亿, below the 15 亿 at which 福运奖 begins.
  expect(await shown()).toEqual([]);
  const first = await play();
  expect(first).toMatchObject({ poolPrizes: [], status: 'lost', prizeFen: 0, wins: [] });
  expect(first.result.pool?.conditions).toBeUndefined();
  expect(first.result.prizes).not.toHaveProperty('DS/7');

  await fillPool(15 * YI);
  expect(await shown()).toEqual(['fortune']);
  // 240 first prizes share 70 % of the pool, and 4.5 亿 are left.
  const second = await play(240);
  expect(second).toMatchObject({
    poolPrizes: ['fortune'],
    status: 'won',
    prizeFen: 1_500,
    wins: [{ tierName: '福运奖', count: 1, prizeFen: 1_500 }],
  });
  expect(second.result.pool?.conditions).toEqual(['福运奖']);
  expect(second.result.prizes).toMatchObject({ 'DS/7': 500, 'DS/6': 500 });

  // Between the two limits it goes on, since it was in force. Then 1.4 亿 are left.
  expect(await shown()).toEqual(['fortune']);
  expect(await play(240)).toMatchObject({ status: 'won', prizeFen: 1_500 });

  expect(await shown()).toEqual([]);
  expect(await play()).toMatchObject({ status: 'lost', prizeFen: 0 });

  // Between the limits it does not begin again.
  await fillPool(10 * YI);
  expect(await shown()).toEqual([]);
  expect(await play()).toMatchObject({ status: 'lost' });
  const { rows } = await context.database.query<{ in_force: string[] }>('SELECT in_force FROM issue_pools WHERE game = $1 ORDER BY at', [
    CODE,
  ]);
  expect(rows.map(({ in_force }) => in_force)).toEqual([[], ['fortune'], ['fortune'], [], []]);
});
