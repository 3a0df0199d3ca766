/** The coupon of a slip, as a hook for the components that show it. */
import { useReadableValue } from '../core/use-current.ts';
import { type BetCoupon, type CouponBook, couponFor } from './coupons.ts';

/** The coupon that pays a part of a bet of this amount; undefined if none does. */
export function useCoupon(book: CouponBook, amountFen: bigint): BetCoupon | undefined {
  useReadableValue(book.offers);
  useReadableValue(book.chosen);
  return couponFor(book, amountFen);
}
