/** A look-up table held against a described bet: the chance of each payout and the return, as exact fractions. */
import { sameFraction } from '../../../engine/rules/fraction-text.ts';
import { addFractions, fraction } from '../../../engine/rules/math.ts';
import type { Fraction } from '../../../engine/rules/types.ts';
import type { SmallOdds } from '../../../engine/small/bets.ts';
import { LayoutError, type TableRow } from './layout.ts';

export interface PayoutDifference {
  /** Thousandths of the stake. */
  readonly thousandths: bigint;
  readonly described: Fraction;
  readonly table: Fraction;
}

export interface TableComparison {
  readonly differences: readonly PayoutDifference[];
  /** Average payout for one stake. */
  readonly described: Fraction;
  readonly table: Fraction;
}

const NONE = fraction(0n, 1n);

/** `cost`: base bets that a round costs; payouts of the table are of the base bet. */
export function compareTable(bet: Pick<SmallOdds, 'ways'>, rows: readonly TableRow[], cost: number): TableComparison {
  const described = describedChances(bet);
  const table = tableChances(rows, cost);
  const payouts = [...new Set([...described.keys(), ...table.keys()])].sort((a, b) => (a < b ? -1 : 1));
  const differences = payouts
    .map((thousandths) => ({ thousandths, described: described.get(thousandths) ?? NONE, table: table.get(thousandths) ?? NONE }))
    .filter((each) => !sameFraction(each.described, each.table));
  return { differences, described: average(described), table: average(table) };
}

function describedChances({ ways }: Pick<SmallOdds, 'ways'>): Map<bigint, Fraction> {
  const chances = new Map<bigint, Fraction>();
  let rest = fraction(1n, 1n);
  for (const { thousandths, chance } of ways) {
    chances.set(thousandths, addFractions(chances.get(thousandths) ?? NONE, chance));
    rest = addFractions(rest, { numerator: -chance.numerator, denominator: chance.denominator });
  }
  if (rest.numerator > 0n) chances.set(0n, addFractions(chances.get(0n) ?? NONE, rest));
  return new Map([...chances].filter(([, { numerator }]) => numerator !== 0n));
}

function tableChances(rows: readonly TableRow[], cost: number): Map<bigint, Fraction> {
  const weights = new Map<bigint, bigint>();
  // A cost is a decimal of a few places (1.0, 1.25, 100).
  const scale = 10_000n;
  const scaledCost = BigInt(Math.round(cost * Number(scale)));
  for (const { id, weight, payout } of rows) {
    const scaled = payout * 10n * scale;
    if (scaled % scaledCost !== 0n)
      throw new LayoutError(
        String(id),
        `赔付 ${payout} 除以 cost ${cost} 不是千分之一的整数倍`,
        `the payout ${payout} divided by the cost ${cost} is no whole number of thousandths`,
      );
    const thousandths = scaled / scaledCost;
    weights.set(thousandths, (weights.get(thousandths) ?? 0n) + weight);
  }
  const all = [...weights.values()].reduce((total, weight) => total + weight, 0n);
  return new Map([...weights].filter(([, weight]) => weight > 0n).map(([payout, weight]) => [payout, fraction(weight, all)]));
}

const average = (chances: ReadonlyMap<bigint, Fraction>): Fraction =>
  [...chances].reduce(
    (total, [thousandths, { numerator, denominator }]) => addFractions(total, fraction(numerator * thousandths, denominator * 1000n)),
    NONE,
  );
