/** What follows from the seed of a pool: its cards in order, and the tree that commits to them. */
import { createHmac, hash } from 'node:crypto';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import type { Hmac } from '../../engine/rules/fairness.ts';
import { dealPool, growTree, type Sha256 } from '../../engine/rules/scratch.ts';

export const hmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();
export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');

export interface Derived {
  /** By serial − 1: 0 wins nothing, n wins prize n − 1. */
  readonly wins: Uint8Array;
  /** As in Tree of engine/rules/scratch.ts. */
  readonly nodes: Uint8Array;
}

const BLOCK = 64;
const HASH = 32;
/** Longest message that a card is derived from. */
const MESSAGE = 256;

/**
 * HMAC-SHA256 as RFC 2104 writes it, for one key and many short messages: two hashes over buffers that are there already take a third of
 * what an object of createHmac for each does. `message` writes into the buffer that it is given and says how many bytes it wrote.
 */
function hmacOf(key: Uint8Array): (message: (into: Buffer) => number) => Buffer {
  const inner = Buffer.alloc(BLOCK + MESSAGE, 0x36);
  const outer = Buffer.alloc(BLOCK + HASH, 0x5c);
  for (const [i, byte] of (key.length > BLOCK ? sha256(key) : key).entries()) {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  const text = inner.subarray(BLOCK);
  return (message) => {
    const length = message(text);
    outer.set(hash('sha256', inner.subarray(0, BLOCK + length), 'buffer'), BLOCK);
    return hash('sha256', outer, 'buffer');
  };
}

/** `seed`: hex. A third of a second for the largest pools, in a thread of its own (worker.ts). */
export function derivePool(card: ScratchDescription, pool: string, seed: string): Derived {
  const key = Buffer.from(seed, 'hex');
  const keyed = hmacOf(key);
  // The stream of the order asks for its blocks by whole messages.
  const block: Hmac = (_key, message) => keyed((into) => (into.set(message), message.length));
  const wins = dealPool(card, pool, key, block);
  const fen = [0, ...card.prizes.map((prize) => prize.fen)];
  const leafText = Buffer.alloc(MESSAGE);
  const { nodes } = growTree(
    wins.length,
    (i, at) => {
      // As saltOf and leafOf have it (engine/rules/scratch.ts), without a string or an array for each card that lives on.
      const salt = keyed((into) => into.write(`${card.code}/${pool}/salt/${i + 1}`, 0, 'latin1'));
      const length = leafText.write(`${i + 1}:${fen[wins[i] as number]}:${salt.toString('hex', 0, 16)}`, 1, 'latin1');
      at.set(hash('sha256', leafText.subarray(0, 1 + length), 'buffer'));
    },
    sha256,
  );
  return { wins, nodes };
}
