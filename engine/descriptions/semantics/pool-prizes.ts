/** Prizes that depend on the pool: limits in order, prizes of plays and tiers that are sold, and tiers that pay only under a condition. */
import { canBeAbsent } from '../pool-prizes.ts';
import type { Play, PoolPrizes } from '../types.ts';
import { checkNames } from './periods.ts';
import { type ReportFinding, addDuplicates } from './report.ts';

const AT = '/poolPrizes';

/** `plays`: those that are sold, which have passed their own checks. */
export function checkPoolPrizes(add: ReportFinding, conditions: readonly PoolPrizes[], plays: readonly Play[]): void {
  const byCode = new Map(plays.map((play) => [play.code, play]));
  addDuplicates(
    add,
    conditions,
    ({ id }) => id,
    (index) => `${AT}/${index}/id`,
    '条件|conditions',
  );
  for (const [index, { fromFen, belowFen = fromFen, prizes }] of conditions.entries()) {
    const at = `${AT}/${index}`;
    if (belowFen > fromFen) add('POOL_PRIZES_ORDER', `${at}/belowFen`, { from: fromFen, below: belowFen });
    checkNames(add, prizes, `${at}/prizes`, byCode, (change, prize, where) => {
      if (prize.kind === 'floating') add('PRIZE_FLOATING', `${where}/fen`, { tier: change.tier });
      if (change.fen === 0) add('PRIZE_ZERO', `${where}/fen`);
    });
  }
}

/** "play/tier" of the prizes that a condition pays: in the play itself they may be 0. */
export const conditionalPrizes = (conditions: readonly PoolPrizes[] = []): ReadonlySet<string> =>
  new Set(conditions.flatMap(({ prizes }) => prizes.flatMap(({ plays, tier }) => plays.map((play) => `${play}/${tier}`))));

/** A prize of 0 fen: a mistake, unless a condition pays the tier and the rule can do without it. */
export function checkUnpaidPrize(add: ReportFinding, play: Play, tier: string, at: string, conditional: ReadonlySet<string>): void {
  if (!conditional.has(`${play.code}/${tier}`)) add('PRIZE_ZERO', at);
  else if (!canBeAbsent(play.rule, tier)) add('TIER_ALWAYS', at, { tier });
}
