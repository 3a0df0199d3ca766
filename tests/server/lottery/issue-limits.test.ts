/** Limits (限额) of issues through the API: a refusal names the amount that is left, and a refunded amount is free again. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { limitUsages, remainingFen, limitText } from '../../../engine/rules/index.ts';
import type { ChaseIssuesModels, LotteryLimitsModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import { cancelGroup, SLOW_GAME, startGroup } from '../support/groups.ts';
import { MAX_BETS_OF_ALL, threeDigits, MAX_BETS_OF_ONE, writeLimitedGame } from '../support/limits.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket } from '../support/tickets.ts';
import { randomUUID } from 'node:crypto';

let server: TestServer;
let one: Client;
let two: Client;
beforeAll(async () => {
  const gamesDir = copyGames(temporaryFolder());
  writeLimitedGame(gamesDir);
  server = await startServer({ clockSpeed: 1, gamesDir });
  [one, two] = (await Promise.all([1, 2].map(() => server.client().register()))) as [Client, Client];
});
afterEach(async () => {
  await expectBooksInOrder(server.context.database);
  await server.context.database.query('DELETE FROM stake_limit_uses; DELETE FROM stake_limit_returns; DELETE FROM stake_limit_takes');
});
afterAll(() => server?.stop());

const ticket = (lines: Parameters<typeof pricedTicket>[1], multiplier = 1) =>
  pricedTicket(gameVersion(server, SLOW_GAME), lines, { multiplier });
const upcoming = async () =>
  (await one.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: SLOW_GAME })).models.items.map(({ issue }) => issue);
const used = async (who: Client, issues: readonly string[]) =>
  (await who.get<LotteryLimitsModels>('/api/lottery/Limits', { gameCode: SLOW_GAME, issues: issues.join() })).models.used.map(
    ({ key, own, usedFen }) => `${own ? 'own' : 'all'} ${key}: ${usedFen}`,
  );

it('says the amount that is left for a number, a play and the issue, takes nothing, and sells up to the last bet', async () => {
  const [issue = ''] = await upcoming();
  const number = [threeDigits(1, 2, 3)];
  expect((await one.bet({ ...ticket(number, 7), issue })).status).toBe(STATUS.ok);
  const own = await one.bet({ ...ticket(number, 4), issue });
  expect(own).toMatchObject({
    status: STATUS.overCap,
    msg: `第 ${issue} 期 前三直选 万 1 | 千 2 | 百 3 只剩 6.00 元可投`,
    models: { limits: [{ issue, pointer: '/lines/0', name: '前三直选 万 1 | 千 2 | 百 3', own: true, leftFen: 600 }] },
  });
  expect((await one.bet({ ...ticket(number, 3), issue })).status).toBe(STATUS.ok);
  expect((await one.bet({ ...ticket(number), issue })).msg).toBe(`第 ${issue} 期 前三直选 万 1 | 千 2 | 百 3 已达限额，不能再投`);
  const all = await two.bet({ ...ticket(number, 6), issue });
  expect(all).toMatchObject({ status: STATUS.soldOut, msg: `第 ${issue} 期 前三直选 万 1 | 千 2 | 百 3 只剩 10.00 元可投` });
  expect((await two.bet({ ...ticket(number, 5), issue })).status).toBe(STATUS.ok);
  expect(await two.bet({ ...ticket(number), issue })).toMatchObject({
    status: STATUS.soldOut,
    msg: `第 ${issue} 期 前三直选 万 1 | 千 2 | 百 3 已售完`,
  });
  expect(await used(two, [issue])).toEqual([
    `all Q3_ZX 1|2|3: ${MAX_BETS_OF_ALL * 180_000}`,
    'own : 1000',
    'own Q3_ZX: 1000',
    'own Q3_ZX 1|2|3: 1000',
  ]);
  // 1,000 bets go over what the play lets one player stake; another play counts for the issue alone.
  const play = await two.bet({ ...ticket([{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: [4, 5, 6], bai: ALL_DIGITS } }]), issue });
  expect(play).toMatchObject({ status: STATUS.overCap, msg: `第 ${issue} 期 前三直选 只剩 390.00 元可投` });
  // The very same words from the rules that the phone has.
  const takes = limitUsages(gameVersion(server, SLOW_GAME).game, { lines: number });
  const take = takes.find(({ own: mine, key }) => mine && key !== '' && key !== 'Q3_ZX');
  expect(take && limitText(issue, take.name, true, remainingFen(take, 1_400))).toBe(own.msg);
});

it('is another count in another issue, and the same bet however it was picked', async () => {
  const [issue = '', next = ''] = await upcoming();
  expect((await one.bet({ ...ticket([{ play: 'Q3_ZX', picks: { wan: [1, 2], qian: [2], bai: [3] } }], 6), issue })).status).toBe(STATUS.ok);
  expect((await one.bet({ ...ticket([threeDigits(2, 2, 3), threeDigits(2, 2, 3)], 2), issue })).status).toBe(STATUS.ok);
  expect((await one.bet({ ...ticket([threeDigits(2, 2, 3)]), issue })).status).toBe(STATUS.overCap);
  expect((await one.bet({ ...ticket([threeDigits(2, 2, 3)], MAX_BETS_OF_ONE), issue: next })).status).toBe(STATUS.issueClosed);
});

it('counts a chase in each of its issues, all or nothing, and gives the room back when it is stopped', async () => {
  const issues = (await upcoming()).slice(1, 4);
  const chase = (times: readonly number[]) => {
    const bet = ticket([threeDigits(7, 7, 7)]);
    return {
      ...bet,
      amountFen: bet.amountFen * times.reduce((sum, each) => sum + each, 0),
      chase: JSON.stringify(issues.map((issue, at) => ({ issue, multiplier: times[at] ?? 0 }))),
    };
  };
  const over = await one.bet(chase([1, MAX_BETS_OF_ONE + 1, 1]));
  expect(over).toMatchObject({ status: STATUS.overCap, msg: `第 ${issues[1]} 期 前三直选 万 7 | 千 7 | 百 7 只剩 20.00 元可投` });
  expect(await used(one, issues)).toEqual([]);
  const placed = await one.bet(chase([MAX_BETS_OF_ONE, MAX_BETS_OF_ONE, 1]));
  expect(placed.status).toBe(STATUS.ok);
  expect((await one.bet(chase([1, 0, 0]))).status).toBe(STATUS.overCap);
  const chaseId = (placed.models as { chaseId?: string }).chaseId ?? '';
  expect((await one.post('/api/order/CancelChase', { chaseId })).status).toBe(STATUS.ok);
  expect(await used(one, issues)).toEqual([]);
  expect((await one.bet(chase([MAX_BETS_OF_ONE, 0, 0]))).status).toBe(STATUS.ok);
});

it('counts a group order as a whole for the player that starts it, from its start, and no more once it is called off', async () => {
  const [issue = ''] = await upcoming();
  const bought = ticket([threeDigits(5, 5, 5)], MAX_BETS_OF_ONE);
  const group = { id: randomUUID(), issue };
  expect((await startGroup(one, bought, group)).status).toBe(STATUS.ok);
  expect(await startGroup(one, bought, { issue })).toMatchObject({
    status: STATUS.overCap,
    msg: `第 ${issue} 期 前三直选 万 5 | 千 5 | 百 5 已达限额，不能再投`,
  });
  expect(await two.bet({ ...bought, issue })).toMatchObject({ status: STATUS.soldOut });
  expect((await cancelGroup(one, group.id)).status).toBe(STATUS.ok);
  expect((await two.bet({ ...bought, issue })).status).toBe(STATUS.ok);
});

type Step =
  | { readonly is: 'bet' | 'group'; readonly who: 0 | 1; readonly numbers: readonly number[]; readonly times: number }
  | { readonly is: 'chase'; readonly who: 0 | 1; readonly numbers: readonly number[]; readonly times: readonly number[] }
  /** An order that waits is stopped, called off or given back; which one, of those that there are. */
  | { readonly is: 'back'; readonly at: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    is: fc.constantFrom('bet' as const, 'bet' as const, 'group' as const),
    who: fc.constantFrom(0 as const, 1 as const),
    numbers: fc.uniqueArray(fc.nat(2), { minLength: 1 }),
    // A group order of fewer shares could not be called off with the one share that who starts it takes.
    times: fc.integer({ min: 3, max: 9 }),
  }),
  fc.record({
    is: fc.constant('chase' as const),
    who: fc.constantFrom(0 as const, 1 as const),
    numbers: fc.uniqueArray(fc.nat(2), { minLength: 1 }),
    times: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ is: fc.constant('back' as const), at: fc.nat(20) }),
);

it('[R31] random bets, chases, group orders and their refunds are sold and counted as a plain sum of the waiting bets says', async () => {
  const { database } = server.context;
  const players = [one, two];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
      await database.query('DELETE FROM stake_limit_uses; DELETE FROM stake_limit_returns; DELETE FROM stake_limit_takes');
      const issues = (await upcoming()).slice(0, 4);
      const lines = (numbers: readonly number[]) => numbers.map((number) => threeDigits(3, 3, number));
      /** What waits: bets on each number by issue, and how it is given back. */
      let waiting: {
        readonly who: number;
        readonly taken: readonly (readonly [issue: string, numbers: readonly number[], times: number])[];
        readonly back: () => Promise<unknown>;
      }[] = [];
      const bets = (issue: string, number: number, who?: number) =>
        waiting
          .filter((order) => who === undefined || order.who === who)
          .flatMap(({ taken }) => taken)
          .filter(([of, numbers]) => of === issue && numbers.includes(number))
          .reduce((sum, [, , times]) => sum + times, 0);
      for (const each of steps) {
        if (each.is === 'back') {
          const order = waiting[each.at % (waiting.length || 1)];
          await order?.back();
          waiting = waiting.filter((other) => other !== order);
          continue;
        }
        const who = players[each.who] as Client;
        const taken =
          each.is === 'chase'
            ? each.times.map((times, at) => [issues[at + 1] as string, each.numbers, times] as const)
            : [[issues[0] as string, each.numbers, each.times] as const];
        const room = taken.every(([issue, numbers, times]) =>
          numbers.every(
            (number) => bets(issue, number) + times <= MAX_BETS_OF_ALL && bets(issue, number, each.who) + times <= MAX_BETS_OF_ONE,
          ),
        );
        let answer: { readonly status: number; readonly models: unknown };
        let back: () => Promise<unknown>;
        if (each.is === 'group') {
          const id = randomUUID();
          const bought = ticket(lines(each.numbers), each.times);
          const shares = bought.amountFen / 100;
          answer = await startGroup(who, bought, { id, issue: issues[0] as string, shares, own: Math.ceil(shares / 20) });
          back = () => cancelGroup(who, id);
        } else if (each.is === 'bet') {
          answer = await who.bet({ ...ticket(lines(each.numbers), each.times), issue: issues[0] as string });
          const { orderId } = (answer.models ?? {}) as { readonly orderId?: string };
          back = () => database.query(`SELECT refund_order($1, $2, 'void')`, [who.userId, orderId]);
        } else {
          const bought = ticket(lines(each.numbers));
          const chase = JSON.stringify(taken.map(([issue, , multiplier]) => ({ issue, multiplier })));
          answer = await who.bet({
            ...bought,
            amountFen: bought.amountFen * [each.times].flat().reduce((sum, times) => sum + times, 0),
            chase,
          });
          const { chaseId = '' } = (answer.models ?? {}) as { readonly chaseId?: string };
          back = () => who.post('/api/order/CancelChase', { chaseId });
        }
        expect(answer.status === STATUS.ok, JSON.stringify([each, answer])).toBe(room);
        if (room) waiting.push({ who: each.who, taken, back });
      }
      for (const issue of issues) {
        const counted = await used(one, [issue]);
        for (const number of [0, 1, 2]) {
          const of = (own: string) => Number(counted.find((line) => line.startsWith(`${own} Q3_ZX 3|3|${number}:`))?.split(': ')[1] ?? 0);
          expect([of('all'), of('own')]).toEqual([bets(issue, number) * 180_000, bets(issue, number, 0) * 200]);
        }
      }
      for (const order of waiting) await order.back();
    }),
    { numRuns: runCount(5) },
  );
});

it('forgets what was counted once the issue has ended, and writes nothing for a game without limits', async () => {
  const [issue = ''] = await upcoming();
  const { database } = server.context;
  const rows = async () =>
    (
      await database.query<{ n: number }>(
        'SELECT (SELECT count(*) FROM stake_limit_uses)::int + (SELECT count(*) FROM stake_limit_takes)::int AS n',
      )
    ).rows[0]?.n;
  const plain = pricedTicket(gameVersion(server, 'jlffc'), [threeDigits(1, 2, 3)]);
  expect((await one.bet(plain)).status).toBe(STATUS.ok);
  expect(await rows()).toBe(0);
  expect((await one.bet({ ...ticket([threeDigits(1, 2, 3)]), issue })).status).toBe(STATUS.ok);
  expect(await rows()).toBe(5);
  await database.query('SELECT forget_stake_limits($1, $2)', [SLOW_GAME, issue]);
  expect(await rows()).toBe(0);
});
