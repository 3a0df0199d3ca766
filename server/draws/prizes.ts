/** What each tier of an issue pays. Fixed tiers are as described; floating tiers share the game's pool among the bets that won. */
import { floatingFen, floorYuan, shareOfBet } from '../../engine/descriptions/floating.ts';
import { gameAt } from '../../engine/descriptions/sets.ts';
import type { FloatingPrize, Game } from '../../engine/descriptions/types.ts';

/** What a whole bet weighs among the winners of a floating tier; half units weigh half. */
export const WHOLE_BET = 1000n;

/** How the pool of an issue is shared out. */
export interface SharedPool {
  /** Fen of one winning bet by "play/tier", for the tiers that pay one. */
  readonly prizes: Record<string, number>;
  /** What of it comes out of the pool, of floating tiers that were won. */
  readonly shares: Record<string, number>;
  /** The most that all winners together get out of the pool, fen: never more than is in it. */
  readonly promisedFen: bigint;
}

/**
 * Shares a pool out. `winners` holds winning bets × multiplier × weight (`WHOLE_BET` for a whole one) of floating tiers by tier name: tiers of
 * one name in several plays share one slice of the pool (单式, 复式 and 胆拖 first prizes are one).
 *
 * The first game is the one that the draw was made under; its shares count. Older versions that tickets were sold under follow, for plays
 * and tiers that the first no longer has, which get what the others leave of the pool. A floating tier that nobody won is left out. Slice ÷
 * winners, floored to the yuan, is what a whole bet gets, at most its cap; `floatingFen` makes it what a bet of the play gets.
 */
export function sharePool(games: readonly Game[], winners: ReadonlyMap<string, bigint>, poolFen: bigint): SharedPool {
  const prizes: Record<string, number> = {};
  const shares: Record<string, number> = {};
  let promisedFen = 0n;
  let left = 1000;
  /** What a whole bet of a tier gets, and the cap. */
  const tiers = new Map<string, { readonly each: bigint; readonly capFen: number }>();
  for (const game of games) {
    for (const play of game.playGroups.flatMap((group) => group.plays)) {
      for (const prize of play.prizes) {
        const key = `${play.code}/${prize.tier}`;
        if (key in prizes) continue;
        if (prize.kind === 'fixed') {
          // An older version's fixed prizes hold for its own tickets only; they stand in those tickets' descriptions.
          if (game === games[0]) prizes[key] = prize.fen;
          continue;
        }
        const weight = winners.get(prize.tier) ?? 0n;
        let tier = tiers.get(prize.tier);
        if (tier === undefined) {
          const { poolPermille, capFen } = prize;
          const permille = Math.min(poolPermille, left);
          left -= permille;
          const each = weight === 0n ? 0n : floorYuan((((poolFen * BigInt(permille)) / 1000n) * WHOLE_BET) / weight);
          tier = { each, capFen };
          tiers.set(prize.tier, tier);
          promisedFen += ((each < BigInt(capFen) ? each : BigInt(capFen)) * weight) / WHOLE_BET;
        }
        if (weight === 0n) continue;
        const capped = { ...prize, capFen: tier.capFen };
        prizes[key] = Number(floatingFen(capped, tier.each));
        shares[key] = Number(shareOfBet(capped, tier.each));
      }
    }
  }
  return { prizes, shares, promisedFen };
}

/** The prizes where the pool is the one that the game declares. */
export const prizeTable = (games: readonly Game[], winners: ReadonlyMap<string, bigint>): Record<string, number> =>
  sharePool(games, winners, BigInt(games.find(({ poolFen }) => poolFen > 0)?.poolFen ?? 0)).prizes;

/**
 * What the tiers of draws paid that nobody bet on, by their instants: prizes may change with the day, and a bonus period adds to them. The
 * different tables, and for each draw which of them is its own.
 */
export function unsoldPrizes(
  game: Game,
  drawsAt: readonly number[],
): { readonly tables: readonly Record<string, number>[]; readonly of: readonly number[] } {
  const dated = drawsAt.map((atMs) => gameAt(game, atMs));
  const different = [...new Set(dated)];
  return { tables: different.map((each) => prizeTable([each], new Map())), of: dated.map((each) => different.indexOf(each)) };
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
