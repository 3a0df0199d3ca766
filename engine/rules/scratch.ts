/**
 * Pools of scratch cards: how a seed puts the cards of a pool in order, what stands under the coat of each, and the figure that commits to
 * the whole list before the first is sold. Server, phone and scripts/verify-card.mjs do the same; FAIRNESS.md writes it down.
 */
import type { ScratchDescription } from '../descriptions/scratch/types.ts';
import { type Hmac, type NextUniform, seedBytes, uniformFrom } from './fairness.ts';

/** SHA-256. Injected, so that phone and server share everything else. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** Symbols on a card, and how many of them are alike on one that wins. */
export const SYMBOL_COUNT = 9;
export const WINNING_COUNT = 3;
/** The most that a card has of every other symbol. */
const OTHERS = WINNING_COUNT - 1;

type Dealt = Pick<ScratchDescription, 'code' | 'tickets' | 'prizes'>;

/**
 * The cards of a pool in the order of their serials: 0 wins nothing, n wins prize n − 1 of the description. All prizes in the order of the
 * description, then the cards that win nothing, mixed by Fisher–Yates from the last place to the second.
 */
export function dealPool({ code, tickets, prizes }: Dealt, pool: string, seed: Uint8Array, hmac: Hmac): Uint8Array {
  const cards = new Uint8Array(tickets);
  let at = 0;
  for (const [i, { count }] of prizes.entries()) {
    cards.fill(i + 1, at, at + count);
    at += count;
  }
  const uniform = uniformFrom(seedBytes(code, pool, seed, hmac));
  for (let i = tickets - 1; i > 0; i--) {
    const j = uniform(i + 1);
    const card = cards[i] as number;
    cards[i] = cards[j] as number;
    cards[j] = card;
  }
  return cards;
}

/** What hides a card's prize in the tree until it is opened: the first 16 bytes of HMAC-SHA256(seed, `${code}/${pool}/salt/${serial}`), hex. */
export function saltOf(code: string, pool: string, serial: number, seed: Uint8Array, hmac: Hmac): string {
  return toHex(hmac(seed, new TextEncoder().encode(`${code}/${pool}/salt/${serial}`)).subarray(0, 16));
}

/**
 * The nine symbols of a card. Three of its prize's and no three of another; the rest is dealt from a deck with two of each other symbol, so
 * that which symbols come near to three is chance alone. `win`: as in dealPool.
 */
export function cardSymbols(
  { code, symbols, prizes }: Pick<ScratchDescription, 'code' | 'symbols' | 'prizes'>,
  pool: string,
  serial: number,
  win: number,
  seed: Uint8Array,
  hmac: Hmac,
): string[] {
  const uniform = uniformFrom(seedBytes(code, `${pool}/surface/${serial}`, seed, hmac));
  const prize = win === 0 ? undefined : prizes[win - 1]?.symbol;
  const deck = symbols.flatMap((symbol) => (symbol.code === prize ? [] : Array<string>(OTHERS).fill(symbol.code)));
  mix(deck, uniform);
  const won = prize === undefined ? [] : Array<string>(WINNING_COUNT).fill(prize);
  const shown = [...won, ...deck.slice(0, SYMBOL_COUNT - won.length)];
  mix(shown, uniform);
  return shown;
}

function mix(items: string[], uniform: NextUniform): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = uniform(i + 1);
    const item = items[i] as string;
    items[i] = items[j] as string;
    items[j] = item;
  }
}

/** The leaf of a card: SHA-256 of a byte 0 and the text `serial:prizeFen:salt`. */
export function merkleLeaf(serial: number, prizeFen: number, salt: string, sha256: Sha256): Uint8Array {
  const text = new TextEncoder().encode(`${serial}:${prizeFen}:${salt}`);
  const bytes = new Uint8Array(1 + text.length);
  bytes.set(text, 1);
  return sha256(bytes);
}

const HASH = 32;

/** A Merkle tree: its leaves and then each level above them, one hash after the other; the last is the root. */
export interface MerkleTree {
  readonly leaves: number;
  readonly nodes: Uint8Array;
}

/** Where each level begins, in hashes; the last one has the root alone. */
function levelsOf(leaves: number): { readonly starts: readonly number[]; readonly total: number } {
  const starts: number[] = [];
  let total = 0;
  for (let size = leaves; ; size = Math.ceil(size / 2)) {
    starts.push(total);
    total += size;
    if (size === 1) return { starts, total };
  }
}

/** A node is SHA-256 of a byte 1 and its two children; one that has no neighbour is taken up as it is. */
export function merkleTree(leaves: readonly Uint8Array[], sha256: Sha256): MerkleTree {
  const pair = new Uint8Array(1 + 2 * HASH);
  pair[0] = 1;
  return buildMerkleTree(
    leaves.length,
    (i, nodes, at) => nodes.set(leaves[i] as Uint8Array, at),
    (nodes, left, at) => {
      pair.set(nodes.subarray(left, left + 2 * HASH), 1);
      nodes.set(sha256(pair), at);
    },
  );
}

/**
 * The same where every hash is written in its place: `leaf` writes the leaf of an index at `at`, from the first to the last, and `join` there
 * what follows from the two children that begin at `left`.
 */
export function buildMerkleTree(
  leaves: number,
  leaf: (index: number, nodes: Uint8Array, at: number) => void,
  join: (nodes: Uint8Array, left: number, at: number) => void,
): MerkleTree {
  if (leaves === 0) throw new RangeError('a tree has at least one leaf');
  const { starts, total } = levelsOf(leaves);
  const nodes = new Uint8Array(total * HASH);
  for (let i = 0; i < leaves; i++) leaf(i, nodes, i * HASH);
  let size = leaves;
  for (let level = 1; level < starts.length; level++) {
    const below = (starts[level - 1] as number) * HASH;
    const here = (starts[level] as number) * HASH;
    for (let i = 0; i * 2 < size; i++) {
      const left = below + i * 2 * HASH;
      if (i * 2 + 1 === size) {
        nodes.copyWithin(here + i * HASH, left, left + HASH);
        continue;
      }
      join(nodes, left, here + i * HASH);
    }
    size = Math.ceil(size / 2);
  }
  return { leaves, nodes };
}

export const rootOf = ({ nodes }: MerkleTree): string => toHex(nodes.subarray(nodes.length - HASH));

/** The neighbours on the way from a leaf to the root: "L" or "R", the side on which it stands, and its hash. */
export function pathOf({ leaves, nodes }: MerkleTree, index: number): string[] {
  const { starts } = levelsOf(leaves);
  const path: string[] = [];
  let size = leaves;
  let at = index;
  for (const start of starts.slice(0, -1)) {
    const neighbour = at ^ 1;
    if (neighbour < size)
      path.push(`${neighbour < at ? 'L' : 'R'}${toHex(nodes.subarray((start + neighbour) * HASH, (start + neighbour + 1) * HASH))}`);
    at >>= 1;
    size = Math.ceil(size / 2);
  }
  return path;
}

/** The Merkle root of a leaf and its path, hex. Throws for an invalid path. */
export function merkleRootFromPath(leaf: Uint8Array, path: readonly string[], sha256: Sha256): string {
  let node = leaf;
  for (const step of path) {
    if (!/^[LR][0-9a-f]{64}$/.test(step)) throw new RangeError('a step of the path is L or R and 64 hexadecimal digits');
    const neighbour = fromHex(step.slice(1));
    const pair = new Uint8Array(1 + 2 * HASH);
    pair[0] = 1;
    pair.set(step[0] === 'L' ? neighbour : node, 1);
    pair.set(step[0] === 'L' ? node : neighbour, 1 + HASH);
    node = sha256(pair);
  }
  return toHex(node);
}

export const toHex = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16);
  return text;
};
export const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
