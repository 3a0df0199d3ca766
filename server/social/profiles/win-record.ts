/**
 * Results of a player's own orders, for the home page. They are counted by day, a day again until no order of it waits, so that
 * bets and settlement do no work for them. Reading calls count the open days and write nothing (`winRecordOf`). `writeWinRecord` stores closed days
 * now and then while the player is here, so that a read does not go through all orders.
 */
import { DAY_MS } from '../../platform/index.ts';
import type { HomePageModels } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { findOrders } from '../../lottery/index.ts';
import type { OrderKinds } from '../../ledger/index.ts';
import { PROFILE_RULES } from './rules.ts';

type Record = NonNullable<HomePageModels['record']>;

/**
 * The kinds of a player's own orders. Shares of a group order (合买) are not: its own secrecy rule decides about the picks, independent of the setting
 * for the player's own orders.
 */
export const kindsWithoutGroups = (kinds: OrderKinds): OrderKinds => new Map([...kinds].filter(([kind]) => kind !== 'group'));
/** Those that count: an order of several parts is counted by its parts. */
const countedKinds = (kinds: OrderKinds) => [...kindsWithoutGroups(kinds).values()].filter(({ listed }) => listed).map(({ kind }) => kind);

/**
 * Counts the days from the first that is open. Ids grow with time: the beginning of that day is found by walking from the newest order. A
 * day is closed when nothing in it waits and some days have passed in which a result may still be corrected.
 */
const COUNTED = `
    SELECT d.day, count(*) FILTER (WHERE ended)::int AS orders, count(*) FILTER (WHERE d.status = 'won')::int AS won,
           coalesce(sum(d.amount) FILTER (WHERE ended), 0) AS stake_fen, coalesce(sum(d.prize), 0) AS prize_fen, coalesce(max(d.prize), 0) AS best_fen,
           bool_or(NOT ended AND d.status <> 'cancelled') AS waits
      FROM (SELECT ((o.placed_at + $2::bigint) / ${DAY_MS})::int AS day, o.amount, o.prize, o.status,
                   (o.status IN ('won', 'lost') OR (o.status = 'placed' AND i.state = 'settled')) IS TRUE AS ended
              FROM orders o LEFT JOIN issues i ON i.game = o.game AND i.issue = o.issue
             WHERE o.user_id = $1 AND o.kind = ANY($3::text[]) AND o.unit = 'fen'
               AND o.id > coalesce((SELECT b.id FROM orders b WHERE b.user_id = $1 AND b.placed_at < $4::bigint ORDER BY b.id DESC LIMIT 1),
                                   '00000000-0000-0000-0000-000000000000'::uuid)) d
     GROUP BY d.day`;

const FIRST_OPEN = `SELECT caipu_now_ms() AS now, coalesce((SELECT min(day) FROM record_days WHERE user_id = $1 AND NOT closed),
    (SELECT max(day) + 1 FROM record_days WHERE user_id = $1), 0)::int AS first`;

type Parts = Pick<SocialServices, 'publication' | 'orderKinds'>;

/** The current day, and the parameters of COUNTED. */
async function openDays({ publication, orderKinds }: Parts, client: Querying, userId: number) {
  const offset = productOffset(publication);
  const { rows } = await client.query<{ now: number; first: number }>(FIRST_OPEN, [userId], 'record-first');
  const { now = 0, first = 0 } = rows[0] ?? {};
  return { today: Math.floor((now + offset) / DAY_MS), values: [userId, offset, countedKinds(orderKinds), first * DAY_MS - offset] };
}

/** Writes the days that are open as they are now. */
export async function writeWinRecord(parts: Parts, client: Querying, userId: number): Promise<void> {
  const { today, values } = await openDays(parts, client, userId);
  const { openDays: open, closedAfterDays } = PROFILE_RULES.record;
  await client.query(
    `INSERT INTO record_days (user_id, day, orders, won, stake_fen, prize_fen, best_fen, closed)
     SELECT $1, c.day, c.orders, c.won, c.stake_fen, c.prize_fen, c.best_fen, (NOT c.waits AND c.day < $5::int) OR c.day < $6::int FROM (${COUNTED}) c ORDER BY c.day
     ON CONFLICT (user_id, day) DO UPDATE SET orders = excluded.orders, won = excluded.won, stake_fen = excluded.stake_fen,
       prize_fen = excluded.prize_fen, best_fen = excluded.best_fen, closed = excluded.closed`,
    [...values, today - open, today - closedAfterDays],
    'record-count',
  );
}

const basisPoints = (part: number, whole: number): number | null => (whole === 0 ? null : Number((BigInt(part) * 10_000n) / BigInt(whole)));

/** The record of a player. */
export async function winRecordOf(
  context: Pick<SocialServices, 'database' | 'publication' | 'orderKinds'>,
  userId: number,
): Promise<Record> {
  const { database, orderKinds } = context;
  const { today, values } = await openDays(context, database, userId);
  const [{ rows }, latest] = await Promise.all([
    database.query<{ orders: number; best: number; o7: number; w7: number; o30: number; w30: number; s30: number; p30: number }>(
      `WITH counted AS MATERIALIZED (${COUNTED}),
            days AS (SELECT day, orders, won, stake_fen, prize_fen, best_fen FROM counted UNION ALL
                     SELECT day, orders, won, stake_fen, prize_fen, best_fen FROM record_days r
                      WHERE r.user_id = $1 AND NOT EXISTS (SELECT 1 FROM counted c WHERE c.day = r.day))
       SELECT coalesce(sum(orders), 0)::int AS orders, coalesce(max(best_fen), 0)::bigint AS best,
              coalesce(sum(orders) FILTER (WHERE day > $5::int - 7), 0)::int AS o7, coalesce(sum(won) FILTER (WHERE day > $5::int - 7), 0)::int AS w7,
              coalesce(sum(orders) FILTER (WHERE day > $5::int - 30), 0)::int AS o30, coalesce(sum(won) FILTER (WHERE day > $5::int - 30), 0)::int AS w30,
              coalesce(sum(stake_fen) FILTER (WHERE day > $5::int - 30), 0)::bigint AS s30,
              coalesce(sum(prize_fen) FILTER (WHERE day > $5::int - 30), 0)::bigint AS p30
         FROM days`,
      [...values, today],
      'record-sums',
    ),
    findOrders(database, userId, { size: PROFILE_RULES.record.latest }, kindsWithoutGroups(orderKinds)),
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
