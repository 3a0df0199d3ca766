/**
 * The clock of the database's machine jumps an hour ahead and back under bets, with two processes: issues open, close and are drawn once,
 * nothing is bet on an issue at or after its close, and what was drawn stays as it was.
 */
import { rmSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { verifyAudit } from '../../../server/platform/audit/audit.ts';
import { type DatabaseClock, databaseClock } from '../support/machine-clock.ts';
import { openPool, queryingOf, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { FAST_GAME, gameVersion, singleBet, writeFastGame } from '../support/tickets.ts';

/** Issues of the fast game last two seconds, and a jump of the machine by twelve minutes is one of the game clock by an hour. */
const SPEED = 5;
const HOUR_S = 3_600 / SPEED;

let postgres: TestPostgres;
let clockPool: pg.Pool;
let machine: DatabaseClock;
let pool: pg.Pool;
let folder: string;
const nodes: TestServer[] = [];
beforeAll(async () => {
  postgres = await startWithSchema();
  clockPool = openPool(postgres.url);
  machine = await databaseClock(queryingOf(clockPool));
  pool = openPool(postgres.url);
  folder = temporaryFolder();
  const gamesDir = copyGames(folder);
  writeFastGame(gamesDir);
  for (let n = 0; n < 2; n += 1) nodes.push(await startServer({ databaseUrl: postgres.url, clockSpeed: SPEED, gamesDir, history: 0 }));
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await pool?.end();
  await clockPool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const node = (at: number) => nodes[at % 2] as TestServer;
const ask = async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
  (await pool.query<R>(text, [...values])).rows;
const jump = (hours: number) => machine.jump(hours * HOUR_S * 1_000);
const drawn = () =>
  ask<{ game: string; issue: string; numbers: unknown; seed: string }>(
    'SELECT game, issue, numbers, seed FROM issues WHERE numbers IS NOT NULL ORDER BY game, issue',
  );

it('an hour ahead, an hour back and on again: one result for each issue, and no bet at or after a close', async () => {
  const players = await Promise.all(
    Array.from({ length: 4 }, async (_, at) => {
      const player = await node(at).client().register();
      await node(0).grant(player.userId, 2_000_000_000);
      return player;
    }),
  );
  let betting = true;
  let accepted = 0;
  const statuses = new Set<number>();
  const load = players.map(async (player, at) => {
    for (let n = 0; betting; n += 1) {
      const { status } = await player.bet(singleBet(gameVersion(node(at), n % 3 === 0 ? 'jlffc' : FAST_GAME), at * 1_000 + n));
      statuses.add(status);
      if (status === STATUS.ok) accepted += 1;
    }
  });
  const more = async (what: string) => {
    const [bets, results] = [accepted, (await drawn()).length];
    await waitFor(`bets and a draw ${what}`, async () => accepted > bets + 20 && (await drawn()).length > results, 60);
  };
  const expectDrawsUnchanged = async (before: Awaited<ReturnType<typeof drawn>>) =>
    expect(await drawn()).toEqual(expect.arrayContaining(before));

  await more('before any jump');
  await jump(1);
  await more('an hour ahead');
  const ahead = await drawn();
  const late = Math.max(...nodes.map(({ context }) => context.clock.now()));
  await jump(-1);
  // Bets are taken on the issues that are open by the previous clock. A drawn issue is over, though its close lies ahead again.
  await waitFor('both processes have seen it', async () => nodes.every(({ context }) => context.clock.now() < late - 1_800_000));
  await expectDrawsUnchanged(ahead);
  await jump(1);
  await more('ahead again');
  await expectDrawsUnchanged(ahead);
  betting = false;
  await Promise.all(load);

  const [stop] = await ask<{ now: number }>('SELECT caipu_now_ms()::float8 AS now');
  await waitFor(
    'everything that is due drawn and settled',
    async () =>
      (await ask(`SELECT 1 FROM issues WHERE draws_at <= $1 AND state NOT IN ('settled', 'withdrawn')`, [stop?.now])).length === 0,
    60,
  );
  await waitFor(
    'all spans written down',
    async () => (await ask('SELECT 1 FROM skipped_spans WHERE next_after IS NOT NULL')).length === 0,
    60,
  );
  // A clock that was just set may refuse a signature; nothing else than that and a closed issue is ever said.
  expect([...statuses].filter((status) => ![STATUS.ok, STATUS.issueClosed, STATUS.badSignature].includes(status as never))).toEqual([]);
  expect(
    await ask(
      'SELECT t.issue FROM tickets t JOIN issues i USING (game, issue) WHERE t.placed_at >= i.closes_at OR t.placed_at < i.opens_at',
    ),
  ).toEqual([]);
  expect(
    await ask(`SELECT body::json->>'issue' AS issue FROM audit WHERE kind = 'draw' GROUP BY body::json->>'game', 1 HAVING count(*) > 1`),
  ).toEqual([]);
  expect(await ask('SELECT game, closes_at FROM issues WHERE NOT backfilled GROUP BY 1, 2 HAVING count(*) > 1')).toEqual([]);
  // What passed while the clock jumped is written down as cancelled: no hole between the first issue and the last.
  const issues = await ask<{ opens: number; closes: number }>(
    'SELECT opens_at::float8 AS opens, closes_at::float8 AS closes FROM issues WHERE game = $1 ORDER BY closes_at',
    [FAST_GAME],
  );
  const holes = issues.filter((issue, at) => at > 0 && issue.opens !== issues[at - 1]?.closes);
  expect(holes).toEqual([]);
  expect(issues.length).toBeGreaterThan(300);
  await expectDrawsUnchanged(ahead);
  expect((await verifyAudit(node(0).context.database)).broken).toBeUndefined();
  await expectBooksInOrder(queryingOf(pool));
}, 180_000);
