import type { OddsPayout, Rounding } from '../../descriptions/sports/types.ts';

/** What one winning bet pays: odds as whole numbers of 10^-decimals, fen. Exact at any size. */
export interface BetPayout {
  /** `product` of the odds of `legs` legs; `live` of them were not void. Only void legs: the price is given back. */
  fen(product: bigint, legs: number, live: number): bigint;
  /** 10^decimals: odds of 1.00. */
  readonly scale: bigint;
}

export function betPayout(unitFen: number, payout: OddsPayout): BetPayout {
  const scale = 10n ** BigInt(payout.decimals);
  const unit = BigInt(unitFen) * BigInt(payout.sharePermille);
  const least = BigInt(payout.leastFen);
  const caps = [...payout.capFen].sort((a, b) => b.legs - a.legs);
  const round = ROUNDINGS[payout.rounding];
  /** By the number of legs, so that powers are not computed for each bet. */
  const divisors: bigint[] = [];
  return {
    scale,
    fen(product, legs, live) {
      if (live === 0) return BigInt(unitFen);
      divisors[legs] ??= 1000n * scale ** BigInt(legs);
      const fen = round(unit * product, divisors[legs]);
      const cap = BigInt((caps.find((entry) => live >= entry.legs) ?? caps[caps.length - 1])?.fen ?? 0);
      const raised = fen < least ? least : fen;
      return raised > cap ? cap : raised;
    },
  };
}

/** numerator ÷ denominator fen to whole fen; both positive. */
const ROUNDINGS: Readonly<Record<Rounding, (numerator: bigint, denominator: bigint) => bigint>> = {
  // The rule as it is published for 竞彩: only the third decimal of the yuan is looked at; 5 goes to the even fen.
  'third-decimal': (numerator, denominator) => {
    const tenths = (numerator * 10n) / denominator;
    const fen = tenths / 10n;
    const third = tenths % 10n;
    return third > 5n || (third === 5n && fen % 2n === 1n) ? fen + 1n : fen;
  },
  'half-even': (numerator, denominator) => {
    const fen = numerator / denominator;
    const twice = (numerator % denominator) * 2n;
    return twice > denominator || (twice === denominator && fen % 2n === 1n) ? fen + 1n : fen;
  },
  down: (numerator, denominator) => numerator / denominator,
};
