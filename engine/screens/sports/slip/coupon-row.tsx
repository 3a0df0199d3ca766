/** 红包 on the slip of a game of matches, and the rest to pay with it. */
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { lazyPart } from '../../core/lazy-part.tsx';
import { type BetCoupon, couponBook } from '../../slip/coupons.ts';
import { useCoupon } from '../../slip/use-coupon.ts';
import type { SlipRuntime } from './slip-runtime.ts';

/** Visitors have no coupons, and it is the last row: nothing waits for it. */
const CouponCell = lazyPart(() => import('../../slip/coupon-cell.tsx'), null);

interface CouponRowProps {
  readonly slip: SlipRuntime;
  /** What the bet costs, fen. */
  readonly amountFen: bigint;
}

export function CouponRow({ slip, amountFen }: CouponRowProps): ReactNode {
  const { host, code } = slip.sport;
  const { loggedIn } = useSnapshot(host.session);
  if (!loggedIn) return null;
  return <CouponCell book={couponBook(host, code)} submission={slip.submission} amountFen={amountFen} off="" />;
}

export interface Payment {
  /** The coupon that goes along; undefined: none. */
  readonly coupon: BetCoupon | undefined;
  /** What the wallet pays of the bet, fen. */
  readonly payFen: bigint;
  /** What the wallet lacks for it, fen; not above 0 when it has enough, and for a visitor. */
  readonly missingFen: bigint;
}

/** How a bet of `amountFen` would be paid. */
export function usePayment(slip: SlipRuntime, amountFen: bigint): Payment {
  const { host, code } = slip.sport;
  const { loggedIn, balanceFen } = useSnapshot(host.session);
  const fitting = useCoupon(couponBook(host, code), amountFen);
  const coupon = loggedIn ? fitting : undefined;
  const payFen = amountFen - BigInt(coupon?.fen ?? 0);
  return { coupon, payFen, missingFen: loggedIn && balanceFen !== null ? payFen - BigInt(balanceFen) : 0n };
}
