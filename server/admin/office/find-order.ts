/** Finds the orders that a player names to customer service: by the number that screens show, or by the whole UUID. */
import { UUID } from '../../../protocol/uuid.ts';
import { DAY_MS, hasNumberSql, type Querying, readOrderNumber } from '../../platform/index.ts';

/** The refusal of a text that is neither. */
export const NO_NUMBER = '单号不对：请填 20261129-0001234 这样的单号，或完整的 UUID';

/** Tables whose records screens show with a number: the column of the beginning, and the orders that a record stands for. */
const RECORDS = [
  { table: 'orders', at: 'placed_at', orders: 'SELECT r.user_id, r.id FROM found r' },
  {
    table: 'group_buy_orders',
    at: 'started_at',
    orders: 'SELECT j.user_id, j.id FROM found r JOIN group_buy_joins j ON j.group_buy_id = r.id',
  },
  { table: 'releases', at: 'released_at', orders: 'SELECT r.user_id, r.order_id FROM found r' },
] as const;

export interface FoundOrder {
  readonly player: number;
  readonly id: string;
}

/**
 * Orders with this number or id, at most `most`. A group order (合买) stands for all of its shares, a release (宝单) for the order that was released.
 * Undefined: the text is neither.
 */
export async function findNamedOrders(client: Querying, text: string, most: number): Promise<readonly FoundOrder[] | undefined> {
  const word = text.trim();
  const number = readOrderNumber(word);
  if (number === undefined && !UUID.test(word)) return undefined;
  const values: unknown[] = [most];
  const each = RECORDS.map(({ table, at, orders }) => {
    const where = number === undefined ? hasIdSql(at, word, values, table === 'orders') : hasNumberSql('r', at, number, values);
    return `(WITH found AS MATERIALIZED (SELECT * FROM ${table} r WHERE ${where}) ${orders})`;
  });
  const { rows } = await client.query<FoundOrder>(
    `SELECT DISTINCT f.user_id AS player, f.id FROM (${each.join(' UNION ALL ')}) f WHERE f.user_id > 0 ORDER BY f.id DESC LIMIT $1`,
    values,
  );
  return rows;
}

/**
 * True for the record with this id. No index of orders begins with the id, so the days around the instant in the id are read by the indexes of time. A
 * simulated clock says nothing about those days: then all orders are read.
 */
function hasIdSql(at: string, id: string, values: unknown[], byTime: boolean): string {
  const where = `r.id = $${values.push(id)}::uuid`;
  if (!byTime) return where;
  const made = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const [from, until] = [made - DAY_MS, made + DAY_MS].map((ms) => `$${values.push(ms)}::bigint`);
  return `${where} AND (r.${at} BETWEEN ${from} AND ${until} OR (SELECT simulated FROM clock WHERE id = 1))`;
}
