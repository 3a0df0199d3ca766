/**
 * L24 and L27 with two processes on one PostgreSQL. One process is killed again and again while payments come in. Each payment that the stand-in
 * cashier took arrives once, and nothing else does. Once here, twenty times in a night.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FundMoveModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { killCount } from '../../engine/rules/support/runs.ts';
import { freePort } from '../../support/ports.ts';
import { Client } from '../support/client.ts';
import { openPool, queryingOf, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { copyGames, expectBooksInOrder, type SpawnedServer, spawnServer, temporaryFolder, waitFor } from '../support/server.ts';

const KILLS = killCount(1);
/** Orders of one round. */
const ORDERS = 12;
/** Game time runs fast, so that the server's own questions come soon. */
const SPEED = 50;

let postgres: TestPostgres;
let pool: pg.Pool;
let folder: string;
beforeAll(async () => {
  postgres = await startWithSchema();
  pool = openPool(postgres.url);
  folder = temporaryFolder();
});
afterAll(async () => {
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Node {
  readonly server: SpawnedServer;
  /** Of its stand-in cashier. */
  readonly cashier: string;
}

async function start(games: string): Promise<Node> {
  const port = await freePort();
  const server = await spawnServer({
    DATABASE_URL: postgres.url,
    CAIPU_GAMES: games,
    CAIPU_DATA: join(folder, 'data'),
    CAIPU_CLOCK: String(SPEED),
    CAIPU_DEMO_PORT: String(port),
    CAIPU_DEMO_DRAWS: '0',
    CAIPU_FEED: 'none',
  });
  return { server, cashier: `http://127.0.0.1:${port}/cashier` };
}

it(`[L24] [L27] kill -9 × ${KILLS} while payments come in: each arrives once`, async () => {
  const games = copyGames(folder);
  const steady = await start(games);
  let fragile = await start(games);
  const now = (await new Client(steady.server.base).sync()).now;
  const rows = async <R extends pg.QueryResultRow>(text: string) => (await pool.query<R>(text)).rows;

  for (let kill = 0; kill < KILLS; kill += 1) {
    const players = await Promise.all(
      Array.from({ length: ORDERS / 3 }, () => {
        const client = new Client(steady.server.base);
        client.now = now;
        return client.register();
      }),
    );
    const sources: string[] = [];
    for (const [at, player] of players.entries())
      for (let i = 0; i < 3; i += 1) {
        const { models, status } = await player.get<FundMoveModels>('/api/fund/in', {
          target: 'cashier',
          amountFen: String(1_000 + at * 10 + i * 2),
        });
        expect(status).toBe(STATUS.ok);
        sources.push(new URL(models.url ?? '').searchParams.get('source') ?? '');
      }
    // Each is paid at both cashiers at once, which tell or are silent; the blow falls among them, a little later each time.
    let answered = 0;
    const pay = async (desk: string, source: string, how: string) => {
      try {
        await fetch(`${desk}/pay`, { method: 'POST', body: new URLSearchParams({ source, how }), signal: AbortSignal.timeout(10_000) });
      } catch {
        // The one that was killed.
      }
      answered += 1;
      if (answered === 2 + (kill % 8) * 2) void fragile.server.kill();
    };
    const how = ['now', 'twice', 'silent'];
    await Promise.all(
      sources.flatMap((source, at) => [
        pay(fragile.cashier, source, how[at % 3] as string),
        pay(steady.cashier, source, how[(at + kill) % 3] as string),
      ]),
    );
    await fragile.server.kill();
    fragile = await start(games);

    await waitFor('all that was taken has arrived', async () => {
      const [left] = await rows<{ left: string }>(
        `SELECT count(*) AS left FROM cashier_ends e JOIN recharges r ON r.id = e.recharge_id WHERE e.trade_no IS NOT NULL AND r.state <> 'paid'`,
      );
      return left?.left === '0';
    });
  }
  const taken = await rows(`SELECT recharge_id AS ref, amount FROM cashier_ends WHERE trade_no IS NOT NULL ORDER BY 1`);
  expect(taken).toHaveLength(KILLS * ORDERS);
  expect(await rows(`SELECT ref, amount FROM movements WHERE kind = 'recharge' ORDER BY 1`)).toEqual(taken);
  expect(await rows(`SELECT ref, required * 2 AS amount FROM turnovers ORDER BY 1`)).toEqual(taken);
  await expectBooksInOrder(queryingOf(pool));
  await Promise.all([steady.server.stop(), fragile.server.stop()]);
});
