/**
 * Distribution of the pool of a round. Points are whole; everything is exact. The pool is the stakes of the round and a part of the rest
 * of earlier rounds. The database does the same in one statement (server/mini-games/quiz/sql/quiz.sql), and a test compares the two.
 */
export interface Stake {
  readonly option: string;
  readonly points: number;
}

export interface Split {
  /** Everybody has his points back, and what earlier rounds left goes on: nothing came true, nobody was right, or all were. */
  readonly back: boolean;
  /** What each stake brings, in their order. */
  readonly paid: readonly number[];
  /** What goes into the pool of the next round. */
  readonly left: number;
}

/**
 * The points carried over from earlier rounds that a round pays: at most the part of its own stakes that it does not pay out. So the players of
 * a round together never get more than their stakes, and a player with several accounts gains nothing by betting on every side.
 */
export const pointsFromCarryover = (staked: number, carried: number, sharePercent: number): number =>
  Math.min(carried, Math.floor((staked * (100 - sharePercent)) / 100));

export function splitPool(stakes: readonly Stake[], carried: number, sharePercent: number, outcome: string | undefined): Split {
  const sum = (all: readonly Stake[]) => all.reduce((points, stake) => points + BigInt(stake.points), 0n);
  const staked = sum(stakes);
  const right = outcome === undefined ? 0n : sum(stakes.filter(({ option }) => option === outcome));
  if (right === 0n || right === staked) return { back: true, paid: stakes.map(({ points }) => points), left: carried };
  const pool = staked + BigInt(pointsFromCarryover(Number(staked), carried, sharePercent));
  const paid = stakes.map(({ option, points }) => (option === outcome ? share(BigInt(points), pool, sharePercent, right) : 0));
  return { back: false, paid, left: Number(staked + BigInt(carried) - paid.reduce((all, points) => all + BigInt(points), 0n)) };
}

/** floor(stake × pool × share ÷ stakes of those who were right) */
const share = (points: bigint, pool: bigint, sharePercent: number, right: bigint): number =>
  Number((points * pool * BigInt(sharePercent)) / (100n * right));
