/** Pushing by two processes on a real PostgreSQL: each message goes to each phone once, whichever process finds, makes and sends it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSigningKeys } from '../../../server/inbox/push/encrypt.ts';
import { findDuePlayers, makePlayerNotices, sendDuePushes, startPushing } from '../../../server/inbox/push/job.ts';
import { openPushService } from '../../../server/inbox/push/service.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { type LoopbackPush, startPushService } from '../support/push-service.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';

const KEYS = makeSigningKeys();
const WAIT_MS = 120_000;
const PLAYERS = 12;
let postgres: TestPostgres;
let push: LoopbackPush;
const nodes: TestServer[] = [];
beforeAll(async () => {
  postgres = await startWithSchema();
  push = await startPushService();
  for (let at = 0; at < 2; at += 1)
    nodes.push(await startServer({ databaseUrl: postgres.url, clockSpeed: 1, role: 'web', history: 0, push: { hosts: [push.origin] } }));
}, WAIT_MS);
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await push?.close();
  await postgres?.stop();
});
const [one, other] = [() => nodes[0] as TestServer, () => nodes[1] as TestServer];
const sql = (text: string, values: readonly unknown[] = []) => one().context.database.query(text, values);
const service = () => openPushService({ keys: async () => KEYS, contact: 'mailto:ops@play.example', hosts: [push.origin] });

async function prize(who: Client): Promise<void> {
  await sql('SELECT post($1, $2, $3, $4, $5, $6, NULL)', [who.userId, 'prize', 'house:prizes', 'wallet', 100, 'win']);
  await sql(`SELECT announce_balance($1, 'wallet', 'fen', 0)`, [who.userId]);
}
async function players(): Promise<{ who: Client; browser: number }[]> {
  const made = [];
  for (let at = 0; at < PLAYERS; at += 1) {
    const who = await (at % 2 === 0 ? one() : other()).client().register();
    const { number, fields } = push.browser();
    await who.post('/api/SiteMsg/PushOn', fields);
    made.push({ who, browser: number });
  }
  return made;
}
/** Pushes that each phone got. */
const counts = () => {
  const found = new Map<number, number>();
  for (const { browser } of push.arrived) found.set(browser, (found.get(browser) ?? 0) + 1);
  return [...found.values()];
};

it('the processes have the same key, whichever of them made it', async () => {
  const keys = await Promise.all(nodes.map(async (node) => node.context.push.key()));
  expect(keys[0]).toBe(keys[1]);
  expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65);
});

it('both at every step at once: each phone gets each message once', { timeout: WAIT_MS }, async () => {
  const all = await players();
  const each = async (work: (node: TestServer) => Promise<unknown>) => Promise.all([...nodes, ...nodes].map(work));
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all(all.map(({ who }) => prize(who)));
    await waitFor('everybody is found', async () => {
      await each((node) => findDuePlayers(node.context));
      await each(async (node) => {
        while (await makePlayerNotices(node.context));
      });
      await each(async (node) => {
        while ((await sendDuePushes(node.context, service(), () => {})) > 0);
      });
      return push.arrived.length >= PLAYERS * round;
    });
    expect(counts()).toEqual(Array.from({ length: PLAYERS }, () => round));
  }
  push.arrived.splice(0);
});

it('the background jobs of both processes send messages, and when one process ends the other goes on', { timeout: WAIT_MS }, async () => {
  const all = await players();
  const jobs = nodes.map((node) => startPushing(node.context, () => {}));
  await Promise.all(all.map(({ who }) => prize(who)));
  await waitFor('all are told', async () => push.arrived.length >= PLAYERS);
  await jobs[0]?.close();
  await Promise.all(all.map(({ who }) => prize(who)));
  await waitFor('all are told by the other', async () => push.arrived.length >= 2 * PLAYERS);
  await jobs[1]?.close();
  expect(counts()).toEqual(Array.from({ length: PLAYERS }, () => 2));
});
