/**
 * S8: a page of the lobby of group orders (合买) among a million of them, against a page of a player's order list on the same database. 10,000 of
 * the group orders are open. Then joins a second, spread over all open orders and all on one. On PostgreSQL as it comes; the functions that
 * answer the calls, without the network.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../server/platform/database/database.ts';
import { listGroups } from '../server/social/group-buying/lists.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { FIRST_USER, openServices, openWriter, emptyPostgres, readOrders, elapsedMs, writeUsers } from './lib/parts.ts';
import { summarise } from './lib/rounds.ts';

const ORDERS = 1_000_000;
const OPEN = 10_000;
const USERS = 10_000;
/** Pages of one round: one of them is too short to be timed. */
const PAGES = 50;
const SORTS = ['progress', 'amount', 'share', 'people', 'record', 'left', 'stop'] as const;

/** Group orders of all players, each with one share; the last ones are open. */
async function fill(database: Database, orders: number, open: number): Promise<void> {
  await writeUsers(database, USERS);
  await database.query(
    `INSERT INTO group_buy_orders (id, initiator, kind, game, issue, hash, ticket, bets, multiplier, total, shares, share_fen, own_shares, sold, guarantee,
                            guarantee_id, people, commission, base, security, state, started_at, stops_at, due_at, record, ruled, counted)
     SELECT md5('hm' || n)::uuid, ${FIRST_USER} + n % ${USERS}, 'ticket', 'ssq', '1', 'h', '{"game":"ssq","lines":[]}', 1, 1,
            (100 + n % 900) * 100, 100, 100 + n % 900, 5, CASE WHEN n > $1::int - $2::int THEN 5 + n % 95 ELSE 100 END, n % 5,
            md5('g' || n)::uuid, 1 + n % 50, n % 11, 'profit', n % 4, CASE WHEN n > $1::int - $2::int THEN 'open' ELSE 'lost' END,
            n, CASE WHEN n > $1::int - $2::int THEN 4000000000000 - n ELSE n END, n, n % 1000, true, 0
       FROM generate_series(1, $1::int) n`,
    [orders, open],
  );
  await database.query(
    `INSERT INTO group_buy_joins (user_id, id, group_buy_id, type, shares, game, issue, amount, status, placed_at, due_at, settled_at)
     SELECT initiator, ('019a2b3c-0000-7000-8' || substr(md5(id::text), 1, 3) || '-' || lpad(to_hex(started_at), 12, '0'))::uuid, id, 'own', 5, game,
            issue, 5 * share_fen, CASE state WHEN 'open' THEN 'held' ELSE 'lost' END, started_at, due_at, CASE state WHEN 'open' THEN NULL ELSE due_at END
       FROM group_buy_orders`,
  );
  await database.query('VACUUM ANALYZE group_buy_orders, group_buy_joins, users');
}

const bench: Bench = {
  id: 'S8',
  title: `a page of the lobby among ${ORDERS.toLocaleString('en')} group orders`,
  async run(context) {
    const url = await emptyPostgres(context);
    const parts = await openServices(url, context.onEnd);
    const { database } = parts;
    const orders = context.quick ? ORDERS / 10 : ORDERS;
    context.say(`writing ${orders.toLocaleString('en')} group orders`);
    await fill(await openWriter(url, context.onEnd), orders, OPEN);

    const list = () => readOrders(parts, USERS, PAGES);
    const figures: Figure[] = [];
    for (const sort of SORTS) {
      const lobby = async () => {
        for (let i = 0; i < PAGES; i += 1) await listGroups(parts, { sort, size: 20 }, FIRST_USER + ((i * 37) % USERS));
      };
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = -1; round < context.rounds; round += 1) {
        const [a, b] = [await elapsedMs(lobby), await elapsedMs(list)];
        if (round >= 0) {
          ours.push(a);
          theirs.push(b);
        }
      }
      const compared = summarise(ours, theirs);
      figures.push({
        id: `S8.lobby.${sort}`,
        what: `a page of the lobby by ${sort} over a page of an order list, ${orders.toLocaleString('en')} orders, ${OPEN.toLocaleString('en')} open`,
        value: compared.ratio,
        unit: '×',
        goal: { at: 'most', value: 3 },
        against: {
          what: 'a page of a player’s order list',
          ours: `${(compared.a / PAGES).toFixed(2)} ms`,
          theirs: `${(compared.b / PAGES).toFixed(2)} ms`,
        },
        rounds: compared.rounds,
        range: compared.range,
      });
    }
    figures.push(...(await joins(database, context.quick ? 1_000 : 5_000)));
    return figures;
  },
};
export default bench;

/** Players who join, each one share at a time. */
const JOINERS = 64;
/** Joins under way at once. */
const AT_ONCE = 16;

/** Joins a second: spread over the open orders, and all on one, whose row they wait for one after the other. */
async function joins(database: Database, count: number): Promise<Figure[]> {
  for (let i = 0; i < JOINERS; i += 1)
    await database.query(
      `WITH made AS (SELECT register_user($1, $1, 'x', 1000000000) AS id)
       INSERT INTO sessions (token_hash, user_id, created_at, expires_at, ends_at, seen_at) SELECT $1, id, 0, 4000000000000, 4000000000000, 0 FROM made`,
      [`joiner${i}`],
    );
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM group_buy_orders WHERE state = 'open' AND left_shares > 10 ORDER BY id LIMIT 1000`,
  );
  const [one] = rows;
  if (one === undefined) throw new Error('no order is open');
  // More shares than are joined, so that the one order is not filled.
  await database.query('UPDATE group_buy_orders SET shares = 1000000, total = 1000000 * share_fen WHERE id = $1', [one.id]);
  const join = async (hm: string, at: number) => {
    const key = randomUUID();
    const item = { token: `joiner${at % JOINERS}`, nonce: key, key, body_hash: key, hm, shares: 1, id: randomUUID(), sold: null };
    const { rows: answers } = await database.query<{ status: number }>(
      `SELECT (join_group($1::jsonb)->>'status')::int AS status`,
      [JSON.stringify(item)],
      'join-group',
    );
    if (answers[0]?.status !== 0) throw new Error(`a join was answered with ${answers[0]?.status}`);
  };
  const rate = async (orderOf: (at: number) => string): Promise<number> => {
    const from = performance.now();
    let at = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (at < count) {
          at += 1;
          await join(orderOf(at), at);
        }
      }),
    );
    return (count * 1000) / (performance.now() - from);
  };
  const named = (id: string, what: string, value: number): Figure => ({ id, what, value: Math.round(value), unit: 'joins/s' });
  return [
    named(
      'S8.joins.spread',
      'joins a second, spread over a thousand group orders',
      await rate((at) => rows[at % rows.length]?.id as string),
    ),
    named('S8.joins.one', 'joins a second, all on one group order', await rate(() => one.id)),
  ];
}
