/**
 * What a player's own orders came to, for his home page. It is kept by day and counted when somebody looks: each day anew until nothing in
 * it waits any more, so that no bet and no settlement pays for it and nobody's look reads all orders.
 */
import type { HomePageModels } from '../../protocol/calls.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { productOffset } from '../descriptions/product-clock.ts';
import { findOrders } from '../orders/orders.ts';
import { ORDER_KINDS } from '../orders/registry.ts';
import { DAY_MS } from '../protection/rules.ts';
import { PEOPLE } from './rules.ts';

type Record = NonNullable<HomePageModels['record']>;

/**
 * The kinds of a player's own orders. Shares of a group order (合买) are not: what was picked in it is for its own secrecy to show, whoever
 * shows the orders of his own.
 */
export const OWN_KINDS = new Map([...ORDER_KINDS].filter(([kind]) => kind !== 'group'));
/** Those that count: an order of several parts is counted by its parts. */
const COUNTED = [...OWN_KINDS.values()].filter(({ listed }) => listed).map(({ kind }) => kind);

/**
 * Counts the days from the first that is open. Ids grow with time: the beginning of that day is found by walking from the newest order. A
 * day is closed when nothing in it waits and some days have passed in which a result may still be corrected.
 */
const COUNT = `
  INSERT INTO record_days (user_id, day, orders, won, stake_fen, prize_fen, best_fen, closed)
  SELECT $1, c.day, c.orders, c.won, c.stake, c.prize, c.best, (NOT c.waits AND c.day < $4::int) OR c.day < $5::int FROM (
    SELECT d.day, count(*) FILTER (WHERE ended)::int AS orders, count(*) FILTER (WHERE d.status = 'won')::int AS won,
           coalesce(sum(d.amount) FILTER (WHERE ended), 0) AS stake, coalesce(sum(d.prize), 0) AS prize, coalesce(max(d.prize), 0) AS best,
           bool_or(NOT ended AND d.status <> 'cancelled') AS waits
      FROM (SELECT ((o.placed_at + $2::bigint) / ${DAY_MS})::int AS day, o.amount, o.prize, o.status,
                   (o.status IN ('won', 'lost') OR (o.status = 'placed' AND i.state = 'settled')) IS TRUE AS ended
              FROM orders o LEFT JOIN issues i ON i.game = o.game AND i.issue = o.issue
             WHERE o.user_id = $1 AND o.kind = ANY($3::text[]) AND o.unit = 'fen'
               AND o.id > coalesce((SELECT b.id FROM orders b WHERE b.user_id = $1 AND b.placed_at < $6::bigint ORDER BY b.id DESC LIMIT 1),
                                   '00000000-0000-0000-0000-000000000000'::uuid)) d
     GROUP BY d.day) c ORDER BY c.day
  ON CONFLICT (user_id, day) DO UPDATE SET orders = excluded.orders, won = excluded.won, stake_fen = excluded.stake_fen,
    prize_fen = excluded.prize_fen, best_fen = excluded.best_fen, closed = excluded.closed`;

const FIRST_OPEN = `SELECT caipu_now_ms() AS now, coalesce((SELECT min(day) FROM record_days WHERE user_id = $1 AND NOT closed),
    (SELECT max(day) + 1 FROM record_days WHERE user_id = $1), 0)::int AS first`;

async function countDays(client: Querying, userId: number, offset: number): Promise<number> {
  const { rows } = await client.query<{ now: number; first: number }>(FIRST_OPEN, [userId], 'record-first');
  const { now = 0, first = 0 } = rows[0] ?? {};
  const today = Math.floor((now + offset) / DAY_MS);
  const { openDays, closedAfterDays } = PEOPLE.record;
  await client.query(COUNT, [userId, offset, COUNTED, today - openDays, today - closedAfterDays, first * DAY_MS - offset], 'record-count');
  return today;
}

const basisPoints = (part: number, whole: number): number | null => (whole === 0 ? null : Number((BigInt(part) * 10_000n) / BigInt(whole)));

/** The record of a player. */
export async function recordOf(context: Pick<Context, 'database' | 'publication'>, userId: number): Promise<Record> {
  const { database } = context;
  const today = await countDays(database, userId, productOffset(context.publication));
  const [{ rows }, latest] = await Promise.all([
    database.query<{ orders: number; best: number; o7: number; w7: number; o30: number; w30: number; s30: number; p30: number }>(
      `SELECT coalesce(sum(orders), 0)::int AS orders, coalesce(max(best_fen), 0)::bigint AS best,
              coalesce(sum(orders) FILTER (WHERE day > $2 - 7), 0)::int AS o7, coalesce(sum(won) FILTER (WHERE day > $2 - 7), 0)::int AS w7,
              coalesce(sum(orders) FILTER (WHERE day > $2 - 30), 0)::int AS o30, coalesce(sum(won) FILTER (WHERE day > $2 - 30), 0)::int AS w30,
              coalesce(sum(stake_fen) FILTER (WHERE day > $2 - 30), 0)::bigint AS s30,
              coalesce(sum(prize_fen) FILTER (WHERE day > $2 - 30), 0)::bigint AS p30
         FROM record_days WHERE user_id = $1`,
      [userId, today],
      'record-sums',
    ),
    findOrders(database, userId, { size: PEOPLE.record.latest }, OWN_KINDS),
  ]);
  const sums = rows[0];
  const ended = latest.map(({ shown }) => shown).filter((shown) => shown === 'won' || shown === 'lost');
  const lost = ended.indexOf('lost');
  return {
    orders: sums?.orders ?? 0,
    hit7Bp: basisPoints(sums?.w7 ?? 0, sums?.o7 ?? 0),
    hit30Bp: basisPoints(sums?.w30 ?? 0, sums?.o30 ?? 0),
    returnBp: basisPoints(sums?.p30 ?? 0, sums?.s30 ?? 0),
    bestFen: sums?.best ?? 0,
    streak: lost === -1 ? ended.length : lost,
    last: ended.slice(0, 10),
    lastText: ended
      .slice(0, 10)
      .map((each) => (each === 'won' ? '中' : '未'))
      .join(' '),
  };
}
