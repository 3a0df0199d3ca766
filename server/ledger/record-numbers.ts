/** Numbers of the records that movements belong to (docs/decisions/0020-order-numbers.md). */
import { type Database, hasNumberSql, orderNoSql, type OrderNumber } from '../platform/index.ts';

/** Tables of such records, each with the column of its beginning. */
const RECORDS = [
  ['orders', 'placed_at'],
  ['recharges', 'created_at'],
  ['withdrawals', 'requested_at'],
  ['company_transfers', 'placed_at'],
] as const;

/** The number of a player's record; undefined: it has none, or is not a record of the player. */
export async function numberOf(database: Database, userId: number, id: string): Promise<string | undefined> {
  const each = RECORDS.map(([table, at]) => `SELECT ${orderNoSql('r', at)} AS no FROM ${table} r WHERE r.user_id = $1 AND r.id = $2::uuid`);
  const { rows } = await database.query<{ no: string }>(`${each.join(' UNION ALL ')} LIMIT 1`, [userId, id], 'record-number');
  return rows[0]?.no;
}

/** SQL of the ids of the records of player `$1` with this number, and of the parts of such an order. Its values are appended to `values`. */
export function idsOfNumberSql(number: OrderNumber, values: unknown[]): string {
  const each = RECORDS.map(
    ([table, at]) => `SELECT r.id FROM ${table} r WHERE r.user_id = $1 AND ${hasNumberSql('r', at, number, values)}`,
  );
  return `WITH numbered AS MATERIALIZED (${each.join(' UNION ALL ')})
    SELECT id FROM numbered UNION ALL SELECT p.id FROM orders p WHERE p.user_id = $1 AND p.parent IN (SELECT id FROM numbered)`;
}
