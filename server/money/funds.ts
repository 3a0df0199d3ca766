/** A player's own ledger, in sentences. */
import type { FundItem } from '../../protocol/calls.ts';
import type { Database } from '../db/database.ts';
import type { Named, OrderKind, OrderPicks } from '../orders/kinds.ts';
import { ORDER_KINDS } from '../orders/registry.ts';
import { groupOf, kindsOf, movementTitle, movementTo, PLACE_KINDS } from './movements.ts';
import { type SubjectParts, subjectsOf } from './subjects.ts';
import { counted, movementDays } from './totals.ts';

interface Movement {
  readonly seq: number;
  readonly kind: string;
  readonly reason: string;
  readonly debit: string;
  readonly amount: number;
  /** Of the purse that the list is about. */
  readonly balance: number;
  readonly at: number;
  readonly ref: string | null;
  /** The order that it belongs to, if any. */
  readonly order_kind: string | null;
  readonly game: string | null;
  readonly issue: string | null;
  /** Number of that order where it is not `ref`. */
  readonly order?: string;
}

export interface FundQuery {
  /** Kinds of movements; left out: all. */
  readonly kind?: string | undefined;
  /** Kinds of this group; not together with `kind`. */
  readonly group?: string | undefined;
  /** These kinds; with neither of them. */
  readonly kinds?: readonly string[] | undefined;
  /** Not before this instant, and before this one (unix ms). */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Least and greatest amount, fen. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Number of a movement, beginning of the number of what it belongs to, or issue. */
  readonly q?: string | undefined;
  /** The seq of the last movement of the page before. */
  readonly cursor?: number | undefined;
  readonly size: number;
  /** The wallet when left out. */
  readonly purse?: string | undefined;
  /** Wall clock of the product, ms after UTC: then each movement of the list of all tells what its day came to. */
  readonly offsetMs?: number | undefined;
}

type Parts = { readonly database: Database } & Named;
type Kinds = ReadonlyMap<string, OrderKind>;

/** $1 is the player, $2 the purse. */
const MOVEMENT = `SELECT f.seq, f.kind, f.reason, f.debit, f.amount, CASE f.debit WHEN $2 THEN f.debit_after ELSE f.credit_after END AS balance, f.at, f.ref,
       o.kind AS order_kind, o.game, o.issue
  FROM transfers f LEFT JOIN orders o ON o.user_id = f.user_id AND o.id = f.ref
 WHERE f.user_id = $1 AND $2 IN (f.debit, f.credit)`;

/** Movements of a player's purse, newest first. */
export async function listMovements(
  { database, games, sports, publication, recharge }: Parts & SubjectParts,
  userId: number,
  query: FundQuery,
  kinds: Kinds = ORDER_KINDS,
): Promise<{ items: FundItem[]; next: string | null }> {
  const { kind, group, cursor, size, purse = 'wallet', offsetMs } = query;
  const values: unknown[] = [userId, purse, size + 1];
  const narrowed = narrowing(query, values);
  const before = `${cursor === undefined ? '' : `AND f.seq < $${values.push(cursor)}::bigint`} ${narrowed}`;
  const page = (ofKind: string) => `${MOVEMENT} ${ofKind} ${before} ORDER BY f.seq DESC LIMIT $3`;
  // In words that the index on every other kind is made with.
  const only = (one: string) => `AND f.kind = $${values.push(one)} ${one === 'stake' ? '' : `AND f.kind <> 'stake'`}`;
  const wanted = kind !== undefined ? [kind] : group !== undefined ? kindsOf(group) : query.kinds;
  // Each kind by itself, since the index leads to one at a time.
  const text =
    wanted === undefined
      ? page('')
      : wanted.length === 1
        ? page(only(wanted[0] as string))
        : `SELECT * FROM (${wanted.map((one) => `(${page(only(one))})`).join(' UNION ALL ')}) f ORDER BY f.seq DESC LIMIT $3`;
  const { rows } = await database.query<Movement>(text, values);
  const shown = await withEarly(database, userId, rows.slice(0, size), kinds);
  const days =
    wanted === undefined && narrowed === '' && offsetMs !== undefined
      ? await movementDays(database, userId, purse, shown, offsetMs)
      : undefined;
  const picks = await picksOf({ database, games, sports }, userId, shown, kinds);
  const about = await subjectsOf({ database, publication, recharge }, userId, shown);
  return {
    items: shown.map((row) => ({ ...fundItem(row, purse, { games, sports }, kinds, about), ...picks.get(row.ref), ...days?.(row.at) })),
    next: rows.length > size ? String(shown.at(-1)?.seq) : null,
  };
}

/**
 * The conditions of a query beside its kinds; their values are added to `values`. Movements have their seq in the order of time: where a
 * period begins is found by walking back from the newest, so that what was before it is not read.
 */
function narrowing({ from, to, min, max, q }: FundQuery, values: unknown[]): string {
  const parts: string[] = [];
  if (from !== undefined) {
    const at = `$${values.push(from)}::bigint`;
    parts.push(
      `f.at >= ${at} AND f.seq > coalesce((SELECT b.seq FROM transfers b WHERE b.user_id = $1 AND b.at < ${at} ORDER BY b.seq DESC LIMIT 1), 0)`,
    );
  }
  if (to !== undefined) parts.push(`f.at < $${values.push(to)}::bigint`);
  if (min !== undefined) parts.push(`f.amount >= $${values.push(min)}::bigint`);
  if (max !== undefined) parts.push(`f.amount <= $${values.push(max)}::bigint`);
  if (q !== undefined) {
    const text = `$${values.push(q.toLowerCase())}::text`;
    parts.push(`(f.seq::text = ${text} OR f.ref::text ^@ ${text} OR lower(o.issue) = ${text})`);
  }
  return parts.map((part) => `AND ${part}`).join(' ');
}

export interface MonthSums {
  readonly month: string;
  readonly inFen: number;
  readonly outFen: number;
}

/** What the movements that a query finds came to in each of some months (yyyy-MM). */
export async function monthSums(
  database: Database,
  userId: number,
  query: Omit<FundQuery, 'cursor' | 'size'>,
  months: readonly string[],
  offsetMs: number,
): Promise<MonthSums[]> {
  const [first, last] = [months.at(-1), months[0]];
  if (first === undefined || last === undefined) return [];
  const { kind, group, purse = 'wallet' } = query;
  const wanted = kind !== undefined ? [kind] : group !== undefined ? kindsOf(group) : query.kinds;
  const [year = 0, month = 0] = last.split('-').map(Number);
  const begins = Date.parse(`${first}-01`) - offsetMs;
  const ends = Date.UTC(year, month, 1) - offsetMs;
  const values: unknown[] = [userId, purse, offsetMs, ...(wanted === undefined ? [PLACE_KINDS, kindsOf('stake')] : [wanted])];
  const which = wanted === undefined ? counted('$2', '$4', '$5') : '$2 IN (f.debit, f.credit) AND f.kind = ANY($4::text[])';
  const where = narrowing({ ...query, size: 0, from: Math.max(begins, query.from ?? 0), to: Math.min(ends, query.to ?? ends) }, values);
  const { rows } = await database.query<{ month: string; brought: number; took: number }>(
    `SELECT to_char(to_timestamp((f.at + $3::bigint) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
            coalesce(sum(f.amount) FILTER (WHERE f.credit = $2), 0)::bigint AS brought,
            coalesce(sum(f.amount) FILTER (WHERE f.credit <> $2), 0)::bigint AS took
       FROM transfers f LEFT JOIN orders o ON o.user_id = f.user_id AND o.id = f.ref
      WHERE f.user_id = $1 AND ${which} ${where}
      GROUP BY 1 ORDER BY 1 DESC`,
    values,
  );
  return rows
    .filter(({ month: of }) => months.includes(of))
    .map(({ month: of, brought, took }) => ({ month: of, inFen: brought, outFen: took }));
}

/** The movements, with what those are about that were made before there was an order. Asks only when there are such. */
async function withEarly<M extends Movement>(database: Database, userId: number, rows: readonly M[], kinds: Kinds): Promise<readonly M[]> {
  const found = new Map<string, Pick<Movement, 'order' | 'order_kind' | 'game' | 'issue'>>();
  for (const { kind, early } of kinds.values()) {
    const of = (row: Movement) => (row.order_kind === null && row.ref !== null && early?.movements.includes(row.kind) ? [row.ref] : []);
    const refs = [...new Set(rows.flatMap(of))];
    if (early === undefined || refs.length === 0) continue;
    for (const [ref, { id, ...order }] of await early.find(database, userId, refs))
      found.set(ref, { ...order, order: id, order_kind: kind });
  }
  return found.size === 0 ? rows : rows.map((row) => ({ ...row, ...(row.ref === null ? undefined : found.get(row.ref)) }));
}

/** What was picked in the orders of these movements, by order: one statement for each kind of order among them. */
async function picksOf(
  parts: Parts,
  userId: number,
  rows: readonly Pick<Movement, 'ref' | 'order_kind'>[],
  kinds: Kinds,
): Promise<ReadonlyMap<string | null, OrderPicks>> {
  const found = new Map<string | null, OrderPicks>();
  await Promise.all(
    [...kinds.values()].map(async (kind) => {
      const ids = [...new Set(rows.flatMap(({ ref, order_kind }) => (ref !== null && order_kind === kind.kind ? [ref] : [])))];
      if (ids.length === 0) return;
      const picks = await kind.picks?.(parts, userId, ids);
      picks?.forEach((each, at) => void found.set(ids[at] ?? null, each));
    }),
  );
  return found;
}

/** Movements of a player's wallet that belong to one order or to its parts, in the order in which they happened. */
export async function movementsOf(
  { database, games, sports, publication, recharge }: Parts & SubjectParts,
  userId: number,
  ref: string,
  kinds: Kinds = ORDER_KINDS,
): Promise<FundItem[]> {
  const { rows } = await database.query<Movement>(
    `WITH of AS MATERIALIZED (SELECT $3::uuid AS id UNION ALL SELECT p.id FROM orders p WHERE p.user_id = $1 AND p.parent = $3::uuid)
     ${MOVEMENT} AND f.ref IS NOT NULL AND ref_mark(f.user_id, f.ref) = ANY (ARRAY(SELECT ref_mark($1::bigint, id) FROM of)) AND f.ref = ANY (ARRAY(SELECT id FROM of)) ORDER BY f.seq`,
    [userId, 'wallet', ref],
    'movements-of',
  );
  const about = await subjectsOf({ database, publication, recharge }, userId, rows);
  return rows.map((row) => fundItem(row, 'wallet', { games, sports }, kinds, about));
}

/** One movement, also one that does not touch the wallet: then its amount is of the purse that it enters, or leaves. */
export async function oneMovement(
  { database, games, sports, publication, recharge }: Parts & SubjectParts,
  userId: number,
  seq: number,
  kinds: Kinds = ORDER_KINDS,
): Promise<{ item: FundItem; debit: string; credit: string; ref: string | null; touchesWallet: boolean } | undefined> {
  const { rows } = await database.query<Movement & { credit: string; after: number }>(
    `SELECT f.seq, f.kind, f.reason, f.debit, f.credit, f.amount, f.at, f.ref, o.kind AS order_kind, o.game, o.issue,
            coalesce(CASE 'wallet' WHEN f.debit THEN f.debit_after WHEN f.credit THEN f.credit_after END, f.credit_after, f.debit_after, 0) AS balance
       FROM transfers f LEFT JOIN orders o ON o.user_id = f.user_id AND o.id = f.ref
      WHERE f.user_id = $1 AND f.seq = $2`,
    [userId, seq],
    'one-movement',
  );
  const [row] = await withEarly(database, userId, rows, kinds);
  if (row === undefined) return undefined;
  const { debit, credit, ref } = row;
  const touchesWallet = debit === 'wallet' || credit === 'wallet';
  const purse = touchesWallet ? 'wallet' : /^(house|outside|escrow|company|pool):/.test(credit) ? debit : credit;
  const about = await subjectsOf({ database, publication, recharge }, userId, [row]);
  return { item: fundItem(row, purse, { games, sports }, kinds, about), debit, credit, ref, touchesWallet };
}

function fundItem(row: Movement, purse: string, names: Named, kinds: Kinds, about: ReadonlyMap<string, string>): FundItem {
  const { game, issue, order = row.ref } = row;
  const other = row.ref === null ? undefined : about.get(row.ref);
  const subject = row.order_kind === null || game === null ? other : kinds.get(row.order_kind)?.subject({ game, issue }, names);
  const to = movementTo(row, other === undefined ? null : row.ref);
  const label = movementTitle(row.kind, row.reason);
  return {
    id: String(row.seq),
    type: row.kind,
    group: groupOf(row.kind),
    title: `${label}${subject === undefined ? '' : ` ${subject}`}`,
    label,
    ...(subject === undefined ? {} : { subject }),
    amountFen: row.debit === purse ? -row.amount : row.amount,
    balanceFen: row.balance,
    at: row.at,
    ...(row.order_kind === null || order === null
      ? to !== undefined && { to }
      : { orderId: order, to: kinds.get(row.order_kind)?.route(order) ?? '' }),
  };
}
