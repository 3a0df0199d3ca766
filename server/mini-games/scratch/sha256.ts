/**
 * SHA-256 (FIPS 180-4) of very many short messages. node:crypto takes longer to be called than to hash fifty bytes; here a message is hashed
 * where it lies, and what a keyed hash begins with is worked out once (a hash over two blocks instead of four). Everything else uses
 * node:crypto. Tests hold the two equal (tests/server/mini-games/scratch-pools.test.ts).
 */

/** First 32 bits of the fractions of the roots of the first primes: square roots of eight to begin with, cube roots of 64 for the rounds. */
const [START, ROUNDS] = constants();
export const BLOCK_BYTES = 64;
export const HASH_BYTES = 32;
/** Behind a message stand a bit 1 and its length in bits, 64 of them. */
const TRAILER = 9;

export type HashState = Int32Array;

/** What a hash begins with. */
export const initialState = (): HashState => START.slice();

const words = new Int32Array(64);

/** Takes the 64 bytes at `at` into the state. */
export function compressBlock(state: HashState, bytes: Uint8Array, at: number): void {
  const w = words;
  for (let i = 0, from = at; i < 16; i++, from += 4)
    w[i] =
      ((bytes[from] as number) << 24) |
      ((bytes[from + 1] as number) << 16) |
      ((bytes[from + 2] as number) << 8) |
      (bytes[from + 3] as number);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = ((state[0] as number) + a) | 0;
  state[1] = ((state[1] as number) + b) | 0;
  state[2] = ((state[2] as number) + c) | 0;
  state[3] = ((state[3] as number) + d) | 0;
  state[4] = ((state[4] as number) + e) | 0;
  state[5] = ((state[5] as number) + f) | 0;
  state[6] = ((state[6] as number) + g) | 0;
  state[7] = ((state[7] as number) + h) | 0;
}

/** Bytes of a buffer for a message of `length` bytes, with room for the padding, which is written behind the message. */
export const paddedLength = (length: number): number => Math.ceil((length + TRAILER) / BLOCK_BYTES) * BLOCK_BYTES;

const running = new Int32Array(8);

/**
 * Hashes the first `length` bytes of `message`, which has room for its padding, and writes the 32 bytes of the hash at `at`. `from` is what
 * `before` bytes, whole blocks, have made of the beginning already.
 */
export function finishHash(from: HashState, before: number, message: Uint8Array, length: number, into: Uint8Array, at: number): void {
  const end = paddedLength(length);
  message[length] = 0x80;
  message.fill(0, length + 1, end - 4);
  const bits = (before + length) * 8;
  for (let i = 0; i < 4; i++) message[end - 1 - i] = bits >>> (8 * i);
  running.set(from);
  for (let block = 0; block < end; block += BLOCK_BYTES) compressBlock(running, message, block);
  for (let i = 0; i < 8; i++) {
    const word = running[i] as number;
    into[at + 4 * i] = word >>> 24;
    into[at + 4 * i + 1] = word >>> 16;
    into[at + 4 * i + 2] = word >>> 8;
    into[at + 4 * i + 3] = word;
  }
}

function constants(): readonly [start: Int32Array, rounds: Int32Array] {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  /** The whole part of the root of `n` × 2^(32·power); its last 32 bits are those of the fraction. */
  const fraction = (n: bigint, power: bigint): number => {
    const scaled = n << (32n * power);
    let [low, high] = [0n, 1n << 40n];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** power <= scaled) low = middle;
      else high = middle;
    }
    return Number(BigInt.asIntN(32, low));
  };
  return [Int32Array.from(primes.slice(0, 8), (prime) => fraction(prime, 2n)), Int32Array.from(primes, (prime) => fraction(prime, 3n))];
}
