import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import type { FloatingPrize, Game, Line, Play } from '../../../engine/descriptions/types.ts';
import { compileGame, priceTicket, prizeRange, settleTicket, validateTicket } from '../../../engine/rules/index.ts';
import { prizeTable } from '../../../server/lottery/draws/prizes.ts';
import { distinctGames, gameNamed, seeded } from './support/games.ts';
import { runCount, seed, tupleCount } from './support/runs.ts';

/** n! ÷ (k! (n−k)!) by its definition. */
function choose(n: number, k: number): bigint {
  const factorial = (m: number): bigint => Array.from({ length: m }, (_, i) => BigInt(i + 1)).reduce((a, b) => a * b, 1n);
  return k < 0 || k > n ? 0n : factorial(n) / (factorial(k) * factorial(n - k));
}

const TUPLES = tupleCount(20_000);

describe('money', () => {
  it(`[R15] ${TUPLES} random pools, shares, caps, weights, extras and winners pay to the fen what the words of the rule say`, () => {
    const random = seeded(seed);
    /** Skewed: as often a few fen as millions, and the edges now and then. */
    const amount = (bits: number): number => Math.floor((2 ** random(bits) * (1 + random(1_000))) / 1_000);
    const base = gameAt(gameNamed('ssq'));
    const [model] = (base.playGroups[0] as Game['playGroups'][number]).plays as [Play];
    let shared = 0;
    let capped = 0;
    let stinted = 0;
    for (let i = 0; i < TUPLES; i++) {
      const poolFen = amount(46);
      const poolPermille = 1 + random(1_000);
      const capFen = 1 + amount(34);
      const whole: FloatingPrize = { kind: 'floating', tier: '1', name: '1', poolPermille, capFen, estimateFen: 0 };
      const other: FloatingPrize = {
        ...whole,
        ...(random(2) ? { weightPermille: 1 + random(2_000) } : {}),
        ...(random(2) ? { extraPermille: random(2_000) } : {}),
      };
      const fixedFen = amount(40);
      const play = (code: string, prize: FloatingPrize): Play => ({
        ...model,
        code,
        prizes: [prize, { kind: 'fixed', tier: '2', name: '2', fen: fixedFen }],
      });
      const game: Game = { ...base, poolFen, playGroups: [{ code: 'g', name: 'g', plays: [play('A', whole), play('B', other)] }] };
      // Bets that won, a bet of A counting 1000 and one of B its weight.
      const winners = BigInt(1 + amount(34));
      const paid = prizeTable([game], new Map([['1', winners]]));

      // The words: the slice is so many thousandths of the pool, down to the fen; a whole bet gets the most whole yuan with which all winners
      // together get no more than the slice; never more than the cap.
      const slice = (BigInt(poolFen) * BigInt(poolPermille)) / 1000n;
      const each = BigInt(paid['A/1'] as number);
      if (each < BigInt(capFen)) {
        shared++;
        if (each === 0n) stinted++;
        expect(each % 100n).toBe(0n);
        expect(each * winners <= slice * 1000n && (each + 100n) * winners > slice * 1000n).toBe(true);
      } else {
        capped++;
        expect(each).toBe(BigInt(capFen));
        expect(each * winners <= slice * 1000n).toBe(true);
      }
      // Another weight: so many thousandths of that, down to the yuan; on top of it an extra, down to the yuan again.
      const part = other.weightPermille === undefined ? each : each * BigInt(other.weightPermille);
      const lowest = other.weightPermille === undefined ? part : yuanBelow(part, 1000n);
      expect(BigInt(paid['B/1'] as number)).toBe(lowest + yuanBelow(lowest * BigInt(other.extraPermille ?? 0), 1000n));
      expect(paid['B/2']).toBe(fixedFen);
    }
    // Each case must have come up, or nothing was tried.
    expect([shared, capped, stinted].every((count) => count > TUPLES / 200)).toBe(true);
  });

  it('[R9][R15] prize × bets × multiplier, and bets × price × multiplier × issues, are exact at any size', () => {
    const base = gameAt(gameNamed('ssq'));
    const model = base.playGroups.flatMap((group) => group.plays).find(({ code }) => code === 'FS') as Play;
    const bigFen = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(
        fc.constantFrom(200, 100, 1, 99_999),
        fc.array(bigFen, { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 6, max: 33 }),
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        (unitFen, fens, multiplier, issues, reds, blues, redHits, blueHit) => {
          const hits = Math.max(Math.min(redHits, reds), 6 - (33 - reds));
          const game: Game = {
            ...base,
            caps: { ...base.caps, multiplier: 99_999, issues: 100 },
            playGroups: [
              {
                code: 'g',
                name: 'g',
                plays: [
                  {
                    ...model,
                    unitFen,
                    areas: model.areas.map((area) => ({ ...area, max: 33 })) as Play['areas'],
                    prizes: fens.map((fen, i) => ({ kind: 'fixed', tier: `${i + 1}`, name: 'x', fen })),
                  },
                ],
              },
            ],
          };
          const rules = compileGame(game);
          const line: Line = {
            play: 'FS',
            picks: { red: Array.from({ length: reds }, (_, i) => i + 1), blue: Array.from({ length: blues }, (_, i) => i + 1) },
          };
          const ticket = { game: 'ssq', lines: new Array<Line>(100).fill(line), multiplier, issues };
          expect(validateTicket(rules, ticket).ok).toBe(true);
          const bets = choose(reds, 6) * BigInt(blues);
          expect(priceTicket(rules, ticket)).toEqual({
            bets: bets * 100n,
            amountFen: bets * 100n * BigInt(unitFen) * BigInt(multiplier) * BigInt(issues),
          });
          const drawn = [...Array.from({ length: hits }, (_, i) => i + 1), ...Array.from({ length: 6 - hits }, (_, i) => reds + 1 + i)];
          const blue = blueHit || blues === 16 ? 1 : 16;
          const { prizeFen } = settleTicket(rules, ticket, { numbers: { red: drawn, blue: [blue] } });
          const right = blue <= blues ? 1n : 0n;
          let expected = 0n;
          for (let h = 0; h <= 6; h++) {
            const ways = choose(hits, h) * choose(reds - hits, 6 - h);
            const yes = h === 6 ? 1 : h === 5 ? 3 : h === 4 ? 4 : h === 3 ? 5 : 6;
            const no = h === 6 ? 2 : h === 5 ? 4 : h === 4 ? 5 : 0;
            expected += ways * right * BigInt(fens[yes - 1] as number);
            if (no > 0) expected += ways * (BigInt(blues) - right) * BigInt(fens[no - 1] as number);
          }
          expect(prizeFen).toBe(expected * 100n * BigInt(multiplier));
          expect(
            formatMoney(prizeFen)
              .replaceAll(/[,.]/g, '')
              .replace(/^0+(?=\d)/, ''),
          ).toBe(String(prizeFen));
        },
      ),
      { numRuns: runCount(300) },
    );
  });

  it('[R9] the price of the largest ticket of a play is exact, also above the largest safe integer', () => {
    let past = 0;
    for (const game of distinctGames) {
      const wide: Game = { ...game, caps: { ...game.caps, multiplier: 99_999, issues: 100 } };
      const compiled = compileGame(wide);
      for (const play of compiled.plays) {
        const line = fullest(play.play, play.areas);
        if (line === undefined) continue;
        const ticket = { game: game.code, lines: new Array<Line>(game.caps.lines).fill(line), multiplier: 99_999, issues: 100 };
        const checked = validateTicket(compiled, ticket);
        if (!checked.ok) continue;
        const one = priceTicket(compiled, { game: game.code, lines: [line] });
        const all = priceTicket(compiled, ticket);
        expect(all.amountFen).toBe(one.bets * BigInt(play.unitFen) * BigInt(game.caps.lines) * 9_999_900n);
        if (all.amountFen > BigInt(Number.MAX_SAFE_INTEGER)) past++;
      }
    }
    expect(past).toBeGreaterThan(5);
  });

  it('[R9] past the caps a ticket is refused, never cut down', () => {
    const compiled = compileGame(gameNamed('ssq'));
    const line: Line = { play: 'DS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [1] } };
    const refusal = (change: object) => {
      const checked = validateTicket(compiled, { game: 'ssq', lines: [line], ...change });
      return checked.ok ? 'accepted' : checked.errors.map(({ code, pointer }) => `${code} ${pointer}`).join();
    };
    expect(refusal({ multiplier: 50_000, issues: 25 })).toBe('accepted');
    expect(refusal({ multiplier: 50_001 })).toBe('OVER_MULTIPLIER /multiplier');
    expect(refusal({ issues: 26 })).toBe('OVER_ISSUES /issues');
    for (const value of [2 ** 53, 1e21, 1e308, Number.POSITIVE_INFINITY, Number.NaN, -1, 0.5, '5', 5n])
      expect(refusal({ multiplier: value })).toMatch(/^(OVER_MULTIPLIER|WHOLE_NUMBER|TYPE) \/multiplier$/);
    // The range of prizes includes the multiplier.
    expect(prizeRange(compiled, { game: 'ssq', lines: [line], multiplier: 50_000 }).maxFen % 50_000n).toBe(0n);
  });
});

/** The most whole yuan, in fen, that are not more than amount ÷ by; found without dividing by a hundred. */
function yuanBelow(amount: bigint, by: bigint): bigint {
  let fen = amount / by;
  while (!String(fen).padStart(3, '0').endsWith('00')) fen -= 1n;
  return fen;
}

/** The largest line of a play: as many values of each area as its maximum allows. Undefined if bets are typed. */
function fullest(play: Play, areas: ReadonlyMap<string, { readonly values: readonly (string | number)[] }>): Line | undefined {
  if (play.areas.some(({ kind }) => kind === 'lines')) return undefined;
  const bankers: Record<string, (string | number)[]> = {};
  const picks: Record<string, (string | number)[]> = {};
  for (const area of play.areas) {
    const values = areas.get(area.id)?.values ?? [];
    const dan = area.kind === 'numbers' ? (area.bankers?.min ?? 0) : 0;
    if (dan > 0) bankers[area.id] = values.slice(0, dan);
    picks[area.id] = values.slice(dan, dan + area.max);
  }
  return Object.keys(bankers).length > 0 ? { play: play.code, picks, bankers } : { play: play.code, picks };
}
