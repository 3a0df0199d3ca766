/** Sharing out the pool of an issue (law R27): every fen of it is paid or carried on. */
import type { PoolTable } from '../../descriptions/sports/types.ts';

export interface SharedTier {
  readonly tier: string;
  /** Winning bets, multipliers included. */
  readonly winners: bigint;
  /** What one of them is paid. */
  readonly fen: bigint;
  /** Fen of all of them. */
  readonly paid: bigint;
}

export interface SharedPool {
  readonly poolFen: bigint;
  readonly tiers: readonly SharedTier[];
  /** Unwon tiers, excess above a cap, and the rest of rounding to yuan: for the next issue. */
  readonly carriedFen: bigint;
}

const YUAN = 100n;

/**
 * The players' share of the sales is divided by the tiers' permille; what the issue before left is added to the first tier. A bet is paid
 * its part down to the yuan, at most the tier's cap.
 */
export function sharePool(
  table: PoolTable,
  {
    salesFen,
    sharePermille,
    carriedFen,
    winners,
  }: {
    readonly salesFen: bigint;
    readonly sharePermille: number;
    readonly carriedFen: bigint;
    /** Winning bets by tier. */
    readonly winners: Readonly<Record<string, bigint>>;
  },
): SharedPool {
  const poolFen = (salesFen * BigInt(sharePermille)) / 1000n;
  const tiers = table.tiers.map(({ tier, poolPermille, capFen }, i): SharedTier => {
    const part = (poolFen * BigInt(poolPermille)) / 1000n + (i === 0 ? carriedFen : 0n);
    const won = winners[tier] ?? 0n;
    if (won === 0n) return { tier, winners: 0n, fen: 0n, paid: 0n };
    const each = (part / won / YUAN) * YUAN;
    const fen = each > BigInt(capFen) ? BigInt(capFen) : each;
    return { tier, winners: won, fen, paid: fen * won };
  });
  return { poolFen, tiers, carriedFen: poolFen + carriedFen - tiers.reduce((sum, { paid }) => sum + paid, 0n) };
}
