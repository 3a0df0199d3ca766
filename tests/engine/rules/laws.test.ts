import fc from 'fast-check';
import { describe, it } from 'vitest';
import { countGame, isLineSold } from '../../../engine/rules/board.ts';
import { compileGame, randomLine, validateLine } from '../../../engine/rules/index.ts';
import type { CompiledPlay, Line } from '../../../engine/rules/types.ts';
import { expectSame } from '../../support/same.ts';
import { drawsNear, lines } from './support/arbitraries.ts';
import { distinctGames, seeded } from './support/games.ts';
import { oracleBets, oracleWins } from './support/oracle.ts';
import { isInShard, runCount } from './support/runs.ts';

/** More bets than this are not listed one by one. */
const LISTED = 400n;

function asObject(wins: ReadonlyMap<string, bigint>): Record<string, number> {
  return Object.fromEntries([...wins].map(([tier, count]) => [tier, Number(count)]));
}

function shuffled(line: Line, seed: number): Line {
  const random = seeded(seed);
  const mix = (picks: Line['picks'] | undefined) =>
    Object.fromEntries(
      Object.entries(picks ?? {})
        .toReversed()
        .map(([area, values]) => {
          const left = [...values];
          return [area, values.map(() => left.splice(random(left.length), 1)[0] as number | string)];
        }),
    );
  return line.bankers
    ? { play: line.play, picks: mix(line.picks), bankers: mix(line.bankers) }
    : { play: line.play, picks: mix(line.picks) };
}

/**
 * A line of several shared roles is the smallest that a row can hold, and that may be more than one bet; so is a sum, and 组合, and a line
 * that must have more picks beside its bankers than a bet takes (后区胆拖).
 */
function smallestCount(play: CompiledPlay): bigint | undefined {
  const { rule } = play.play;
  const shared = rule.kind === 'group' && new Set(rule.roles.map((role) => role.area)).size < rule.roles.length;
  const many = (rule.kind === 'tuples' && rule.by !== 'entry') || (rule.kind === 'direct' && rule.suffixes);
  const wide =
    rule.kind === 'combination' &&
    rule.picks.some(({ area: id, choose }) =>
      play.play.areas.some((area) => area.id === id && area.kind === 'numbers' && area.bankers && area.bankers.min + area.min > choose),
    );
  // A whole set on each side (生肖对碰).
  const sets = play.play.areas.some((area) => area.kind === 'numbers' && area.by !== undefined);
  return shared || many || wide || sets ? undefined : 1n;
}

let index = 0;
for (const game of distinctGames) {
  const compiled = compileGame(game);
  const counted = countGame(game);
  const plays = compiled.plays.filter(() => isInShard(index++));
  // A share of the night may have no play of a game.
  if (plays.length === 0) continue;
  describe(`laws: ${game.code}`, () => {
    for (const play of plays) {
      const { code } = play.play;
      // ssq lines multiply fastest: a wide spread there lists hundreds of bets a run.
      const some = lines(play, play.play.areas.length > 4 ? 1 : 3);
      const near = some.chain((line) => fc.tuple(fc.constant(line), drawsNear(game, line), fc.nat()));

      it(`[R1][R3] ${code}: count is the number of bets, settle is what the bets win one by one`, () => {
        fc.assert(
          fc.property(near, ([line, draw, seed]) => {
            expectSame(validateLine(compiled, line), []);
            const count = play.count(line);
            // What a phone counts before it has the draws is the same.
            expectSame(isLineSold(counted, line), true);
            expectSame(counted.play(code)?.count(line), count);
            const wins = asObject(play.settle(line, draw));
            const again = shuffled(line, seed);
            expectSame(play.count(again), count);
            expectSame(asObject(play.settle(again, draw)), wins);
            if (count > LISTED) return;
            const plainly = oracleBets(game, play.play, line);
            expectSame(plainly.length, Number(count));
            expectSame(oracleWins(game, play.play, plainly, draw), wins);
            const sum: Record<string, number> = {};
            let bets = 0;
            for (const bet of play.expand(line)) {
              bets++;
              // Said with the bet where it is wrong.
              if (play.count(bet) !== 1n) expectSame([bet, play.count(bet)], [bet, 1n]);
              for (const [tier, n] of play.settle(bet, draw)) sum[tier] = (sum[tier] ?? 0) + Number(n);
            }
            expectSame(bets, Number(count));
            expectSame(sum, wins);
          }),
          { numRuns: runCount(200) },
        );
      });

      it(`[R4] ${code}: a random line is valid and one bet`, () => {
        fc.assert(
          fc.property(fc.nat(), (seed) => {
            const line = randomLine(compiled, code, seeded(seed)) as Line;
            expectSame(validateLine(compiled, line), []);
            const wanted = smallestCount(play);
            if (wanted !== undefined) expectSame(play.count(line), wanted);
          }),
          { numRuns: runCount(100) },
        );
        for (const constant of [() => 0, (n: number) => n - 1])
          expectSame(validateLine(compiled, randomLine(compiled, code, constant) as Line), []);
      });

      it(`[R6] ${code}: a spoilt line is an error with a pointer, never a number`, () => {
        fc.assert(
          fc.property(some, fc.nat(), fc.nat(), (line, which, how) => {
            const spoilt = spoil(line, play, which, how);
            const errors = validateLine(compiled, spoilt, '/lines/3');
            expectSame(errors.length > 0, true);
            for (const error of errors) {
              expectSame(error.pointer.startsWith('/lines/3'), true);
              expectSame(/[{}]|undefined/.exec(error.message), null);
            }
          }),
          { numRuns: runCount(100) },
        );
      });
    }
  });
}

/** One thing wrong with a good line. */
function spoil(line: Line, play: CompiledPlay, which: number, how: number): unknown {
  const copy = JSON.parse(JSON.stringify(line)) as { play: unknown; picks: Record<string, unknown[]>; bankers?: Record<string, unknown[]> };
  const filled = Object.keys(copy.picks).filter((area) => (copy.picks[area]?.length ?? 0) > 0);
  const id = filled[which % filled.length] as string;
  const values = copy.picks[id] as unknown[];
  const at = which % values.length;
  const lined = play.areas.get(id)?.area.kind === 'lines';
  const wrong: (() => void)[] = [
    // Typing a bet twice is no error.
    () => (lined ? values.push('1,x') : values.push(values[at])),
    () => values.splice(at, 1, typeof values[at] === 'number' ? 1000 : 'nothing'),
    () => values.splice(at, 1, typeof values[at] === 'number' ? String(values[at]) : 7),
    () => values.splice(at, 1, 1.5),
    () => values.splice(at, 1, null),
    () => values.splice(at, 1, [values[at]]),
    () => Object.assign(copy.picks, { [id]: { 0: values[at] } }),
    () => Object.assign(copy.picks, { [`${id}x`]: [values[at]] }),
    () => Object.assign(copy, { play: `${play.play.code}~` }),
    () => Object.assign(copy, { play: 7 }),
    () => Object.assign(copy, { pick: {} }),
    () => Object.assign(copy, { picks: [] }),
    () => Object.assign(copy, { picks: undefined }),
    () => Object.defineProperty(copy.picks, '__proto__', { value: [values[at]], enumerable: true }),
    () => Object.assign(copy, { bankers: { ...copy.bankers, [id]: [values[at]] } }),
    () => Object.assign(copy, { bankers: 'x' }),
    () => Object.assign(copy, { picks: {} }),
  ];
  wrong[how % wrong.length]?.();
  return copy;
}
