/** Cards of a gate (射龙门). A deck of 52, A = 1 … K = 13. */
import type { NextUniform } from '../rules/fairness.ts';
import { fraction } from '../rules/math.ts';
import type { Fraction } from '../rules/types.ts';

const DECK = 52;

/** 1 (ace) … 13 (king). */
export const rankOf = (card: number): number => Math.floor(card / 4) + 1;

/** Ranks between two posts; −1 for a pair. */
export const gateWidth = (posts: readonly number[]): number => Math.abs(rankOf(posts[0] as number) - rankOf(posts[1] as number)) - 1;

/** The two posts, the lower one first. Pairs, neighbours and widths that `pays` does not know are put back and dealt anew. */
export function dealPosts(uniform: NextUniform, pays: (width: number) => boolean): readonly [number, number] {
  for (;;) {
    const first = uniform(DECK);
    const other = uniform(DECK - 1);
    const second = other >= first ? other + 1 : other;
    const posts = [Math.min(first, second), Math.max(first, second)] as const;
    const width = gateWidth(posts);
    if (width > 0 && pays(width)) return posts;
  }
}

/** The third card: one of the 50 that are left, in their order. */
export function thirdCard(posts: readonly number[], uniform: NextUniform): number {
  let card = uniform(DECK - posts.length);
  for (const post of [...posts].sort((a, b) => a - b)) if (card >= post) card += 1;
  return card;
}

export function gateResult(posts: readonly number[], card: number): 'between' | 'outside' | 'post' {
  const [low = 0, high = 0] = posts.map(rankOf).sort((a, b) => a - b);
  const rank = rankOf(card);
  if (rank === low || rank === high) return 'post';
  return rank > low && rank < high ? 'between' : 'outside';
}

/** Of the 50 cards that are left at a gate of that width: each rank between has four, each post three. */
export function gateChances(width: number): Readonly<Record<'between' | 'post' | 'outside', Fraction>> {
  const between = 4 * width;
  return { between: fraction(BigInt(between), 50n), post: fraction(6n, 50n), outside: fraction(BigInt(44 - between), 50n) };
}

/** Chance that two cards of a fresh deck make a gate of that width (0: neighbours), and a pair with −1. */
export function dealChance(width: number): Fraction {
  return width < 0 ? fraction(13n * 6n, 1326n) : fraction(BigInt(12 - width) * 16n, 1326n);
}
