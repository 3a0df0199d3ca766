/** 28: three digits and their sum. Every bet against all 1,000 draws, counted here. */
import { expect, it } from 'vitest';
import { compileGame, probability } from '../../../engine/rules/index.ts';
import type { CompiledPlay } from '../../../engine/rules/types.ts';
import { gameNamed } from './support/games.ts';

const game = gameNamed('xy28');
const compiled = compileGame(game);
const DRAWS = Array.from({ length: 1_000 }, (_, n) => [Math.floor(n / 100), Math.floor(n / 10) % 10, n % 10]);
const total = (draw: readonly number[]): number => draw.reduce((sum, digit) => sum + digit, 0);
const different = (draw: readonly number[]): number => new Set(draw).size;

type Wins = (draw: readonly number[]) => boolean;
const sum =
  (wins: (sum: number) => boolean): Wins =>
  (draw) =>
    wins(total(draw));
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Wins>>>> = {
  DXDS: { big: sum((s) => s > 13), small: sum((s) => s < 14), odd: sum((s) => s % 2 === 1), even: sum((s) => s % 2 === 0) },
  ZH: {
    'big-odd': sum((s) => s > 13 && s % 2 === 1),
    'big-even': sum((s) => s > 13 && s % 2 === 0),
    'small-odd': sum((s) => s < 14 && s % 2 === 1),
    'small-even': sum((s) => s < 14 && s % 2 === 0),
  },
  JZ: { highest: sum((s) => s > 21), lowest: sum((s) => s < 6) },
  // Colours go round by three; the two ends and the two middles have none.
  SB: {
    red: sum((s) => s % 3 === 0 && s !== 0 && s !== 27),
    green: sum((s) => s % 3 === 1 && s !== 13),
    blue: sum((s) => s % 3 === 2 && s !== 14),
  },
  XT: {
    triple: (draw) => different(draw) === 1,
    pair: (draw) => different(draw) === 2,
    straight: (draw) => {
      const [low = 0, middle, high] = draw.toSorted((a, b) => a - b);
      return middle === low + 1 && high === low + 2;
    },
  },
};

/** Draws of 1,000 that a bet wins on, and the fen that it pays. */
function bet(code: string, area: string, value: number | string): { ways: number; fen: number } {
  const play = compiled.play(code) as CompiledPlay;
  const won = [...probability(play, { play: code, picks: { [area]: [value] } })];
  expect(won, `${code} ${value}`).toHaveLength(1);
  const [[tier, { numerator, denominator }]] = won as [(typeof won)[number]];
  const prize = play.play.prizes.find((each) => each.tier === tier);
  return { ways: Number((numerator * 1_000n) / denominator), fen: prize?.kind === 'fixed' ? prize.fen : 0 };
}

it('特码: every sum has its ways, and pays 90 % of the even prize, to the fen below', () => {
  for (let value = 0; value <= 27; value++) {
    const ways = DRAWS.filter((draw) => total(draw) === value).length;
    expect(bet('TM', 'sum', value), `sum ${value}`).toEqual({ ways, fen: Math.floor(180_000 / ways) });
  }
});

it('every option wins on its own condition, and pays 90 % of the even prize, to the fen below', () => {
  const described = game.playGroups.flatMap(({ plays }) => plays).filter(({ code }) => code !== 'TM' && code !== 'TMB3');
  expect(described.map(({ code }) => code)).toEqual(Object.keys(OPTIONS));
  for (const [code, values] of Object.entries(OPTIONS))
    for (const [value, wins] of Object.entries(values)) {
      const ways = DRAWS.filter(wins).length;
      expect(bet(code, 'pick', value), `${code} ${value}`).toEqual({ ways, fen: Math.floor(180_000 / ways) });
    }
});

it('特码包三 wins on each of its three sums, a third of the sum’s own prize', () => {
  const play = compiled.play('TMB3') as CompiledPlay;
  const alone = compiled.play('TM') as CompiledPlay;
  const fenOf = (of: CompiledPlay, tier: string): number => {
    const prize = of.prizes.get(tier);
    return prize?.kind === 'fixed' ? prize.fen : 0;
  };
  for (const picked of [
    [0, 13, 14],
    [5, 22, 27],
    [1, 2, 3],
  ]) {
    const line = { play: 'TMB3', picks: { sum: picked } };
    for (const [tier, { numerator, denominator }] of probability(play, line)) {
      const wins = DRAWS.filter((draw) => {
        const came = alone.settle({ play: 'TM', picks: { sum: [total(draw)] } }, { numbers: { digits: draw } });
        return picked.includes(total(draw)) && came.has(tier);
      });
      expect(Number((numerator * 1_000n) / denominator), `${picked} ${tier}`).toBe(wins.length);
      expect(fenOf(play, tier)).toBe(Math.floor(fenOf(alone, tier) / 3));
    }
    expect([...play.settle(line, { numbers: { digits: [0, 0, 0] } })]).toEqual(picked.includes(0) ? [['s0-27', 1n]] : []);
  }
  expect(play.count({ play: 'TMB3', picks: { sum: [1, 2, 3, 4, 5] } })).toBe(10n);
});
