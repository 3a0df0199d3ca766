import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawFromSeed, drawNumbers, omissionKey, omissions, seedBytes, uniformFrom, validateDraw } from '../../../engine/rules/index.ts';
import { allGames, gameNamed, seeded } from './support/games.ts';

const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array => createHmac('sha256', key).update(message).digest();
const seed = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

describe('from a seed to a draw', () => {
  it('[F1] blocks are HMAC-SHA256(seed, game/issue/i) in order', () => {
    const next = seedBytes('ssq', '2026133', seed(7), hmac);
    const bytes = Array.from({ length: 70 }, next);
    const blocks = [0, 1, 2].flatMap((i) => [...createHmac('sha256', Buffer.alloc(32, 7)).update(`ssq/2026133/${i}`).digest()]);
    expect(bytes).toEqual(blocks.slice(0, 70));
  });

  it('[F2] a uniform number uses the fewest whole bytes and rejects values that would bias it', () => {
    const feed = (...bytes: number[]) => {
      const uniform = uniformFrom(() => {
        const byte = bytes.shift();
        if (byte === undefined) throw new Error('read too far');
        return byte;
      });
      return { uniform, left: () => bytes.length };
    };
    const ten = feed(249, 250, 255, 13);
    expect(ten.uniform(10)).toBe(9);
    expect(ten.uniform(10)).toBe(3);
    const one = feed(1);
    expect(one.uniform(1)).toBe(0);
    expect(one.left()).toBe(1);
    expect(feed(255).uniform(256)).toBe(255);
    // 257 needs two bytes, big-endian; 65535 = 255·257 is the first value that is rejected.
    expect(feed(255, 254).uniform(257)).toBe(65534 % 257);
    expect(feed(255, 255, 1, 2).uniform(257)).toBe(258 % 257);
    for (const n of [0, -1, 1.5, 2 ** 49]) expect(() => feed(1).uniform(n)).toThrow(RangeError);
  });

  it('[F3] draws equal those of a second implementation, written from FAIRNESS.md', () => {
    for (const game of allGames)
      for (let i = 0; i < 20; i++) {
        const key = seed(i);
        // A game with a source derives its numbers from the draw of the source.
        const { game: drawing = game.code, zones = game.draw.zones, numbers: follows } = game.draw.source ?? {};
        let block = 0;
        let buffer: number[] = [];
        const byte = (): number => {
          if (buffer.length === 0) buffer = [...hmac(key, Buffer.from(`${drawing}/20261121-${i}/${block++}`))];
          return buffer.shift() as number;
        };
        const uniform = (n: number): number => {
          const k = n === 1 ? 0 : n <= 256 ? 1 : 2;
          for (;;) {
            let value = 0;
            for (let j = 0; j < k; j++) value = value * 256 + byte();
            if (value < Math.floor(256 ** k / n) * n) return value % n;
          }
        };
        const expected: Record<string, number[]> = {};
        for (const zone of zones) {
          let numbers = Array.from({ length: zone.to - zone.from + 1 }, (_, v) => zone.from + v);
          if (zone.excludes) numbers = numbers.filter((v) => !expected[zone.excludes as string]?.includes(v));
          const drawn: number[] = [];
          for (let j = 0; j < zone.pick; j++) {
            if (zone.kind === 'digits') drawn.push(numbers[uniform(numbers.length)] as number);
            else {
              const r = j + uniform(numbers.length - j);
              [numbers[j], numbers[r]] = [numbers[r] as number, numbers[j] as number];
              drawn.push(numbers[j] as number);
            }
          }
          expected[zone.id] = zone.kind === 'set' ? drawn.toSorted((a, b) => a - b) : drawn;
        }
        const derivationRows = Object.entries(follows ?? {}).map(([zone, all]) => [
          zone,
          all.map(({ zone: from, ranks = [], mod = Number.POSITIVE_INFINITY, plus = 0 }) => {
            const sum = ranks.reduce((before, rank) => before + (expected[from]?.[rank - 1] as number), 0);
            return (sum % mod) + plus;
          }),
        ]);
        expect(drawFromSeed(game, `20261121-${i}`, key, hmac)).toEqual({
          numbers: follows ? Object.fromEntries(derivationRows) : expected,
        });
      }
  });

  it('[F4] test vectors, computed in Python from FAIRNESS.md', () => {
    expect(drawFromSeed(gameNamed('ssq'), '2026133', seed(0), hmac).numbers).toEqual({ red: [5, 9, 10, 21, 22, 31], blue: [9] });
    expect(drawFromSeed(gameNamed('jlffc'), '202611210001', seed(1), hmac).numbers).toEqual({ digits: [7, 8, 7, 6, 0] });
    expect(drawFromSeed(gameNamed('jsks'), '261121001', seed(2), hmac).numbers).toEqual({ dice: [1, 2, 2] });
  });

  it('[F5] every draw is valid, and every number is equally likely', () => {
    for (const game of allGames) {
      fc.assert(
        fc.property(fc.nat(), (n) => {
          expect(validateDraw(game, drawNumbers(game, seeded(n)))).toMatchObject({ ok: true });
        }),
        { numRuns: 200 },
      );
    }
    // Of the 256 values of a byte, a uniform number below 6 rejects 4. The other 252 give each result exactly 42 times.
    const seen = new Array(6).fill(0) as number[];
    for (let b = 0; b < 252; b++) seen[uniformFrom(() => b)(6)]!++;
    expect(seen).toEqual([42, 42, 42, 42, 42, 42]);
  });
});

describe('omission (遗漏)', () => {
  const game = gameNamed('ssq');
  const draw = (red: number[], blue: number) => ({ numbers: { red, blue: [blue] } });

  it('[R14] counts the draws since each value was last drawn, separately for each zone', () => {
    const counted = omissions(game, [draw([1, 2, 3, 4, 5, 6], 1), draw([1, 7, 8, 9, 10, 11], 2), draw([12, 13, 14, 15, 16, 17], 1)]);
    expect(Object.keys(counted).toSorted()).toEqual(['blue', 'red']);
    expect([counted.red?.[1], counted.red?.[7], counted.red?.[12], counted.red?.[33]]).toEqual([0, 1, 2, 3]);
    expect([counted.blue?.[1], counted.blue?.[2], counted.blue?.[3]]).toEqual([0, 1, 3]);
    expect(Object.values(omissions(game, []).red ?? {}).every((n) => n === 0)).toBe(true);
  });

  it('[R14] counts separately for each place', () => {
    expect(omissionKey({ zone: 'digits', places: ['wan', 'qian'] })).toBe('digits/wan+qian');
    const counted = omissions(gameNamed('jlffc'), [{ numbers: { digits: [1, 2, 3, 4, 5] } }, { numbers: { digits: [6, 7, 8, 9, 0] } }]);
    expect(counted['digits/wan']).toEqual({ 0: 2, 1: 0, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1, 7: 2, 8: 2, 9: 2 });
  });
});
