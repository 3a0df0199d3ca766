/** Recomputes a draw from its revealed seed, on this phone: the server's word is not needed. */
import Hex from 'crypto-js/enc-hex.js';
import hmacSha256 from 'crypto-js/hmac-sha256.js';
import sha256 from 'crypto-js/sha256.js';
import { derivedWords } from '../../descriptions/derived-text.ts';
import type { Draw, Game, Zone } from '../../descriptions/types.ts';
import { drawFromSeed, type Hmac } from '../../rules/fairness.ts';

export interface ProofVerdict {
  /** SHA-256 of the seed is the commit that was published before sale. */
  readonly commitMatches: boolean;
  /** The seed gives exactly the numbers that were drawn. */
  readonly numbersMatch: boolean;
  /** SHA-256 of the seed, hex. */
  readonly commit: string;
  readonly numbers: Draw['numbers'];
  /** Where the numbers follow from another game's draw: what the seed gives there, and how they follow, in words. */
  readonly source?: { readonly title: string; readonly zones: readonly Zone[]; readonly numbers: Draw['numbers']; readonly words: string };
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const words = (bytes: Uint8Array) => Hex.parse(toHex(bytes));

const hmac: Hmac = (key, message) => fromHex(hmacSha256(words(message), words(key)).toString(Hex));

/** @throws Error when the seed is not hexadecimal. */
export function verifyDraw(
  game: Pick<Game, 'code' | 'draw'>,
  issue: string,
  drawn: Draw['numbers'],
  commit: string,
  seed: string,
): ProofVerdict {
  if (!/^([0-9a-f]{2})+$/i.test(seed)) throw new Error('种子格式不正确');
  const bytes = fromHex(seed);
  const { numbers } = drawFromSeed(game, issue, bytes, hmac);
  const { source } = game.draw;
  const ownCommit = sha256(words(bytes)).toString(Hex);
  return {
    commit: ownCommit,
    commitMatches: ownCommit === commit.toLowerCase(),
    numbers,
    ...(source
      ? {
          source: {
            title: `由${source.name}同期种子算出的号码`,
            zones: source.zones,
            numbers: drawFromSeed({ code: source.game, draw: { zones: source.zones } }, issue, bytes, hmac).numbers,
            words: derivedWords(source, game.draw.zones),
          },
        }
      : {}),
    numbersMatch: game.draw.zones.every((zone) => {
      const ours = numbers[zone.id] ?? [];
      const theirs = drawn[zone.id] ?? [];
      return ours.length === theirs.length && ours.every((value, place) => value === theirs[place]);
    }),
  };
}
