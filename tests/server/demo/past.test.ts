/** The past of demonstration players: records of 7 and 30 days on a fresh server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupListModels } from '../../../protocol/calls.ts';
import { writePastGroups } from '../../../server/demo/bots/past.ts';
import words from '../../../server/demo/bots/bots.json' with { type: 'json' };
import { recordFinishedGroups } from '../../../server/social/group-buying/job.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';

describe('a demonstration player who starts group orders', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ games: words.weekly });
  });
  afterAll(async () => {
    await expectBooksInOrder(server.context.database);
    await server.stop();
  });

  it('has past orders with the results of their draws, and with them records of 7 and 30 days', async () => {
    const { database, accounts } = server.context;
    const idOf = async (name: string) => {
      await accounts.register(name, 'secret-of-a-bot');
      return (await database.query<{ id: number }>('SELECT id FROM users WHERE name = $1', [name])).rows[0]?.id as number;
    };
    const [starter, first, second] = [await idOf('演示甲某'), await idOf('演示乙某'), await idOf('演示丙某')];
    await waitFor('past orders', async () => (await writePastGroups(server.context, starter, [first, second])) === 0, 30);
    expect(await writePastGroups(server.context, starter, [first, second])).toBe(0);
    const { rows: orders } = await database.query<{ state: string; prize: number; people: number; right: boolean; days: number }>(
      `SELECT o.state, o.prize, o.people, t.prize = o.prize AND (o.ended_at = i.draws_at) AND o.started_at < i.closes_at AND t.placed_at < i.closes_at AS right,
              (caipu_now_ms() + 28800000) / 86400000 - (i.draws_at + 28800000) / 86400000 AS days
         FROM group_buy_orders o JOIN issues i ON i.game = o.game AND i.issue = o.issue JOIN tickets t ON t.user_id = 0 AND t.id = o.id
        WHERE o.initiator = $1`,
      [starter],
    );
    expect(orders).toHaveLength(words.past.orders);
    for (const order of orders) {
      expect(order).toMatchObject({ right: true, state: order.prize > 0 ? 'won' : 'lost' });
      expect(order.people).toBeGreaterThan(1);
      expect(order.days).toBeLessThan(words.past.days);
    }
    while ((await recordFinishedGroups(server.context)) > 0);
    const player = await server.client().register();
    const { items } = (await player.get<GroupListModels>('/api/hm/QueryTogetherList', { scope: 'of', who: String(starter), size: '50' }))
      .models;
    expect(items).toHaveLength(words.past.orders);
    for (const { record7, record30 } of items) {
      expect(record30).toMatchObject({ orders: words.past.orders, won: orders.filter(({ state }) => state === 'won').length });
      expect(record7.orders).toBe(orders.filter(({ days }) => days < 7).length);
      expect(record7.orders).toBeGreaterThan(0);
    }
  });
});
