/** The matches of a player's bets, and the ranking of a cup: whose rows they are, and what counts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CupRankModels, OrderMatchesModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { takeSportSettlementStep } from '../../../server/sports/bets/settle.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import type { Client } from '../support/client.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { addMatch, addSports, betOn, endMatch, score, sportOf, ticketOn } from '../support/sports.ts';

describe('own matches and the ranking of a cup', () => {
  let server: TestServer;
  let context: Services;
  let jczq: SportVersion;
  beforeAll(async () => {
    const gamesDir = copyGames(temporaryFolder());
    addSports(gamesDir);
    server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
    context = server.context;
    jczq = sportOf(context.sports, 'jczq');
    for (const id of ['r1', 'r2', 'r3', 'other']) await addMatch(context.database, { id });
    await context.database.query("UPDATE matches SET league = 'ELSE' WHERE id = 'other'");
  });
  afterAll(async () => {
    await expectBooksInOrder(context.database);
    await server?.stop();
  });

  const bet = async (player: Client, matches: readonly [string, string]) => {
    const [a, b] = matches;
    const ticket = ticketOn('jczq', { [a]: { BRQSPF: { '3': '1.85' } }, [b]: { BRQSPF: { '0': '3.60' } } }, ['2_1']);
    const answer = await betOn(player, jczq, ticket);
    expect(answer).toMatchObject({ status: STATUS.ok });
    return answer.models.orderId;
  };
  const own = async (player: Client, params = {}) => (await player.get<OrderMatchesModels>('/api/order/Matches', params)).models.items;
  const rank = async (player: Client, cup = 'tst') => player.get<CupRankModels>('/api/lottery/CupRank', { cup });

  it('are shown to the player alone, match by match, and count once all matches are of the cup and settled', async () => {
    const [winner, loser, visitor] = [await server.client().register(), await server.client().register(), server.client()];
    const won = await bet(winner, ['r1', 'r2']);
    const mixed = await bet(winner, ['r1', 'other']);
    await bet(loser, ['r2', 'r3']);
    // A player that hides his orders, or his ranks, is in none.
    for (const switches of ['show_ranks', 'show_orders']) {
      const shy = await server.client().register();
      await bet(shy, ['r1', 'r2']);
      await context.database.query(
        `INSERT INTO profiles (user_id, ${switches}) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET ${switches} = $2`,
        [shy.userId, switches === 'show_ranks' ? false : 'hidden'],
      );
    }

    expect(await own(winner)).toMatchObject([
      { match: 'r1', orderId: mixed, gameCode: 'jczq', gameName: '竞彩足球', status: 'pending', amountFen: 200 },
      { match: 'other', orderId: mixed },
      { match: 'r1', orderId: won },
      { match: 'r2', orderId: won },
    ]);
    expect((await own(winner, { match: 'r2' })).map(({ orderId }) => orderId)).toEqual([won]);
    expect((await own(loser)).map(({ match }) => match).sort()).toEqual(['r2', 'r3']);
    expect(await visitor.get('/api/order/Matches')).toMatchObject({ status: STATUS.notLoggedIn });

    for (const [id, full] of [
      ['r1', [2, 0]],
      ['r2', [0, 1]],
      ['r3', [1, 1]],
      ['other', [1, 1]],
    ] as const)
      await endMatch(context.database, id, score(full));
    while (await takeSportSettlementStep(context));

    const { models } = await rank(winner);
    // 1.85 × 3.60 × 2.00 = 13.32; the bet on another league's match counts for nothing here.
    expect(models).toMatchObject({
      cup: 'TST',
      items: [
        { place: 1, mine: true, orders: 1, wonOrders: 1, stakeFen: 200, prizeFen: 1_332, netFen: 1_132 },
        { place: 2, mine: false, orders: 1, wonOrders: 0, stakeFen: 200, prizeFen: 0, netFen: -200 },
      ],
      own: { place: 1, orders: 1, netFen: 1_132 },
    });
    // No answer has a whole name.
    for (const { who } of models.items) expect(who).toMatch(/^.\*\*\*.$/u);
    const seen = (await rank(visitor)).models;
    expect(seen.own).toBeUndefined();
    expect(seen.items.every(({ mine }) => !mine)).toBe(true);
    expect((await own(winner)).map(({ status }) => status)).toEqual(['lost', 'lost', 'won', 'won']);
    expect(await rank(visitor, 'nothing')).toMatchObject({ status: STATUS.notFound });
  });
});
