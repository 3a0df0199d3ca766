/** The coupon of a slip, for what shows it. */
import { useReadableValue } from '../core/use-current.ts';
import { type BetCoupon, type CouponBook, couponFor } from './coupons.ts';

/** The coupon that goes along with a bet of so much. */
export function useCoupon(book: CouponBook, amountFen: bigint): BetCoupon | undefined {
  useReadableValue(book.offers);
  useReadableValue(book.chosen);
  return couponFor(book, amountFen);
}
