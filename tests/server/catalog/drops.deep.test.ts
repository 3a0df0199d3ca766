/** While players bet on a server with fifty games, a new file adds a game of each quick family. The new game takes bets, and no other bet fails. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LotteryPageModels } from '../../../protocol/calls.ts';
import type { Client } from '../support/client.ts';
import { quickFamilies, hourlyGame, msUntilPlayable } from '../support/drops.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

const PLAYERS = 4;
/** Games of every kind with long sales. The load bets on those that are on sale. */
const RUNNING = ['ssq', 'dlt', 'qlc', 'qxc', 'fc3d', 'pl3', 'xamlhc', 'lhc'];
/** Longer than the test takes on the slowest machine, ms. */
const WHILE = 900_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, games: 'all', watch: true });
});
afterAll(async () => {
  await server?.stop();
});

/** Players who bet on running games, one bet after the other. A bet between two issues is refused, so no issue of these games closes meanwhile. */
async function betting() {
  const onSale = async () => {
    const client = await server.client().sync();
    const pages = await Promise.all(
      RUNNING.map((code) => client.get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: code })),
    );
    return RUNNING.filter((_, at) => (pages[at]?.models.current?.closesAt ?? 0) - client.now() > WHILE);
  };
  const codes = await waitFor('three games on sale for a while', async () => {
    const found = await onSale();
    return found.length >= 3 && found;
  });
  const refused: string[] = [];
  let accepted = 0;
  let going = true;
  const players = Array.from({ length: PLAYERS }, async (_, seed) => {
    const player = await server.client().register();
    await server.grant(player.userId, 100_000_000);
    for (let bets = seed; going; bets += PLAYERS) {
      const answer = await player.bet(singleBet(gameVersion(server, codes[bets % codes.length] as string), bets));
      if (answer.status === 0) accepted += 1;
      else refused.push(`${answer.http} ${answer.status} ${answer.msg}`);
      // A pause, because the players run in the process of the server and would take all of its time.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  return {
    accepted: () => accepted,
    refused,
    async stop() {
      going = false;
      await Promise.all(players);
    },
  };
}

it('a new game of each quick family takes bets while players bet on other games, and none of their bets fails', async () => {
  const player: Client = await server.client().register();
  const families = quickFamilies(server.gamesDir);
  expect(families).toEqual(['11x5', 'k3', 'kl8', 'lhc-credit', 'pc28', 'pk10', 'ssc']);
  const load = await betting();
  try {
    for (const family of families) {
      const before = load.accepted();
      const ms = await msUntilPlayable(player, server.gamesDir, hourlyGame(family, `Drop-${family}`));
      // The page of the game, with upper-case and lower-case letters in its address.
      for (const gameCode of [`Drop-${family}`, `drop-${family}`]) {
        const { models } = await player.get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode });
        expect(models).toMatchObject({ gameCode: `Drop-${family}`, current: { issue: expect.any(String) } });
      }
      console.log(`${family}: playable ${Math.round(ms)} ms after its file, ${load.accepted() - before} bets elsewhere meanwhile`);
      expect(load.accepted()).toBeGreaterThan(before);
    }
  } finally {
    await load.stop();
  }
  expect(load.refused).toEqual([]);
  await expectBooksInOrder(server.context.database);
});
