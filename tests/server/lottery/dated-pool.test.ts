/** A prize that is shared from a date on (快乐8 九中九, since 2025-12-30) is paid out of the pool, and counted and shown as what floats. */
import { expect, it } from 'vitest';
import type { ResultDetailModels, TicketOrderModels } from '../../../protocol/calls.ts';
import type { Services } from '../../../server/services.ts';
import { type IssuePool, poolOfIssue } from '../../../server/lottery/draws/pool.ts';
import { prizesWithoutBets } from '../../../server/lottery/draws/prizes.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { issueOnSale } from '../support/on-sale.ts';
import { oneServer } from '../support/one-server.ts';
import type { TestServer } from '../support/server.ts';
import { gameVersion, pricedTicket } from '../support/tickets.ts';

const CODE = 'kl8';
const LEAST = 530_000_000;
const DRAWN = Array.from({ length: 20 }, (_, i) => i + 1);
let server: TestServer;
let context: Services;
oneServer((started, own) => ([server, context] = [started, own]), [CODE]);

const onSale = () => issueOnSale(server, context, CODE);

it('选九 feeds the pool, and its winners share 48 ‰ of it to the yuan, up to the cap', async () => {
  const player = await server.client().register();
  const nine = { play: 'X9', picks: { pick: DRAWN.slice(0, 9) } };
  const { issue, drawsAt } = await onSale();
  const bet = await player.bet({ ...pricedTicket(gameVersion(server, CODE), [nine], { multiplier: 3 }), issue });
  expect(bet.msg).toBe('投注成功');
  await context.clock.advance(Math.max(0, drawsAt - context.clock.now() + 500));
  while ((await freezeDueIssues(context)) > 0);
  await context.database.query(`UPDATE issues SET state = 'drawn', numbers = $3 WHERE game = $1 AND issue = $2`, [
    CODE,
    issue,
    JSON.stringify({ balls: DRAWN }),
  ]);
  while (await takeSettlementStep(context));
  // 6.00 feed 186 ‰ of it; the house adds the rest of the guaranteed sum.
  const slice = 25_440_000;
  const each = Math.floor(slice / 3 / 100) * 100;
  expect((await poolOfIssue(context.database, CODE, issue)) as IssuePool).toMatchObject({ poolFen: LEAST, fedFen: 111, paidFen: each * 3 });
  const { prizes } = (await player.get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: CODE, issue })).models;
  expect(prizes).toMatchObject({ 'X9/9': each, 'X9/7': 22_500, 'X1/1': 450 });
  const { models } = await player.get<TicketOrderModels>('/api/order/detail', { orderId: bet.models.orderId });
  expect(models.prizeFen).toBe(each * 3);
});

it('draws before and after the change are shown by the table of their day', () => {
  const { tables, of } = prizesWithoutBets(
    gameVersion(server, CODE).game,
    ['2025-12-29', '2025-12-30'].map((day) => Date.parse(`${day}T21:30:00+08:00`)),
  );
  expect(of.map((table) => [tables[table]?.['X1/1'], tables[table]?.['X9/9'], tables[table]?.['X10/8']])).toEqual([
    [460, 30_000_000, 80_000],
    [450, undefined, 72_000],
  ]);
});
