/** A player's own ledger, in sentences. */
import type { FundItem } from '../../protocol/calls.ts';
import type { Database } from '../db/database.ts';
import type { Named, OrderKind, OrderPicks } from '../orders/kinds.ts';
import { ORDER_KINDS } from '../orders/registry.ts';
import { groupOf, kindsOf, movementTitle } from './movements.ts';
import { movementDays } from './totals.ts';

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
}

export interface FundQuery {
  /** Kinds of movements; left out: all. */
  readonly kind?: string | undefined;
  /** Kinds of this group; not together with `kind`. */
  readonly group?: string | undefined;
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
  { database, games, sports }: Parts,
  userId: number,
  { kind, group, cursor, size, purse = 'wallet', offsetMs }: FundQuery,
  kinds: Kinds = ORDER_KINDS,
): Promise<{ items: FundItem[]; next: string | null }> {
  const values: unknown[] = [userId, purse, size + 1];
  const before = cursor === undefined ? '' : `AND f.seq < $${values.push(cursor)}::bigint`;
  const page = (ofKind: string) => `${MOVEMENT} ${ofKind} ${before} ORDER BY f.seq DESC LIMIT $3`;
  // In words that the index on every other kind is made with.
  const only = (one: string) => `AND f.kind = $${values.push(one)} ${one === 'stake' ? '' : `AND f.kind <> 'stake'`}`;
  const wanted = kind !== undefined ? [kind] : group !== undefined ? kindsOf(group) : undefined;
  // Each kind by itself, since the index leads to one at a time.
  const text =
    wanted === undefined
      ? page('')
      : wanted.length === 1
        ? page(only(wanted[0] as string))
        : `SELECT * FROM (${wanted.map((one) => `(${page(only(one))})`).join(' UNION ALL ')}) f ORDER BY f.seq DESC LIMIT $3`;
  const { rows } = await database.query<Movement>(text, values);
  const shown = rows.slice(0, size);
  const days = wanted === undefined && offsetMs !== undefined ? await movementDays(database, userId, purse, shown, offsetMs) : undefined;
  const picks = await picksOf({ database, games, sports }, userId, shown, kinds);
  return {
    items: shown.map((row) => ({ ...fundItem(row, purse, { games, sports }, kinds), ...picks.get(row.ref), ...days?.(row.at) })),
    next: rows.length > size ? String(shown.at(-1)?.seq) : null,
  };
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
  { database, games, sports }: Parts,
  userId: number,
  ref: string,
  kinds: Kinds = ORDER_KINDS,
): Promise<FundItem[]> {
  const { rows } = await database.query<Movement>(
    `${MOVEMENT} AND f.ref = ANY (ARRAY(SELECT $3::uuid UNION ALL SELECT p.id FROM orders p WHERE p.user_id = $1 AND p.parent = $3::uuid)) ORDER BY f.seq`,
    [userId, 'wallet', ref],
    'movements-of',
  );
  return rows.map((row) => fundItem(row, 'wallet', { games, sports }, kinds));
}

function fundItem(row: Movement, purse: string, names: Named, kinds: Kinds): FundItem {
  const { game, issue } = row;
  const subject = row.order_kind === null || game === null ? undefined : kinds.get(row.order_kind)?.subject({ game, issue }, names);
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
    ...(row.order_kind === null || row.ref === null ? {} : { orderId: row.ref, to: kinds.get(row.order_kind)?.route(row.ref) ?? '' }),
  };
}
