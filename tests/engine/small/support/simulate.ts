/** Simulates plays of a small game and compares the returns with its odds. */
import { createHash } from 'node:crypto';
import { uniformFrom } from '../../../../engine/rules/fairness.ts';
import { smallOdds } from '../../../../engine/small/bets.ts';
import { rollDice } from '../../../../engine/small/dice.ts';
import { dealPosts, gateWidth, isPair, ranksBeside, thirdCard } from '../../../../engine/small/gate.ts';
import { settleSmall } from '../../../../engine/small/play.ts';
import { spinReels } from '../../../../engine/small/slot.ts';
import type { Outcome, SmallGame } from '../../../../engine/small/types.ts';

export interface Simulated {
  readonly name: string;
  readonly plays: number;
  /** The difference of the mean return from the expected one, in standard deviations of the mean. */
  readonly off: number;
}

/** Pseudo-random bytes: SHA-512 of a seed and a counter, so that a million plays take seconds. */
function bytesOf(seed: string): () => number {
  let block = Buffer.alloc(0);
  let at = 0;
  let n = 0;
  return () => {
    if (at === block.length) {
      block = createHash('sha512').update(`${seed}/${n}`).digest();
      n += 1;
      at = 0;
    }
    return block[at++] as number;
  };
}

export function simulateSmall(game: SmallGame, plays: number, seed: string): Simulated[] {
  const uniform = uniformFrom(bytesOf(`${game.code} ${seed}`));
  const odds = smallOdds(game);
  const fen = game.limits.stepFen * 100;
  const sums = new Map(odds.map(({ code }) => [code, { plays: 0, back: 0 }]));
  const note = (code: string, back: number) => {
    const sum = sums.get(code);
    if (sum === undefined) return;
    sum.plays += 1;
    sum.back += back;
  };
  const bets = odds.map(({ code }) => ({ code, fen }));
  for (let i = 0; i < plays; i += 1) {
    if (game.gate !== undefined) {
      const { gate } = game;
      const posts = dealPosts(uniform, (width) => (width < 0 ? gate.pairs !== undefined : gate.odds.some((each) => each.width === width)));
      const outcome: Outcome = { posts, card: thirdCard(posts, uniform) };
      const back = (code: string) => {
        const { prizeFen, costFen } = settleSmall(game, outcome, [{ code, fen }]);
        return prizeFen - (costFen - fen);
      };
      if (isPair(posts)) {
        // Both bets on the pair: two different pairs have the same number of ranks beside them.
        note(`pair-${ranksBeside(posts, 'higher')}`, back('high'));
        note(`pair-${ranksBeside(posts, 'lower')}`, back('low'));
      } else note(`gate-${gateWidth(posts)}`, back('shoot'));
    } else if (game.slot !== undefined) {
      note('line', settleSmall(game, { stops: spinReels(game.slot, uniform) }, [{ code: 'line', fen }]).prizeFen);
    } else {
      for (const { code, prizeFen } of settleSmall(game, { dice: rollDice(uniform) }, bets).bets) note(code, prizeFen);
    }
  }
  return odds.map(({ code, ways, returns }) => {
    const mean = Number(returns.numerator) / Number(returns.denominator);
    const square = ways.reduce((sum, { thousandths, chance }) => {
      const times = Number(thousandths) / 1000;
      return sum + ((times * times) / Number(chance.denominator)) * Number(chance.numerator);
    }, 0);
    const sum = sums.get(code) ?? { plays: 0, back: 0 };
    const deviation = Math.sqrt(Math.max(square - mean * mean, 0) / Math.max(sum.plays, 1));
    return { name: code, plays: sum.plays, off: (sum.back / fen / Math.max(sum.plays, 1) - mean) / deviation };
  });
}
