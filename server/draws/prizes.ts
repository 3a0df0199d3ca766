/** What each tier of an issue pays. Fixed tiers are as described; floating tiers share the declared pool among the bets that won. */
import { floatingFen, floorYuan } from '../../engine/descriptions/floating.ts';
import type { FloatingPrize, Game } from '../../engine/descriptions/types.ts';

/** What a whole bet weighs among the winners of a floating tier; half units weigh half. */
export const WHOLE_BET = 1000n;

/**
 * Prize of one winning bet in fen by "play/tier", for the tiers that pay one. `winners` holds winning bets × multiplier × weight
 * (`WHOLE_BET` for a whole one) of floating tiers by tier name: tiers of one name in several plays share one slice of the pool
 * (单式, 复式 and 胆拖 first prizes are one).
 *
 * The first game is the one that the draw was made under; its pool and shares count. Older versions that tickets were sold under
 * follow, for plays that the first no longer has. A floating tier that nobody won is left out. Slice ÷ winners, floored to the yuan,
 * is what a whole bet gets; `floatingFen` makes it what a bet of the play gets.
 */
export function prizeTable(games: readonly Game[], winners: ReadonlyMap<string, bigint>): Record<string, number> {
  const table: Record<string, number> = {};
  const shares = new Map<string, { prize: FloatingPrize; poolFen: number }>();
  for (const game of games) {
    for (const play of game.playGroups.flatMap((group) => group.plays)) {
      for (const prize of play.prizes) {
        const key = `${play.code}/${prize.tier}`;
        if (key in table) continue;
        if (prize.kind === 'fixed') {
          // An older version's fixed prizes hold for its own tickets only; they stand in those tickets' descriptions.
          if (game === games[0]) table[key] = prize.fen;
          continue;
        }
        const share = shares.get(prize.tier) ?? { prize, poolFen: game.poolFen };
        shares.set(prize.tier, share);
        const weight = winners.get(prize.tier) ?? 0n;
        if (weight === 0n) continue;
        const slice = (BigInt(share.poolFen) * BigInt(share.prize.poolPermille)) / 1000n;
        const each = floorYuan((slice * WHOLE_BET) / weight);
        table[key] = Number(floatingFen({ ...prize, capFen: share.prize.capFen }, each));
      }
    }
  }
  return table;
}

/** The floating prizes of a game by "play/tier". Empty for most games, which then settle in one pass. */
export function floatingTiers(game: Game): ReadonlyMap<string, FloatingPrize> {
  const tiers = new Map<string, FloatingPrize>();
  for (const play of game.playGroups.flatMap((group) => group.plays)) {
    for (const prize of play.prizes) if (prize.kind === 'floating') tiers.set(`${play.code}/${prize.tier}`, prize);
  }
  return tiers;
}

/** How much one winning bet of a floating prize weighs among the winners. */
export function weightOf(prize: FloatingPrize): bigint {
  return prize.weightPermille === undefined ? WHOLE_BET : BigInt(prize.weightPermille);
}
