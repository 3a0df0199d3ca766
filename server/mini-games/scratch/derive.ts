/** What follows from the seed of a pool: its cards in order, and the tree that commits to them. */
import { createHmac, hash } from 'node:crypto';
import type { ScratchDescription } from '../../../engine/descriptions/scratch/types.ts';
import type { Hmac } from '../../../engine/rules/fairness.ts';
import { dealPool, buildMerkleTree, type Sha256 } from '../../../engine/rules/scratch.ts';
import { BLOCK_BYTES, initialState, finishHash, HASH_BYTES, paddedLength, type HashState, compressBlock } from './sha256.ts';

export const hmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();
export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');

export interface DerivedPool {
  /** By serial − 1: 0 wins nothing, n wins prize n − 1. */
  readonly wins: Uint8Array;
  /** As in Tree of engine/rules/scratch.ts. */
  readonly nodes: Uint8Array;
}

/** Longest message that a card is derived from. */
const MESSAGE = 256;
const SALT = 16;

/** HMAC-SHA256 as RFC 2104 writes it, for one key and many short messages: what the key makes of both hashes is worked out once. */
function hmacOf(key: Uint8Array): (message: Uint8Array, length: number, into: Uint8Array) => void {
  const padded = (fill: number): HashState => {
    const block = new Uint8Array(BLOCK_BYTES).fill(fill);
    for (const [i, byte] of (key.length > BLOCK_BYTES ? sha256(key) : key).entries()) block[i] = byte ^ fill;
    const state = initialState();
    compressBlock(state, block, 0);
    return state;
  };
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  const between = new Uint8Array(paddedLength(HASH_BYTES));
  return (message, length, into) => {
    finishHash(inner, BLOCK_BYTES, message, length, between, 0);
    finishHash(outer, BLOCK_BYTES, between, HASH_BYTES, into, 0);
  };
}

/** Writes a whole number in decimal digits at `at`. Returns where it ends. */
function writeNumber(into: Uint8Array, at: number, value: number): number {
  let digits = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
  for (let i = digits - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 10)) into[at + i] = 0x30 + (rest % 10);
  return at + digits;
}

const HEX = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const COLON = ':'.charCodeAt(0);

/** `seed`: hex. A fifth of a second for the largest pools, in a thread of its own (worker.ts). */
export function derivePool(card: ScratchDescription, pool: string, seed: string): DerivedPool {
  const key = Buffer.from(seed, 'hex');
  const hmac = hmacOf(key);
  const start = initialState();
  const message = new Uint8Array(paddedLength(MESSAGE));
  const dealt = new Uint8Array(HASH_BYTES);
  // The stream of the order has read a block to its end before it asks for the next.
  const block: Hmac = (_key, text) => {
    message.set(text);
    hmac(message, text.length, dealt);
    return dealt;
  };
  const wins = dealPool(card, pool, key, block);
  const fen = [0, ...card.prizes.map((prize) => prize.fen)];
  const salted = new TextEncoder().encode(`${card.code}/${pool}/salt/`);
  const salt = new Uint8Array(HASH_BYTES);
  const text = new Uint8Array(paddedLength(MESSAGE));
  // As saltOf and merkleLeaf have it (engine/rules/scratch.ts), without a string or an array for each card.
  const leaf = (i: number, nodes: Uint8Array, at: number): void => {
    message.set(salted);
    hmac(message, writeNumber(message, salted.length, i + 1), salt);
    let end = writeNumber(text, 1, i + 1);
    text[end] = COLON;
    end = writeNumber(text, end + 1, fen[wins[i] as number] as number);
    text[end++] = COLON;
    for (let n = 0; n < SALT; n++) {
      const byte = salt[n] as number;
      text[end++] = HEX[byte >> 4] as number;
      text[end++] = HEX[byte & 15] as number;
    }
    text[0] = 0;
    finishHash(start, 0, text, end, nodes, at);
  };
  const pair = new Uint8Array(paddedLength(1 + 2 * HASH_BYTES));
  const join = (nodes: Uint8Array, left: number, at: number): void => {
    pair[0] = 1;
    for (let i = 0; i < 2 * HASH_BYTES; i++) pair[1 + i] = nodes[left + i] as number;
    finishHash(start, 0, pair, 1 + 2 * HASH_BYTES, nodes, at);
  };
  return { wins, nodes: buildMerkleTree(wins.length, leaf, join).nodes };
}
