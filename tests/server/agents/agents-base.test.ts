/** The amount that rebates are calculated from (`agent_ended`), on orders that are written as settlement leaves them. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/platform/database/database.ts';
import { openEmbedded } from '../support/lite.ts';
import { temporaryFolder } from '../support/server.ts';

const folder = temporaryFolder();
const DUE_AT = 1_790_000_000_000;
let database: Database;
let player: number;

const sql = async <R = Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
  (await database.query<R>(text, values)).rows;

beforeAll(async () => {
  database = await openEmbedded(join(folder, 'lite'));
  // These rows stand alone: without the movements and items that triggers and foreign keys ask for.
  await sql('SET session_replication_role = replica');
  const [made] = await sql<{ id: number }>("SELECT register_user('base', 'base', 'x', 100) AS id");
  player = made?.id ?? 0;
}, 60_000);
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A ticket in a game whose name says which case it is; amounts in fen. */
async function ticket(game: string, issue: string, amount: number, status: string, prize = 0): Promise<string> {
  const id = randomUUID();
  await sql(
    `INSERT INTO tickets (user_id, id, game, issue, selection, hash, ticket, bets, amount, multiplier, placed_at, due_at, status, prize, settled_at)
     VALUES ($1, $2, $3, $4, '\\x00', 'h', '{}', 1, $5, 1, $6, $6, $7, $8, $6)`,
    [player, id, game, issue, amount, DUE_AT, status, prize],
  );
  return id;
}

async function coupon(order: string, fen: number, bonus = 0): Promise<void> {
  await sql('INSERT INTO coupon_uses (user_id, order_id, item_id, fen, bonus) VALUES ($1, $2, $3, $4, $5)', [
    player,
    order,
    randomUUID(),
    fen,
    bonus,
  ]);
}

async function play(game: string, cost: number, prize: number): Promise<void> {
  await sql(
    `INSERT INTO small_plays (user_id, id, game, hash, commitment, phone_seed, bets, stake, cost, prize, status, placed_at, settled_at)
     VALUES ($1, $2, $3, 'h', '', '', '[]', $4, $4, $5, $6, $7, $7)`,
    [player, randomUUID(), game, cost, prize, prize > 0 ? 'won' : 'lost', DUE_AT],
  );
}

async function match(game: string, amount: number, refund: number, prize: number): Promise<string> {
  const id = randomUUID();
  await sql(
    `INSERT INTO sport_orders (user_id, id, game, amount, refund, prize, status, placed_at, due_at, settled_at, hash, ticket, bets, multiplier)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, 'h', '{}', 1, 1)`,
    [player, id, game, amount, refund, prize, prize > 0 ? 'won' : 'lost', DUE_AT],
  );
  return id;
}

/** A group order of 10,000 fen that the player started. The player has a share of 4,000 fen. */
async function group(game: string, refund: number, site: boolean): Promise<void> {
  const id = randomUUID();
  await sql(
    `INSERT INTO group_buy_orders (id, initiator, kind, game, issue, hash, ticket, bets, multiplier, total, shares, share_fen, own_shares, sold, guarantee,
                                   guarantee_id, commission, base, security, state, started_at, stops_at, due_at, ended_at, refund)
     VALUES ($1, $2, 'ticket', $3, '1', 'h', '{}', 1, 1, 10000, 100, 100, 40, 100, 0, $1, 0, 'profit', 0, 'lost', $4, $4, $4, $4, $5)`,
    [id, player, game, DUE_AT, refund],
  );
  for (const type of site ? ['own', 'site'] : ['own'])
    await sql(
      `INSERT INTO group_buy_joins (user_id, id, group_buy_id, game, issue, type, shares, amount, refund, status, placed_at, due_at, settled_at)
       VALUES ($1, $2, $3, $4, '1', $5, 40, 4000, $6, 'lost', $7, $7, $7)`,
      [player, randomUUID(), id, game, type, (refund * 40) / 100, DUE_AT],
    );
}

it('[A3] the base is the own stake that was at risk', async () => {
  await ticket('lost', '1', 1_000, 'lost');
  await ticket('cancelled', '1', 1_000, 'cancelled');
  await coupon(await ticket('coupon', '1', 1_000, 'lost'), 300);
  await coupon(await ticket('bonus', '1', 1_000, 'lost'), 300, 300);
  // Big and small of one round: 2,000 fen are staked and 100 are lost.
  await ticket('both', '1', 1_000, 'won', 1_900);
  await ticket('both', '1', 1_000, 'lost');
  // The same two bets in two rounds are two bets at risk: at most the stake of each.
  await ticket('apart', '1', 1_000, 'won', 1_900);
  await ticket('apart', '2', 1_000, 'lost');
  await ticket('large', '1', 1_000, 'won', 50_000);
  await play('reels', 1_000, 0);
  await play('red-and-black', 1_000, 950);
  await match('matches', 1_000, 200, 0);
  await coupon(await match('match-coupon', 1_000, 200, 0), 900);
  await group('group', 1_500, false);
  await group('group-site', 0, true);
  const rows = await sql<{ game: string; base: number }>('SELECT game, base FROM agent_ended($1::bigint[], $2, $3, $4::jsonb)', [
    [player],
    DUE_AT,
    DUE_AT + 1,
    '{}',
  ]);
  expect(Object.fromEntries(rows.map(({ game, base }) => [game, base]))).toEqual({
    lost: 1_000,
    cancelled: 0,
    coupon: 700,
    bonus: 1_000,
    both: 100,
    apart: 900 + 1_000,
    large: 1_000,
    reels: 1_000,
    'red-and-black': 50,
    matches: 800,
    'match-coupon': 0,
    group: 8_500,
    'group-site': 0,
  });
});
