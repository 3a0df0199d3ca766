/** Cards of a gate (射龙门). A deck of 52, A = 1 … K = 13. */
import type { NextUniform } from '../rules/fairness.ts';
import { fraction } from '../rules/math.ts';
import type { Fraction } from '../rules/types.ts';

const DECK = 52;

export type GateEnd = 'between' | 'outside' | 'post' | 'higher' | 'lower';

/** The bets of a gate: what each wins with, and its name. The first is for posts of two ranks, the others for a pair. */
export const GATE_BETS = {
  shoot: { wins: 'between', name: '射门' },
  high: { wins: 'higher', name: '比大' },
  low: { wins: 'lower', name: '比小' },
} as const satisfies Readonly<Record<string, { readonly wins: GateEnd; readonly name: string }>>;

export const isGateBet = (code: string): code is keyof typeof GATE_BETS => Object.hasOwn(GATE_BETS, code);

/** 1 (ace) … 13 (king). */
export const rankOf = (card: number): number => Math.floor(card / 4) + 1;

/** Ranks between two posts; −1 for a pair. */
export const gateWidth = (posts: readonly number[]): number => Math.abs(rankOf(posts[0] as number) - rankOf(posts[1] as number)) - 1;

/** Two cards of one rank: no gate, but higher or lower. */
export const isPair = (posts: readonly number[]): boolean => gateWidth(posts) < 0;

/** Ranks that win beside a pair. An ace has nothing below it, a king nothing above. */
export const ranksBeside = (posts: readonly number[], side: 'higher' | 'lower'): number =>
  side === 'higher' ? 13 - rankOf(posts[0] as number) : rankOf(posts[0] as number) - 1;

/**
 * The two posts, the lower one first. Neighbours and widths that `pays` does not know are put back and dealt again; so are pairs (−1) that it
 * does not know.
 */
export function dealPosts(uniform: NextUniform, pays: (width: number) => boolean): readonly [number, number] {
  for (;;) {
    const first = uniform(DECK);
    const other = uniform(DECK - 1);
    const second = other >= first ? other + 1 : other;
    const posts = [Math.min(first, second), Math.max(first, second)] as const;
    const width = gateWidth(posts);
    if (width !== 0 && pays(width)) return posts;
  }
}

/** The third card: one of the 50 that are left, in their order. */
export function thirdCard(posts: readonly number[], uniform: NextUniform): number {
  let card = uniform(DECK - posts.length);
  for (const post of [...posts].sort((a, b) => a - b)) if (card >= post) card += 1;
  return card;
}

/** How the third card lies to the posts: beside a pair it is higher or lower. */
export function gateResult(posts: readonly number[], card: number): GateEnd {
  const [low = 0, high = 0] = posts.map(rankOf).sort((a, b) => a - b);
  const rank = rankOf(card);
  if (rank === low || rank === high) return 'post';
  if (low === high) return rank > low ? 'higher' : 'lower';
  return rank > low && rank < high ? 'between' : 'outside';
}

/** The chances of the third card at a gate of this width. 50 cards are left: four of each rank between the posts, and three of each post's rank. */
export function gateChances(width: number): Readonly<Record<'between' | 'post' | 'outside', Fraction>> {
  const between = 4 * width;
  return { between: fraction(BigInt(between), 50n), post: fraction(6n, 50n), outside: fraction(BigInt(44 - between), 50n) };
}

/** The chances of the third card after a pair. 50 cards are left: four of each rank on the chosen side, and two of the pair's rank. */
export function pairChances(ranks: number): Readonly<Record<'won' | 'post' | 'missed', Fraction>> {
  const won = 4 * ranks;
  return { won: fraction(BigInt(won), 50n), post: fraction(2n, 50n), missed: fraction(BigInt(48 - won), 50n) };
}

/** Chance that two cards of a fresh deck make a gate of that width (0: neighbours), and a pair with −1. */
export function dealChance(width: number): Fraction {
  return width < 0 ? fraction(13n * 6n, 1326n) : fraction(BigInt(12 - width) * 16n, 1326n);
}
