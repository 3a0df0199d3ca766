import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Game, Zone } from '../../../engine/descriptions/types.ts';
import { drawFromSeed, drawNumbers, uniformFrom } from '../../../engine/rules/index.ts';
import { gameNamed } from './support/games.ts';
import { drawCount } from './support/runs.ts';
import { chiSquare, chiSquareTail, normalTails } from './support/statistics.ts';

const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array => createHmac('sha256', key).update(message).digest();

/** One zone of each kind and size that is drawn from: the mapping is the same for every game. */
const GAMES = ['jlffc', 'ssq', 'bjpk10', 'jsks', 'lhc'] as const;
/** All tests together at 99 %: each has an even part of the hundredth that is let fall. The seed is fixed, so what passes once passes always. */
const LEVEL = 0.01;
const COUNT = Math.ceil(drawCount(60_000) / GAMES.length);

interface Verdict {
  readonly test: string;
  readonly chance: number;
}

/** Counts of one zone over many draws. */
class Counts {
  private readonly zone: Zone;
  private readonly size: number;
  /** Numbers by place; of a set all places are one. */
  private readonly seen: Float64Array[];
  /** First numbers of two draws, one after the other. */
  private readonly pairs: Float64Array;
  /** Draws in which the first number is in the upper half, in the lower half, and runs of either. */
  private above = 0;
  private below = 0;
  private runs = 0;
  private last: boolean | undefined;
  private before = -1;

  constructor(zone: Zone) {
    this.zone = zone;
    this.size = zone.to - zone.from + 1;
    this.seen = Array.from({ length: zone.kind === 'set' ? 1 : zone.pick }, () => new Float64Array(this.size));
    this.pairs = new Float64Array(this.size ** 2);
  }

  add(numbers: readonly number[]): void {
    numbers.forEach((v, i) => {
      const cells = this.seen[this.zone.kind === 'set' ? 0 : i] as Float64Array;
      cells[v - this.zone.from] = (cells[v - this.zone.from] as number) + 1;
    });
    // A set is sorted, so its first number is not an even one.
    if (this.zone.kind === 'set' && this.zone.pick > 1) return;
    const v = (numbers[0] as number) - this.zone.from;
    // Pairs that do not overlap are independent.
    if (this.before < 0) this.before = v;
    else {
      const cell = this.before * this.size + v;
      this.pairs[cell] = (this.pairs[cell] as number) + 1;
      this.before = -1;
    }
    // An odd size has a middle that belongs to neither half.
    if (this.size % 2 === 1 && v === (this.size - 1) / 2) return;
    const high = v >= this.size / 2;
    if (high) this.above++;
    else this.below++;
    if (high !== this.last) this.runs++;
    this.last = high;
  }

  verdicts(game: string): Verdict[] {
    const { zone, size, above, below } = this;
    const name = `${game} ${zone.id}`;
    // Without replacement the counts of a draw lean against each other; this factor makes it chi-square again.
    const factor = zone.kind === 'set' && zone.pick > 1 ? (size - 1) / (size - zone.pick) : 1;
    const found = this.seen.map((cells, i) => ({
      test: `${name} ${i}: chi-square`,
      chance: chiSquareTail(chiSquare(cells) * factor, size - 1),
    }));
    if (zone.kind === 'set' && zone.pick > 1) return found;
    const n = above + below;
    const expected = (2 * above * below) / n + 1;
    const variance = ((expected - 1) * (expected - 2)) / (n - 1);
    return [
      ...found,
      { test: `${name}: serial`, chance: chiSquareTail(chiSquare(this.pairs), size ** 2 - 1) },
      { test: `${name}: runs`, chance: normalTails((this.runs - expected) / Math.sqrt(variance)) },
    ];
  }
}

function drawMany(game: Game, count: number): Verdict[] {
  const zones = game.draw.zones.map((zone) => ({ zone, counts: new Counts(zone) }));
  let seed = new Uint8Array(32);
  for (let i = 0; i < count; i++) {
    // Seeds change as they do in life, though not with every issue: a hash for each draw is work enough.
    if (i % 1_000 === 0) seed = new Uint8Array(createHmac('sha256', 'draws').update(`${game.code} ${i}`).digest());
    const { numbers } = drawFromSeed(game, String(i), seed, hmac);
    for (const { zone, counts } of zones) counts.add(numbers[zone.id] as readonly number[]);
  }
  return zones.flatMap(({ counts }) => counts.verdicts(game.code));
}

describe('draws are even', () => {
  it('the chances of the statistics are those of the tables', () => {
    for (const [value, degrees, chance] of [
      [21.666, 9, 0.01],
      [16.919, 9, 0.05],
      [63.691, 40, 0.01],
      [6.635, 1, 0.01],
    ] as const)
      expect(chiSquareTail(value, degrees)).toBeCloseTo(chance, 5);
    expect(normalTails(2.5758)).toBeCloseTo(0.01, 5);
    expect(chiSquareTail(chiSquare([10, 10, 10, 10]), 3)).toBe(1);
    // A die that shows one face a little too often is found out.
    expect(chiSquareTail(chiSquare([10_000, 10_000, 10_000, 10_000, 10_000, 10_500]), 5)).toBeLessThan(LEVEL);
  });

  it(`[F3] ${COUNT * GAMES.length} mapped draws pass chi-square, serial and runs tests at 99 %`, () => {
    const verdicts = GAMES.flatMap((code) => drawMany(gameNamed(code), COUNT));
    expect(verdicts.length).toBeGreaterThan(25);
    const worst = verdicts.toSorted((a, b) => a.chance - b.chance);
    if (COUNT > 1_000_000)
      console.log(`${COUNT * GAMES.length} draws, ${verdicts.length} tests, least likely ${worst[0]?.test}: ${worst[0]?.chance}`);
    expect(worst.filter(({ chance }) => chance < LEVEL / verdicts.length)).toEqual([]);
  });

  it('[F2] rejection leaves no bias at all: of all equally likely bytes every result comes equally often', () => {
    const counted = (n: number, bytes: number): Float64Array => {
      const seen = new Float64Array(n);
      const space = 256 ** bytes;
      for (let value = 0; value < space; value++) {
        let read = 0;
        let refused = false;
        const uniform = uniformFrom(() => {
          // Past its own bytes a refused value asks for more: it is not counted, and 0 ends the asking.
          if (read === bytes) refused = true;
          const shift = bytes - 1 - (read++ % bytes);
          return refused ? 0 : Math.floor(value / 256 ** shift) % 256;
        });
        const result = uniform(n);
        if (!refused) seen[result] = (seen[result] as number) + 1;
      }
      return seen;
    };
    for (let n = 2; n <= 256; n++) expect(new Set(counted(n, 1))).toEqual(new Set([Math.floor(256 / n)]));
    for (const n of [257, 1_000, 32_769, 65_535]) expect(new Set(counted(n, 2))).toEqual(new Set([Math.floor(65_536 / n)]));
  });

  it('[F3] every order of choices makes another draw: sequences once each, sets once for each order, digits once each', () => {
    const shape = (kind: Zone['kind'], pick: number, to = 5) =>
      ({ draw: { zones: [{ id: 'z', label: 'z', kind, from: 1, to, pick }] } }) as unknown as Pick<Game, 'draw'>;
    const ways = (game: Pick<Game, 'draw'>) => {
      const seen = new Map<string, number>();
      const walk = (prefix: readonly number[]): void => {
        let drawsRequested = 0;
        let width = 0;
        const { numbers } = drawNumbers(game, (n) => {
          if (drawsRequested === prefix.length) width = n;
          return prefix[drawsRequested++] ?? 0;
        });
        if (drawsRequested === prefix.length) seen.set(String(numbers.z), (seen.get(String(numbers.z)) ?? 0) + 1);
        else for (let next = 0; next < width; next++) walk([...prefix, next]);
      };
      walk([]);
      return seen;
    };
    const each = (seen: ReadonlyMap<string, number>) => [seen.size, ...new Set(seen.values())];
    expect(each(ways(shape('sequence', 3)))).toEqual([60, 1]);
    expect(each(ways(shape('set', 3)))).toEqual([10, 6]);
    expect(each(ways(shape('digits', 3)))).toEqual([125, 1]);
    expect(each(ways(shape('sequence', 5)))).toEqual([120, 1]);
  });
});
