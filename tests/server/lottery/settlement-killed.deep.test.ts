/**
 * R19 (docs/reliability/draws.md): processes are killed while they settle many tickets on PostgreSQL, and each winner is paid exactly once.
 * The deep ring kills twice, the nightly run twenty times.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killCount } from '../../engine/rules/support/runs.ts';
import { insertTickets } from '../support/bulk.ts';
import { openPool, queryingOf, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { copyGames, expectBooksInOrder, type SpawnedServer, spawnServer, temporaryFolder, waitFor } from '../support/server.ts';

const USERS = 40;
const KILLS = killCount(2);
/** A step of settlement takes at most 1,000 tickets, and half of the tickets win. So there are more steps than kills. */
const TICKETS = KILLS * 3_000;
const WAIT_MS = 100_000 * (1 + KILLS);

let postgres: TestPostgres;
let pool: pg.Pool;
let folder: string;
const nodes: SpawnedServer[] = [];
beforeAll(async () => {
  postgres = await startWithSchema();
  pool = openPool(postgres.url);
  folder = temporaryFolder();
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it(
  `${TICKETS} tickets, settling processes killed ${KILLS} times: each winning order is paid once, and the others stay as they are`,
  async () => {
    const env = { DATABASE_URL: postgres.url, CAIPU_GAMES: copyGames(folder), CAIPU_DATA: join(folder, 'data'), CAIPU_CLOCK: '1' };
    const web = await spawnServer({ ...env, CAIPU_ROLE: 'web' });
    nodes.push(web);
    const draw = { ...env, CAIPU_ROLE: 'draw' };
    const opener = await spawnServer(draw);
    const issue = await waitFor(
      'an issue on sale',
      async () => {
        const { rows } = await pool.query(
          `SELECT * FROM issues WHERE game = 'jlffc' AND state = 'open' AND opens_at <= caipu_now_ms() AND closes_at > caipu_now_ms() + 2000`,
        );
        return rows[0] as { issue: string; hash: string; draws_at: string } | undefined;
      },
      60,
    );
    await opener.stop();

    // Five of the ten different selections win, whatever the draw.
    await insertTickets(queryingOf(pool), issue, { tickets: TICKETS, users: USERS, step: 2 });
    await expectBooksInOrder(queryingOf(pool));

    await pool.query(`UPDATE clock SET base_game = base_game + $1 - caipu_now_ms() + 1000`, [issue.draws_at]);
    const progress = async () => {
      const { rows } = await pool.query(
        `SELECT state, encode(settled_to, 'hex') AS settled_to, settled_user, settled_id FROM issues WHERE game = 'jlffc' AND issue = $1`,
        [issue.issue],
      );
      return rows[0] as { state: string; settled_to: string | null; settled_id: string | null };
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await progress();
      if (before.state === 'settled') break;
      // Two processes run at a time, so that they also take over from each other.
      const pair = await Promise.all([spawnServer(draw), spawnServer(draw)]);
      await waitFor('a step forward', async () => {
        const now = await progress();
        return now.state === 'settled' || now.settled_id !== before.settled_id || now.settled_to !== before.settled_to;
      });
      await Promise.all(pair.map((node) => node.kill()));
    }
    nodes.push(await spawnServer(draw));
    await waitFor('settled', async () => (await progress()).state === 'settled');

    const { rows } = await pool.query(
      `SELECT status, count(*)::int AS n, count(DISTINCT prize)::int AS prizes FROM orders GROUP BY status ORDER BY status`,
    );
    expect(rows).toEqual([
      { status: 'placed', n: TICKETS / 2, prizes: 1 },
      { status: 'won', n: TICKETS / 2, prizes: 1 },
    ]);
    const { rows: paid } = await pool.query(
      `SELECT count(*)::int AS n, count(DISTINCT ref)::int AS orders FROM movements WHERE kind = 'prize'`,
    );
    expect(paid).toEqual([{ n: TICKETS / 2, orders: TICKETS / 2 }]);
    await expectBooksInOrder(queryingOf(pool));
  },
  WAIT_MS,
);
