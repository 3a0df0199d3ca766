/** Chases (追号) on a real PostgreSQL with two server processes: at once, settled by both, and with either killed in the middle. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BetModels, ChaseIssuesModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { GameVersion } from '../../../server/catalog/games.ts';
import { killCount } from '../../engine/rules/support/runs.ts';
import { type Answer, Client } from '../support/client.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { queryingOf } from '../support/postgres.ts';
import { expectBooksInOrder, type SpawnedServer, spawnServer, waitFor } from '../support/server.ts';
import { ALL_DIGITS, FAST_GAME, pricedTicket, publishedGameOf, writeFastGame } from '../support/tickets.ts';

/** A chase of six of the fast game is over in twelve seconds then. */
const SPEED = 5;
/** Each node once here, ten times in a night. */
const KILLS = killCount(2);
const WAIT_MS = 120_000 + 60_000 * KILLS;
/** 2,000.00 an issue, and one of its bets wins whatever is drawn. */
const SURE = { play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } };

let pool: pg.Pool;
let env: Nodes['env'];
let version: GameVersion;
let now: () => number;
let stop: Nodes['stop'] | undefined;
let nodes: Nodes['nodes'] = [];

beforeAll(async () => {
  ({ pool, env, nodes, now, stop } = await startNodes({ prepare: writeFastGame, env: { CAIPU_CLOCK: String(SPEED) }, graceful: true }));
  const base = nodes[0]?.base;
  version = await publishedGameOf(base ?? '', FAST_GAME);
});
afterEach(() => expectBooksInOrder(queryingOf(pool)));
afterAll(() => stop?.());

async function player(node: number, fen = 0): Promise<Client> {
  const made = new Client(nodes[node % 2]?.base ?? '');
  made.now = now;
  await made.register();
  if (fen > 0) await pool.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', $2, 'gift', NULL)`, [made.userId, fen]);
  return made;
}

/** Issues to chase, from the third that is open: a busy machine must not make a bet late that is not meant to be. */
const upcoming = (who: Client, count: number) =>
  waitFor('issues to chase', async () => {
    const { models } = await who.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: FAST_GAME });
    const items = models.items.slice(2, 2 + count);
    return items.length === count ? items : undefined;
  });

function order(issues: readonly { readonly issue: string }[], lines = [SURE], stopOnWin = true) {
  const bet = pricedTicket(version, lines);
  return {
    ...bet,
    amountFen: bet.amountFen * issues.length,
    chase: JSON.stringify(issues.map(({ issue }) => ({ issue, multiplier: 1 }))),
    stopOnWin: stopOnWin ? ('1' as const) : ('0' as const),
  };
}
const SMALL = { play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } };

/** Every chase of the game is over. */
const over = () =>
  waitFor(
    'all chases over',
    async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int AS n FROM orders t JOIN issues i USING (game, issue)
          WHERE t.parent IS NOT NULL AND t.status = 'placed' AND i.state <> 'settled'`,
      );
      return rows[0].n === 0;
    },
    90,
  );

/** Sure wins: what was played won, what was not was cancelled, and those are the last ones, all of them after the win that stopped it. */
async function expectStopped(): Promise<void> {
  const { rows } = await pool.query(
    `SELECT c.id, array_agg(t.status ORDER BY i.closes_at) AS statuses, min(i.issue) AS first, c.stopped_by
       FROM chases c JOIN orders t ON t.user_id = c.user_id AND t.parent = c.id JOIN issues i ON i.game = t.game AND i.issue = t.issue
      WHERE c.stop_on_win AND c.bets = 1000 GROUP BY c.user_id, c.id`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows as { id: string; statuses: string[]; first: string; stopped_by: string | null }[]) {
    expect(`${row.id} ${row.statuses.join()}`).toMatch(/ won(,won)*(,cancelled)*$/);
    expect(row.stopped_by).not.toBeNull();
  }
}

it('one key sent sixty times at once to both nodes makes one chase, one debit and one answer', async () => {
  const who = await player(0);
  const issues = await upcoming(who, 5);
  const key = randomUUID();
  const twins = nodes.map((node) => who.twin(node.base));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => (twins[at % 2] as Client).bet({ ...order(issues, [SMALL], false), key })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: STATUS.ok, models: { issues: 5, amountFen: 1_000, balanceFen: 1_000_000 - 1_000 } });
  const { rows } = await pool.query(
    'SELECT (SELECT count(*)::int FROM chases WHERE user_id = $1) AS chases, (SELECT count(*)::int FROM tickets WHERE user_id = $1) AS tickets',
    [who.userId],
  );
  expect(rows[0]).toEqual({ chases: 1, tickets: 5 });
});

it('a wallet that covers ten chases, and many at once on both nodes: exactly ten, each whole', async () => {
  const who = await player(1);
  // 5 × 200.00 each, from 10,000.00.
  const hundred = { play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: [7] } };
  const issues = await upcoming(who, 5);
  const twins = nodes.map((node) => who.twin(node.base));
  const answers = await Promise.all(Array.from({ length: 48 }, (_, at) => (twins[at % 2] as Client).bet(order(issues, [hundred], false))));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === STATUS.ok)).toHaveLength(10);
  expect(statuses.filter((status) => status === STATUS.insufficientFunds)).toHaveLength(38);
});

it('two nodes that settle sure wins at once stop each chase once and refund the rest once', async () => {
  const players = await Promise.all(Array.from({ length: 12 }, (_, at) => player(at, 2_000_000)));
  const issues = await upcoming(players[0] as Client, 6);
  const answers = await Promise.all(players.map((who) => who.bet(order(issues))));
  expect(answers.map((answer) => answer.status)).toEqual(players.map(() => STATUS.ok));
  await over();
  await expectStopped();
  const { rows } = await pool.query(
    `SELECT ref FROM movements WHERE kind IN ('refund', 'prize') GROUP BY user_id, ref HAVING count(*) > 1`,
  );
  expect(rows).toEqual([]);
}, 120_000);

it(
  `[R5] nodes killed ${KILLS} times while chases are placed and stopped: none lost, none doubled, none half`,
  async () => {
    const players = await Promise.all(Array.from({ length: 6 }, (_, at) => player(at, 30_000_000)));
    let killing = true;
    const accepted: BetModels[] = [];
    const working = players.map(async (who, at) => {
      while (killing) {
        const key = randomUUID();
        let bet: ReturnType<typeof order> | undefined;
        let answer: Answer<BetModels> | undefined;
        for (let attempt = 0; answer === undefined; attempt += 1) {
          const own = who.twin(nodes[(at + attempt) % 2]?.base);
          try {
            bet ??= order(await upcoming(own, 6));
            // The same key again, at the other node: whatever became of the first, there is one chase.
            answer = await own.bet({ ...bet, key });
          } catch {
            if (attempt > 400) throw new Error('no node answers');
            await new Promise((resolve) => setTimeout(resolve, 25));
          }
        }
        if (answer.status === STATUS.ok) accepted.push(answer.models);
        else expect([STATUS.issueClosed, STATUS.insufficientFunds]).toContain(answer.status);
      }
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const settled = async () =>
        (await pool.query(`SELECT count(*)::int AS n FROM issues WHERE game = $1 AND state = 'settled'`, [FAST_GAME])).rows[0].n;
      const before = await settled();
      await waitFor('another issue settled', async () => (await settled()) > before, 60);
      const victim = kill % 2;
      await (nodes[victim] as SpawnedServer).kill();
      nodes[victim] = await spawnServer(env);
    }
    killing = false;
    await Promise.all(working);
    expect(accepted.length).toBeGreaterThan(KILLS);
    await over();
    const { rows } = await pool.query(
      `SELECT c.id, c.issues, count(t.id)::int AS tickets FROM chases c JOIN orders t ON t.user_id = c.user_id AND t.parent = c.id
      WHERE c.id = ANY($1::uuid[]) GROUP BY c.user_id, c.id, c.issues`,
      [accepted.map((models) => models.chaseId)],
    );
    expect(rows).toHaveLength(accepted.length);
    expect(rows.filter((row) => row.tickets !== 6 || row.issues !== 6)).toEqual([]);
    const { rows: all } = await pool.query('SELECT count(*)::int AS n FROM chases WHERE user_id = ANY($1::bigint[])', [
      players.map((who) => who.userId),
    ]);
    expect(all[0].n).toBe(accepted.length);
    await expectStopped();
  },
  WAIT_MS,
);
