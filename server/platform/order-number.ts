/**
 * The number of a record as people read it to each other: 20261129-0001234 (docs/decisions/0020-order-numbers.md). The SQL function order_no writes it;
 * here such a text is read.
 */
import { DAY_MS } from '../../engine/descriptions/time-units.ts';

/** What a number says of its record. */
export interface OrderNumber {
  /** The day of its placing: its beginning on the product's wall clock, as ms of UTC. */
  readonly day: number;
  /** Its counter; null: the text can only be that of a record from before there were counters. */
  readonly number: number | null;
  /** The end of the id of such a record; null: the text can only be a counter. */
  readonly tail: string | null;
}

/**
 * Reads a number as it is shown; hyphen, case and full-width digits do not matter, since a player may read it out by phone. Undefined: the text is none.
 */
export function readOrderNumber(text: string): OrderNumber | undefined {
  const [, year, month, day, rest = ''] =
    /^(\d{4})(\d\d)(\d\d)-?(\d{7}|[0-9a-f]{8})$/.exec(text.normalize('NFKC').trim().toLowerCase()) ?? [];
  const date = `${year}-${month}-${day}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  // JavaScript reads 31 February as a day of March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) return undefined;
  return { day: at, number: /^\d+$/.test(rest) ? Number(rest) : null, tail: rest.length === 8 ? rest : null };
}

/** SQL of the number of `alias`, which was placed at its column `at`. */
export const orderNoSql = (alias: string, at = 'placed_at'): string =>
  `order_no_at_offset(${alias}.${at}, ${alias}.number, ${alias}.id, (SELECT utc_offset_ms FROM clock WHERE id = 1))`;

/** SQL that is true for a record of this number; its values are appended to `values`. BRIN indexes on number and time find it. */
export function hasNumberSql(alias: string, at: string, { day, number, tail }: OrderNumber, values: unknown[]): string {
  const either = [
    ...(number === null ? [] : [`${alias}.number = $${values.push(number)}::int`]),
    ...(tail === null ? [] : [`(${alias}.number IS NULL AND right(${alias}.id::text, 8) = $${values.push(tail)}::text)`]),
  ].join(' OR ');
  const instant = (ms: number) => `$${values.push(ms)}::bigint - (SELECT utc_offset_ms FROM clock WHERE id = 1)`;
  return `(${alias}.${at} >= ${instant(day)} AND ${alias}.${at} < ${instant(day + DAY_MS)} AND (${either}))`;
}
