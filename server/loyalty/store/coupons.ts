/** Coupons (红包) on bets: which of the bag fit a game. Taking one and giving it back are sql/coupons.sql. */
import type { CouponTerms } from '../../../engine/descriptions/store/types.ts';
import type { BetCouponsModels } from '../../../protocol/calls.ts';
import type { LoyaltyServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { couponKindOf } from '../../lottery/index.ts';
import { couponText, type ItemTerms } from './items.ts';

/** Coupons of a player that fit this game, the one that pays most first, of those the one that ends first. undefined: there is no such game. */
export async function betCoupons(
  context: LoyaltyServices,
  client: Querying,
  userId: number,
  code: string,
): Promise<BetCouponsModels | undefined> {
  const game = context.games.published(code)?.game;
  if (game === undefined && !context.publication.sports().has(code)) return undefined;
  const { rows } = await client.query<{ id: string; what: ItemTerms; expires_at: number | null }>(
    `SELECT id, what, expires_at FROM bag_items
      WHERE user_id = $1 AND used_at IS NULL AND coalesce(expires_at, 9007199254740991) > caipu_now_ms() AND what->'gives' ? 'coupon'
        AND coupon_fits(what->'gives'->'coupon', $2, $3)
      ORDER BY (what->'gives'->'coupon'->>'fen')::bigint DESC, expires_at NULLS LAST, id LIMIT 50`,
    [userId, game === undefined ? 'sport' : couponKindOf(game), code],
    'bet-coupons',
  );
  return {
    items: rows.map(({ id, what, expires_at }) => {
      const terms = what.gives.coupon as CouponTerms;
      return {
        itemId: id,
        name: what.name,
        fen: terms.fen,
        leastFen: terms.leastFen,
        terms: couponText(context, terms),
        expiresAt: expires_at,
      };
    }),
  };
}
