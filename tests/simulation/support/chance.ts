/** Chance that comes from a seed alone: the same name under the same seed gives the same numbers, on every machine. */

export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `n`. */
  below(n: number): number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  one<T>(list: readonly T[]): T;
  happens(probability: number): boolean;
  bytes(count: number): Uint8Array;
  /** Chance of its own for one part of the world: what one part takes does not change what another gets. */
  of(name: string): Chance;
}

export function chanceOf(seed: string): Chance {
  let [a, b, c, d] = stateOf(seed);
  // sfc32 by Chris Doty-Humphrey: small, fast, passes PractRand.
  function word(): number {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  }
  for (let warm = 0; warm < 12; warm += 1) word();
  const below = (n: number): number => Math.floor((word() / 4_294_967_296) * n);
  return {
    next: () => word() / 4_294_967_296,
    below,
    between: (from, to) => from + below(to - from + 1),
    one: (list) => list[below(list.length)] as never,
    happens: (probability) => word() / 4_294_967_296 < probability,
    bytes: (count) => Uint8Array.from({ length: count }, () => word() & 255),
    of: (name) => chanceOf(`${seed}/${name}`),
  };
}

/** 128 bits of a text (cyrb128): texts that are alike give states that are not. */
function stateOf(text: string): [number, number, number, number] {
  let h1 = 1_779_033_703;
  let h2 = 3_144_134_277;
  let h3 = 1_013_904_242;
  let h4 = 2_773_480_762;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    h1 = h2 ^ Math.imul(h1 ^ code, 597_399_067);
    h2 = h3 ^ Math.imul(h2 ^ code, 2_869_860_233);
    h3 = h4 ^ Math.imul(h3 ^ code, 951_274_213);
    h4 = h1 ^ Math.imul(h4 ^ code, 2_716_044_179);
  }
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}
