/** A price has one formula (scripts/checks/one-price.mjs). */
import { expect, it } from 'vitest';

/** Scripts have no types of their own. */
const { check, otherPrices, pricesInExpressions } = (await import(new URL('../../scripts/checks/one-price.mjs', import.meta.url).href)) as {
  check(): string[];
  otherPrices(file: string, text: string): number[];
  pricesInExpressions(text: string): number[];
};

it('is what the code computes with', () => {
  expect(check()).toEqual([]);
});

it.each([
  ['a unit price', 'const a = bets * game.unitFen;'],
  ['a unit price in BigInt', 'const a = BigInt(play.unitFen ?? game.unitFen) * bets;'],
  ['a unit price that may be missing', 'const a = bets * BigInt(play?.unitFen!);'],
  ['a unit price in a bracket', 'const a = bets * (play ? play.unitFen : game.unitFen) * times;'],
  ['a unit price under another name', 'const unit = BigInt(game.unitFen);\nconst a = bets * unit;'],
  ['a unit price that is taken out of a game', 'const { unitFen: unit } = game;\nconst a = bets * unit;'],
  ['a price for one time', 'const { amountFen } = rules.priceTicket(compiled, ticket);\nconst a = amountFen * times;'],
  ['a price for one time, where it is asked for', 'const a = times * rules.priceTicket(compiled, ticket).amountFen;'],
  ['a price that was summed up', 'const a = priceLines(compiled, lines).amountFen(1n) * times;'],
  ['a product that is assigned', 'let a = bets;\na *= BigInt(unitFen);'],
  ['a price in JSX', 'const A = () => <b>{game.unitFen * 2}</b>;'],
])('another formula is refused: %s', (_, text) => {
  expect(otherPrices('other.tsx', text)).toHaveLength(1);
});

it('says the line', () => {
  expect(otherPrices('other.ts', `const one = 1;\nconst a = one * game.unitFen;\n`)).toEqual([2]);
});

it.each([
  ['the one formula', 'const a = amountOf(bets, game.unitFen, times);'],
  ['a prize', 'const a = prizeFen * multiplier;'],
  ['a cap', 'const most = bets.length * caps.multiplier;'],
  ['a comparison', 'const a = price.amountFen !== BigInt(amountFen);'],
])('leaves alone %s', (_, text) => {
  expect(otherPrices('other.ts', text)).toEqual([]);
});

it('an expression of a description calls the formula', () => {
  const text = [
    '"{price(unitFen, form.times)}"',
    '"{form.times * unitFen}"',
    '"{sources.list.unitFen * 2}"',
    '"{2 * sources.list.unitFen}"',
  ];
  expect(pricesInExpressions(text.join('\n'))).toEqual([2, 3, 4]);
});
