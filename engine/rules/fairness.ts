import type { Draw, Game, Zone } from '../descriptions/types.ts';
import { deriveNumbers } from './derived-numbers.ts';

/** HMAC-SHA256 of `message` under `key`, 32 bytes. Injected, so that phone and server share everything else. */
export type Hmac = (key: Uint8Array, message: Uint8Array) => Uint8Array;

/** A uniform whole number in 0..n-1. */
export type NextUniform = (n: number) => number;

/**
 * The bytes that a seed stands for in one issue: block i = HMAC-SHA256(seed, `${game}/${issue}/${i}`), blocks in order from 0.
 * Written down for independent checking in FAIRNESS.md.
 */
export function seedBytes(gameCode: string, issue: string, seed: Uint8Array, hmac: Hmac): () => number {
  const encoder = new TextEncoder();
  let block: Uint8Array = new Uint8Array(0);
  let next = 0;
  let index = 0;
  return () => {
    if (next === block.length) {
      block = hmac(seed, encoder.encode(`${gameCode}/${issue}/${index}`));
      index++;
      next = 0;
    }
    return block[next++] as number;
  };
}

/**
 * Unbiased numbers out of bytes: the fewest whole bytes k with 256^k ≥ n, read big-endian; a value at or past the greatest
 * multiple of n is thrown away and k further bytes are read. n = 1 reads nothing. n is at most 2^48.
 */
export function uniformFrom(nextByte: () => number): NextUniform {
  return (n) => {
    if (!Number.isSafeInteger(n) || n < 1 || n > 2 ** 48) throw new RangeError(`uniform needs 1..2^48, not ${n}`);
    let bytes = 0;
    let space = 1;
    while (space < n) {
      space *= 256;
      bytes++;
    }
    const limit = space - (space % n);
    for (;;) {
      let value = 0;
      for (let i = 0; i < bytes; i++) value = value * 256 + nextByte();
      if (value < limit) return value % n;
    }
  };
}

/**
 * A draw of the game, zone by zone in the order of the description. set and sequence: partial Fisher–Yates over the numbers
 * from..to (less those of the zone that it excludes); a set is then sorted. digits: each place by itself. A game with a source: a draw of
 * that, and what follows from it.
 */
export function drawNumbers(game: Pick<Game, 'draw'>, uniform: NextUniform): Draw {
  const { source } = game.draw;
  if (source) return { numbers: deriveNumbers(source, drawNumbers({ draw: { zones: source.zones } }, uniform).numbers) };
  const numbers: Record<string, readonly number[]> = {};
  for (const zone of game.draw.zones)
    numbers[zone.id] = drawZone(zone, zone.excludes === undefined ? [] : (numbers[zone.excludes] ?? []), uniform);
  return { numbers };
}

function drawZone(zone: Zone, excluded: readonly number[], uniform: NextUniform): number[] {
  const pool: number[] = [];
  for (let v = zone.from; v <= zone.to; v++) if (!excluded.includes(v)) pool.push(v);
  if (zone.kind === 'digits') return Array.from({ length: zone.pick }, () => pool[uniform(pool.length)] as number);
  for (let i = 0; i < zone.pick; i++) {
    const j = i + uniform(pool.length - i);
    const value = pool[j] as number;
    pool[j] = pool[i] as number;
    pool[i] = value;
  }
  const drawn = pool.slice(0, zone.pick);
  return zone.kind === 'set' ? drawn.sort((a, b) => a - b) : drawn;
}

/**
 * The draw that a seed makes of an issue: the whole mapping, as server and phone both run it. A game with a source has the seeds and the
 * issues of that.
 */
export function drawFromSeed(game: Pick<Game, 'code' | 'draw'>, issue: string, seed: Uint8Array, hmac: Hmac): Draw {
  return drawNumbers(game, uniformFrom(seedBytes(game.draw.source?.game ?? game.code, issue, seed, hmac)));
}
