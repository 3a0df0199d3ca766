/**
 * PC蛋蛋 derives its numbers from the draws of its source game 北京快乐8. Both have the same issues and seeds. The source is drawn first, and a
 * withdrawn source draw refunds the stakes.
 */
import { expect, it } from 'vitest';
import type { TicketOrderModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { deriveNumbers } from '../../../engine/rules/derived-numbers.ts';
import { verifyDraw } from '../../../engine/screens/lottery/proof.ts';
import type { Draw, DrawSource } from '../../../engine/descriptions/types.ts';
import type { Services } from '../../../server/services.ts';
import { extendHistory } from '../../../server/lottery/draws/history.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { createDrawResults } from '../../../server/lottery/draws/results.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { clockTo } from '../support/game-clock.ts';
import { oneServer } from '../support/one-server.ts';
import type { TestServer } from '../support/server.ts';
import { gameVersion, pricedTicket } from '../support/tickets.ts';

let server: TestServer;
let context: Services;
oneServer((started, own) => ([server, context] = [started, own]), ['bjkl8', 'pcdd']);

interface Row {
  readonly state: string;
  readonly seed: string;
  readonly commitment: string;
  readonly numbers: Draw['numbers'] | null;
  readonly draws_at: number;
}
const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
const rowOf = async (code: string, issue: string) =>
  (await ask<Row>('SELECT state, seed, commitment, numbers, draws_at FROM issues WHERE game = $1 AND issue = $2', [code, issue]))[0] as Row;
const source = () => gameVersion(server, 'pcdd').game.draw.source as DrawSource;

async function onSale() {
  const results = createDrawResults(context);
  for (let tries = 0; tries < 3; tries++) {
    for (const code of ['bjkl8', 'pcdd']) await openIssues(context, gameVersion(server, code));
    const issue = await results.onSale('pcdd');
    if (issue !== undefined && issue.closesAt - context.clock.now() > 10_000) return issue;
    await clockTo(context, (issue?.closesAt ?? 0) + 1);
  }
  throw new Error('nothing on sale');
}
const to = (ms: number) => clockTo(context, ms + 500);
/** Every sum, so that one bet wins. */
const everySum = () =>
  pricedTicket(gameVersion(server, 'pcdd'), [{ play: 'TM', picks: { sum: Array.from({ length: 28 }, (_, sum) => sum) } }]);

it('an issue has name, seed and commitment of the source issue, waits for its draw, and pays by the derived numbers', async () => {
  const player = await server.client().register();
  const issue = await onSale();
  const before = await rowOf('bjkl8', issue.issue);
  expect(await rowOf('pcdd', issue.issue)).toMatchObject({ seed: before.seed, commitment: before.commitment, draws_at: before.draws_at });
  const bought = everySum();
  const { status, models } = await player.bet({ ...bought, issue: issue.issue });
  expect(status).toBe(STATUS.ok);

  // The draw of the source is held back: the derived issue stays frozen, and the loop of draw steps still ends.
  await ask(`UPDATE issues SET held_until = $2 WHERE game = 'bjkl8' AND issue = $1`, [issue.issue, issue.drawsAt + 3_600_000]);
  await to(issue.drawsAt);
  while ((await freezeDueIssues(context)) > 0);
  while ((await drawDueIssues(context)) > 0);
  expect((await rowOf('pcdd', issue.issue)).state).toBe('frozen');
  await ask(`UPDATE issues SET held_until = NULL WHERE game = 'bjkl8' AND issue = $1`, [issue.issue]);
  while ((await freezeDueIssues(context)) > 0);
  while ((await drawDueIssues(context)) > 0);
  while (await takeSettlementStep(context));

  const drawn = await rowOf('bjkl8', issue.issue);
  const derived = await rowOf('pcdd', issue.issue);
  expect(derived.state).toBe('settled');
  expect(derived.numbers).toEqual(deriveNumbers(source(), drawn.numbers ?? {}));
  const verdict = verifyDraw(gameVersion(server, 'pcdd').game, issue.issue, derived.numbers ?? {}, issue.commit, derived.seed);
  expect(verdict).toMatchObject({ commitMatches: true, numbersMatch: true, source: { numbers: drawn.numbers } });
  const order = (await player.get<TicketOrderModels>('/api/order/detail', { orderId: models.orderId })).models;
  expect(order).toMatchObject({ status: 'won', result: { numbers: derived.numbers } });
  expect(order.prizeFen).toBeGreaterThan(2_000);
});

it('stakes are refunded when the source issue is cancelled', async () => {
  const player = await server.client().register();
  const issue = await onSale();
  const { models } = await player.bet({ ...everySum(), issue: issue.issue });
  await to(issue.drawsAt);
  while ((await freezeDueIssues(context)) > 0);
  await ask(`UPDATE issues SET cancelled = 'operator' WHERE game = 'bjkl8' AND issue = $1`, [issue.issue]);
  while (await takeSettlementStep(context));
  while ((await drawDueIssues(context)) > 0);
  while (await takeSettlementStep(context));
  expect((await rowOf('bjkl8', issue.issue)).state).toBe('withdrawn');
  expect((await rowOf('pcdd', issue.issue)).state).toBe('withdrawn');
  const order = (await player.get<TicketOrderModels>('/api/order/detail', { orderId: models.orderId })).models;
  expect(order.ledger.map(({ type }) => type)).toContain('refund');
});

it('an issue goes into quarantine with a reason if the source issue has another seed', async () => {
  const player = await server.client().register();
  const issue = await onSale();
  await player.bet({ ...everySum(), issue: issue.issue });
  await to(issue.drawsAt);
  while ((await freezeDueIssues(context)) > 0);
  await ask(`UPDATE issues SET seed = repeat('0', 64) WHERE game = 'bjkl8' AND issue = $1`, [issue.issue]);
  while ((await drawDueIssues(context)) > 0);
  const held = await ask<{ reason: string }>('SELECT reason FROM quarantine WHERE game = $1 AND ended_at IS NULL', ['pcdd']);
  expect(held).toEqual([{ reason: expect.stringContaining('another seed') }]);
  await ask(`SELECT refund_quarantined(id) FROM quarantine WHERE ended_at IS NULL`);
  while (await takeSettlementStep(context));
});

it('the past draws of a derived game are those of its source', async () => {
  while ((await extendHistory(context, gameVersion(server, 'bjkl8'), 30)) > 0);
  while ((await extendHistory(context, gameVersion(server, 'pcdd'), 30)) > 0);
  const rows = await ask<{ ours: Draw['numbers']; theirs: Draw['numbers'] }>(
    `SELECT d.numbers AS ours, s.numbers AS theirs FROM issues d JOIN issues s ON s.game = 'bjkl8' AND s.issue = d.issue
      WHERE d.game = 'pcdd' AND d.backfilled`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { ours, theirs } of rows) expect(ours).toEqual(deriveNumbers(source(), theirs));
});
