/** Bulletins of the house (app/descriptions/bulletins), by the instant from which on they are told. */
import { instantOf } from '../content/shown.ts';
import type { Context } from '../context.ts';
import { productOffset } from '../descriptions/product-clock.ts';

export interface Told {
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
}

/** Those of a span of time, its end included, less those that are not shown any more at its end. */
export function bulletinsBetween(publication: Context['publication'], after: number, upto: number): readonly Told[] {
  const offset = productOffset(publication);
  return [...publication.bulletins().values()].flatMap(({ code, at: day, until }) => {
    const at = instantOf(day, offset);
    return at > after && at <= upto && (until === undefined || upto < instantOf(until, offset)) ? [{ id: code, at }] : [];
  });
}
