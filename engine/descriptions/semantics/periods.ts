/** Dated prizes and bonus periods (加奖): instants that there are, in order and apart, and prizes of plays and tiers that are sold. */
import { maxFloatingFen } from '../floating.ts';
import { bonusFen, periodsInForceAt, instantOf, playWithPeriods, boundaryInstants } from '../periods.ts';
import type { BonusPeriod, DatedPrizes, Play, Prize } from '../types.ts';
import { type ReportFinding, unknownNameDetails } from './report.ts';

export interface Periods {
  readonly datedPrizes?: readonly DatedPrizes[];
  readonly bonusPeriods?: readonly BonusPeriod[];
}

/** `plays`: those that are sold, as the file has them without dates, which have passed their own checks. */
export function checkPeriods(add: ReportFinding, periods: Periods, plays: readonly Play[]): void {
  const { datedPrizes = [], bonusPeriods = [] } = periods;
  if (datedPrizes.length === 0 && bonusPeriods.length === 0) return;
  const byCode = new Map(plays.map((play) => [play.code, play]));
  const instant = (wall: string, at: string): void => {
    if (Number.isNaN(instantOf(wall, {}))) add('PERIOD_INSTANT', at, { found: wall });
  };
  for (const [index, { from, prizes }] of datedPrizes.entries()) {
    const at = `/datedPrizes/${index}`;
    instant(from, `${at}/from`);
    const before = datedPrizes[index - 1];
    if (before !== undefined && from <= before.from) add('PERIOD_ORDER', `${at}/from`, { from, before: before.from });
    // A prize that an earlier date made a floating one is judged as that.
    const earlier = periodsInForceAt({ datedPrizes: datedPrizes.slice(0, index) }, from);
    const asBefore = new Map(plays.map((play) => [play.code, playWithPeriods(play, earlier)]));
    checkNames(add, prizes, `${at}/prizes`, asBefore, (change, prize, where) => checkChange(add, change, prize, where));
  }
  for (const [index, { from, until, prizes }] of bonusPeriods.entries()) {
    const at = `/bonusPeriods/${index}`;
    instant(from, `${at}/from`);
    instant(until, `${at}/until`);
    if (until <= from) add('PERIOD_END', `${at}/until`, { from, until });
    checkNames(add, prizes, `${at}/prizes`, byCode, (bonus, prize, where) => {
      const paid = prize.kind === 'fixed' ? prize.fen : prize.estimateFen;
      if (bonus.fen === 0) add('PRIZE_ZERO', `${where}/fen`);
      else if (bonusFen(paid, bonus) === 0) add('BONUS_NOTHING', `${where}/permille`, { permille: bonus.permille ?? 0, fen: paid });
    });
    checkApart(add, bonusPeriods, index);
  }
  checkFloating(add, periods, plays);
}

const POOL_PROPERTIES = ['poolPermille', 'capFen', 'estimateFen'] as const;

/** A fixed prize changes its amount or becomes a floating one, which needs all that a floating prize has; one that floats stays so. */
function checkChange(add: ReportFinding, change: DatedPrizes['prizes'][number], prize: Prize, where: string): void {
  const [pool] = POOL_PROPERTIES.filter((property) => change[property] !== undefined);
  if (prize.kind === 'floating') {
    if (change.fen !== undefined) add('PRIZE_FLOATING', `${where}/fen`, { tier: change.tier });
  } else if (pool !== undefined && (change.fen !== undefined || POOL_PROPERTIES.some((property) => change[property] === undefined)))
    add('PRIZE_FIXED', `${where}/${pool}`, { tier: change.tier, property: pool });
  for (const property of ['fen', 'capFen'] as const) if (change[property] === 0) add('PRIZE_ZERO', `${where}/${property}`);
}

/** Each play and tier is there, and named once. */
export function checkNames<P extends { readonly plays: readonly string[]; readonly tier: string }>(
  add: ReportFinding,
  prizes: readonly P[],
  pointer: string,
  byCode: ReadonlyMap<string, Play>,
  check: (named: P, prize: Prize, where: string) => void,
): void {
  const seen = new Set<string>();
  for (const [index, named] of prizes.entries()) {
    const where = `${pointer}/${index}`;
    let checked = false;
    for (const [p, code] of named.plays.entries()) {
      const play = byCode.get(code);
      const prize = play?.prizes.find(({ tier }) => tier === named.tier);
      const key = `${code}/${named.tier}`;
      if (play === undefined) add('PLAY_UNKNOWN', `${where}/plays/${p}`, unknownNameDetails(code, byCode.keys()));
      else if (prize === undefined) {
        const tiers = play.prizes.map(({ tier }) => tier);
        add('TIER_UNKNOWN', `${where}/tier`, unknownNameDetails(named.tier, tiers));
      } else if (seen.has(key)) add('DUPLICATE', `${where}/plays/${p}`, { name: key, what: '奖金|prizes' });
      else if (!checked) {
        check(named, prize, where);
        checked = true;
      }
      seen.add(key);
    }
  }
}

/** Of two periods that meet, which bonus a prize has would be nobody's guess. */
function checkApart(add: ReportFinding, periods: readonly BonusPeriod[], index: number): void {
  const period = periods[index] as BonusPeriod;
  for (const other of periods.slice(0, index)) {
    if (other.until <= period.from || period.until <= other.from) continue;
    const taken = new Set(other.prizes.flatMap(({ plays, tier }) => plays.map((play) => `${play}/${tier}`)));
    for (const [i, { plays, tier }] of period.prizes.entries())
      for (const [p, play] of plays.entries())
        if (taken.has(`${play}/${tier}`))
          add('PERIOD_OVERLAP', `/bonusPeriods/${index}/prizes/${i}/plays/${p}`, { prize: `${play}/${tier}`, other: other.name });
  }
}

/** Shares of the pool and estimates as they become, placed at the change that makes them so. */
function checkFloating(add: ReportFinding, { datedPrizes = [] }: Periods, plays: readonly Play[]): void {
  for (const [index, { from, prizes }] of datedPrizes.entries()) {
    const inForce = periodsInForceAt({ datedPrizes }, from);
    let alone = false;
    for (const [i, change] of prizes.entries()) {
      const at = `/datedPrizes/${index}/prizes/${i}`;
      for (const play of plays.filter(({ code }) => change.plays.includes(code))) {
        const floating = playWithPeriods(play, inForce).prizes.flatMap((each) => (each.kind === 'floating' ? [each] : []));
        const prize = floating.find(({ tier }) => tier === change.tier);
        if (prize === undefined) continue;
        const sum = floating.reduce((all, { poolPermille }) => all + poolPermille, 0);
        if (sum > 1000) add('POOL_SHARES', change.poolPermille === undefined ? at : `${at}/poolPermille`, { sum });
        alone ||= sum > 1000;
        if (BigInt(prize.estimateFen) > maxFloatingFen(prize))
          add('PRIZE_ESTIMATE', change.estimateFen === undefined ? at : `${at}/estimateFen`, {
            estimate: prize.estimateFen,
            cap: String(maxFloatingFen(prize)),
          });
      }
    }
    const sum = slicesOf(plays.map((play) => playWithPeriods(play, inForce)));
    // Within one play the prize reports it.
    if (sum > 1000 && !alone) add('POOL_SHARES', `/datedPrizes/${index}/prizes`, { sum });
  }
}

/** How much of the pool the floating tiers of plays take together, permille: tiers of one name share one slice, whatever their play. */
export function slicesOf(plays: readonly Play[]): number {
  const slices = new Map<string, number>();
  for (const { prizes } of plays)
    for (const prize of prizes) if (prize.kind === 'floating' && !slices.has(prize.tier)) slices.set(prize.tier, prize.poolPermille);
  return [...slices.values()].reduce((all, permille) => all + permille, 0);
}

/** The prizes of plays at every instant at which they change, beside those without dates. */
export function prizesAtTurns(periods: Periods, plays: readonly Play[]): readonly Prize[] {
  if (!periods.datedPrizes?.length && !periods.bonusPeriods?.length) return [];
  return boundaryInstants(periods).flatMap((turn) => {
    const inForce = periodsInForceAt(periods, turn);
    return plays.flatMap((play) => playWithPeriods(play, inForce).prizes);
  });
}
