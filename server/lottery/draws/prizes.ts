/** The prizes of an issue's tiers. Fixed tiers pay the described amount. Floating tiers share the game's pool among their winning bets. */
import { floatingFen, floorYuan, shareOfBet } from '../../../engine/descriptions/floating.ts';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import type { FloatingPrize, Game } from '../../../engine/descriptions/types.ts';

/** Weight of a whole bet among the winners of a floating tier. A prize with `weightPermille` has that weight instead. */
export const WHOLE_BET = 1000n;

/** The prizes of an issue, and their parts out of the pool. */
export interface SharedPool {
  /** Fen that one winning bet gets, by "play/tier". A floating tier without winners is left out. */
  readonly prizes: Record<string, number>;
  /** The part of `prizes` that comes out of the pool, fen. It lists only floating tiers with winners. */
  readonly shares: Record<string, number>;
  /** Upper bound of the sum that all winners get out of the pool, fen. It never exceeds the pool. */
  readonly promisedFen: bigint;
}

/**
 * Shares the pool of an issue out among its winners.
 *
 * `games`: first the version of the draw, whose shares of the pool apply. Older versions of sold tickets follow. They add plays and tiers
 * that the first version lacks; these share the rest of the pool.
 *
 * `winners`: by name of a floating tier, the sum of winning bets × multiplier × weight (`WHOLE_BET` for a whole bet). Tiers with one name
 * share one slice of the pool: the first prizes of 单式, 复式 and 胆拖 are one tier.
 *
 * A whole bet gets slice ÷ winners, floored to the yuan, at most the cap. `floatingFen` computes the prize of a play's bet from it.
 */
export function sharePool(games: readonly Game[], winners: ReadonlyMap<string, bigint>, poolFen: bigint): SharedPool {
  const prizes: Record<string, number> = {};
  const shares: Record<string, number> = {};
  let promisedFen = 0n;
  let left = 1000;
  /** By tier name: fen out of the pool for a whole bet, and its cap. */
  const tiers = new Map<string, { readonly each: bigint; readonly capFen: number }>();
  for (const game of games) {
    for (const play of game.playGroups.flatMap((group) => group.plays)) {
      for (const prize of play.prizes) {
        const key = `${play.code}/${prize.tier}`;
        if (key in prizes) continue;
        if (prize.kind === 'fixed') {
          // Fixed prizes of an older version apply to its own tickets only. Settlement reads them from the description of the ticket.
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

/** The prizes by "play/tier", in fen, if the pool has the amount that the description declares. */
export const prizeTable = (games: readonly Game[], winners: ReadonlyMap<string, bigint>): Record<string, number> =>
  sharePool(games, winners, BigInt(games.find(({ poolFen }) => poolFen > 0)?.poolFen ?? 0)).prizes;

/**
 * The prizes of draws without bets, at the instants `drawsAt` (ms). Prizes may depend on the day, and a bonus period raises them.
 * `tables` has the different tables of prizes; `of` has for each draw the index of its table.
 */
export function prizesWithoutBets(
  game: Game,
  drawsAt: readonly number[],
): { readonly tables: readonly Record<string, number>[]; readonly of: readonly number[] } {
  const dated = drawsAt.map((atMs) => gameAt(game, atMs));
  const different = [...new Set(dated)];
  return { tables: different.map((each) => prizeTable([each], new Map())), of: dated.map((each) => different.indexOf(each)) };
}

/** The floating prizes of a game by "play/tier". A game without one settles in one pass. */
export function floatingTiers(game: Game): ReadonlyMap<string, FloatingPrize> {
  const tiers = new Map<string, FloatingPrize>();
  for (const play of game.playGroups.flatMap((group) => group.plays)) {
    for (const prize of play.prizes) if (prize.kind === 'floating') tiers.set(`${play.code}/${prize.tier}`, prize);
  }
  return tiers;
}

/** Weight of one winning bet of a floating prize among the winners. */
export function prizeWeightOf(prize: FloatingPrize): bigint {
  return prize.weightPermille === undefined ? WHOLE_BET : BigInt(prize.weightPermille);
}
