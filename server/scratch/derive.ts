/** What follows from the seed of a pool: its cards in order, and the tree that commits to them. */
import { createHash, createHmac } from 'node:crypto';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import type { Hmac } from '../../engine/rules/fairness.ts';
import { dealPool, leafOf, type Sha256, saltOf, treeOf } from '../../engine/rules/scratch.ts';

export const hmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();
export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

export interface Derived {
  /** By serial − 1: 0 wins nothing, n wins prize n − 1. */
  readonly wins: Uint8Array;
  /** As in Tree of engine/rules/scratch.ts. */
  readonly nodes: Uint8Array;
}

/** `seed`: hex. Some hundred ms for the largest pools. */
export function derivePool(card: ScratchDescription, pool: string, seed: string): Derived {
  const key = Buffer.from(seed, 'hex');
  const wins = dealPool(card, pool, key, hmac);
  const fen = [0, ...card.prizes.map((prize) => prize.fen)];
  const leaves = Array.from(wins, (win, i) => leafOf(i + 1, fen[win] as number, saltOf(card.code, pool, i + 1, key, hmac), sha256));
  return { wins, nodes: treeOf(leaves, sha256).nodes };
}
