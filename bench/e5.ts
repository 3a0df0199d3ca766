/** E5, counting part: bets that join 8 (and 12) legs in every size from 2, 3 values each; number, least and most, beside listing them. */
import { joinedBounds, type Leg } from '../engine/rules/index.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { compare, cpuPerCall } from './lib/rounds.ts';

const SCALE = 100;

/** Odds as they are printed, 1.35 to 6.60, over 100; all three ways a match can end are picked, so one of them comes true. */
const oddsOf = (legs: number) => Array.from({ length: legs }, (_, i) => [135 + 7 * i, 310 + 5 * i, 420 + 20 * i]);

interface Found {
  readonly bets: number;
  readonly least: number;
  readonly most: number;
}

function closed(odds: readonly (readonly number[])[], weights: readonly number[]): Found {
  const legs = odds.map((of): Leg => ({ options: of.length, least: Math.min(...of), most: Math.max(...of), sure: true }));
  const { bets, least, most, unit } = joinedBounds(legs, weights, SCALE);
  return { bets: Number(bets), least: Number(least) / Number(unit), most: Number(most) / Number(unit) };
}

/**
 * Every bet once, in plain floats: counted, and added to the poorest and to the best result where it wins there. Listing the results
 * too, as a search for the least would without knowing that they are the ends of each leg, would take thousands of times longer.
 */
function listed(odds: readonly (readonly number[])[], weights: readonly number[]): Found {
  let bets = 0;
  let least = 0;
  let most = 0;
  const poorest = odds.map((of) => of.indexOf(Math.min(...of)));
  const best = odds.map((of) => of.indexOf(Math.max(...of)));
  const visitBets = (leg: number, size: number, product: number, isPoorest: boolean, isBest: boolean): void => {
    if (leg === odds.length) {
      if (weights[size] !== 1) return;
      bets++;
      if (isPoorest) least += product;
      if (isBest) most += product;
      return;
    }
    visitBets(leg + 1, size, product, isPoorest, isBest);
    const of = odds[leg] as readonly number[];
    for (let option = 0; option < of.length; option++)
      visitBets(
        leg + 1,
        size + 1,
        (product * (of[option] as number)) / SCALE,
        isPoorest && option === poorest[leg],
        isBest && option === best[leg],
      );
  };
  visitBets(0, 0, 1, true, true);
  return { bets, least, most };
}

function mustAgree(a: Found, b: Found): void {
  const near = (x: number, y: number) => Math.abs(x - y) <= 1e-9 * Math.abs(y);
  if (a.bets !== b.bets || !near(a.least, b.least) || !near(a.most, b.most))
    throw new Error(`listing says ${JSON.stringify(b)}, the closed form ${JSON.stringify(a)}`);
}

const bench: Bench = {
  id: 'E5',
  title: 'bets that join legs: number, least and most',
  async run(context) {
    const figures: Figure[] = [];
    for (const [legs, goal] of [
      [8, 50],
      [12, 10_000],
    ] as const) {
      const odds = oddsOf(legs);
      const weights = Array.from({ length: legs + 1 }, (_, size) => (size < 2 ? 0 : 1));
      const ours = closed(odds, weights);
      mustAgree(ours, listed(odds, weights));
      const calls = 1_000;
      // As warm as a phone that has counted for a while: a slip is counted at every tap.
      for (let i = 0; i < 20 * calls; i++) closed(odds, weights);
      const { a, b, ratio, range, rounds } = await compare(
        context.rounds,
        () => cpuPerCall(() => listed(odds, weights), legs > 8 ? 1 : 50),
        () =>
          cpuPerCall(() => {
            for (let i = 0; i < calls; i++) closed(odds, weights);
          }, 50) / calls,
      );
      const shown = (us: number) => (us >= 1_000 ? `${(us / 1_000).toPrecision(3)} ms` : `${us.toPrecision(3)} µs`);
      figures.push({
        id: `E5.${legs}`,
        what: `${legs} legs of 3 values in every size from 2 (${ours.bets.toLocaleString('en')} bets): count, least and most`,
        value: ratio,
        unit: '×',
        goal: { at: 'least', value: goal },
        against: { what: 'faster than listing the bets', ours: shown(b), theirs: shown(a) },
        rounds,
        range,
      });
    }
    return figures;
  },
};
export default bench;
