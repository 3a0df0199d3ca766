/** What reading counts again is written while its player is here (server/accounts/presence-upkeep.ts). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPresenceQueue } from '../../../server/accounts/presence-upkeep.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
});
afterAll(() => server.stop());

it('a heartbeat has growth, messages and the record of its player written, and no GET does', async () => {
  const { database } = server.context;
  const who = await server.client().register();
  const written = async () =>
    (
      await database.query(
        `SELECT 1 FROM level_windows l JOIN notice_progress m ON m.user_id = l.user_id JOIN notices n ON n.user_id = l.user_id WHERE l.user_id = $1`,
        [who.userId],
      )
    ).rows.length > 0;
  expect((await who.get('/api/UserCenter/Levels')).status).toBe(0);
  expect((await who.get('/api/SiteMsg/MsgList')).status).toBe(0);
  expect(await written()).toBe(false);
  expect((await who.post('/api/account/heartbeat', { count: '1', offlineMinutes: '0' })).status).toBe(0);
  await waitFor('it is written', written);
});

it('writes for a player at most once in ten minutes, and in the order in which they came', () => {
  let now = 0;
  const upkeep = createPresenceQueue(() => now);
  for (const player of [1, 2, 1]) upkeep.markPresent(player);
  expect([upkeep.next(), upkeep.next(), upkeep.next()]).toEqual([1, 2, undefined]);
  now = 599_999;
  upkeep.markPresent(1);
  expect(upkeep.next()).toBeUndefined();
  now = 600_000;
  upkeep.markPresent(1);
  expect(upkeep.next()).toBe(1);
});
