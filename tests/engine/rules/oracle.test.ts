import { describe, expect, it } from 'vitest';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import { compareTickets } from './support/differences.ts';
import { allGames, distinctGames } from './support/games.ts';
import { isInShard, seed, isThoroughRun, ticketCount } from './support/runs.ts';

const COUNT = ticketCount(500);

/** Another sequence of random numbers for each game, so that games of one family are not given the same tickets. */
const seedOf = (code: string): number => [...code].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) | 0, seed);

describe('[R3][R9][R15] the engine against listing every bet', () => {
  // Games that sell the same differ for the rules in nothing; the night takes them all, with other tickets for each.
  for (const [index, game] of (isThoroughRun ? allGames : distinctGames).entries()) {
    if (!isInShard(index)) continue;
    // A game whose prizes depend on the pool is compared under each of its conditions, and under none.
    const conditions = [[], ...(game.poolPrizes ?? []).map(({ id }) => [id])];
    it.each(conditions.map((ids) => ({ ids })))(`${game.code}: ${COUNT} random tickets price and settle alike $ids`, ({ ids }) => {
      const from = performance.now();
      const priced = game.poolPrizes === undefined ? game : gameAt(game, undefined, ids);
      const found = compareTickets(priced, COUNT, seedOf(game.code));
      expect(found.differences).toEqual([]);
      expect(found.tickets).toBe(COUNT);
      // A comparison of losing tickets would prove little.
      expect(found.winners / COUNT).toBeGreaterThan(0.3);
      if (!isThoroughRun) return;
      const all = priced.playGroups.flatMap(({ plays }) =>
        plays.flatMap(({ code, prizes }) => prizes.map(({ tier }) => `${code}/${tier}`)),
      );
      const seconds = ((performance.now() - from) / 1000).toFixed(0);
      console.log(
        `${game.code}: ${found.tickets} tickets of ${found.bets} bets, ${found.winners} won, ${found.tiersWon.size} of ${all.length} tiers, ${found.differences.length} differences, ${seconds} s`,
      );
      if (COUNT >= 20_000) expect(all.filter((tier) => !found.tiersWon.has(tier))).toEqual([]);
    });
  }
});
