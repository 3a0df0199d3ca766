/** A follow as the first bet on a game of matches since the process began: on the embedded database, which has one session for everybody. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { runNextRule } from '../../../server/social/copy-betting/rule-runs.ts';
import { followBet, releaseBet } from '../support/follow.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder } from '../support/server.ts';
import { addMatch, addSports, sportOf } from '../support/sports.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is sold, by hand and by a rule, and nobody waits for ever', { timeout: 60_000 }, async () => {
  const gamesDir = copyGames(folder);
  addSports(gamesDir, ['jczq']);
  const options = { gamesDir, dataDir: join(folder, 'data'), clockSpeed: 1, role: 'web' } as const;
  let server = await startServer(options);
  const owner = await server.client().register();
  const [fan, ruled] = [await server.client().register(), await server.client().register()];
  await server.grant(owner.userId, 10_000_000);
  for (const id of ['m1', 'm2']) await addMatch(server.context.database, { id, singles: ['BRQSPF'] });
  const rule = { ruleId: '019a2b3c-0000-7000-8000-000000000077', who: String(owner.userId), fen: '2000', times: '3', on: '1' };
  expect(await ruled.get('/api/order/editReleaseOrderFollowRule', rule)).toMatchObject({ status: STATUS.ok });
  const made = await releaseBet(owner, sportOf(server.context.sports, 'jczq'), ['m1', 'm2']);
  expect(made, made.msg).toMatchObject({ status: STATUS.ok });
  await server.stop();
  for (const act of ['rule', 'hand'] as const) {
    server = await startServer(options);
    const { context } = server;
    if (act === 'rule') {
      while (await runNextRule(context, context.database));
      const { rows } = await context.database.query<{ result: string }>('SELECT result FROM follow_runs');
      expect(rows).toEqual([{ result: 'done' }]);
    } else {
      const phone = fan.twin(server.base);
      phone.now = context.clock.now;
      expect(await followBet(phone, made.models.releaseId ?? '', { times: 10 })).toMatchObject({ status: STATUS.ok });
    }
    await expectBooksInOrder(context.database);
    await server.stop();
  }
});
