/**
 * Reads a player's orders of all kinds; bet-calls.ts and the SQL functions write them. Every query leads with the player of the session, so an id of someone else finds nothing.
 *
 * What a list shows is found by an index and not by a look at every order (docs/ledger/orders.md): won and cancelled ones by their status, waiting
 * ones by the draw that they wait for, lost ones as those that are placed and wait no more.
 */
import type { OrderDetailModels, OrderItem, OrderStatus } from '../../../protocol/calls.ts';
import { type Database, orderNoSql } from '../../platform/index.ts';
import { orderMovements, type OrderHead, type OrderKinds, type StatementParts } from '../../ledger/index.ts';
import { UUID } from '../../../protocol/uuid.ts';
import { dayTotalsOf } from './day-totals.ts';

export interface OrderQuery {
  readonly status?: OrderStatus | undefined;
  /** One kind; left out: every listed one. */
  readonly kind?: string | undefined;
  /** An order of several parts stands once, for all its parts. Not together with `kind`. */
  readonly whole?: boolean | undefined;
  /** The id of the last order of the page before. */
  readonly cursor?: string | undefined;
  readonly size: number;
  /** Only what everybody may see of a player who shows his orders after the close: no bet can be made any more on what it was bet on. */
  readonly closed?: boolean | undefined;
  /** Orders of this game alone. */
  readonly game?: string | undefined;
  /** Not before this instant, and before this one (unix ms): of when they were placed, or drawn. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** What has ended, the latest draw first, and `from` and `to` are of the draw. Not together with `whole`. */
  readonly drawn?: boolean | undefined;
  /** Wall clock of the product, ms after UTC: then each order of the list of all tells what its day came to. */
  readonly offsetMs?: number | undefined;
}

/** True when the issue of `o` is settled; asked only about orders whose draw is not long past. */
export const ISSUE_IS_SETTLED = `(SELECT i.state FROM issues i WHERE i.game = o.game AND i.issue = o.issue) = 'settled'`;
const SHOWN = `CASE WHEN o.status = 'held' THEN 'pending' WHEN o.status <> 'placed' THEN o.status WHEN ${ISSUE_IS_SETTLED} THEN 'lost' ELSE 'pending' END AS shown`;
/** True when `o` has lost: with its issue, which is not written, or by its own kind's word. */
const LOST = `(o.status = 'lost' OR (o.status = 'placed' AND ${ISSUE_IS_SETTLED}))`;
/** True when `o` waits for nothing any more. An agent's report counts the same (agents/sql/figures.sql). */
const ENDED = `(o.status IN ('won', 'cancelled') OR ${LOST})`;
/** True when a part of `o` won. */
const WON_A_PART = `EXISTS (SELECT 1 FROM orders p WHERE p.user_id = o.user_id AND p.parent = o.id AND p.status = 'won')`;
/** True when nobody can bet any more on what `o` was bet on: its issue is closed, or the first of its matches is no longer sold. */
const CLOSED = `(o.status NOT IN ('placed', 'held')
  OR (SELECT i.closes_at FROM issues i WHERE i.game = o.game AND i.issue = o.issue) <= caipu_now_ms()
  OR (o.kind = 'sport' AND (SELECT min(least(f.single_stops_at, f.pass_stops_at)) FROM sport_orders s JOIN offers f
        ON f.game = s.game AND f.match_id = ANY(ARRAY(SELECT e->>'match' FROM jsonb_array_elements(s.ticket->'matches') e))
       WHERE s.user_id = o.user_id AND s.id = o.id) <= caipu_now_ms()))`;
export const ORDER_HEAD_COLUMNS = `o.user_id, o.id, o.parent, o.kind, o.game, o.issue, o.unit, o.amount, o.prize, o.status, o.outcome, o.placed_at, o.due_at, o.settled_at, ${orderNoSql('o')} AS order_no, ${SHOWN}`;

/** Every issue with a draw before this instant is settled: unix ms. Beyond all instants when none waits. */
async function settledBefore(database: Database): Promise<number> {
  const { rows } = await database.query<{ at: number | null }>(
    `SELECT min(draws_at) AS at FROM issues WHERE state IN ('open', 'frozen', 'drawn')`,
    [],
    'settled-before',
  );
  return rows[0]?.at ?? Number.MAX_SAFE_INTEGER;
}

/** Heads of a player's orders, newest first: at most `size`. Of one kind they are read from its own table. */
export async function findOrders(
  database: Database,
  userId: number,
  { status, kind, whole = false, closed = false, game, from: begins, to: ends, drawn = false, cursor, size }: OrderQuery,
  kinds: OrderKinds,
): Promise<OrderHead[]> {
  const one = kind === undefined ? undefined : kinds.get(kind);
  if (kind !== undefined && one === undefined) return [];
  const from = one?.table ?? 'orders';
  const wholes = whole && one === undefined;
  const values: unknown[] = [userId, size];
  const shown = wholes ? [...kinds.keys()] : listedKinds(kinds);
  const listed = one === undefined ? `AND o.kind = ANY($${values.push(shown)}::text[])${wholes ? ' AND o.parent IS NULL' : ''}` : '';
  const ofGame = game === undefined ? '' : `AND o.game = $${values.push(game)}`;
  if (drawn) {
    // What waits has not been drawn.
    if (status === 'pending') return [];
    const where = status === undefined ? ENDED : status === 'lost' ? LOST : `o.status = '${status}'`;
    const text = drawnPage(from, `${listed} ${ofGame} AND ${where}`, { from: begins, to: ends, cursor }, values);
    return (await database.query<OrderHead>(text, values)).rows;
  }
  const placed = await placedWithin(database, userId, { from: begins, to: ends }, values);
  const before = `${cursor === undefined ? '' : `AND o.id < $${values.push(cursor)}::uuid`} ${placed} ${ofGame}`;
  const page = (where: string, table = from) =>
    `SELECT ${ORDER_HEAD_COLUMNS} FROM ${table} o WHERE o.user_id = $1 ${listed} ${before} ${where} ORDER BY o.id DESC LIMIT $2`;
  const union = (pages: readonly string[]) =>
    `SELECT * FROM (${pages.map((each) => `(${each})`).join(' UNION ALL ')}) o ORDER BY o.id DESC LIMIT $2`;
  // What an order of several parts won is in its parts. There are few such orders, in tables of their own.
  const parted = wholes ? [...kinds.values()].filter((each) => !each.listed) : [];
  let text: string;
  if (status === undefined) text = page(closed ? `AND ${CLOSED}` : '');
  else if (status === 'cancelled' || (status === 'won' && parted.length === 0)) text = page(`AND o.status = '${status}'`);
  else {
    // As a value, so that the plan is made for it: after it lies what waits, and that is little.
    const edge = `$${values.push(await settledBefore(database))}::bigint`;
    const ended = `AND o.status = 'placed' AND o.issue IS NOT NULL AND (o.due_at < ${edge} OR ${ISSUE_IS_SETTLED})`;
    const unparted = parted.map(({ kind: name }) => `AND o.kind <> '${name}'`).join(' ');
    text =
      status === 'pending'
        ? // All waiting orders by their draw, then the page. By ids the search would read everything for a player without waiting orders.
          // What is in quarantine waits whatever its issue does; it is found by its status.
          `WITH waiting AS MATERIALIZED (
             SELECT o.* FROM ${from} o
              WHERE o.user_id = $1 AND o.due_at >= ${edge} AND o.status = 'placed' AND (${ISSUE_IS_SETTLED}) IS NOT TRUE
             UNION ALL
             SELECT o.* FROM ${from} o WHERE o.user_id = $1 AND o.status = 'held')
           SELECT ${ORDER_HEAD_COLUMNS} FROM waiting o WHERE true ${listed} ${before} ORDER BY o.id DESC LIMIT $2`
        : status === 'won'
          ? union([page(`AND o.status = 'won'`), ...parted.map(({ table }) => page(`${ended} AND ${WON_A_PART}`, table))])
          : // Lost with its issue, which is not written; or lost by its own kind's word.
            union([
              page(`${ended} ${unparted}`),
              page(`AND o.status = 'lost'`),
              ...parted.map(({ table }) => page(`${ended} AND NOT ${WON_A_PART}`, table)),
            ]);
  }
  return (await database.query<OrderHead>(text, values)).rows;
}

/** Ids of a player's orders are in the order of time but for what waited for a lock or came from a process whose clock was wrong by less than this. */
const OUT_OF_ORDER_MS = 600_000;

/** The condition on when orders were placed; its values are added to `values`. The ids between which they lie are found first, so that no others are read. */
async function placedWithin(
  database: Database,
  userId: number,
  { from, to }: Pick<OrderQuery, 'from' | 'to'>,
  values: unknown[],
): Promise<string> {
  if (from === undefined && to === undefined) return '';
  const { rows } = await database.query<{ first: string; last: string }>(
    'SELECT first_order_since($1, $2::bigint) AS first, first_order_since($1, $3::bigint) AS last',
    [userId, (from ?? 0) - OUT_OF_ORDER_MS, to === undefined ? Number.MAX_SAFE_INTEGER : to + OUT_OF_ORDER_MS],
    'order-edges',
  );
  const [edges] = rows;
  const parts = [
    `o.id >= $${values.push(edges?.first)}::uuid AND o.id <= $${values.push(edges?.last)}::uuid`,
    ...(from === undefined ? [] : [`o.placed_at >= $${values.push(from)}::bigint`]),
    ...(to === undefined ? [] : [`o.placed_at < $${values.push(to)}::bigint`]),
  ];
  return parts.map((part) => `AND ${part}`).join(' ');
}

/** A page of drawn orders, by the index on (user_id, due_at). $1 is the player, $2 the size. */
function drawnPage(
  table: string,
  where: string,
  { from, to, cursor }: Pick<OrderQuery, 'from' | 'to' | 'cursor'>,
  values: unknown[],
): string {
  const parts = [`o.due_at < $${values.push(to ?? Number.MAX_SAFE_INTEGER)}::bigint`];
  if (from !== undefined) parts.push(`o.due_at >= $${values.push(from)}::bigint`);
  if (cursor !== undefined) {
    const last = `FROM orders c WHERE c.user_id = $1 AND c.id = $${values.push(cursor)}::uuid`;
    // The first of the two leads into the index.
    parts.push(`o.due_at <= (SELECT c.due_at ${last})`, `(o.due_at, o.id) < (SELECT c.due_at, c.id ${last})`);
  }
  return `SELECT ${ORDER_HEAD_COLUMNS} FROM ${table} o WHERE o.user_id = $1 AND ${parts.join(' AND ')} ${where} ORDER BY o.due_at DESC, o.id DESC LIMIT $2`;
}

const listedKinds = (kinds: OrderKinds) => [...kinds.values()].filter(({ listed }) => listed).map(({ kind }) => kind);

/** The issues that a player has orders on that wait for them. */
export async function openIssuesOf(database: Database, userId: number): Promise<{ readonly game: string; readonly issue: string }[]> {
  const { rows } = await database.query<{ game: string; issue: string }>(
    `SELECT DISTINCT o.game, o.issue FROM orders o
      WHERE o.user_id = $1 AND o.due_at >= $2::bigint AND o.status = 'placed' AND o.issue IS NOT NULL`,
    [userId, await settledBefore(database)],
  );
  return rows;
}

/** One of a player's orders. */
export async function findOrder(database: Database, userId: number, id: string): Promise<OrderHead | undefined> {
  if (!UUID.test(id)) return undefined;
  const { rows } = await database.query<OrderHead>(
    `SELECT ${ORDER_HEAD_COLUMNS} FROM orders o WHERE o.user_id = $1 AND o.id = $2`,
    [userId, id],
    'order',
  );
  return rows[0];
}

/** The refusal of a status that a kind does not have; undefined when it has it. */
export function isUnknownStatus({ kind, status }: Pick<OrderQuery, 'kind' | 'status'>, kinds: OrderKinds): boolean {
  return kind !== undefined && status !== undefined && kinds.get(kind)?.statuses.includes(status) === false;
}

/** A page of a player's orders, every kind alike. */
export async function listOrders(
  parts: StatementParts,
  userId: number,
  query: OrderQuery,
): Promise<{ items: OrderItem[]; next: string | null }> {
  const { orderKinds: kinds } = parts;
  const heads = await findOrders(parts.database, userId, { ...query, size: query.size + 1 }, kinds);
  const shown = heads.slice(0, query.size);
  const [items, days] = await Promise.all([
    orderItemsOf(shown, kinds),
    query.offsetMs === undefined || query.status !== undefined || query.game !== undefined || query.drawn === true
      ? undefined
      : dayTotalsOf(parts.database, userId, shown, query.offsetMs, kinds),
  ]);
  const due = query.drawn === true ? shown.map(({ due_at }) => ({ drawnAt: due_at })) : [];
  return {
    items: items.map((item, at) => ({ ...item, ...days?.(item.placedAt), ...due[at] })),
    next: heads.length > query.size ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** An order with what its kind shows of it and the movements that it caused. Undefined: this player has no such order. */
export async function orderDetail(parts: StatementParts, userId: number, id: string): Promise<OrderDetailModels | undefined> {
  const { orderKinds: kinds } = parts;
  const head = await findOrder(parts.database, userId, id);
  const kind = head && kinds.get(head.kind);
  if (head === undefined || kind === undefined) return undefined;
  const [[item], detail, ledger] = await Promise.all([orderItemsOf([head], kinds), kind.detail(head), orderMovements(parts, userId, id)]);
  // Tests check each kind's detail against the call's schema; here only the kind knows its type.
  return { ...item, ...detail, ledger } as unknown as OrderDetailModels;
}

/** Heads with their summaries, one statement for each kind among them. */
export async function orderItemsOf(heads: readonly OrderHead[], kinds: OrderKinds): Promise<OrderItem[]> {
  const items = new Map<string, OrderItem>();
  const names = [...new Set(heads.map(({ kind }) => kind))];
  await Promise.all(
    names.map(async (name) => {
      const headsOfKind = heads.filter(({ kind }) => kind === name);
      const summaries = (await kinds.get(name)?.summaries(headsOfKind)) ?? [];
      headsOfKind.forEach((head, at) => {
        const summary = summaries[at];
        if (summary === undefined) throw new Error(`order ${head.id} of kind ${name} has no detail`);
        items.set(head.id, { ...headItem(head), ...summary } as unknown as OrderItem);
      });
    }),
  );
  return heads.map(({ id }) => items.get(id) as OrderItem);
}

const headItem = (head: OrderHead) => ({
  orderId: head.id,
  orderNo: head.order_no,
  kind: head.kind,
  gameCode: head.game,
  ...(head.issue === null ? {} : { issue: head.issue }),
  unit: head.unit,
  amountFen: head.amount,
  status: head.shown,
  prizeFen: head.prize,
  placedAt: head.placed_at,
  ...(head.parent === null ? {} : { chaseId: head.parent }),
});
