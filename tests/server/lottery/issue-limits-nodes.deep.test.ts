/** Limits (限额) on PostgreSQL with two server processes: many players at the edge of a limit never get past it, and none is refused while there is room. */
import { expect, it } from 'vitest';
import type { ChaseIssuesModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { GameVersion } from '../../../server/catalog/games.ts';
import type { Client } from '../support/client.ts';
import { SLOW_GAME } from '../support/groups.ts';
import { MAX_BETS_OF_ALL, threeDigits, writeLimitedGame } from '../support/limits.ts';
import { pricedTicket, publishedGameOf } from '../support/tickets.ts';
import { twoProcesses } from '../support/two-processes.ts';

let version: GameVersion;
const both = twoProcesses({ prepare: (games) => writeLimitedGame(games, ROOMY) }, async () => {
  version = await publishedGameOf(both.base(0), SLOW_GAME);
});

const PRIZE = 180_000;
/** What one player may stake is far away: all meet at what may have to be paid. */
const ROOMY = { plays: [{ play: 'Q3_ZX', selection: { exposureFen: MAX_BETS_OF_ALL * PRIZE } }] };
const NUMBERS = [threeDigits(0, 0, 1), threeDigits(0, 0, 2), threeDigits(0, 0, 3), threeDigits(0, 0, 4)];

const upcoming = async (who: Client) =>
  (await who.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: SLOW_GAME })).models.items.map(({ issue }) => issue);

/** Bets that were sold on each number in an issue, as the tickets have it. */
async function sold(issue: string): Promise<ReadonlyMap<string, number>> {
  const rows = await both.ask<{ number: string; bets: number }>(
    // A bet's ticket is its lines, each of a play and its picks; that of a chase is whole.
    `SELECT (p->'wan'->>0) || (p->'qian'->>0) || (p->'bai'->>0) AS number, sum(t.multiplier)::int AS bets
       FROM tickets t, json_array_elements(coalesce(t.ticket->'lines', t.ticket)) l, coalesce(l->'picks', l->1) p
      WHERE json_typeof(coalesce(l->'picks', l->1)) = 'object' AND t.game = $1 AND t.issue = $2 AND t.status = 'placed' GROUP BY 1`,
    [SLOW_GAME, issue],
  );
  return new Map(rows.map(({ number, bets }) => [number, bets]));
}
const deadlocks = async () =>
  (await both.ask<{ n: string }>('SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()'))[0]?.n;

it('[R31] bets of several numbers in any order from many players at once stop exactly at the limit', async () => {
  const players = await both.players(16);
  const [issue = ''] = await upcoming(players[0] as Client);
  const before = await deadlocks();
  const bets = players.flatMap((who, p) =>
    [0, 1, 2, 3].map((n) => {
      // Each takes two or three numbers, in an order of his own, so that they meet crosswise.
      const numbers = NUMBERS.map((_, at) => (at * 3 + p + n) % NUMBERS.length).slice(0, 2 + ((p + n) % 2));
      return { who: who.twin(both.base(p + n)), numbers, times: 1 + ((p * 7 + n) % 3) };
    }),
  );
  const answers = await Promise.all(
    bets.map(async ({ who, numbers, times }) =>
      who.bet({
        ...pricedTicket(
          version,
          numbers.map((at) => NUMBERS[at] as (typeof NUMBERS)[number]),
          { multiplier: times },
        ),
        issue,
      }),
    ),
  );
  const bySold = await sold(issue);
  const taken = (at: number): number => bySold.get(`00${at + 1}`) ?? 0;
  for (const at of NUMBERS.keys()) expect(taken(at)).toBeLessThanOrEqual(MAX_BETS_OF_ALL);
  expect(answers.filter(({ status }) => status === STATUS.ok).length).toBeGreaterThan(0);
  // Nothing was given back, so what had no room then has none now.
  for (const [at, answer] of answers.entries()) {
    if (answer.status === STATUS.ok) continue;
    expect(answer).toMatchObject({ status: STATUS.soldOut });
    const { numbers, times } = bets[at] as (typeof bets)[number];
    expect(numbers.some((number) => taken(number) + times > MAX_BETS_OF_ALL)).toBe(true);
  }
  expect(await deadlocks()).toBe(before);
});

it('[R31] chases that are placed and stopped meanwhile give back exactly what they took', async () => {
  const players = await both.players(8);
  const issues = (await upcoming(players[0] as Client)).slice(1, 4);
  const before = await deadlocks();
  const chase = async (who: Client, at: number) => {
    const bet = pricedTicket(version, [NUMBERS[at % 2] as (typeof NUMBERS)[number], NUMBERS[2 + (at % 2)] as (typeof NUMBERS)[number]]);
    const order = at % 2 ? issues : issues.toReversed();
    const placed = await who.bet({
      ...bet,
      amountFen: bet.amountFen * 3 * issues.length,
      chase: JSON.stringify(order.map((issue) => ({ issue, multiplier: 3 }))),
    });
    if (placed.status !== STATUS.ok) return expect(placed.status).toBe(STATUS.soldOut);
    const chaseId = (placed.models as { readonly chaseId?: string }).chaseId ?? '';
    expect((await who.twin(both.base(at + 1)).post('/api/order/CancelChase', { chaseId })).status).toBe(STATUS.ok);
  };
  await Promise.all(
    players.map(async (who, p) => {
      for (const round of [0, 1, 2]) await chase(who.twin(both.base(p + round)), p + round);
    }),
  );
  for (const issue of issues) expect([...(await sold(issue)).values()]).toEqual([]);
  // All of the room is there again, and not a bet more.
  const [issue = ''] = issues;
  const filled = await Promise.all(
    Array.from({ length: MAX_BETS_OF_ALL + 5 }, (_, at) => {
      const who = (players[at % players.length] as Client).twin(both.base(at));
      const bet = pricedTicket(version, [NUMBERS[0] as (typeof NUMBERS)[number]]);
      return who.bet({ ...bet, chase: JSON.stringify([{ issue, multiplier: 1 }]) });
    }),
  );
  expect(filled.filter(({ status }) => status === STATUS.ok)).toHaveLength(MAX_BETS_OF_ALL);
  expect(filled.filter(({ status }) => status === STATUS.soldOut)).toHaveLength(5);
  expect(await deadlocks()).toBe(before);
});
