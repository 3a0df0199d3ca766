/** [G6] [G8] [G10] Group orders (合买) on matches: odds of the moment in which they are played, void matches, corrections, matches that stop. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { escrowDifference, recordFinishedGroups, stopDueGroups } from '../../../server/social/group-buying/job.ts';
import { takeSportSettlementStep } from '../../../server/sports/bets/settle.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import type { Client } from '../support/client.ts';
import { groupDetail, joinGroup, startGroup } from '../support/groups.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { BASKETBALL } from '../support/sold-matches.ts';
import { addMatch, addSports, changeOffer, endMatch, score, sportOf, ticketOn } from '../support/sports.ts';

let server: TestServer;
let context: Services;
let jczq: SportVersion;
let initiator: Client;
let joiner: Client;
beforeAll(async () => {
  const gamesDir = copyGames(temporaryFolder());
  addSports(gamesDir, ['jczq', 'jclq']);
  server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
  context = server.context;
  jczq = sportOf(context.sports, 'jczq');
  [initiator, joiner] = (await Promise.all([1, 2].map(() => server.client().register()))) as [Client, Client];
});
afterEach(async () => {
  await expectBooksInOrder(context.database);
  expect(await escrowDifference(context)).toBe(0);
});
afterAll(() => server?.stop());

let made = 0;
async function matches(): Promise<[string, string]> {
  const ids: [string, string] = [`g${(made += 1)}`, `g${(made += 1)}`];
  for (const id of ids) await addMatch(context.database, { id, singles: ['BRQSPF'] });
  return ids;
}
async function settle(): Promise<void> {
  while ((await takeSportSettlementStep(context)) !== undefined);
  while ((await recordFinishedGroups(context)) > 0);
}
const wallet = async (who: Client): Promise<number> =>
  (await context.database.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [who.userId])).rows[0]
    ?.balance_fen ?? 0;
/** 2串1, ten times: 20.00. */
const pass = ([a, b]: readonly [string, string]) => ({
  ticket: ticketOn('jczq', { [a]: { BRQSPF: { '3': '1.85' } }, [b]: { BRQSPF: { '3': '1.85' } } }, ['2_1'], { multiplier: 10 }),
  hash: jczq.hash,
  amountFen: 2_000,
});
/** Two single bets, five times each: 20.00. A void match gives half of it back. */
const singles = ([a, b]: readonly [string, string]) => ({
  ticket: ticketOn('jczq', { [a]: { BRQSPF: { '3': '1.85' } }, [b]: { BRQSPF: { '3': '1.85' } } }, ['1_1'], { multiplier: 5 }),
  hash: jczq.hash,
  amountFen: 2_000,
});

async function started(bought: ReturnType<typeof pass>, group: Parameters<typeof startGroup>[2]): Promise<string> {
  const answer = await startGroup(initiator, bought, { shares: 20, ...group });
  expect(answer, answer.msg).toMatchObject({ status: STATUS.ok });
  return answer.models.hmId;
}

it('[G10] is played at the odds of the moment in which it fills, and its prize is shared out', async () => {
  const ids = await matches();
  const hmId = await started(pass(ids), { own: 6, commission: 10, security: 1 });
  expect((await groupDetail(joiner, hmId)).models.plan).toMatchObject({ visible: false, matches: 2 });
  // Of whichever game on matches: how many there are, as the lobby says.
  const home = await joiner.get('/api/order/QueryUserHomePageOrderList_HM', { who: String(initiator.userId) });
  expect(home.models).toMatchObject({ items: [{ id: hmId, title: '竞彩足球合买', subtitle: '2 场 进度 30%' }] });
  expect((await groupDetail(initiator, hmId)).models.plan.legs?.[0]?.picks).toMatchObject([{ odds: '1.85' }]);
  await changeOffer(context.database, 'jczq', ids[0], `odds = jsonb_set(odds, '{BRQSPF,3}', '"2.00"')`);
  expect(await joinGroup(joiner, hmId, 14)).toMatchObject({ status: STATUS.ok, models: { state: 'played' } });
  const { models: played } = await groupDetail(joiner, hmId);
  expect(played.plan.visible).toBe(true);
  expect(played.plan.legs?.map(({ picks }) => picks[0]?.odds)).toEqual(['2.00', '1.85']);
  const before = [await wallet(initiator), await wallet(joiner)];
  for (const id of ids) await endMatch(context.database, id, score([2, 0]));
  await settle();
  // 2 × 2.00 × 1.85 × 10 = 74.00; profit 54.00, commission 5.40; 68.60 in 20 shares of 3.43.
  const { models } = await groupDetail(joiner, hmId);
  expect(models).toMatchObject({ state: 'won', prizeFen: 7_400, split: { commissionFen: 540, perShareFen: 343, remainderFen: 0 } });
  expect([await wallet(initiator), await wallet(joiner)]).toEqual([
    (before[0] as number) + 6 * 343 + 540,
    (before[1] as number) + 14 * 343,
  ]);
});

it('[G6] gives back its part of a void match, and all of it when every match is void', async () => {
  const [ids, off] = [await matches(), await matches()];
  const half = await started(singles(ids), { own: 5, commission: 10 });
  const all = await started(pass(off), { own: 5, commission: 10 });
  const before = [await wallet(initiator), await wallet(joiner)];
  for (const hmId of [half, all]) await joinGroup(joiner, hmId, 15);
  await endMatch(context.database, ids[0], { void: true });
  await endMatch(context.database, ids[1], score([0, 1]));
  for (const id of off) await endMatch(context.database, id, { void: true });
  await settle();
  expect((await groupDetail(joiner, half)).models).toMatchObject({
    state: 'lost',
    mine: { amountFen: 1_500, refundFen: 750, netFen: -750 },
  });
  expect((await groupDetail(joiner, all)).models).toMatchObject({ state: 'void', mine: { refundFen: 1_500, netFen: 0 } });
  expect([await wallet(initiator), await wallet(joiner)]).toEqual([(before[0] as number) + 500 + 250, (before[1] as number) - 750]);
});

it('[G6] posts the differences of a corrected result, share by share', async () => {
  const ids = await matches();
  const hmId = await started(pass(ids), { own: 10, commission: 10 });
  await joinGroup(joiner, hmId, 10);
  const before = [await wallet(initiator), await wallet(joiner)];
  for (const id of ids) await endMatch(context.database, id, score([2, 0]));
  await settle();
  expect((await groupDetail(joiner, hmId)).models.state).toBe('won');
  await context.database.query(`SELECT queue_settlement('jczq', $1, caipu_now_ms(), 1)`, [ids[0]]);
  await changeOffer(context.database, 'jczq', ids[0], `result = $3::jsonb`, [JSON.stringify(score([0, 2]))]);
  await context.database.query(`UPDATE sport_settlements SET correction = 1, done_at = NULL WHERE match_id = $1`, [ids[0]]);
  await settle();
  expect((await groupDetail(joiner, hmId)).models).toMatchObject({ state: 'lost', prizeFen: 0, split: null, mine: { prizeFen: 0 } });
  expect([await wallet(initiator), await wallet(joiner)]).toEqual(before);
});

it('[G10] is not played with a match that has stopped: the join that would fill it is refused, and at its stop it fails', async () => {
  const ids = await matches();
  const before = [await wallet(initiator), await wallet(joiner)];
  const hmId = await started(pass(ids), { own: 4, guarantee: 16 });
  await changeOffer(context.database, 'jczq', ids[1], `suspended = '暂停销售'`);
  // The plan is hidden from members: the answer says neither which of its matches it is nor how many there are.
  expect(await joinGroup(joiner, hmId, 16)).toMatchObject({
    status: STATUS.issueClosed,
    models: null,
    msg: '方案中有比赛已截止或暂停销售，暂不能出票',
  });
  expect(await joinGroup(joiner, hmId, 6)).toMatchObject({ status: STATUS.ok });
  await context.database.query('UPDATE group_buy_orders SET stops_at = caipu_now_ms() WHERE id = $1', [hmId]);
  expect(await stopDueGroups(context)).toBe(1);
  expect((await groupDetail(joiner, hmId)).models).toMatchObject({ state: 'failed', mine: { refundFen: 600 } });
  expect([await wallet(initiator), await wallet(joiner)]).toEqual(before);
  // Another handicap than those who joined agreed to.
  const other = await matches();
  const ticket = ticketOn('jczq', { [other[0]]: { SPF: { '3': '3.45' } }, [other[1]]: { BRQSPF: { '3': '1.85' } } }, ['2_1'], {
    multiplier: 10,
  });
  const moved = await started({ ticket, hash: jczq.hash, amountFen: 2_000 }, { own: 4, guarantee: 16 });
  await changeOffer(context.database, 'jczq', other[0], `numbers = '{"handicap":"1"}'`);
  expect(await joinGroup(joiner, moved, 16)).toMatchObject({ status: STATUS.issueClosed });
  await context.database.query('UPDATE group_buy_orders SET stops_at = caipu_now_ms() WHERE id = $1', [moved]);
  expect(await stopDueGroups(context)).toBe(1);
  expect([await wallet(initiator), await wallet(joiner)]).toEqual(before);
});

it('says of a plan when the away side stands first, as basketball prints its matches', async () => {
  const jclq = sportOf(context.sports, 'jclq');
  const ids = ['ball1', 'ball2'] as const;
  for (const id of ids) await addMatch(context.database, { ...BASKETBALL, id });
  const ticket = ticketOn('jclq', { [ids[0]]: { SF: { '3': '1.60' } }, [ids[1]]: { SF: { '0': '2.05' } } }, ['2_1'], { multiplier: 10 });
  const ball = await started({ ticket, hash: jclq.hash, amountFen: 2_000 }, { own: 4, security: 0 });
  expect((await groupDetail(joiner, ball)).models.plan).toMatchObject({ visible: true, matches: 2, awayFirst: true });
  const foot = await started(pass(await matches()), { own: 4, security: 0 });
  expect((await groupDetail(joiner, foot)).models.plan).not.toHaveProperty('awayFirst');
});

it('is not started with an optimised ticket (奖金优化), whose stakes follow from odds that are gone when it is played', async () => {
  const { ticket, hash } = pass(await matches());
  const before = await wallet(initiator);
  const answer = await startGroup(initiator, { ticket: { ...ticket, multiplier: 1, units: [10] }, hash, amountFen: 2_000 }, { shares: 20 });
  expect(answer).toMatchObject({ status: STATUS.invalid, msg: '这里不能写 units；请用奖金优化投注（/units）' });
  expect(await wallet(initiator)).toBe(before);
});
