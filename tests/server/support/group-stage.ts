/**
 * A server whose slow game is sold in groups (groups.ts), with a starter and two members. The test makes each step of draws and of group orders.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { escrowDifference, recordFinishedGroups } from '../../../server/social/group-buying/job.ts';
import type { Client } from './client.ts';
import { clockTo } from './game-clock.ts';
import { losingGroup, slowIssueOnSale, startGroup, writeSlowGame } from './groups.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from './server.ts';

export interface GroupStage {
  readonly server: TestServer;
  readonly context: Services;
  readonly initiator: Client;
  readonly first: Client;
  readonly second: Client;
}

/** `begin` receives the stage before the first test. */
export function groupStage(begin: (stage: GroupStage) => void) {
  let server: TestServer;
  let context: Services;
  beforeAll(async () => {
    const gamesDir = copyGames(temporaryFolder());
    writeSlowGame(gamesDir);
    // No background jobs: the test takes each step itself.
    server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
    context = server.context;
    const [initiator, first, second] = (await Promise.all([1, 2, 3].map(() => server.client().register()))) as [Client, Client, Client];
    begin({ server, context, initiator, first, second });
  });
  // Nothing of the test before is open, so that what a test stops is its own.
  beforeEach(() => context.database.query(`SELECT fail_group(id, 'failed', 'failed') FROM group_buy_orders WHERE state = 'open'`));
  afterEach(async () => {
    await expectBooksInOrder(context.database);
    expect(await escrowDifference(context)).toBe(0);
  });
  afterAll(() => server?.stop());

  const to = (ms: number) => clockTo(context, ms + 500);
  return {
    onSale: () => slowIssueOnSale(server),
    losing: () => losingGroup(server),
    to,
    async draw(at: number): Promise<void> {
      await to(at);
      while ((await freezeDueIssues(context)) > 0);
      while ((await drawDueIssues(context)) > 0);
      while (await takeSettlementStep(context));
      while ((await recordFinishedGroups(context)) > 0);
    },
    wallet: async (who: Client): Promise<number> =>
      (await context.database.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [who.userId])).rows[0]
        ?.balance_fen ?? 0,
    async started(...group: Parameters<typeof startGroup>) {
      const answer = await startGroup(...group);
      expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
      return answer.models;
    },
  };
}
