/**
 * [G2] – [G7] on random group orders: shares, guarantees, joins, ends, prizes and corrections against a model in BigInt, to the fen. The night
 * runs 100,000 of them.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openWithoutMigrating, openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import type { StoredAnswer } from '../../../server/platform/database/tables.ts';
import { commissionOf, ICON_PROFITS } from '../../../server/social/group-buying/terms.ts';
import { seeded } from '../../engine/rules/support/games.ts';
import { runCount, seed } from '../../engine/rules/support/runs.ts';
import { openEmbedded } from '../support/lite.ts';
import { startPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, temporaryFolder } from '../support/server.ts';

const folder = temporaryFolder();
const random = seeded(seed);
const RUNS = runCount(80);
const NIGHT = RUNS > 1_000;
let database: Database;
/** The check of the books reads everything: of a night's 100,000 orders it takes longer than a server allows a statement. */
let books: Database;
let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;
let players: number[];
const FAR = 4_000_000_000_000;
const FINISH = `SELECT finish_groups(50, '{${ICON_PROFITS}}', 28800000) AS n`;

beforeAll(async () => {
  // A night's hundred thousand are several times as fast on PostgreSQL.
  if (NIGHT) postgres = await startPostgres();
  database =
    postgres === undefined
      ? await openEmbedded(join(folder, 'lite'))
      : await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: join(folder, 'lite'), poolSize: 1 });
  books = postgres === undefined ? database : await openWithoutMigrating({ schema: SCHEMA, url: postgres.url, dataDir: folder });
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed) VALUES ('g', '1', 0, $1, $1, 'open', 'h', '', '')`,
    [FAR],
  );
  players = [];
  for (let i = 0; i < 5; i += 1) {
    const { rows } = await database.query<{ id: number }>('SELECT register_user($1, $1, $2, $3) AS id', [`random${i}`, 'x', 4_000_000_000]);
    players.push(rows[0]?.id as number);
    await database.query(
      `INSERT INTO sessions (token_hash, user_id, created_at, expires_at, ends_at, seen_at) VALUES ($1, $2, 0, $3, $3, 0)`,
      [`t${i}`, rows[0]?.id, FAR],
    );
  }
}, 60_000);
afterAll(async () => {
  if (books !== database) await books?.close();
  await database?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const wallets = async (): Promise<bigint[]> =>
  (
    await database.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = ANY($1::bigint[]) ORDER BY user_id', [
      players,
    ])
  ).rows.map(({ balance_fen }) => BigInt(balance_fen));
const answerOf = async (call: string, values: readonly unknown[]): Promise<StoredAnswer> =>
  (await database.query<{ answer: StoredAnswer }>(`SELECT ${call} AS answer`, values)).rows[0]?.answer as StoredAnswer;

interface Share {
  readonly player: number;
  readonly shares: number;
  readonly own: boolean;
}

/** The sum that each player gets from a prize and from a refund of the price. */
function paid(
  joins: readonly Share[],
  of: number,
  total: bigint,
  prize: bigint,
  refund: bigint,
  percent: number,
  base: 'profit' | 'prize',
) {
  const commission = commissionOf(prize, total - refund, percent, base);
  const shared = prize - commission;
  const back = players.map(() => 0n);
  let restPrize = shared;
  let restRefund = refund;
  for (const { player, shares } of joins) {
    const part = (shared * BigInt(shares)) / BigInt(of);
    const given = (refund * BigInt(shares)) / BigInt(of);
    back[player] = (back[player] as bigint) + part + given;
    restPrize -= part;
    restRefund -= given;
  }
  expect(restPrize < BigInt(joins.length) && restPrize >= 0n).toBe(true);
  const initiator = joins.find(({ own }) => own)?.player as number;
  // The own shares take no more of the refund than they cost. The others take a fen each of the rest, in the order of the players.
  const own = joins.find((join) => join.own)?.shares as number;
  const room = (total * BigInt(own)) / BigInt(of) - (refund * BigInt(own)) / BigInt(of);
  const ownRest = restRefund < room ? restRefund : room;
  restRefund -= ownRest;
  back[initiator] = (back[initiator] as bigint) + restPrize + ownRest + commission;
  for (const { player } of joins.filter((join) => !join.own).sort((a, b) => a.player - b.player)) {
    if (restRefund === 0n) break;
    back[player] = (back[player] as bigint) + 1n;
    restRefund -= 1n;
  }
  expect(restRefund).toBe(0n);
  return { back, commission };
}

async function oneOrder(): Promise<void> {
  const id = randomUUID();
  const shares = 1 + random(random(3) === 0 ? 1_000 : 40);
  const shareFen = 100 + random(400);
  const total = BigInt(shares * shareFen);
  const least = Math.max(1, Math.ceil((shares * 5) / 100));
  const own = least + random(shares - least + 1);
  const guarantee = random(2) === 0 ? 0 : random(shares - own + 1);
  const commission = random(11);
  const base = random(5) === 0 ? 'prize' : 'profit';
  const initiator = random(players.length);
  const before = await wallets();
  const key = randomUUID();
  const started = await answerOf('start_group($1::jsonb)', [
    JSON.stringify({
      token: `t${initiator}`,
      nonce: key,
      key,
      body_hash: key,
      id,
      kind: 'ticket',
      game: 'g',
      issue: '1',
      hash: 'h',
      ticket: { game: 'g', lines: [] },
      bets: 1,
      multiplier: 1,
      form: null,
      amount: Number(total),
      shares,
      own,
      guarantee,
      commission,
      base,
      security: 0,
      title: '',
      words: '',
      stop_ms: 0,
      live_ms: 0,
      own_id: randomUUID(),
      guarantee_id: randomUUID(),
      sold: null,
      to: '',
    }),
  ]);
  expect(started.status, started.msg).toBe(0);
  const joins: Share[] = [{ player: initiator, shares: own, own: true }];
  let left = shares - own;
  for (let i = random(8); i > 0 && left > 0; i -= 1) {
    const wanted = random(12) === 0 ? left + 1 : 1 + random(left);
    const player = random(players.length);
    const { status, models } = await answerOf(`take_shares($1, $2, $3, $4, 'join', 'wallet', NULL)`, [
      players[player],
      id,
      wanted,
      randomUUID(),
    ]);
    if (wanted > left) {
      expect({ status, models }).toEqual({ status: 13, models: { leftShares: left } });
      continue;
    }
    expect(status).toBe(0);
    joins.push({ player, shares: wanted, own: false });
    left -= wanted;
  }
  /** Shares that the site's player adds at the stop. */
  let added = 0;
  const helper = random(players.length);
  const calledOff = left > 0 && random(6) === 0 && (shares - left + guarantee) * 100 < shares * 50;
  if (calledOff) expect((await answerOf('cancel_group($1, $2, 50)', [players[initiator], id])).status).toBe(0);
  else if (left > 0) {
    await database.query('UPDATE group_buy_orders SET stops_at = 0 WHERE id = $1', [id]);
    const most = random(3) === 0 ? 1 + random(10) : undefined;
    const site =
      most === undefined ? null : JSON.stringify({ user: players[helper], fromPercent: 90, mostPercent: most, id: randomUUID() });
    const lacking = Math.max(0, left - guarantee);
    if (most !== undefined && lacking > 0 && (shares - lacking) * 100 >= shares * 90 && lacking * 100 <= shares * most) added = lacking;
    const done = await answerOf('to_jsonb(stop_group($1, NULL, $2::jsonb))', [id, site]);
    expect(done, `${left} of ${shares} left, ${guarantee} guaranteed, ${added} by the site`).toBe(
      guarantee + added >= left ? 'played' : 'failed',
    );
    expect(await answerOf('to_jsonb(stop_group($1, NULL, $2::jsonb))', [id, site])).toBe(null);
  }
  const played = left === 0 || (!calledOff && guarantee + added >= left);
  if (!played) {
    expect(await wallets()).toEqual(before);
    return;
  }
  if (added > 0) joins.push({ player: helper, shares: added, own: false });
  if (left > added) joins.push({ player: initiator, shares: left - added, own: false });
  const staked = before.map((fen, player) =>
    joins.reduce((sum, join) => sum - (join.player === player ? BigInt(join.shares * shareFen) : 0n), fen),
  );
  expect(await wallets()).toEqual(staked);

  const settle = async (prize: bigint, refund: bigint) => {
    const expected = paid(joins, shares, total, prize, refund, commission, base);
    expect(await wallets(), `prize ${prize}, refund ${refund} of ${total} in ${shares}`).toEqual(
      staked.map((fen, player) => fen + (expected.back[player] as bigint)),
    );
    if (prize <= total - refund) expect(expected.commission).toBe(0n);
    else {
      // Nobody who joined a profitable order is left with less than he paid, but for the fen that rounding takes.
      joins.forEach((join) => {
        const part = ((prize - expected.commission) * BigInt(join.shares)) / BigInt(shares);
        expect(part >= ((total - refund) * BigInt(join.shares)) / BigInt(shares)).toBe(true);
      });
    }
  };
  const somePrize = (): bigint => {
    const kind = random(4);
    if (kind === 0) return BigInt(1 + random(50));
    if (kind === 1) return total + BigInt(random(3)) - 1n;
    return BigInt(1 + random(2_000_000));
  };
  const end = random(5);
  if (end === 0) {
    await database.query(`SELECT refund_order(0, $1, 'void')`, [id]);
    await settle(0n, total);
    return;
  }
  const prize = somePrize();
  await database.query('SELECT pay_prizes($1::jsonb)', [JSON.stringify([{ user: 0, id, prize: Number(prize), outcome: [] }])]);
  await settle(prize, 0n);
  if (end === 1) {
    // A corrected result, as matches have it: the sums change, and the differences are posted.
    await database.query(FINISH);
    const other = somePrize();
    // Often all but some fen: then rounding leaves more than the own shares may take.
    const refund = random(3) === 0 ? total - BigInt(1 + random(3)) : BigInt(random(Number(total)));
    await database.query('UPDATE tickets SET prize = $2 WHERE user_id = 0 AND id = $1', [id, Number(other)]);
    await database.query('SELECT settle_group($1, $2, $3)', [id, Number(other), Number(refund)]);
    await settle(other, refund);
  }
}

it(
  '[G2] – [G7] random group orders come to what a model says, and records to what they came to',
  async () => {
    for (let run = 0; run < RUNS; run += 1) await oneOrder();
    while (((await database.query<{ n: number }>(FINISH)).rows[0]?.n ?? 0) > 0);
    await expectBooksInOrder(books);
    const { rows } = await database.query<{ off: number }>(
      `SELECT count(*)::int AS off FROM (
       SELECT initiator AS user_id, count(*)::int AS orders, sum(prize)::bigint AS prize, sum(greatest(prize - total, 0))::bigint AS profit,
              (SELECT array_agg(n ORDER BY at) FROM (
                 SELECT l.at, count(*) FILTER (WHERE x.prize - x.total >= l.least AND x.prize - x.total < coalesce(l.next, 9007199254740991))::int AS n
                   FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS l(least, next, at), group_buy_orders x
                  WHERE x.initiator = h.initiator AND x.state IN ('won', 'lost') GROUP BY l.at) c) AS icons
         FROM group_buy_orders h WHERE state IN ('won', 'lost') GROUP BY 1) o
       FULL JOIN (SELECT * FROM group_buy_initiators WHERE orders > 0) p USING (user_id)
       FULL JOIN (SELECT user_id, sum(orders)::int AS orders, sum(prize)::bigint AS prize FROM group_buy_days GROUP BY 1) d USING (user_id)
      WHERE (o.orders, o.prize, o.profit, o.icons, o.orders, o.prize) IS DISTINCT FROM (p.orders, p.prize, p.profit, p.icons, d.orders, d.prize)`,
      [ICON_PROFITS, [...ICON_PROFITS.slice(1), null]],
    );
    expect(rows).toEqual([{ off: 0 }]);
  },
  60_000 + RUNS * 500,
);
