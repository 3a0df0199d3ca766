import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  betReturn,
  compileGame,
  playReturns,
  prizeRange,
  probability,
  randomLine,
  returnToPlayer,
  settleTicket,
} from '../../../engine/rules/index.ts';
import { fraction } from '../../../engine/rules/math.ts';
import type { CompiledPlay, Draw, Game, Line, Ticket } from '../../../engine/rules/types.ts';
import { lines } from './support/arbitraries.ts';
import { distinctGames, gameNamed, seeded } from './support/games.ts';
import { everyDraw } from './support/oracle.ts';

const spaces = new Map<string, Draw[]>();

/** The zones that a play speaks of. */
function zonesOf(game: Game, play: CompiledPlay): string[] {
  const text = JSON.stringify(play.play.rule);
  return game.draw.zones.map((zone) => zone.id).filter((id) => text.includes(`"zone":"${id}"`));
}

/** Every draw of the zones that a play speaks of, listed once. */
function space(game: Game, play: CompiledPlay): Draw[] {
  const zones = zonesOf(game, play);
  const key = `${game.code} ${zones}`;
  const known = spaces.get(key);
  if (known) return known;
  const draws = everyDraw(game, new Set(zones));
  spaces.set(key, draws);
  return draws;
}

/** Past this many draws a play is not listed: ssq has 17 million. Such chances are checked by figures known from elsewhere. */
const MOST_DRAWS = 200_000;

function drawCount(game: Game, play: CompiledPlay): number {
  const wanted = new Set(zonesOf(game, play));
  for (const zone of game.draw.zones) if (wanted.has(zone.id) && zone.excludes !== undefined) wanted.add(zone.excludes);
  return game.draw.zones.reduce((all, zone) => {
    if (!wanted.has(zone.id)) return all;
    const size = zone.to - zone.from + 1;
    const ways = Array.from({ length: zone.pick }, (_, i) =>
      zone.kind === 'digits' ? size : zone.kind === 'set' ? (size - i) / (i + 1) : size - i,
    );
    return ways.reduce((product, n) => product * n, all);
  }, 1);
}

for (const game of distinctGames) {
  // What follows from another game's draw is counted in derived.test.ts: its draws are not equally likely.
  if (game.draw.source) continue;
  const compiled = compileGame(game);
  const listed = compiled.plays.filter((play) => drawCount(game, play) <= MOST_DRAWS);
  if (listed.length === 0) continue;
  describe(`chances: ${game.code}`, () => {
    for (const play of listed) {
      it(`[R8] ${play.play.code}: the chances are what listing every draw gives`, () => {
        const draws = space(game, play);
        const random = seeded(draws.length);
        // With five digits one bet is 100,000 draws; small spaces can afford more.
        for (let i = 0; i < (draws.length > 10_000 ? 1 : 5); i++) {
          const [bet] = play.expand(randomLine(compiled, play.play.code, random) as Line);
          const won = new Map<string, bigint>();
          for (const draw of draws)
            for (const [tier, count] of play.settle(bet as Line, draw)) {
              // An expectation costs more than what it looks at, and there are millions of draws here.
              if (count !== 1n) expect([draw, count]).toEqual([draw, 1n]);
              won.set(tier, (won.get(tier) ?? 0n) + 1n);
            }
          const chances = probability(play, bet as Line);
          expect([...chances.keys()].toSorted()).toEqual([...won.keys()].toSorted());
          for (const [tier, ways] of won) expect(chances.get(tier)).toEqual(fraction(ways, BigInt(draws.length)));
        }
      });
    }
  });
}

describe('chances known from elsewhere', () => {
  it('[R8] ssq: each tier takes its known share of 17,721,088 draws', () => {
    const compiled = compileGame(gameNamed('ssq'));
    for (const code of ['DS', 'FS', 'DT']) {
      const play = compiled.play(code) as CompiledPlay;
      const [bet] = play.expand(randomLine(compiled, code, seeded(1)) as Line);
      const chances = probability(play, bet as Line);
      const known = { 1: 1n, 2: 15n, 3: 162n, 4: 7695n, 5: 137475n, 6: 1043640n };
      for (const [tier, ways] of Object.entries(known)) expect(chances.get(tier)).toEqual(fraction(ways, 17_721_088n));
    }
  });

  it('[R8] no play of any described game gives back more than is staked', () => {
    for (const game of distinctGames.filter((g) => g.code !== 'toy')) {
      const compiled = compileGame(game);
      for (const play of compiled.plays) {
        const returns = playReturns(compiled, play.play.code);
        expect(returns, play.play.code).toBeDefined();
        expect([play.play.code, (returns?.highest.numerator ?? 9n) <= (returns?.highest.denominator ?? 0n)]).toEqual([
          play.play.code,
          true,
        ]);
      }
    }
  });

  it('[R8] the platform prizes of the digit games give back 90 % before rounding down to the fen', () => {
    const compiled = compileGame(gameNamed('jlffc'));
    expect(returnToPlayer(compiled, '5X_ZX')).toEqual({ numerator: 9n, denominator: 10n });
    for (const play of compiled.plays) {
      const { lowest, highest } = playReturns(compiled, play.play.code) as {
        lowest: { numerator: bigint; denominator: bigint };
        highest: { numerator: bigint; denominator: bigint };
      };
      expect([play.play.code, lowest.numerator * 1000n >= lowest.denominator * 898n]).toEqual([play.play.code, true]);
      expect([play.play.code, highest.numerator * 10n <= highest.denominator * 9n]).toEqual([play.play.code, true]);
    }
  });

  it('[R8] k3: 三同号单选 1 in 216, sum 10 in 27 of 216, and the return of a bet is exact', () => {
    const compiled = compileGame(gameNamed('jsks'));
    const triple = compiled.play('STH_DX') as CompiledPlay;
    expect(probability(triple, { play: 'STH_DX', picks: { face: [4] } }).get('win')).toEqual({ numerator: 1n, denominator: 216n });
    const sum = compiled.play('HZ') as CompiledPlay;
    expect(probability(sum, { play: 'HZ', picks: { sum: [10] } }).get('s10-11')).toEqual({ numerator: 1n, denominator: 8n });
    expect(betReturn(sum, { play: 'HZ', picks: { sum: [10] } })).toEqual({ numerator: 9n, denominator: 16n });
  });
});

describe('prize range', () => {
  const bruteRange = (game: Game, ticket: Ticket, draws: readonly Draw[]) => {
    const compiled = compileGame(game);
    const prizes = draws.map((draw) => settleTicket(compiled, ticket, draw).prizeFen);
    const positive = prizes.filter((fen) => fen > 0n);
    const least = (all: readonly bigint[]) => all.reduce((a, b) => (b < a ? b : a));
    return { minFen: positive.length > 0 ? least(positive) : 0n, maxFen: prizes.reduce((a, b) => (b > a ? b : a)), exact: true };
  };

  it('[R10] tickets of the dice game: equal to looking at all 216 draws', () => {
    const game = gameNamed('jsks');
    const compiled = compileGame(game);
    const draws = everyDraw(game, new Set(['dice']));
    const line = fc.constantFrom(...compiled.plays).chain((play) => lines(play, 4));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 50 }), (rows, multiplier) => {
        const ticket = { game: game.code, lines: rows, multiplier };
        expect(prizeRange(compiled, ticket)).toEqual(bruteRange(game, ticket, draws));
      }),
      { numRuns: 150 },
    );
  });

  it('[R10] plays of one kind of zone in the toy game: equal to looking at every draw', () => {
    const game = gameNamed('toy');
    const compiled = compileGame(game);
    for (const [zones, codes] of [
      [
        ['main', 'special'],
        ['SIX', 'BOTH', 'SPECIAL'],
      ],
      [['digits'], ['RUN', 'PARTS', 'APART', 'APART_FULL', 'ROLES', 'ROW', 'SIDES', 'ALL']],
      [['order'], ['ORDER', 'ORDER_RUN', 'ANY_ORDER']],
    ] as const) {
      const draws = everyDraw(game, new Set<string>(zones));
      const line = fc.constantFrom(...codes).chain((code) => lines(compiled.play(code) as CompiledPlay, 2));
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (rows) => {
          const ticket = { game: game.code, lines: rows };
          expect(prizeRange(compiled, ticket)).toEqual(bruteRange(game, ticket, draws));
        }),
        { numRuns: 40 },
      );
    }
  });

  it('[R10] tickets of many lines over sets: the search finds what looking at every draw finds', () => {
    const game = gameNamed('toy');
    const compiled = compileGame(game);
    const draws = everyDraw(game, new Set(['left', 'right']));
    const line = fc.constantFrom('PAIR', 'MIX').chain((code) => lines(compiled.play(code) as CompiledPlay, 2));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (rows) => {
        const ticket = { game: game.code, lines: rows };
        expect(prizeRange(compiled, ticket)).toEqual(bruteRange(game, ticket, draws));
      }),
      { numRuns: 300 },
    );
  });

  it('[R10] ssq: thirty lines, and two jackpots that one draw can give', () => {
    const compiled = compileGame(gameNamed('ssq'));
    const random = seeded(5);
    const rows = Array.from({ length: 30 }, () => randomLine(compiled, 'DS', random) as Line);
    expect(prizeRange(compiled, { game: 'ssq', lines: rows })).toMatchObject({ minFen: 500n, exact: true });
    const twice = [
      { play: 'DS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [1] } },
      { play: 'FS', picks: { red: [1, 2, 3, 4, 5, 6, 33], blue: [1] } },
    ];
    // Least: 33 and three of 1–6 without the blue, three bets of 4+0. Most: all six and the blue, two jackpots, and the six other bets of 7+1 are 5+1.
    expect(prizeRange(compiled, { game: 'ssq', lines: twice })).toEqual({
      minFen: 3_000n,
      maxFen: 1_000_000_000n + 6n * 300_000n,
      exact: true,
    });
  });

  it('[R10] places that may not repeat compete, and the range knows it', () => {
    const compiled = compileGame(gameNamed('toy'));
    const rows = [{ play: 'APART', picks: { a: [0, 1], b: [0, 1], c: [2], d: [3] } }];
    expect(prizeRange(compiled, { game: 'toy', lines: rows })).toEqual({ minFen: 100n, maxFen: 12_000n, exact: true });
  });

  it('[R10] independent parts: the most is the sum, the least is the least of them', () => {
    const compiled = compileGame(gameNamed('jlffc'));
    const rows: Line[] = [
      { play: 'Q2_ZX', picks: { wan: [1], qian: [2] } },
      { play: 'H2_ZX', picks: { shi: [3], ge: [4, 5] } },
    ];
    expect(prizeRange(compiled, { game: 'jlffc', lines: rows, multiplier: 10 })).toEqual({
      minFen: 180_000n,
      maxFen: 360_000n,
      exact: true,
    });
  });

  it('[R10] a line that always wins has its smallest prize above nothing for every draw', () => {
    const compiled = compileGame(gameNamed('jsks'));
    const all = Array.from({ length: 16 }, (_, i) => i + 3);
    expect(prizeRange(compiled, { game: 'jsks', lines: [{ play: 'HZ', picks: { sum: all } }] })).toEqual({
      minFen: 900n,
      maxFen: 24_000n,
      exact: true,
    });
  });

  it('[R10] past the budget the bounds are safe and say so', () => {
    const compiled = compileGame(gameNamed('toy'));
    const game = gameNamed('toy');
    const draws = everyDraw(game, new Set(['digits']));
    const line = fc.constantFrom('RUN', 'PARTS', 'ROLES', 'SIDES').chain((code) => lines(compiled.play(code) as CompiledPlay, 2));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), fc.constantFrom(2, 40, 300), (rows, budget) => {
        const ticket = { game: game.code, lines: rows };
        const truth = bruteRange(game, ticket, draws);
        const range = prizeRange(compiled, ticket, budget);
        if (range.exact) expect(range).toEqual(truth);
        expect(range.maxFen >= truth.maxFen).toBe(true);
        if (truth.minFen > 0n) expect(range.minFen <= truth.minFen && range.minFen > 0n).toBe(true);
      }),
      { numRuns: 100 },
    );
    expect(prizeRange(compiled, { game: 'toy', lines: [{ play: 'RUN', picks: { a: [1], b: [1], c: [1], d: [1] } }] }, 1).exact).toBe(false);
  });
});
