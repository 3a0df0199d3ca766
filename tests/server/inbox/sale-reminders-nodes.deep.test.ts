/** 开售提醒 by two processes on a real PostgreSQL: each player gets one message, and his phone one push, whichever process looks. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSigningKeys } from '../../../server/inbox/push/encrypt.ts';
import { findDuePlayers, makePlayerNotices, sendDuePushes } from '../../../server/inbox/push/job.ts';
import { openPushService } from '../../../server/inbox/push/service.ts';
import { runReminders, setReminder, startReminders } from '../../../server/inbox/notices/reminders.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { type LoopbackPush, startPushService } from '../support/push-service.ts';
import { copyGames, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { addMatch, addSports } from '../support/sports.ts';

const WAIT_MS = 120_000;
const PLAYERS = 12;
let postgres: TestPostgres;
let push: LoopbackPush;
const nodes: TestServer[] = [];
beforeAll(async () => {
  postgres = await startWithSchema();
  push = await startPushService();
  const gamesDir = copyGames(temporaryFolder(), []);
  addSports(gamesDir, ['jczq']);
  const options = { databaseUrl: postgres.url, clockSpeed: 1, role: 'web', history: 0, gamesDir, push: { hosts: [push.origin] } } as const;
  for (let at = 0; at < 2; at += 1) nodes.push(await startServer(options));
}, WAIT_MS);
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await push?.close();
  await postgres?.stop();
});

const sql = <T>(text: string, values: readonly unknown[] = []) => (nodes[0] as TestServer).context.database.query<T>(text, values);
async function players(): Promise<Client[]> {
  const made = [];
  for (let at = 0; at < PLAYERS; at += 1) made.push(await (nodes[at % 2] as TestServer).client().register());
  return made;
}
async function waiting(who: readonly Client[]): Promise<void> {
  await sql(`UPDATE offers SET state = 'stopped'`);
  for (const { userId } of who) await setReminder((nodes[0] as TestServer).context.database, userId, 'jczq', true);
}
const counts = async (who: readonly Client[]) => {
  const { rows } = await sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM notices WHERE code = 'sale' AND user_id = ANY ($1::bigint[]) GROUP BY user_id`,
    [who.map(({ userId }) => userId)],
  );
  return rows.map(({ n }) => n);
};

it('two processes at once make one message and one push for each sale reminder', { timeout: WAIT_MS }, async () => {
  const all = await players();
  for (const who of all) await who.post('/api/SiteMsg/PushOn', push.browser().fields);
  const service = openPushService({ keys: async () => makeSigningKeys(), contact: 'mailto:ops@play.example', hosts: [push.origin] });
  for (let round = 1; round <= 2; round += 1) {
    await waiting(all);
    await addMatch((nodes[0] as TestServer).context.database, { id: `both${round}` });
    const seen = [...nodes, ...nodes].map(() => new Map<string, number>());
    for (let look = 0; look < 3; look += 1)
      await Promise.all([...nodes, ...nodes].map((node, at) => runReminders(node.context, seen[at] as Map<string, number>)));
    expect(await counts(all)).toEqual(all.map(() => round));
    await waitFor('every phone is told', async () => {
      for (const { context } of nodes) {
        await findDuePlayers(context);
        while (await makePlayerNotices(context));
        while ((await sendDuePushes(context, service, () => {})) > 0);
      }
      return push.arrived.length >= PLAYERS * round;
    });
    expect(push.arrived).toHaveLength(PLAYERS * round);
  }
  expect((await sql('SELECT 1 FROM sale_reminders')).rows).toEqual([]);
});

it('a process that ends half way leaves the remaining reminders to the other', { timeout: WAIT_MS }, async () => {
  const all = await players();
  await waiting(all);
  const [one, other] = nodes as [TestServer, TestServer];
  await addMatch(one.context.database, { id: 'middle' });
  const seen = new Map<string, number>();
  await runReminders(one.context, seen);
  let statementCount = 0;
  await runReminders(one.context, seen, () => (statementCount += 1) > 4);
  const some = (await counts(all)).length;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(PLAYERS);
  const job = startReminders(other.context, () => {});
  await waitFor('the others', async () => (await counts(all)).length === PLAYERS);
  await job.close();
  expect(await counts(all)).toEqual(all.map(() => 1));
});
