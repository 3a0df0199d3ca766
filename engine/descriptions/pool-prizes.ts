/**
 * Prizes that depend on the pool (大乐透 above 8 亿, 双色球 福运奖): each condition begins when the pool reaches one amount and ends when the
 * pool falls below another, so it has a memory. The pool after one issue decides about the next issue.
 */
import type { Play, PoolPrizes, Prize, Rule } from './types.ts';

/**
 * The conditions in force for an issue. `before`: those of the issue before. `poolFen`: the pool after that issue.
 * Returns the ids in the order of the description.
 */
export function poolPrizesInForce(conditions: readonly PoolPrizes[] | undefined, before: readonly string[], poolFen: number): string[] {
  return (conditions ?? [])
    .filter(({ id, fromFen, belowFen = fromFen }) => poolFen >= (before.includes(id) ? belowFen : fromFen))
    .map(({ id }) => id);
}

/** A play with the prizes of conditions in force. It is the same object if none of them names the play. */
export function playWithPoolPrizes(play: Play, inForce: readonly PoolPrizes[]): Play {
  const changes = inForce.flatMap(({ prizes }) => prizes).filter(({ plays }) => plays.includes(play.code));
  if (changes.length === 0) return play;
  const fenOf = new Map(changes.map(({ tier, fen }) => [tier, fen]));
  const prizes = play.prizes.map((prize): Prize => {
    const fen = fenOf.get(prize.tier);
    return fen === undefined || prize.kind !== 'fixed' ? prize : { ...prize, fen };
  });
  return { ...play, prizes };
}

/** A play without the tiers that pay 0 fen at present: those exist only while a condition is in force. */
export function playWithoutUnpaidTiers(play: Play): Play {
  const unpaid = new Set(play.prizes.filter((prize) => prize.kind === 'fixed' && prize.fen === 0).map(({ tier }) => tier));
  if (unpaid.size === 0) return play;
  return { ...play, prizes: play.prizes.filter(({ tier }) => !unpaid.has(tier)), rule: ruleWithout(play.rule, unpaid) };
}

function ruleWithout(rule: Rule, unpaid: ReadonlySet<string>): Rule {
  const remaining = <T extends { readonly tier: string }>(tiers: readonly T[]): readonly T[] =>
    tiers.filter(({ tier }) => !unpaid.has(tier));
  return 'tiers' in rule && rule.tiers !== undefined ? ({ ...rule, tiers: remaining<{ tier: string }>(rule.tiers) } as Rule) : rule;
}

/** True if the rule gives this tier in a list of tiers beside another one, so that the tier can be absent. */
export function canBeAbsent(rule: Rule, tier: string): boolean {
  const tiers = 'tiers' in rule ? (rule.tiers ?? []) : [];
  return rule.kind !== 'options' && tiers.some((each) => each.tier === tier) && tiers.some((each) => each.tier !== tier);
}
