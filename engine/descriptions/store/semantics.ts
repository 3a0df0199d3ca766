/** Sense of a product by itself. What it names is looked up where the others are known (server/catalog/checkers.ts). */
import type { Finding } from '../problem.ts';
import { collectFindings } from '../semantics/report.ts';
import type { ProductDescription } from './types.ts';

/** The kinds of products that a player owns once, for ever. */
const FOR_GOOD = { avatar: '头像|picture', frame: '头像框|frame', emotes: '表情|set of emotes' } as const;

export function productFindings(product: ProductDescription): Finding[] {
  const { stock, limit, from, to, keepDays, gives } = product;
  return collectFindings((add) => {
    if (stock?.total !== undefined && stock.day !== undefined && stock.day > stock.total)
      add('STORE_STOCK', '/stock/day', { day: stock.day, total: stock.total });
    if (limit?.account !== undefined && limit.day !== undefined && limit.day > limit.account)
      add('STORE_LIMIT', '/limit/day', { day: limit.day, account: limit.account });
    if (from !== undefined && to !== undefined && to < from) add('STORE_DAYS', '/to', { from, to });
    for (const [name, what] of Object.entries(FOR_GOOD))
      if (name in gives && keepDays !== undefined) add('STORE_ONCE', '/keepDays', { what });
    const { coupon } = gives;
    if (coupon === undefined) return;
    if (coupon.fen > coupon.leastFen) add('STORE_COUPON', '/gives/coupon/fen', { fen: coupon.fen, least: coupon.leastFen });
    if ((coupon.for === 'game') !== (coupon.game !== undefined)) add('STORE_GAME', '/gives/coupon/for');
  });
}
