/** Agents with two servers on a real PostgreSQL: a tree that cannot close, rates that stay in order, and a night that is booked once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { runCountingStep } from '../../../server/agents/job.ts';
import { FAMILIES } from '../../../server/agents/rules.ts';
import { makeAgent, newSubPlayer, addLostSmallPlay } from '../support/agents.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';

const WAIT_MS = 120_000;
let postgres: TestPostgres;
let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  postgres = await startWithSchema();
  one = await startServer({ databaseUrl: postgres.url, clockSpeed: 1, role: 'web', history: 0 });
  other = await startServer({ databaseUrl: postgres.url, clockSpeed: 1, role: 'web', history: 0 });
}, WAIT_MS);
afterAll(async () => {
  await one?.stop();
  await other?.stop();
  await postgres?.stop();
});
const sql = async <R>(text: string, values: readonly unknown[] = []) => (await one.context.database.query<R>(text, values)).rows;

async function expectTree(): Promise<void> {
  const wrong = await sql(
    `SELECT a.user_id FROM agents a LEFT JOIN agents p ON p.user_id = a.parent
      WHERE a.path <> coalesce(p.path, '{}') || a.user_id OR (SELECT count(DISTINCT x) FROM unnest(a.path) x) <> cardinality(a.path)`,
  );
  expect(wrong).toEqual([]);
}

it('[A2] of moves that would close a circle together the first is done and the second refused', { timeout: WAIT_MS }, async () => {
  const boss = await one.client().register();
  await makeAgent(one, boss, 300);
  const far = boss.twin(other.base);
  const move = (by: Client, who: Client, under: Client) =>
    by.post('/api/Score/Move', { who: String(who.userId), under: String(under.userId) });
  for (let round = 0; round < 6; round += 1) {
    // b is younger than a and c, and under neither: a line of three in which the ends change places.
    const [a, b, c] = [await newSubPlayer(one, boss), await newSubPlayer(one, boss), await newSubPlayer(one, boss)];
    const answers = await Promise.all([move(boss, b, a), move(far, c, b), move(boss, a, c), move(far, a, b), move(boss, b, c)]);
    expect(answers.filter(({ status }) => status === STATUS.ok).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => [STATUS.ok, STATUS.stateChanged].includes(status as 0))).toBe(true);
    await expectTree();
  }
  // While players come in, too.
  const joining = await newSubPlayer(one, boss);
  await Promise.all([
    newSubPlayer(other, joining),
    newSubPlayer(one, joining),
    move(boss, joining, await newSubPlayer(one, boss)),
    newSubPlayer(other, joining),
  ]);
  await expectTree();
});

it('[A4] of a parent who lowers and a child who raises at once only one has it, so that no rate is above the one over it', {
  timeout: WAIT_MS,
}, async () => {
  const boss = await one.client().register();
  await makeAgent(one, boss, 500);
  const far = await newSubPlayer(one, boss, 300);
  const near = far.twin(other.base);
  const leaf = await newSubPlayer(one, far, 100);
  const set = (by: Client, who: Client, rateBp: number) =>
    by.post('/api/Score/SetRebate', { who: String(who.userId), family: 'quick', rateBp: String(rateBp) });
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([set(boss, far, 110 + ((round * 70) % 190)), set(near, leaf, 300 - ((round * 50) % 190))]);
    const [rates] = await sql<{ mid: number; low: number }>(
      `SELECT agent_rate($1, 'quick', d) AS mid, agent_rate($2, 'quick', d) AS low FROM (SELECT ((caipu_now_ms() + 28800000) / 86400000)::int + 1 AS d) t`,
      [far.userId, leaf.userId],
    );
    expect(rates?.low).toBeLessThanOrEqual(rates?.mid ?? 0);
  }
});

it('[A5] [A7] two processes count and book a night once, also where steps are cut off', { timeout: WAIT_MS }, async () => {
  const boss = await one.client().register();
  await makeAgent(one, boss, 300);
  const people = await Promise.all(Array.from({ length: 12 }, (_, n) => newSubPlayer(n % 2 === 0 ? one : other, boss, 100)));
  for (const [n, { userId }] of people.entries()) await addLostSmallPlay(one, userId, 1_000 + n);
  const now = one.context.clock.now();
  await one.context.clock.advance(Math.floor((now + 28_800_000) / DAY_MS + 1) * DAY_MS - 28_800_000 + 3 * 3_600_000 - now);
  await other.context.clock.sync();
  const counting = async (server: TestServer): Promise<void> => {
    for (let idle = 0; idle < 3; ) {
      // A step that fails leaves nothing.
      if (Math.random() < 0.2)
        await server.context.database
          .transaction(async (client) => {
            await client.query('SELECT count_agents(ARRAY(SELECT user_id FROM agents), 1, $1::jsonb)', [
              '{"offset":0,"families":{},"tiers":[],"cap":500}',
            ]);
            throw new Error('cut off');
          })
          .catch(() => {});
      idle = (await runCountingStep(server.context)) ? 0 : idle + 1;
    }
  };
  await Promise.all([counting(one), counting(other), counting(one)]);
  const wanted = people.reduce((sum, _, n) => sum + Math.floor(((1_000 + n) * 200) / 10_000), 0);
  const [score] = await sql<{ balance: number; rows: number }>(
    `SELECT balance, (SELECT count(*)::int FROM movements WHERE user_id = $1 AND kind = 'rebate') AS rows FROM purses WHERE user_id = $1 AND purse = 'score'`,
    [boss.userId],
  );
  expect(score).toEqual({ balance: wanted, rows: 1 });
  const [team] = await sql<{ stake: number }>(
    `SELECT sum(stake)::bigint AS stake FROM agent_days WHERE user_id = $1 AND scope = 'team' AND family = ANY($2)`,
    [boss.userId, FAMILIES],
  );
  expect(team?.stake).toBe(people.reduce((sum, _, n) => sum + 1_000 + n, 0));
  await expectBooksInOrder(one.context.database);
});
