/** A process that gets a signal to stop reports to balancers and phones that it stops, finishes its requests, and ends. A second signal ends it at once. */
import { request as httpRequest } from 'node:http';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../protocol/status.ts';
import { Client } from './support/client.ts';
import { openPool, queryingOf, startWithSchema, type TestPostgres } from './support/postgres.ts';
import { copyGames, expectBooksInOrder, spawnServer, temporaryFolder, waitFor } from './support/server.ts';
import { publishedGameOf, singleBet } from './support/tickets.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
const folder = temporaryFolder();
beforeAll(async () => {
  postgres = await startWithSchema();
  pool = openPool(postgres.url);
  copyGames(folder);
});
afterAll(async () => {
  await pool?.end();
  await postgres?.stop();
});

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: postgres.url,
  CAIPU_GAMES: `${folder}/games`,
  CAIPU_DATA: folder,
  ...more,
});

/** Holds the lock of a player. Until it is released, a bet of the player waits in the database. */
async function holdPlayer(userId: number): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT lock_player($1)', [userId]);
  return async () => {
    await holder.query('ROLLBACK');
    holder.release();
  };
}
const waiting = async () =>
  (await pool.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)).rowCount === 1;

it('a process that is stopped closes its streams, is not ready, refuses new requests, finishes the bet under way, and ends with 0', async () => {
  const node = await spawnServer(env({ CAIPU_DRAIN_SECONDS: '1' }));
  const player = await new Client(node.base).register();
  const version = await publishedGameOf(node.base, 'jlffc');
  const stream = await fetch(`${node.base}/events?tk=${player.token}`);
  const streamText = stream.text();
  const release = await holdPlayer(player.userId);
  const bet = player.bet(singleBet(version));
  await waitFor('the bet waiting in the database', waiting);
  node.child.kill('SIGTERM');
  // At first it answers requests, and /readyz answers 503.
  await waitFor('not ready', async () => (await fetch(`${node.base}/readyz`)).status === 503);
  // Then it refuses new requests, while the bet still waits.
  await waitFor(
    'refused',
    async () =>
      new Promise<boolean>((resolve) => {
        const probe = httpRequest(`${node.base}/livez`, { agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode === 503);
        });
        probe.on('error', () => resolve(true));
        probe.end();
      }),
  );
  expect(node.child.exitCode).toBe(null);
  await release();
  expect((await bet).status).toBe(STATUS.ok);
  expect(await streamText).toMatch(/retry: \d+\n\n$/);
  await waitFor('gone', async () => node.child.exitCode !== null);
  expect(node.child.exitCode).toBe(0);
  expect(node.output()).toMatch(/SIGTERM: stopping\nstopped\n$/);
  await expectBooksInOrder(queryingOf(pool));
}, 60_000);

it('a process that receives a second signal ends at once, and the books are in order', async () => {
  const node = await spawnServer(env({ CAIPU_DRAIN_SECONDS: '0' }));
  const player = await new Client(node.base).register();
  const version = await publishedGameOf(node.base, 'jlffc');
  const release = await holdPlayer(player.userId);
  const bet = player.bet(singleBet(version)).catch((error: Error) => error);
  await waitFor('the bet waiting in the database', waiting);
  node.child.kill('SIGTERM');
  await waitFor('stopping', async () => node.output().includes('SIGTERM: stopping'));
  // npm and the terminal may both send the signal of one key press, so an early second signal does not count. The test sends signals until one counts.
  await waitFor('gone', async () => {
    if (node.child.exitCode === null) node.child.kill('SIGINT');
    return node.child.exitCode !== null;
  });
  expect(node.child.exitCode).toBe(1);
  expect(node.output()).toContain('SIGINT again: stopping at once');
  expect(await bet).toBeInstanceOf(Error);
  await release();
  await expectBooksInOrder(queryingOf(pool));
}, 60_000);
