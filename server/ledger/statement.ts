/** The statement (资金明细) of a player: movements with titles, subjects and links, and sums by month. */
import { plainText } from '../../engine/search/plain-text.ts';
import type { FundItem } from '../../protocol/calls.ts';
import { type Database, readOrderNumber } from '../platform/index.ts';
import { idsOfNumberSql } from './record-numbers.ts';
import { groupOfKind, kindsInGroup, kindsTouching, movementTitle, movementLink, INTERNAL_MOVE_KINDS } from './movements.ts';
import type { OrderKinds, OrderPicks } from './order-kinds.ts';
import { orderJoinSql } from './order-join.ts';
import type { MovementLabels } from './movement-labels.ts';
import { incomeOrExpenseSql, dailyTotals } from './totals.ts';

interface Movement {
  readonly seq: number;
  readonly kind: string;
  readonly reason: string;
  readonly debit: string;
  readonly amount: number;
  /** Balance of the listed purse after the movement. */
  readonly balance: number;
  readonly at: number;
  readonly ref: string | null;
  /** Kind of the order that the movement belongs to; null without an order. */
  readonly order_kind: string | null;
  readonly game: string | null;
  readonly issue: string | null;
  /** Number of that order. */
  readonly order_no: string | null;
  /** Id of that order, if it is not `ref`. */
  readonly order?: string;
}

export interface StatementQuery {
  /** Kind of movements; left out: all. */
  readonly kind?: string | undefined;
  /** Group of kinds. It is ignored when `kind` is given. */
  readonly group?: string | undefined;
  /** Several kinds. They are ignored when `kind` or `group` is given. */
  readonly kinds?: readonly string[] | undefined;
  /** Period (unix ms): from `from`, included, until `to`, excluded. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Least and greatest amount, fen. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Search text: seq of a movement, number of its record or the beginning of its id, or issue of its order. */
  readonly q?: string | undefined;
  /** `seq` of the last movement of the previous page. */
  readonly cursor?: number | undefined;
  readonly size: number;
  /** Account of the player; left out: the wallet. */
  readonly purse?: string | undefined;
  /** Wall clock of the product, ms after UTC. With it, a list of all movements also has the day's income and expenses on each movement. */
  readonly offsetMs?: number | undefined;
}

/** Services that a statement needs. */
export interface StatementParts {
  readonly database: Database;
  readonly orderKinds: OrderKinds;
  readonly movementLabels: MovementLabels;
}

/** Movements of a purse; $1 is the player, $2 the purse. */
const OF_PURSE = 'SELECT f.* FROM movements f WHERE f.user_id = $1 AND $2 IN (f.debit, f.credit)';

/** Repeats the condition of the partial index movements_by_kind, so that PostgreSQL uses this index for kinds other than stakes. */
const OTHER = ` AND f.kind <> 'stake'`;

/** The movements of the query `found`, each with its order. `found` is limited to a page, so only the orders of the page are looked up. */
const withOrders = (query: string): string =>
  `SELECT f.seq, f.kind, f.reason, f.debit, f.amount, CASE f.debit WHEN $2 THEN f.debit_after ELSE f.credit_after END AS balance, f.at, f.ref,
          o.kind AS order_kind, o.game, o.issue, o.order_no
     FROM (${query}) f ${orderJoinSql('$1', 'f.ref')}`;

/** Movements of a player's purse, newest first. */
export async function listMovements(
  { database, orderKinds, movementLabels }: StatementParts,
  userId: number,
  query: StatementQuery,
): Promise<{ items: FundItem[]; next: string | null }> {
  const { kind, group, cursor, size, purse = 'wallet', offsetMs } = query;
  const values: unknown[] = [userId, purse, size + 1];
  const narrowed = queryConditions(query, values);
  const before = `${cursor === undefined ? '' : `AND f.seq < $${values.push(cursor)}::bigint`} ${narrowed}`;
  const page = (ofKind: string) => `${OF_PURSE} ${ofKind} ${before} ORDER BY f.seq DESC LIMIT $3`;
  const only = (one: string) => `AND f.kind = $${values.push(one)}${one === 'stake' ? '' : OTHER}`;
  const wanted = kind !== undefined ? [kind] : group !== undefined ? kindsInGroup(group) : query.kinds;
  // One query for each kind, because the index serves one kind at a time. Nearly all kinds touch the wallet, so its full list needs no kinds.
  const sought = wanted ?? (purse === 'wallet' ? undefined : kindsTouching(purse));
  const pageQuery =
    sought === undefined
      ? page('')
      : sought.length === 1
        ? page(only(sought[0] as string))
        : `SELECT * FROM (${sought.map((one) => `(${page(only(one))})`).join(' UNION ALL ')}) f ORDER BY f.seq DESC LIMIT $3`;
  const { rows } = await database.query<Movement>(`${withOrders(pageQuery)} ORDER BY f.seq DESC`, values);
  const shown = await withEarlyOrders(userId, rows.slice(0, size), orderKinds);
  const days =
    wanted === undefined && narrowed === '' && offsetMs !== undefined
      ? await dailyTotals(database, userId, purse, shown, offsetMs)
      : undefined;
  const picks = await picksOf(userId, shown, orderKinds);
  const about = await movementLabels(database, userId, shown);
  return {
    items: shown.map((row) => ({ ...fundItem(row, purse, orderKinds, about), ...picks.get(row.ref), ...days?.(row.at) })),
    next: rows.length > size ? String(shown.at(-1)?.seq) : null,
  };
}

/**
 * SQL conditions of a query, without its kinds. Their values are appended to `values`. `seq` grows with time, so the beginning of a period is found
 * by walking back from the newest movement, and older movements are not read.
 */
function queryConditions({ from, to, min, max, q }: Pick<StatementQuery, 'from' | 'to' | 'min' | 'max' | 'q'>, values: unknown[]): string {
  const parts: string[] = [];
  if (from !== undefined) {
    const at = `$${values.push(from)}::bigint`;
    parts.push(
      `f.at >= ${at} AND f.seq > coalesce((SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.at < ${at} ORDER BY b.seq DESC LIMIT 1), 0)`,
    );
  }
  if (to !== undefined) parts.push(`f.at < $${values.push(to)}::bigint`);
  if (min !== undefined) parts.push(`f.amount >= $${values.push(min)}::bigint`);
  if (max !== undefined) parts.push(`f.amount <= $${values.push(max)}::bigint`);
  if (q !== undefined) {
    const text = `$${values.push(plainText(q))}::text`;
    const number = readOrderNumber(q);
    const numbered = number === undefined ? '' : ` OR f.ref = ANY (ARRAY(${idsOfNumberSql(number, values)}))`;
    parts.push(
      `(f.seq::text = ${text} OR f.ref::text ^@ ${text}${numbered} OR f.ref = ANY (ARRAY(SELECT o.id FROM orders o WHERE o.user_id = $1 AND lower(o.issue) = ${text})))`,
    );
  }
  return parts.map((part) => `AND ${part}`).join(' ');
}

/** Income and expenses of a month (yyyy-MM). */
export interface MonthTotals {
  readonly month: string;
  readonly inFen: number;
  readonly outFen: number;
}

/**
 * Sums of the movements of a query, for each month that occurs on `page`, newest first. The first and last movement of these months are found by
 * walking on from the page, so that other months are not read.
 */
export async function monthTotals(
  database: Database,
  userId: number,
  { kind, group, kinds, from, to, purse = 'wallet', ...query }: Omit<StatementQuery, 'cursor' | 'size'>,
  page: readonly Pick<FundItem, 'id' | 'at'>[],
  offsetMs: number,
): Promise<MonthTotals[]> {
  const [newest, oldest] = [page[0], page.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const wanted = kind !== undefined ? [kind] : group !== undefined ? kindsInGroup(group) : kinds;
  const beginOf = (at: number, on = 0) => {
    const wall = new Date(at + offsetMs);
    return Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + on, 1) - offsetMs;
  };
  const begins = Math.max(beginOf(oldest.at), from ?? 0);
  const ends = Math.min(beginOf(newest.at, 1), to ?? Number.MAX_SAFE_INTEGER);
  const values: unknown[] = [userId, purse, offsetMs, ...(wanted === undefined ? [INTERNAL_MOVE_KINDS, kindsInGroup('stake')] : [wanted])];
  const which =
    wanted === undefined
      ? incomeOrExpenseSql('$2', '$4', '$5')
      : `$2 IN (f.debit, f.credit) AND f.kind = ANY($4::text[])${wanted.includes('stake') ? '' : OTHER}`;
  const [first, last, since, until] = [Number(oldest.id), Number(newest.id), begins, ends].map((value) => `$${values.push(value)}::bigint`);
  const { rows } = await database.query<{ month: string; brought: number; took: number }>(
    `SELECT to_char(to_timestamp((f.at + $3::bigint) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
            coalesce(sum(f.amount) FILTER (WHERE f.credit = $2), 0)::bigint AS brought,
            coalesce(sum(f.amount) FILTER (WHERE f.credit <> $2), 0)::bigint AS took
       FROM movements f
      WHERE f.user_id = $1 AND ${which} AND f.at >= ${since} AND f.at < ${until}
        AND f.seq > coalesce((SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.seq < ${first} AND b.at < ${since} ORDER BY b.seq DESC LIMIT 1), 0)
        AND f.seq < coalesce((SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.seq > ${last} AND b.at >= ${until} ORDER BY b.seq LIMIT 1),
                             ${Number.MAX_SAFE_INTEGER})
        ${queryConditions(query, values)}
      GROUP BY 1 ORDER BY 1 DESC`,
    values,
  );
  const months = new Set(page.map(({ at }) => monthOf(at, offsetMs)));
  return rows
    .filter(({ month: of }) => months.has(of))
    .map(({ month: of, brought, took }) => ({ month: of, inFen: brought, outFen: took }));
}

/** yyyy-MM on the wall clock of the product. */
export const monthOf = (at: number, offsetMs: number): string => new Date(at + offsetMs).toISOString().slice(0, 7);

/** Adds the order to movements that were made before it existed, such as the guarantee of a group order. Without such movements it runs no query. */
async function withEarlyOrders<M extends Movement>(userId: number, rows: readonly M[], kinds: OrderKinds): Promise<readonly M[]> {
  const orders = new Map<string, Pick<Movement, 'order' | 'order_kind' | 'game' | 'issue'>>();
  for (const { kind, early } of kinds.values()) {
    const of = (row: Movement) => (row.order_kind === null && row.ref !== null && early?.movements.includes(row.kind) ? [row.ref] : []);
    const refs = [...new Set(rows.flatMap(of))];
    if (early === undefined || refs.length === 0) continue;
    for (const [ref, { id, ...order }] of await early.find(userId, refs)) orders.set(ref, { ...order, order: id, order_kind: kind });
  }
  return orders.size === 0 ? rows : rows.map((row) => ({ ...row, ...(row.ref === null ? undefined : orders.get(row.ref)) }));
}

/** The picks of the orders of these movements, by order id. It runs one statement for each kind of order. */
async function picksOf(
  userId: number,
  rows: readonly Pick<Movement, 'ref' | 'order_kind'>[],
  kinds: OrderKinds,
): Promise<ReadonlyMap<string | null, OrderPicks>> {
  const picksByOrder = new Map<string | null, OrderPicks>();
  await Promise.all(
    [...kinds.values()].map(async (kind) => {
      const ids = [...new Set(rows.flatMap(({ ref, order_kind }) => (ref !== null && order_kind === kind.kind ? [ref] : [])))];
      if (ids.length === 0) return;
      const picks = await kind.picks?.(userId, ids);
      picks?.forEach((each, at) => void picksByOrder.set(ids[at] ?? null, each));
    }),
  );
  return picksByOrder;
}

/** Movements of a player's wallet that belong to an order or to its parts, oldest first. */
export async function orderMovements(
  { database, orderKinds, movementLabels }: StatementParts,
  userId: number,
  ref: string,
): Promise<FundItem[]> {
  const { rows } = await database.query<Movement>(
    `WITH of AS MATERIALIZED (SELECT $3::uuid AS id UNION ALL SELECT p.id FROM orders p WHERE p.user_id = $1 AND p.parent = $3::uuid)
     ${withOrders(`${OF_PURSE} AND f.ref IS NOT NULL AND ref_hash(f.user_id, f.ref) = ANY (ARRAY(SELECT ref_hash($1::bigint, id) FROM of)) AND f.ref = ANY (ARRAY(SELECT id FROM of))`)} ORDER BY f.seq`,
    [userId, 'wallet', ref],
    'movements-of',
  );
  const about = await movementLabels(database, userId, rows);
  return rows.map((row) => fundItem(row, 'wallet', orderKinds, about));
}

/** One movement of a player. If it does not touch the wallet, its amount is signed for the purse that it enters, or else leaves. */
export async function findMovement(
  { database, orderKinds, movementLabels }: StatementParts,
  userId: number,
  seq: number,
): Promise<{ item: FundItem; debit: string; credit: string; ref: string | null; touchesWallet: boolean } | undefined> {
  const { rows } = await database.query<Movement & { credit: string; after: number }>(
    `SELECT f.seq, f.kind, f.reason, f.debit, f.credit, f.amount, f.at, f.ref, o.kind AS order_kind, o.game, o.issue, o.order_no,
            coalesce(CASE 'wallet' WHEN f.debit THEN f.debit_after WHEN f.credit THEN f.credit_after END, f.credit_after, f.debit_after, 0) AS balance
       FROM movements f ${orderJoinSql('$1', 'f.ref')}
      WHERE f.user_id = $1 AND f.seq = $2`,
    [userId, seq],
    'one-movement',
  );
  const [row] = await withEarlyOrders(userId, rows, orderKinds);
  if (row === undefined) return undefined;
  const { debit, credit, ref } = row;
  const touchesWallet = debit === 'wallet' || credit === 'wallet';
  const purse = touchesWallet ? 'wallet' : /^(house|outside|escrow|company|pool):/.test(credit) ? debit : credit;
  const about = await movementLabels(database, userId, [row]);
  return { item: fundItem(row, purse, orderKinds, about), debit, credit, ref, touchesWallet };
}

/** A movement as an entry of the statement. `about`: names of subjects that are no orders, by `ref`. */
function fundItem(row: Movement, purse: string, kinds: OrderKinds, about: ReadonlyMap<string, string>): FundItem {
  const { game, issue, order = row.ref } = row;
  const other = row.ref === null ? undefined : about.get(row.ref);
  const subject = row.order_kind === null || game === null ? other : kinds.get(row.order_kind)?.subject({ game, issue });
  const to = movementLink(row, other === undefined ? null : row.ref);
  const label = movementTitle(row.kind, row.reason);
  return {
    id: String(row.seq),
    type: row.kind,
    group: groupOfKind(row.kind),
    title: `${label}${subject === undefined ? '' : ` ${subject}`}`,
    label,
    ...(subject === undefined ? {} : { subject }),
    amountFen: row.debit === purse ? -row.amount : row.amount,
    balanceFen: row.balance,
    at: row.at,
    ...(row.order_kind === null || order === null
      ? to !== undefined && { to }
      : { orderId: order, ...(row.order_no === null ? {} : { orderNo: row.order_no }), to: kinds.get(row.order_kind)?.route(order) ?? '' }),
  };
}
