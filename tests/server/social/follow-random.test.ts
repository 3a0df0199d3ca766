/**
 * [W1] [W2] on random follows: what followers are paid and what the releaser has of it, at their end and after a correction, against a model in
 * BigInt, to the fen. The night runs 100,000 of them.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openWithoutMigrating, openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { seeded } from '../../engine/rules/support/games.ts';
import { runCount, seed } from '../../engine/rules/support/runs.ts';
import { openEmbedded } from '../support/lite.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, temporaryFolder } from '../support/server.ts';

const RUNS = runCount(300);
/** A night's are many times as fast on PostgreSQL. */
const NIGHT = RUNS > 1_000;
/** Orders that follow one release. */
const FOLLOWS = 30;
const folder = temporaryFolder();
const random = seeded(seed);
let postgres: TestPostgres | undefined;
let database: Database;
/** The check of the books reads everything: of a night's 100,000 orders it takes longer than a server allows a statement. */
let books: Database;
let players: number[];

beforeAll(async () => {
  if (NIGHT) postgres = await startPostgres();
  database =
    postgres === undefined
      ? await openEmbedded(join(folder, 'lite'))
      : await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: folder, poolSize: 1 });
  books = postgres === undefined ? database : await openWithoutMigrating({ schema: SCHEMA, url: postgres.url, dataDir: folder });
  players = [];
  for (let i = 0; i < 8; i += 1) {
    const { rows } = await database.query<{ id: number }>('SELECT register_user($1, $1, $2, $3) AS id', [
      `fan${i}`,
      'x',
      4_000_000_000_000_000,
    ]);
    players.push(rows[0]?.id as number);
  }
}, 60_000);
afterAll(async () => {
  if (books !== database) await books?.close();
  await database?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const wallets = async (): Promise<Map<number, bigint>> => {
  const { rows } = await database.query<{ user_id: number; balance_fen: number }>(
    'SELECT user_id, balance_fen FROM wallets WHERE user_id = ANY($1::bigint[])',
    [players],
  );
  return new Map(rows.map(({ user_id, balance_fen }) => [user_id, BigInt(balance_fen)]));
};

interface Order {
  readonly user: number;
  readonly id: string;
  readonly amount: number;
  readonly release: string;
  /** The releaser's own order. */
  readonly own: boolean;
}
interface End {
  readonly prize: number;
  readonly refund: number;
}

/** Losses, profits about nothing, small and great ones, parts and all of the stake given back. */
function someEnd(amount: number): End {
  const kind = random(7);
  if (kind === 0) return { prize: 0, refund: 0 };
  if (kind === 1) return { prize: 0, refund: amount };
  if (kind === 2) return { prize: Math.max(0, amount + random(5) - 2), refund: 0 };
  if (kind === 3) return { prize: random(amount * 3), refund: random(amount) };
  if (kind === 4) return { prize: 0, refund: random(amount) };
  if (kind === 5) return { prize: random(2_000_000_000), refund: 0 };
  return { prize: amount + 1 + random(300), refund: 0 };
}

/** One release with those who follow it: sold, ended, and half of them corrected. */
async function oneRelease(): Promise<void> {
  const [releaser, ...fans] = [...players].sort(() => random(3) - 1) as [number, ...number[]];
  const release = randomUUID();
  // Whole percent, as the phone sends them, and any basis point that a description may say.
  const bp = random(2) === 0 ? random(11) * 100 : random(1_001);
  const order = (user: number, own: boolean): Order => ({
    user,
    id: randomUUID(),
    amount: 1 + random(random(2) === 0 ? 500 : 5_000_000),
    release,
    own,
  });
  const orders = [order(releaser, true), ...Array.from({ length: FOLLOWS }, () => order(fans[random(fans.length)] as number, false))];
  const before = await wallets();
  await database.query(
    `INSERT INTO releases (id, user_id, order_id, game, ticket, unit_fen, stake_fen, matches, plays, passes, single, return_x100, commission_bp, security,
                           text, least_fen, released_at, day, stops_at, starts_at)
     VALUES ($1, $2, $3, 'jczq', '{"matches":[]}', 200, $4, 1, '', '', true, 100, $5, 2, '', 1, 0, 1, 0, 0)`,
    [release, releaser, orders[0]?.id, orders[0]?.amount, bp],
  );
  await database.query('INSERT INTO releasers (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [releaser]);
  await database.query(
    `WITH o AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS x("user" bigint, id uuid, amount bigint, release uuid, own boolean)),
          sold AS (INSERT INTO sport_orders (user_id, id, game, hash, ticket, bets, amount, multiplier, placed_at, release_id)
                   SELECT "user", id, 'jczq', 'h', '{"matches":[]}', 1, amount, 1, 0, release FROM o),
          followed AS (INSERT INTO follows (user_id, order_id, release_id, times, stake_fen, at) SELECT "user", id, release, 1, amount, 0 FROM o WHERE NOT own)
     SELECT post("user", 'stake', 'wallet', 'house:stakes', amount, 'bet', id) FROM o`,
    [JSON.stringify(orders)],
  );
  const ends = new Map<string, End>();
  const end = async (list: readonly Order[], anew: boolean): Promise<void> => {
    for (const { id, amount } of list) ends.set(id, someEnd(amount));
    await database.query('SELECT end_sport_orders($1::jsonb, $2)', [
      JSON.stringify(list.map(({ user, id }) => ({ user, id, ...(ends.get(id) as End), outcome: [] }))),
      anew,
    ]);
    const expected = new Map(before);
    const add = (user: number, fen: bigint) => expected.set(user, (expected.get(user) as bigint) + fen);
    let paid = 0n;
    for (const { user, id, amount, own } of orders) {
      const { prize, refund } = ends.get(id) as End;
      const profit = BigInt(prize) + BigInt(refund) - BigInt(amount);
      const commission = own || profit <= 0n ? 0n : (profit * BigInt(bp)) / 10_000n;
      add(user, BigInt(prize) + BigInt(refund) - BigInt(amount) - commission);
      add(releaser, commission);
      paid += commission;
    }
    expect(await wallets(), `${bp} basis points, ${anew ? 'corrected' : 'ended'}`).toEqual(expected);
    const { rows } = await database.query<{ announced: number; each: number; off: number }>(
      `SELECT (SELECT commission_fen FROM releases WHERE id = $1)::bigint AS announced,
              (SELECT sum(commission_fen) FROM follows WHERE release_id = $1)::bigint AS each,
              (SELECT sum(written_off) FROM follows WHERE release_id = $1)::bigint AS off`,
      [release],
    );
    expect(rows).toEqual([{ announced: Number(paid), each: Number(paid), off: 0 }]);
  };
  await end(orders, false);
  await end(
    orders.filter(() => random(2) === 0),
    true,
  );
}

it(
  '[W1] [W2] gross prizes are what followers are paid and commissions, to the fen, at the end and after corrections',
  async () => {
    for (let run = 0; run < RUNS; run += FOLLOWS) await oneRelease();
    await expectBooksInOrder(books);
  },
  60_000 + RUNS * 100,
);
