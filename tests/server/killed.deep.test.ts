/**
 * R7: kill -9 on the embedded database while bets come in, four times here and twenty in a night: nothing acknowledged is lost, nothing is
 * doubled.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BetModels, OrderListModels, OutcomeModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { lockFolder } from '../../server/platform/database/lock.ts';
import { killCount } from '../engine/rules/support/runs.ts';
import { Client } from './support/client.ts';
import { copyGames, expectBooksInOrder, type SpawnedServer, spawnServer, temporaryFolder } from './support/server.ts';
import { publishedGameOf, singleBet } from './support/tickets.ts';

const KILLS = killCount(4);
let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`[R7] kill -9 × ${KILLS}`, async () => {
  const dataDir = join(folder, 'data');
  const env = { CAIPU_DATA: dataDir, CAIPU_GAMES: copyGames(folder) };
  let node: SpawnedServer = await spawnServer(env);
  const player = await new Client(node.base).login('demo', 'demo1234');
  const version = await publishedGameOf(node.base, 'ssq');
  const acknowledged = new Map<string, BetModels>();
  const inDoubt = new Set<string>();
  /** Nonces of bets that were acknowledged since the last blow. */
  let spent: string[] = [];

  for (let kill = 0; kill < KILLS; kill += 1) {
    let open = true;
    let since = 0;
    const clients = Array.from({ length: 4 }, () => player.twin(node.base));
    const betting = clients.map(async (client, at) => {
      while (open) {
        const key = randomUUID();
        inDoubt.add(key);
        try {
          const nonce = randomBytes(16).toString('hex');
          const answer = await client.bet({ ...singleBet(version, kill * 1000 + at), key }, { nonce });
          inDoubt.delete(key);
          spent.push(nonce);
          if (answer.status === STATUS.ok) acknowledged.set(key, answer.models);
          since += 1;
        } catch {
          return;
        }
        // The blow falls while others are on their way, a little later each time.
        if (since > 3 + (kill % 5) * 3 && open) {
          open = false;
          void node.kill();
        }
      }
    });
    await Promise.all(betting);
    await node.kill();
    node = await spawnServer(env);
    const asker = player.twin(node.base);
    for (const key of inDoubt) {
      const { models } = await asker.get<OutcomeModels>('/api/order/outcome', { key });
      if (models.state === 'done' && models.answer?.status === STATUS.ok) acknowledged.set(key, models.answer.models as BetModels);
    }
    inDoubt.clear();
    // None of them is taken for another bet, although they are looked up in a table that the crash emptied.
    for (const nonce of spent) expect(await asker.bet(singleBet(version), { nonce })).toMatchObject({ status: STATUS.badSignature });
    spent = [];
  }

  expect(acknowledged.size).toBeGreaterThan(KILLS * 3);
  const client = player.twin(node.base);
  const orders: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { models }: { models: OrderListModels } = await client.get<OrderListModels>('/api/order/list', { size: '50', cursor });
    orders.push(...models.items.map((item) => item.orderId));
    cursor = models.next;
  }
  // As many tickets as acknowledgements, and the very same ones.
  expect(orders.sort()).toEqual([...acknowledged.values()].map((models) => models.orderId).sort());
  await node.stop();
  const database = await openDatabase({ schema: SCHEMA, dataDir });
  await expectBooksInOrder(database);
  await database.close();
}, 600_000);

describe('the lock on the data folder', () => {
  it('refuses a second live process, by name, and lets go at the end', () => {
    const place = join(folder, 'locked');
    mkdirSync(place);
    const lock = lockFolder(place);
    expect(() => lockFolder(place)).toThrow(`in use by process ${process.pid}`);
    lock.release();
    lockFolder(place).release();
  });

  it('holds where process numbers mean nothing: the holder in another container has a number that is nobody here', () => {
    const place = join(folder, 'container');
    mkdirSync(place);
    const lock = lockFolder(place);
    const file = join(place, 'caipu.lock');
    const own = readFileSync(file, 'utf8');
    writeFileSync(file, own.replace(/^\d+/, '4194999'));
    expect(() => lockFolder(place)).toThrow('in use by process 4194999');
    // And a process whose folder was taken all the same sees it by the epoch.
    writeFileSync(file, own);
    expect(lock.isOwn()).toBe(true);
    writeFileSync(file, own.replace(/\d+$/m, '99'));
    expect(lock.isOwn()).toBe(false);
    lock.release();
  });

  it('passes over what a process left that is gone, or a file that says nothing', () => {
    const place = join(folder, 'stale');
    mkdirSync(place);
    for (const stale of ['4194999 1', `${process.pid} 1`, `${process.ppid} 1`, '', 'nonsense']) {
      writeFileSync(join(place, 'caipu.lock'), stale);
      const lock = lockFolder(place);
      expect(readFileSync(join(place, 'caipu.lock'), 'utf8')).toContain(String(process.pid));
      lock.release();
    }
  });
});
