/** The sale of a game on a server whose clock stands almost still: what is on sale, and what comes once it is drawn. */
import type { LotteryPageModels } from '../../../protocol/calls.ts';
import { clockTo } from './game-clock.ts';
import { type TestServer, waitFor } from './server.ts';

export const lotteryPage = async (server: TestServer, code: string): Promise<LotteryPageModels> =>
  (await server.client().get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: code })).models;

/** The issue now on sale, with time enough left to bet on it. */
export async function issueOnSale(server: TestServer, code: string) {
  const found = (await lotteryPage(server, code)).current;
  if (found !== null && found.closesAt - server.context.clock.now() > 10_000) return found;
  await clockTo(server.context, (found?.closesAt ?? 0) + 1);
  server.scheduler?.wake();
  return waitFor('an issue on sale', async () => {
    const next = (await lotteryPage(server, code)).current;
    // The server reuses an answer for a while that it read again often within a moment.
    return next !== null && next.closesAt > server.context.clock.now() ? next : undefined;
  });
}

/** Moves the clock past an issue's draw and waits for its settlement. */
export async function settleIssue(server: TestServer, code: string, issue: string, drawsAt: number) {
  await clockTo(server.context, drawsAt + 1);
  server.scheduler?.wake();
  await waitFor(`${code} ${issue} settled`, async () => {
    const { rows } = await server.context.database.query('SELECT 1 FROM issues WHERE game = $1 AND issue = $2 AND state = $3', [
      code,
      issue,
      'settled',
    ]);
    return rows.length > 0;
  });
}
