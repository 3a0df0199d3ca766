/** Demo bots: simulated players that place bets on the embedded database, if the setting allows it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HomePageModels, HomeRow } from '../../../protocol/calls.ts';
import { readOptions } from '../../../server/read-options.ts';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { scoreReport } from '../../../protocol/calls/agent-reports.ts';
import type { scoreSubagent } from '../../../protocol/calls/agents.ts';
import { DEMO_ACCOUNT } from '../../../server/build-server.ts';
import words from '../../../server/demo/bots/bots.json' with { type: 'json' };
import { textFault } from '../../../server/social/profiles/text-filter.ts';
import avatars from '../../../server/catalog/tables/avatars.json' with { type: 'json' };
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';

describe('the setting', () => {
  const life = (env: Readonly<Record<string, string | undefined>>) => readOptions({ ...env }).life;
  it('is on by default. It is off if set to off, in tests, with several processes, and under a simulated clock', () => {
    expect(life({})).toBe(true);
    for (const env of [
      { CAIPU_DEMO_LIFE: 'off' },
      { PORT: '0' },
      { DATABASE_URL: 'postgres://db/caipu' },
      { CAIPU_ROLE: 'web' },
      { CAIPU_CLOCK: '60' },
    ])
      expect(life(env), JSON.stringify(env)).toBe(false);
    expect(life({ CAIPU_DEMO_LIFE: 'on', CAIPU_CLOCK: '60', PORT: '0' })).toBe(true);
    expect(() => life({ CAIPU_DEMO_LIFE: 'on', DATABASE_URL: 'postgres://db/caipu' })).toThrow(
      /CAIPU_DEMO_LIFE=on is for the embedded database/,
    );
    expect(() => life({ CAIPU_DEMO_LIFE: 'yes' })).toThrow(/CAIPU_DEMO_LIFE=yes is not one of on, off/);
  });
});

describe('a dozen players', () => {
  let server: TestServer;
  beforeAll(async () => {
    // More than half of the quick games also draw at night. So some of the dozens of bets are settled soon at any time of day.
    const games = [...Object.keys(words.quick), ...words.weekly];
    server = await startServer({ life: true, clockSpeed: 15, games });
  });
  afterAll(async () => {
    await expectBooksInOrder(server.context.database);
    await server.stop();
  });

  it('are marked as a demonstration, bet through the calls of phones, and have records that the engine settled', async () => {
    const { database } = server.context;
    const settled = await waitFor(
      'settled orders of demo bots',
      async () => {
        const { rows } = await database.query<{ user_id: number }>(
          `SELECT o.user_id FROM orders o JOIN users u ON u.id = o.user_id JOIN issues i ON i.game = o.game AND i.issue = o.issue
            WHERE u.name LIKE '演示%' AND i.state = 'settled' AND o.kind = 'ticket'`,
        );
        return rows.length >= 3 && rows;
      },
      100,
    );
    const { rows: hidden } = await database.query(
      `SELECT u.name FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.name LIKE '演示%' AND p.show_orders IS DISTINCT FROM 'public'`,
    );
    expect(hidden).toEqual([]);
    const visitor = server.client();
    const who = String(settled[0]?.user_id);
    const home = (await visitor.get<HomePageModels>('/api/order/queryUserHomePage', { who })).models;
    expect(home.who.name).toMatch(/·演示$/);
    expect(home.record?.orders).toBeGreaterThan(0);
    const { items } = (await visitor.get<{ items: HomeRow[] }>('/api/order/QueryUserHomePageOrderList_ZH', { who })).models;
    expect(items.length).toBeGreaterThan(0);
    // The tree of agents below the demonstration player: three levels, with the figures of their bets.
    const demo = await server.client().login(DEMO_ACCOUNT.name, DEMO_ACCOUNT.password);
    const team = (parent?: string) =>
      demo.get<AnswerOf<typeof scoreSubagent>>('/api/Score/Subagent', parent === undefined ? {} : { parent });
    const report = await waitFor(
      'figures of the team',
      async () => {
        const { models } = await demo.get<AnswerOf<typeof scoreReport>>('/api/Score/Report');
        // The rebate of a single small bet may be less than one score, and is then 0.
        return models.total.stakeFen > 0 && models.total.rebateScore > 0 && models;
      },
      60,
    );
    expect(report.total.rebateScore).toBeGreaterThan(0);
    const first = (await team()).models;
    expect(first.total).toMatchObject({ direct: 3, members: 12 });
    const second = (await team(first.items.find(({ members }) => members > 2)?.mid)).models;
    const third = (await team(second.items.find(({ members }) => members > 0)?.mid)).models;
    expect(third.items[0]).toMatchObject({ level: 3 });
    const { rows: follows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM followed_players');
    expect(follows[0]?.count).toBe(words.players.length * 3);
  });

  it('write only texts that players may write, and have nicknames marked 演示', () => {
    for (const text of [
      ...words.comments,
      ...words.titles,
      ...words.declarations,
      ...words.releaseWords,
      ...words.players.map(({ signature }) => signature),
    ])
      expect(textFault(text), text).toBeUndefined();
    for (const { name, nickname, avatar } of words.players) {
      expect([...name].length).toBeGreaterThanOrEqual(4);
      expect(nickname).toMatch(/^[^·]{2}·演示$/);
      expect(
        avatars.some(({ id }) => id === avatar),
        avatar,
      ).toBe(true);
    }
    expect(new Set(words.players.map(({ name }) => name)).size).toBe(12);
  });
});
