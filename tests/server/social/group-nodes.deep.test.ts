/**
 * Group orders with two server processes on a real PostgreSQL: many joins for the last share; joins at the same time as the end of the sale, the
 * cancellation by the starter and the withdrawal of the issue; killed processes; standing rules of followers.
 */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GroupRuleRunsModels, LotteryPageModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { GameVersion } from '../../../server/catalog/games.ts';
import { seeded } from '../../engine/rules/support/games.ts';
import { killCount, seed } from '../../engine/rules/support/runs.ts';
import { Client } from '../support/client.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { cancelGroup, joinGroup, SLOW_GAME, startGroup, writeSlowGame } from '../support/groups.ts';
import { queryingOf } from '../support/postgres.ts';
import { expectBooksInOrder, type SpawnedServer, spawnServer, waitFor } from '../support/server.ts';
import { pricedTicket, publishedGameOf } from '../support/tickets.ts';

let pool: pg.Pool;
let env: Nodes['env'];
let version: GameVersion;
let now: () => number;
let stop: Nodes['stop'] | undefined;
let nodes: Nodes['nodes'] = [];

beforeAll(async () => {
  ({ pool, env, nodes, now, stop } = await startNodes({ prepare: writeSlowGame, env: { CAIPU_CLOCK: '1', CAIPU_DEMO_DRAWS: '0' } }));
  version = await publishedGameOf(nodes[0]?.base ?? '', SLOW_GAME);
}, 120_000);
afterEach(() => expectBooksInOrder(queryingOf(pool)));
afterAll(() => stop?.());

function client(node: number): Client {
  const made = new Client(nodes[node % 2]?.base ?? '');
  made.now = now;
  return made;
}
const ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await pool.query<R>(text, values)).rows;

/** A ticket of 20.00 yuan. */
const bought = () => pricedTicket(version, [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }], { multiplier: 10 });
/** The issue on sale, with at least 1,000 s until its close. */
async function issue(): Promise<string> {
  const { models } = await client(0).get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: SLOW_GAME });
  if (models.current !== null && models.current.closesAt - now() > 1_000_000) return models.current.issue;
  // The close is too near, so it is moved by an hour.
  await pool.query(
    `UPDATE issues SET closes_at = closes_at + 3600000, draws_at = draws_at + 3600000 WHERE game = $1 AND issue = $2 AND state = 'open'`,
    [SLOW_GAME, models.current?.issue],
  );
  return models.current?.issue ?? '';
}

/** A copy of the issue on sale with another number. The test can withdraw it while the original stays on sale. */
async function anotherIssue(round: number): Promise<string> {
  const [row] = await ask<{ issue: string }>(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
     SELECT game, 'w' || $3, opens_at, closes_at, draws_at, state, hash, commitment, seed FROM issues WHERE game = $1 AND issue = $2 RETURNING issue`,
    [SLOW_GAME, await issue(), round],
  );
  return row?.issue ?? '';
}

async function started(who: Client, group: Parameters<typeof startGroup>[2] = {}): Promise<string> {
  const answer = await startGroup(who, bought(), { issue: await issue(), ...group });
  expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
  return answer.models.hmId;
}

describe('two processes', () => {
  it('[G2] [G9] a hundred joins for the last share: one gets it, ninety-nine are answered that none is left and pay nothing', async () => {
    const initiator = await client(0).register();
    const joiners = await Promise.all(Array.from({ length: 20 }, (_, at) => client(at).register()));
    const hmId = await started(initiator, { shares: 20, own: 19, guarantee: 1 });
    const before = await ask('SELECT user_id, balance_fen FROM wallets WHERE user_id = ANY($1) ORDER BY 1', [
      joiners.map(({ userId }) => userId),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => joinGroup((joiners[at % 20] as Client).twin(nodes[at % 2]?.base), hmId, 1)),
    );
    const won = answers.filter(({ status }) => status === STATUS.ok);
    expect(won).toHaveLength(1);
    expect(won[0]?.models).toMatchObject({ state: 'played', leftShares: 0 });
    const lost = answers.filter(({ status }) => status !== STATUS.ok);
    for (const answer of lost) expect(answer).toMatchObject({ http: 409, status: STATUS.soldOut, models: { leftShares: 0 } });
    const after = await ask('SELECT user_id, balance_fen FROM wallets WHERE user_id = ANY($1) ORDER BY 1', [
      joiners.map(({ userId }) => userId),
    ]);
    expect(after.filter(({ balance_fen }, at) => balance_fen !== before[at]?.balance_fen)).toHaveLength(1);
    expect(await ask('SELECT count(*)::int AS n FROM tickets WHERE id = $1', [hmId])).toEqual([{ n: 1 }]);
  }, 60_000);

  it(
    '[G3] [G4] [G5] [G7] joins during ends of sale, cancellations and withdrawals of issues, with killed processes: each order ends once',
    async () => {
      const random = seeded(seed);
      const players = await Promise.all(Array.from({ length: 6 }, (_, at) => client(at).register()));
      for (let round = 0; round < killCount(1); round += 1) {
        const withdrawn = round % 3 === 2;
        const current = withdrawn ? await anotherIssue(round) : await issue();
        const ids: string[] = [];
        for (let i = 0; i < 10; i += 1) {
          const own = 1 + random(9);
          // A process that was killed and started again has another address.
          const who = (players[i % 6] as Client).twin(nodes[i % 2]?.base);
          ids.push(await started(who, { issue: current, shares: 20, own, guarantee: random(20 - own) }));
        }
        // The sale of these orders ends within the next second, one after the other.
        await pool.query(
          `UPDATE group_buy_orders o SET stops_at = caipu_now_ms() + 100 * n FROM (SELECT id, row_number() OVER () AS n FROM unnest($1::uuid[]) AS id) x WHERE x.id = o.id`,
          [ids],
        );
        const killed = nodes[round % 2] as SpawnedServer;
        const seen = new Set<number>();
        let answered = 0;
        const tried = async (work: Promise<{ status: number }>) => {
          seen.add(await work.then(({ status }) => status).catch(() => -1));
          answered += 1;
        };
        await Promise.all([
          ...players.map(async (player, at) => {
            for (let i = 0; i < 12; i += 1) {
              const own = player.twin(nodes[(at + i) % 2]?.base);
              if (random(8) === 0) await tried(cancelGroup(own, ids[random(10)] as string));
              else await tried(joinGroup(own, ids[random(10)] as string, 1 + random(6)));
            }
          }),
          (async () => {
            const blow = 1 + random(players.length * 6);
            await waitFor(`${blow} answers`, async () => answered >= blow);
            await killed.kill();
            nodes[round % 2] = await spawnServer(env);
          })(),
        ]);
        // In every third round the issue is cancelled, so its orders cannot be played.
        if (withdrawn) await pool.query(`UPDATE issues SET cancelled = 'operator' WHERE game = $1 AND issue = $2`, [SLOW_GAME, current]);
        await waitFor('every order has ended', async () => {
          const [row] = await ask<{ n: number }>(`SELECT count(*)::int AS n FROM group_buy_orders WHERE id = ANY($1) AND state = 'open'`, [
            ids,
          ]);
          return row?.n === 0;
        });
        expect([...seen].filter((status) => ![0, -1, 4, 5, 6, 8, 13, 17, 18].includes(status))).toEqual([]);
        const states = await ask<{ state: string; sold: number; guarantee: number }>(
          'SELECT state, sold, guarantee FROM group_buy_orders WHERE id = ANY($1)',
          [ids],
        );
        expect(states.every(({ state, sold }) => state === 'failed' || state === 'cancelled' || state === 'void' || sold === 20)).toBe(
          true,
        );
        await expectBooksInOrder(queryingOf(pool));
      }
    },
    60_000 + killCount(1) * 90_000,
  );

  it('[G11] standing rules join in the order in which they were made, each once, or record the reason why not', async () => {
    const creator = await client(0).register();
    const followers = await Promise.all(Array.from({ length: 8 }, (_, at) => client(at).register()));
    for (const [at, who] of followers.entries()) {
      const answer = await who.get('/api/hm/addfollowerrule', {
        ruleId: `019a2b3c-0000-7000-8000-00000000${String(1000 + at)}`,
        creatorMid: String(creator.userId),
        mode: 'fixed',
        fen: at === 1 ? '1500' : '400',
        times: '3',
        partial: at === 1 ? '0' : '1',
        ...(at === 2 ? { minTotalFen: '100000' } : {}),
        ...(at === 3 ? { prepay: '1' } : {}),
        ...(at === 4 ? { minBalanceFen: '999999' } : {}),
      });
      expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
    }
    // This follower takes a break after making the rule, so the rule does not join.
    await (followers[5] as Client).post('/api/Protection/Pause', { kind: 'break', code: 'day' });
    const hmId = await started(creator, { shares: 20, own: 6 });
    await waitFor('every rule has met it', async () => {
      const [row] = await ask<{ n: number }>('SELECT count(*)::int AS n FROM group_buy_rule_runs WHERE group_buy_id = $1', [hmId]);
      return row?.n === 8;
    });
    const runs = await ask<{ user_id: string; reason: string; shares: number | null }>(
      `SELECT x.user_id, x.reason, j.shares FROM group_buy_rule_runs x LEFT JOIN group_buy_joins j ON j.user_id = x.user_id AND j.id = x.join_id
        WHERE x.group_buy_id = $1 ORDER BY x.seq`,
      [hmId],
    );
    expect(runs.map(({ user_id }) => Number(user_id))).toEqual(followers.map(({ userId }) => userId));
    // 14 shares of 1.00 yuan are left. The rules get: 4; none (15 in full are too many); none; 4; none; none; 4; the last 2.
    expect(runs.map(({ shares }) => shares)).toEqual([4, null, null, 4, null, null, 4, 2]);
    expect(runs.map(({ reason }) => reason).filter((reason) => reason !== '')).toEqual([
      '剩余份额不足',
      '方案金额低于设定',
      '余额低于设定',
      expect.stringMatching(/^您正在休息/),
    ]);
    const { models } = await (followers[3] as Client).get<GroupRuleRunsModels>('/api/hm/RuleRuns', {});
    expect(models.items).toMatchObject([{ done: true, shares: 4, amountFen: 400, reason: '' }]);
    // When the rule is switched off, the unspent part of its prepayment is refunded.
    const off = await (followers[3] as Client).get<{ rule: { heldFen: number; state: string } }>('/api/hm/addfollowerrule', {
      ruleId: '019a2b3c-0000-7000-8000-000000001003',
      creatorMid: String(creator.userId),
      mode: 'fixed',
      fen: '400',
      times: '3',
      on: '0',
    });
    expect(off.models).toMatchObject({ rule: { heldFen: 0, state: 'off' }, balanceFen: 1_000_000 - 400 });
  }, 60_000);
});
