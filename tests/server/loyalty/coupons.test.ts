/** Coupons (红包) on bets: what they pay, what they fit, and their outcome when a stake comes back (server/loyalty/store/SPEC.md). */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CouponTerms } from '../../../engine/descriptions/store/types.ts';
import { callOf } from '../../../protocol/calls/table.ts';
import type { BagItem, BetCouponsModels, BetModels, SportBetModels } from '../../../protocol/calls.ts';
import type { Definition } from '../../../protocol/calls/define.ts';
import { STATUS } from '../../../protocol/status.ts';
import { takeSportSettlementStep } from '../../../server/sports/bets/settle.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import { addToBag } from '../../../server/loyalty/store/items.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { addMatch, addSports, betOn, endMatch, score, sportOf, ticketOn } from '../support/sports.ts';
import { gameVersion, pricedTicket } from '../support/tickets.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let server: TestServer;
let jczq: SportVersion;
beforeAll(async () => {
  const gamesDir = copyGames(temporaryFolder());
  addSports(gamesDir);
  mkdirSync(join(gamesDir, 'store'), { recursive: true });
  server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
  jczq = sportOf(server.context.sports, 'jczq');
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

const ask = async <R = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await server.context.database.query<R>(text, values)).rows;
const walletOf = async (who: Client) =>
  Number((await ask<{ fen: number }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [who.userId]))[0]?.fen);
const bag = async (who: Client, state: 'usable' | 'past' = 'usable') =>
  (await who.get<{ items: BagItem[] }>('/api/UserCenter/QueryInventory', { state, kind: 'coupon' })).models.items;
const fits = async (who: Client, gameCode: string) =>
  (await who.get<BetCouponsModels>('/api/UserCenter/BetCoupons', { gameCode })).models.items.map(({ fen }) => fen);

async function coupon(who: Client, terms: Partial<CouponTerms> = {}, keepDays?: number): Promise<string> {
  const thing = {
    name: '红包',
    note: '',
    picture: '/goods/coupon.svg',
    gives: { coupon: { fen: 301, leastFen: 400, for: 'all' as const, backDays: 7, ...terms } },
  };
  const now = server.context.clock.now();
  const [id] = await addToBag(
    server.context.database,
    who.userId,
    { key: 'coupon', thing: keepDays === undefined ? thing : { ...thing, keepDays }, source: 'store', now },
    1,
  );
  return id as string;
}

/** An issue of 排列三 on sale; nobody draws it. */
async function issue(): Promise<string> {
  const id = randomUUID().slice(0, 18);
  const now = server.context.clock.now();
  await ask(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
     SELECT 'pl3', $1, $2::bigint - 1000, $2::bigint + ${HOUR}, $2::bigint + ${2 * HOUR}, 'open', hash, '', '' FROM descriptions WHERE kind = 'game' AND code = 'pl3' LIMIT 1`,
    [id, now],
  );
  return id;
}
/** So many bets of 2 yuan on 排列三. */
async function bet(
  who: Client,
  { couponId, times = 1, on, chase }: { couponId?: string; times?: number; on?: string; chase?: boolean } = {},
) {
  const version = gameVersion(server, 'pl3');
  const [play] = version.compiled.plays;
  const picks = Object.fromEntries((play?.play.areas ?? []).map(({ id }) => [id, [1]]));
  const { ticket, hash, amountFen } = pricedTicket(version, [{ play: play?.play.code ?? '', picks }], {
    multiplier: times,
    ...(chase ? { issues: 2 } : {}),
  });
  return who.post<BetModels>('/api/lottery/bet_szc', {
    ticket: JSON.stringify(ticket),
    hash,
    amountFen: String(amountFen),
    ...(on === undefined ? {} : { issue: on }),
    ...(couponId === undefined ? {} : { coupon: couponId }),
  });
}
const settle = async () => {
  while ((await takeSportSettlementStep(server.context)) !== undefined);
};

describe('a coupon', () => {
  it('[B7] pays its part of one bet: the wallet is less by the rest, the order costs what it costs, and the coupon is spent', async () => {
    const who = await server.client().register();
    const id = await coupon(who);
    const before = await walletOf(who);
    const on = await issue();
    const placed = await bet(who, { couponId: id, times: 2, on });
    expect(placed, placed.msg).toMatchObject({ status: STATUS.ok, models: { amountFen: 400, couponFen: 301, balanceFen: before - 99 } });
    expect(await bag(who)).toEqual([]);
    expect(await bet(who, { couponId: id, times: 2, on })).toMatchObject({ status: STATUS.stateChanged, msg: '红包已使用' });
    expect(await walletOf(who)).toBe(before - 99);
  });

  it('[B7] fits what its terms say, and nothing else; the best one comes first', async () => {
    const who = await server.client().register();
    await coupon(who, { fen: 100 }, 1);
    const best = await coupon(who, { fen: 300, for: 'number' });
    const quick = await coupon(who, { fen: 400, for: 'quick' });
    const sport = await coupon(who, { fen: 250, for: 'sport' });
    const one = await coupon(who, { fen: 350, for: 'game', game: 'ssq' });
    expect(await fits(who, 'pl3')).toEqual([300, 100]);
    expect(await fits(who, 'jlffc')).toEqual([400, 100]);
    expect(await fits(who, 'ssq')).toEqual([350, 300, 100]);
    expect(await fits(who, 'jczq')).toEqual([250, 100]);
    expect((await who.get('/api/UserCenter/BetCoupons', { gameCode: 'nothing' })).status).toBe(STATUS.notFound);
    const on = await issue();
    for (const wrong of [quick, sport, one])
      expect(await bet(who, { couponId: wrong, times: 2, on })).toMatchObject({
        status: STATUS.stateChanged,
        msg: '红包不适用于该彩种',
      });
    expect(await bet(who, { couponId: best, on })).toMatchObject({ status: STATUS.stateChanged, msg: '投注满 4.00 元可用该红包' });
    expect(await bet(who, { couponId: best, times: 2, chase: true })).toMatchObject({ status: STATUS.invalid });
    expect(await bet(who, { couponId: randomUUID(), times: 2, on })).toMatchObject({ status: STATUS.notFound });
    const other = await server.client().register();
    expect(await bet(other, { couponId: best, times: 2, on })).toMatchObject({ status: STATUS.notFound });
    await ask('UPDATE bag_items SET expires_at = caipu_now_ms() WHERE id = $1', [best]);
    expect(await bet(who, { couponId: best, times: 2, on })).toMatchObject({ status: STATUS.stateChanged, msg: '红包已过期' });
  });

  it('[B7] a player whose balance lacks just the coupon’s amount can bet with it, and it stays when more is missing', async () => {
    const who = await server.client().register();
    const [id, on] = [await coupon(who), await issue()];
    // 400 fen more than a new player has. The coupon pays 301 of them.
    const before = await walletOf(who);
    const times = before / 200 + 2;
    await server.grant(who.userId, 98);
    expect(await bet(who, { couponId: id, times, on })).toMatchObject({ status: STATUS.insufficientFunds });
    expect(await bag(who)).toHaveLength(1);
    expect(await walletOf(who)).toBe(before + 98);
    await server.grant(who.userId, 1);
    expect(await bet(who, { couponId: id, times, on })).toMatchObject({ status: STATUS.ok, models: { balanceFen: 0 } });
  });

  it('[B8] is in the bag again for seven days when the whole stake comes back, and the house has its money', async () => {
    const who = await server.client().register();
    const [id, before] = [await coupon(who, {}, 1), await walletOf(who)];
    const placed = await bet(who, { couponId: id, times: 2, on: await issue() });
    const refund = () => ask(`SELECT refund_order($1, $2, 'void') AS done`, [who.userId, placed.models.orderId]);
    expect(await refund()).toEqual([{ done: true }]);
    expect(await refund()).toEqual([{ done: false }]);
    expect(await walletOf(who)).toBe(before);
    const [again] = await bag(who);
    expect(again).toMatchObject({ itemId: id, state: 'usable' });
    expect(Math.abs((again?.expiresAt ?? 0) - server.context.clock.now() - 7 * DAY)).toBeLessThan(60_000);
  });

  it('[B8] on matches: a part that comes back leaves its share as a bonus to be played, to the fen, and a correction changes it with the order', async () => {
    const who = await server.client().register();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), fc.boolean(), async (fen, both) => {
        const [a, b] = [randomUUID(), randomUUID()];
        for (const match of [a, b]) await addMatch(server.context.database, { id: match, singles: ['SPF'] });
        const id = await coupon(who, { fen });
        const before = await walletOf(who);
        const ticket = ticketOn('jczq', { [a]: { SPF: { '0': '1.80' } }, [b]: { SPF: { '0': '1.80' } } }, ['1_1']);
        const { models, msg, status } = await betOn(who, jczq, ticket, { coupon: id });
        expect(status, msg).toBe(STATUS.ok);
        expect(models).toMatchObject({ amountFen: 400, couponFen: fen, balanceFen: before - 400 + fen } satisfies Partial<SportBetModels>);
        await endMatch(server.context.database, a, { void: true });
        await endMatch(server.context.database, b, both ? { void: true } : score([1, 0]));
        await settle();
        const [use] = await ask<{ bonus: number; returned: boolean }>('SELECT bonus::int, returned FROM coupon_uses WHERE order_id = $1', [
          models.orderId,
        ]);
        if (both) {
          expect(use).toEqual({ bonus: 0, returned: true });
          expect(await walletOf(who)).toBe(before);
        } else {
          const part = Math.floor((fen * 200) / 400);
          expect(use).toEqual({ bonus: part, returned: false });
          expect(await walletOf(who)).toBe(before - 400 + fen + 200);
          const turnover = await ask<{ required: number }>('SELECT required::int FROM turnovers WHERE user_id = $1 AND ref = $2', [
            who.userId,
            models.orderId,
          ]);
          expect(turnover).toEqual(part === 0 ? [] : [{ required: part }]);
        }
        await expectBooksInOrder(server.context.database);
      }),
      { numRuns: runCount(12) },
    );
  });

  it('[B8] one that ran out while its bet was open comes back for the days of its terms, and once', async () => {
    const who = await server.client().register();
    const id = await coupon(who, { backDays: 3 }, 1);
    const placed = await bet(who, { couponId: id, times: 2, on: await issue() });
    await ask('UPDATE bag_items SET expires_at = caipu_now_ms() - 1 WHERE id = $1', [id]);
    await ask(`SELECT refund_order($1, $2, 'void')`, [who.userId, placed.models.orderId]);
    const [again] = await bag(who);
    expect(Math.abs((again?.expiresAt ?? 0) - server.context.clock.now() - 3 * DAY)).toBeLessThan(60_000);
    // The coupon can pay for another bet, which is refunded too.
    const second = await bet(who, { couponId: id, times: 2, on: await issue() });
    expect(second, second.msg).toMatchObject({ status: STATUS.ok, models: { couponFen: 301 } });
    await ask(`SELECT refund_order($1, $2, 'void')`, [who.userId, second.models.orderId]);
    expect(await bag(who)).toHaveLength(1);
    expect(await ask('SELECT returned FROM coupon_uses WHERE user_id = $1', [who.userId])).toEqual([
      { returned: true },
      { returned: true },
    ]);
  });

  it('[B8] a void match that is played after all takes the coupon back; one that was used elsewhere meanwhile was worth its money there', async () => {
    for (const used of [false, true]) {
      const who = await server.client().register();
      const [match, on] = [randomUUID(), await issue()];
      await addMatch(server.context.database, { id: match, singles: ['SPF'] });
      const id = await coupon(who, {}, 1);
      const before = await walletOf(who);
      const ticket = { ...ticketOn('jczq', { [match]: { SPF: { '0': '1.80' } } }, ['1_1']), multiplier: 2 };
      const { models, msg, status } = await betOn(who, jczq, ticket, { coupon: id });
      expect(status, msg).toBe(STATUS.ok);
      await endMatch(server.context.database, match, { void: true });
      await settle();
      expect(await walletOf(who)).toBe(before);
      expect(await bag(who)).toHaveLength(1);
      const elsewhere = used ? (await bet(who, { couponId: id, times: 2, on })).models.couponFen : 0;
      expect(elsewhere).toBe(used ? 301 : 0);
      // The result is corrected: the bet was lost, and its stake is taken back.
      const [proposed] = await ask<{ id: string | null }>(`SELECT propose_correction($1, $2, 'test', 'a', 'one') AS id`, [
        match,
        JSON.stringify(score([1, 0])),
      ]);
      await ask(`SELECT sign_correction($1, 'b', 'two')`, [proposed?.id]);
      await settle();
      expect(await bag(who)).toEqual([]);
      expect(await ask('SELECT returned FROM coupon_uses WHERE order_id = $1', [models.orderId])).toEqual([{ returned: used }]);
      // A player that used the coupon elsewhere has paid this bet himself, and that one with the coupon.
      expect(await walletOf(who)).toBe(before - (used ? 2 * 400 - 301 : 400 - 301));
      await expectBooksInOrder(server.context.database);
    }
  });

  it('[B7] goes along with no group order and with no bet that follows another: such calls know no coupon', () => {
    for (const path of ['/api/lottery/bet_together', '/api/Lottery/Bet_JC_Follow'])
      expect(Object.keys((callOf(path) as Definition).fields), path).not.toContain('coupon');
  });
});
