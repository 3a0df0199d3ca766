/**
 * Chance of the simulated feed: every number follows from the secret seed in the database and from names, so that every process and every
 * restart has the same, and nobody who reads this source can compute it.
 */
import { createHmac } from 'node:crypto';

/** The next number from 0 to below 1. */
export type Random = () => number;

export function randomOf(seed: string, ...names: readonly (string | number)[]): Random {
  const name = names.join('/');
  let block = Buffer.alloc(0);
  let at = 0;
  let count = 0;
  return () => {
    if (at + 4 > block.length) {
      block = createHmac('sha256', seed).update(`${name}#${count}`).digest();
      count += 1;
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4) / 2 ** 32;
  };
}

/** The same list in an order by chance. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1));
    [list[i], list[k]] = [list[k] as T, list[i] as T];
  }
  return list;
}
