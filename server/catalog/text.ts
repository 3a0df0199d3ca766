/** Sentences with {names} in them, and amounts as they stand in sentences. */
import { formatMoney } from '../../engine/descriptions/format.ts';

/** A sentence with its {names} filled in. */
export const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));

/** Fen as yuan: 200 → "2", 1050 → "10.50". */
export const yuan = (fen: number): string => formatMoney(fen).replace(/\.00$/, '');
