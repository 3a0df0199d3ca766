/**
 * An upgrade beside a process of an older release (schema 005), which knows nothing of what is new: its very statements, on connections as it
 * holds them, while the present program brings the schema up to date, and after that. The fixture is a dump (pg_dump, insert statements) of a
 * database that a server of that release made, functions included. The nightly's job `beside` runs that release itself.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../protocol/status.ts';
import { openDatabase } from '../../server/db/database.ts';
import { isUnavailable } from '../../server/db/postgres.ts';
import { openPool, querying, startPostgres, type TestPostgres } from './support/postgres.ts';
import { expectBooksInOrder, root, temporaryFolder, until } from './support/server.ts';

const PLAYERS = 6;

let postgres: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startPostgres();
  pool = openPool(postgres.url);
  const client = await pool.connect();
  await client.query(gunzipSync(readFileSync(join(root, 'tests/fixtures/databases/005.sql.gz'))).toString());
  client.release(true);
});
afterAll(async () => {
  await pool?.end();
  await postgres?.stop();
});

interface Kept {
  readonly status: number;
}

/** One connection of the older process, for one player. */
class Older {
  readonly client: pg.Client;
  readonly token = createHash('sha256').update(randomUUID()).digest('hex');
  userId = 0;

  constructor() {
    // With its limits; a connection that is lost would fail the test by itself.
    this.client = new pg.Client({ connectionString: postgres.url, statement_timeout: 10_000, lock_timeout: 2_000 });
  }

  async ask<R extends pg.QueryResultRow>(text: string, values: readonly unknown[], name?: string): Promise<R> {
    return (await this.client.query<R>({ text, values: [...values], ...(name === undefined ? {} : { name }) })).rows[0] as R;
  }

  async register(): Promise<void> {
    await this.client.connect();
    const name = `old${randomUUID().slice(0, 8)}`;
    const { id } = await this.ask<{ id: string }>('SELECT register_user($1, $2, $3, $4) AS id', [name, name, 'x', 100_000_000]);
    this.userId = Number(id);
    await this.ask(
      'INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, caipu_now_ms(), caipu_now_ms() + 86400000)',
      [this.token, this.userId],
    );
  }

  #order(issue: { readonly game: string; readonly issue: string; readonly hash: string }) {
    const ticket = { game: issue.game, lines: [] };
    const common = { token: this.token, nonce: randomUUID(), key: randomUUID(), body_hash: 'h', id: randomUUID() };
    return { ...common, game: issue.game, issue: issue.issue, hash: issue.hash, ticket, bets: 1, amount: 200 };
  }

  async bet(issue: Parameters<Older['chase']>[0]): Promise<Kept> {
    const items = [0, 1].map((i) => ({ i, ...this.#order(issue), multiplier: 1 }));
    const { answers } = await this.ask<{ answers: (Kept & { i: number })[] }>(
      'SELECT place_bets($1::jsonb) AS answers',
      [JSON.stringify(items)],
      'place-bets',
    );
    return answers.find(({ status }) => status !== STATUS.ok) ?? (answers[0] as Kept);
  }

  async chase(issue: { readonly game: string; readonly issue: string; readonly hash: string }): Promise<Kept> {
    const item = { ...this.#order(issue), stop: true, orders: [{ id: randomUUID(), issue: issue.issue, multiplier: 1, amount: 200 }] };
    return (await this.ask<{ answer: Kept }>('SELECT place_chase($1::jsonb) AS answer', [JSON.stringify(item)], 'place-chase')).answer;
  }

  async useNonce(): Promise<Kept> {
    const { fresh } = await this.ask<{ fresh: boolean }>('SELECT use_nonce($1) AS fresh', [randomUUID()], 'use-nonce');
    return { status: fresh ? STATUS.ok : STATUS.badSignature };
  }

  async outcome(): Promise<Kept> {
    await this.ask('SELECT key_outcome($1, $2) AS answer', [this.userId, randomUUID()], 'key-outcome');
    return { status: STATUS.ok };
  }
}

it('every bet, chase, nonce and question of the older process is answered while the schema and the functions change, and after', async () => {
  const last = pool.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1');
  expect((await last).rows).toEqual([{ name: '005-one-ledger' }]);
  // On sale for the length of this test, whatever the day.
  const { rows } = await pool.query<{ game: string; issue: string; hash: string }>(
    `UPDATE issues SET opens_at = caipu_now_ms() - 1000, closes_at = caipu_now_ms() + 3600000, draws_at = caipu_now_ms() + 3660000
      WHERE (game, issue) IN (SELECT game, issue FROM issues WHERE state = 'open' ORDER BY game, issue LIMIT 1) RETURNING game, issue, hash`,
  );
  const issue = rows[0] as (typeof rows)[number];
  const players = Array.from({ length: PLAYERS }, () => new Older());
  for (const player of players) await player.register();
  const wrong: string[] = [];
  let accepted = 0;
  let betting = true;
  const load = players.map(async (player, at) => {
    for (let n = at; betting; n += 1) {
      const [what, act] = (
        [
          ['bet', () => player.bet(issue)],
          ['chase', () => player.chase(issue)],
          ['nonce', () => player.useNonce()],
          ['outcome', () => player.outcome()],
        ] as const
      )[n % 4] as readonly [string, () => Promise<Kept>];
      try {
        const { status } = await act();
        if (status === STATUS.ok) accepted += what === 'bet' ? 2 : what === 'chase' ? 1 : 0;
        else wrong.push(`${what}: status ${status}`);
      } catch (error) {
        // What the older process takes for a database that is away it says in words, and the phone asks again.
        if (!isUnavailable(error)) wrong.push(`${what}: ${(error as Error).message}`);
      }
    }
  });
  try {
    await until('bets under way', async () => accepted > 60);
    await (await openDatabase({ url: postgres.url, dataDir: temporaryFolder() })).close();
    const before = accepted;
    await until('bets after it', async () => accepted > before + 60 || wrong.length > 50);
  } finally {
    betting = false;
    await Promise.all(load);
    for (const player of players) await player.client.end();
  }
  expect([...new Set(wrong)]).toEqual([]);
  const tickets = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM tickets WHERE user_id = ANY($1::bigint[])`, [
    players.map(({ userId }) => userId),
  ]);
  expect(tickets.rows[0]?.n).toBe(accepted);
  await expectBooksInOrder(querying(pool));
}, 60_000);
