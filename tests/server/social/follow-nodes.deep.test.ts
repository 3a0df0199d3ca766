/**
 * Follow-betting with several server processes on a real PostgreSQL: follows at the last millisecond and against a withdrawal, standing rules run
 * by processes that are killed, and the books after any mixture of releases, follows, results and corrections.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import { COPY_BETTING_RULES } from '../../../server/social/copy-betting/rules.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import { seeded } from '../../engine/rules/support/games.ts';
import { betCount, killCount, seed } from '../../engine/rules/support/runs.ts';
import { Client } from '../support/client.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { followBet, releaseBet, releaseDetail } from '../support/follow.ts';
import { queryingOf } from '../support/postgres.ts';
import { expectBooksInOrder, type SpawnedServer, spawnServer, waitFor } from '../support/server.ts';
import { addMatch, addSports, endMatch, score, publishedSport } from '../support/sports.ts';

let pool: pg.Pool;
let database: Querying;
let env: Nodes['env'];
let jczq: SportVersion;
let now: () => number;
let stop: Nodes['stop'] | undefined;
let nodes: Nodes['nodes'] = [];
/** Processes that settle and run standing rules. */
const drawing: SpawnedServer[] = [];

beforeAll(async () => {
  ({ pool, env, nodes, now, stop } = await startNodes({
    prepare: (games) => addSports(games, ['jczq']),
    env: { CAIPU_CLOCK: '1', CAIPU_DEMO_DRAWS: '0' },
    both: { CAIPU_ROLE: 'web' },
  }));
  database = queryingOf(pool);
  jczq = await publishedSport(database, 'jczq');
}, 120_000);
afterEach(() => expectBooksInOrder(database));
afterAll(async () => {
  await Promise.all(drawing.map((node) => node.kill()));
  await stop?.();
});

function client(node: number): Client {
  const made = new Client(nodes[node % 2]?.base ?? '');
  made.now = now;
  return made;
}
const ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await pool.query<R>(text, values)).rows;
async function player(node: number): Promise<Client> {
  const made = await client(node).register();
  await pool.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', 10000000, 'gift', NULL)`, [made.userId]);
  return made;
}
async function released(owner: Client, matches: readonly string[], commission = 10): Promise<string> {
  const answer = await releaseBet(owner, jczq, matches, { commission });
  expect(answer.status, answer.msg).toBe(STATUS.ok);
  return answer.models.releaseId ?? '';
}
const startDrawing = async () => {
  if (drawing.length === 0) drawing.push(...(await Promise.all([0, 1].map(() => spawnServer({ ...env, CAIPU_ROLE: 'draw' })))));
};

describe('several processes', () => {
  it('[W8] follows at the stop and against a withdrawal: every accepted one was sold before, and is counted', async () => {
    const [owner, ...fans] = await Promise.all(Array.from({ length: 5 }, (_, at) => player(at)));
    const each = Math.max(10, Math.floor(betCount(200) / 8));
    const ids: string[] = [];
    for (const [at, withdrawn] of [false, true].entries()) {
      const match = `stop${at}`;
      await addMatch(database, { id: match, singles: ['BRQSPF'], startsIn: 6_000, stopsIn: 4_000 });
      const id = await released(owner as Client, [match]);
      ids.push(id);
      const { oddsVersion = '' } = (await releaseDetail(fans[0] as Client, id)).models.offer ?? {};
      const seen = new Set<number>();
      let gone = false;
      await Promise.all([
        ...fans.map(async (fan, n) => {
          const own = fan.twin(nodes[n % 2]?.base);
          for (let i = 0; i < each || !gone; i += 1) {
            const { status } = await followBet(own, id, { times: 1, oddsVersion });
            seen.add(status);
            if (status === STATUS.issueClosed || status === STATUS.stateChanged) gone = true;
          }
        }),
        ...(withdrawn ? [(owner as Client).post('/api/order/WithdrawRelease', { releaseId: id })] : []),
      ]);
      const closed = withdrawn ? [STATUS.stateChanged, STATUS.issueClosed] : [STATUS.issueClosed];
      expect([...seen].filter((status) => status !== STATUS.ok && !closed.includes(status as 4))).toEqual([]);
    }
    const late = await ask(
      `SELECT f.order_id FROM follows f JOIN releases r ON r.id = f.release_id JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id
        WHERE s.placed_at >= r.stops_at`,
    );
    expect(late).toEqual([]);
    const wrong = await ask(
      `SELECT r.id FROM releases r WHERE r.followed_fen <> (SELECT coalesce(sum(stake_fen), 0) FROM follows WHERE release_id = r.id)
          OR r.followers <> (SELECT count(DISTINCT user_id) FROM follows WHERE release_id = r.id)`,
    );
    expect(wrong).toEqual([]);
    expect((await ask(`SELECT 1 FROM follows WHERE release_id = $1`, [ids[0]])).length).toBeGreaterThan(0);
  }, 120_000);

  const KILLS = killCount(1);
  it(
    `[W12] standing rules while their processes are killed ${KILLS} times: each once for a release, in the order of subscription`,
    async () => {
      // Two releases each round, and a player releases so many a day at most.
      const owners = await Promise.all(
        Array.from({ length: Math.ceil((2 * (KILLS + 1)) / COPY_BETTING_RULES.release.mostADay) }, (_, at) => player(at)),
      );
      const fans = await Promise.all(Array.from({ length: 12 }, (_, at) => player(at)));
      for (const fan of fans)
        for (const owner of owners) {
          const answer = await fan.get(
            '/api/order/editReleaseOrderFollowRule',
            { who: String(owner.userId), on: '1', fen: '1000', times: '100' },
            { signed: true, headers: { 'idempotency-key': randomUUID() } },
          );
          expect(answer.status, answer.msg).toBe(STATUS.ok);
        }
      await addMatch(database, { id: 'rules', singles: ['BRQSPF'] });
      const runs = async () => (await ask<{ n: number }>('SELECT count(*)::int AS n FROM follow_runs'))[0]?.n ?? 0;
      for (let kill = 0; kill <= KILLS; kill += 1) {
        const before = await runs();
        const owner = owners[kill % owners.length] as Client;
        const ids = [await released(owner, ['rules']), await released(owner, ['rules'])];
        await startDrawing();
        await waitFor('rules that run', async () => (await runs()) > before);
        if (kill < KILLS) await Promise.all(drawing.splice(0).map((node) => node.kill()));
        else
          await waitFor(
            'all rules run',
            async () => (await ask(`SELECT 1 FROM release_jobs WHERE done_at IS NULL AND release_id = ANY($1)`, [ids])).length === 0,
          );
      }
      await waitFor('no job is left', async () => (await ask('SELECT 1 FROM release_jobs WHERE done_at IS NULL')).length === 0);
      const figures = await ask<{ runs: number; bets: number; ordered: boolean }>(
        `SELECT count(*)::int AS runs, count(f.order_id)::int AS bets, bool_and(later) AS ordered FROM (
         SELECT n.*, coalesce(u.seq > lag(u.seq) OVER (PARTITION BY n.release_id ORDER BY s.placed_at, s.id), true) AS later
           FROM follow_runs n JOIN follow_rules u ON u.user_id = n.user_id AND u.id = n.rule_id
           JOIN sport_orders s ON s.user_id = n.user_id AND s.id = n.order_id) n
         JOIN follows f ON f.user_id = n.user_id AND f.order_id = n.order_id AND f.rule_id = n.rule_id`,
      );
      const expected = 12 * 2 * (KILLS + 1);
      expect(figures).toEqual([{ runs: expected, bets: expected, ordered: true }]);
      expect(await ask('SELECT 1 FROM follows WHERE rule_id IS NOT NULL')).toHaveLength(expected);
    },
    90_000 + KILLS * 60_000,
  );

  it(
    `[W1][W3] any mixture of releases, follows, results and corrections, settled by processes that are killed ${KILLS} times, leaves the books in order`,
    async () => {
      await startDrawing();
      const random = seeded(seed + 21);
      const people = await Promise.all(Array.from({ length: 6 }, (_, at) => player(at)));
      const ids = Array.from({ length: 8 }, (_, i) => `mixed${i}`);
      for (const id of ids) await addMatch(database, { id, singles: ['BRQSPF'] });
      const open: string[] = [];
      const some = <T>(of: readonly T[]): T => of[random(of.length)] as T;
      const result = () => (random(5) === 0 ? ({ void: true } as const) : score([random(3), random(3)]));
      for (const owner of people.slice(0, 3))
        for (let i = 0; i < 3; i += 1) open.push(await released(owner, [...new Set([some(ids), some(ids)])], random(11)));
      await Promise.all(
        people.map(async (fan) => {
          for (let i = 0; i < betCount(60) / 6; i += 1) {
            const { status } = await followBet(fan, some(open), { times: 1 + random(50) });
            expect([STATUS.ok, STATUS.invalid]).toContain(status);
          }
        }),
      );
      for (const id of ids) await endMatch(database, id, result());
      // In the middle of settling: what was not committed is done by those that come after them, and nothing twice.
      for (let kill = 0; kill < KILLS; kill += 1) {
        const ended = async () =>
          (
            await ask<{
              n: number;
            }>(`SELECT count(*)::int AS n FROM follows f JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id
        WHERE s.status <> 'placed' AND f.rule_id IS NULL`)
          )[0]?.n ?? 0;
        const left = async () => (await ask(`SELECT 1 FROM sport_settlements WHERE done_at IS NULL AND match_id LIKE 'mixed%'`)).length;
        const before = await ended();
        await waitFor('some orders that end, or none that is left', async () => (await ended()) > before || (await left()) === 0);
        await Promise.all(drawing.splice(0).map((node) => node.kill()));
        await startDrawing();
        // There is something to settle in every round.
        if (kill + 1 < KILLS && (await left()) === 0) {
          const id = `mixed again ${kill}`;
          await addMatch(database, { id, singles: ['BRQSPF'] });
          // In turn: a player may release twenty times a day.
          const owner = people[kill % people.length] as Client;
          const one = await released(owner, [id], random(11));
          await Promise.all(people.filter((fan) => fan !== owner).map((fan) => followBet(fan, one, { times: 1 + random(50) })));
          await endMatch(database, id, result());
        }
      }
      const settled = () =>
        waitFor(
          'all settled',
          async () => (await ask(`SELECT 1 FROM sport_settlements WHERE done_at IS NULL AND match_id LIKE 'mixed%'`)).length === 0,
        );
      await settled();
      for (let i = 0; i < 6; i += 1) {
        const [proposed] = await ask<{ id: string | null }>(`SELECT propose_correction($1, $2, 'test', 'a', 'one') AS id`, [
          some(ids),
          JSON.stringify(result()),
        ]);
        if (proposed?.id) await pool.query(`SELECT sign_correction($1, 'b', 'two')`, [proposed.id]);
        await settled();
      }
      // Of every order that follows: gross prize = paid + commission, and the commission is its part of the profit.
      expect(
        await ask(`SELECT f.order_id, f.commission_fen FROM follows f JOIN releases r ON r.id = f.release_id
          JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id
         WHERE f.commission_fen <> greatest(s.prize + f.commission_fen + s.refund - s.amount, 0) * r.commission_bp / 10000`),
      ).toEqual([]);
      // Movements of commission are what is due and what was written off.
      expect(
        await ask(`SELECT r.id FROM releases r LEFT JOIN follows f ON f.release_id = r.id GROUP BY r.id
        HAVING coalesce(sum(f.commission_fen + f.written_off), 0) <> coalesce((SELECT sum(CASE t.kind WHEN 'followCommission' THEN t.amount ELSE -t.amount END)
          FROM movements t WHERE t.kind IN ('followCommission', 'followCommissionBack') AND t.ref = r.order_id), 0)`),
      ).toEqual([]);
      // Records are what the releases themselves come to.
      const records = await ask(
        `SELECT r.user_id FROM (
         SELECT user_id, count(*) FILTER (WHERE ended) AS orders, count(*) FILTER (WHERE status = 'won') AS hits,
                coalesce(sum(stake_fen) FILTER (WHERE ended), 0) AS stake, coalesce(sum(prize_fen) FILTER (WHERE ended), 0) AS prize
           FROM (SELECT *, status IN ('won', 'lost') AS ended FROM releases) r GROUP BY user_id) r
         JOIN (SELECT user_id, sum(orders) AS orders, sum(hits) AS hits, sum(stake_fen) AS stake, sum(prize_fen) AS prize
                 FROM release_stats WHERE day > 0 GROUP BY user_id) s USING (user_id)
        WHERE (r.orders, r.hits, r.stake, r.prize) IS DISTINCT FROM (s.orders, s.hits, s.stake, s.prize)`,
      );
      expect(records).toEqual([]);
    },
    120_000 + KILLS * 60_000,
  );
});
