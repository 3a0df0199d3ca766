/** Orders of all players, for the operators' desk: newest first, narrowed by player, issue, game, kind, state and time. */
import type { OrderItem, OrderStatus } from '../../../protocol/calls.ts';
import type { OrderHead, StatementParts } from '../../ledger/index.ts';
import { orderItemsOf, ORDER_HEAD_COLUMNS, ISSUE_IS_SETTLED } from './orders.ts';
import { HOUR_MS } from '../../platform/index.ts';

export interface OfficeOrderQuery {
  readonly player?: number | undefined;
  readonly game?: string | undefined;
  readonly issue?: string | undefined;
  readonly status?: OrderStatus | undefined;
  readonly kind?: string | undefined;
  /** Unix ms: the first that counts, and the first after. */
  readonly since: number;
  readonly until: number;
  /** Instant and id of the last order of the page before. */
  readonly at?: number | undefined;
  readonly tail?: string | undefined;
  readonly size: number;
}

/** These orders, in their order; one that the player does not have is left out. */
export async function namedOfficeOrders(
  parts: StatementParts,
  orders: readonly { readonly player: number; readonly id: string }[],
): Promise<OfficeOrder[]> {
  const { rows } = await parts.database.query<OrderHead>(
    `SELECT ${ORDER_HEAD_COLUMNS} FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS n(user_id, id, at)
       JOIN orders o ON o.user_id = n.user_id AND o.id = n.id ORDER BY n.at`,
    [orders.map(({ player }) => player), orders.map(({ id }) => id)],
  );
  return named(parts, rows);
}

export interface OfficeOrder {
  readonly player: number;
  readonly playerName: string;
  readonly item: OrderItem;
}

/** How much wider each look back is than the one before. */
const WIDER = 6;

const STATES: Readonly<Record<OrderStatus, string>> = {
  pending: `(o.status = 'held' OR (o.status = 'placed' AND (${ISSUE_IS_SETTLED}) IS NOT TRUE))`,
  won: `o.status = 'won'`,
  lost: `(o.status = 'lost' OR (o.status = 'placed' AND ${ISSUE_IS_SETTLED}))`,
  cancelled: `o.status = 'cancelled'`,
};

/** At most `size` orders. A chase (追号) is listed by its tickets, unless its kind is asked for. */
export async function officeOrders(parts: StatementParts, query: OfficeOrderQuery): Promise<OfficeOrder[]> {
  const { player, game, issue, status, kind, since, until, at, tail, size } = query;
  const one = kind === undefined ? undefined : parts.orderKinds.get(kind);
  const from = one?.table ?? 'orders';
  // Everybody's orders of some days are too many to be sorted for the first page: the newest hour first, and wider only while the page is not full.
  const narrow = player === undefined && issue === undefined;
  const last = Math.min(until, (at ?? until) + 1);
  let width = narrow ? HOUR_MS : last - since;
  for (;;) {
    const first = Math.max(since, last - width);
    const values: unknown[] = [size, first, last];
    let where = 'o.user_id > 0 AND o.placed_at >= $2::bigint AND o.placed_at < $3::bigint';
    if (player !== undefined) where += ` AND o.user_id = $${values.push(player)}::bigint`;
    if (game !== undefined) where += ` AND o.game = $${values.push(game)}`;
    if (issue !== undefined) where += ` AND o.issue = $${values.push(issue)}`;
    if (one === undefined)
      where += ` AND o.kind = ANY($${values.push([...parts.orderKinds.values()].filter(({ listed }) => listed).map((each) => each.kind))}::text[])`;
    if (status !== undefined) where += ` AND ${STATES[status]}`;
    if (at !== undefined && tail !== undefined)
      where += ` AND (o.placed_at, o.id) < ($${values.push(at)}::bigint, $${values.push(tail)}::uuid)`;
    const { rows } = await parts.database.query<OrderHead>(
      `SELECT ${ORDER_HEAD_COLUMNS} FROM ${from} o WHERE ${where} ORDER BY o.placed_at DESC, o.id DESC LIMIT $1`,
      values,
    );
    if (rows.length >= size || first <= since) return named(parts, rows);
    width *= WIDER;
  }
}

async function named(parts: StatementParts, heads: readonly OrderHead[]): Promise<OfficeOrder[]> {
  const [items, { rows }] = await Promise.all([
    orderItemsOf(heads, parts.orderKinds),
    parts.database.query<{ id: number; name: string }>('SELECT id, name FROM users WHERE id = ANY($1::bigint[])', [
      [...new Set(heads.map(({ user_id }) => user_id))],
    ]),
  ]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return heads.map(({ user_id }, index) => ({ player: user_id, playerName: names.get(user_id) ?? '', item: items[index] as OrderItem }));
}
