/** The coupon of a slip, for what shows it. */
import { useSyncExternalStore } from 'react';
import { type BetCoupon, type CouponBook, couponFor } from './coupons.ts';
import type { Watched } from './value.ts';

export const useWatched = <T>(value: Watched<T>): T => useSyncExternalStore(value.subscribe, value.get);

/** The coupon that goes along with a bet of so much. */
export function useCoupon(book: CouponBook, amountFen: bigint): BetCoupon | undefined {
  useWatched(book.offers);
  useWatched(book.chosen);
  return couponFor(book, amountFen);
}
