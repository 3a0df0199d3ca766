import type { FloatingPrize } from './types.ts';

const YUAN = 100n;

/**
 * What one bet of a floating tier pays when a whole bet's share of the pool is `shareFen`: the share up to the cap, by the bet's
 * weight, and what its play or a bonus period adds on top, both floored to the yuan.
 */
export function floatingFen(prize: FloatingPrize, shareFen: bigint): bigint {
  const share = shareOfBet(prize, shareFen);
  return share + floorYuan((share * BigInt(prize.extraPermille ?? 0)) / 1000n) + BigInt(prize.extraFen ?? 0);
}

/** The part of it that comes out of the pool. */
export function shareOfBet({ capFen, weightPermille }: FloatingPrize, shareFen: bigint): bigint {
  const cap = BigInt(capFen);
  const whole = shareFen > cap ? cap : shareFen;
  return weightPermille === undefined ? whole : floorYuan((whole * BigInt(weightPermille)) / 1000n);
}

/** The most that one bet of a floating tier can pay, fen. */
export function maxFloatingFen(prize: FloatingPrize): bigint {
  return floatingFen(prize, BigInt(prize.capFen));
}

/** Money in fen down to the whole yuan. */
export function floorYuan(fen: bigint): bigint {
  return (fen / YUAN) * YUAN;
}
