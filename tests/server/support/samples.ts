/**
 * Good fields for every call of the table, for a player who has an order and may chase. A call whose example needs something that has to be
 * there gets it here; a call that answers anything but success with its sample fails the test of the table (calls.test.ts), so a new call
 * brings its sample along.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ChaseIssuesModels, FundListModels, FundMoveModels, SportBetModels } from '../../../protocol/calls.ts';
import { asTexts } from '../../../protocol/calls/define.ts';
import { type Row, TABLE } from '../../../protocol/calls/table.ts';
import { setFundPassword } from '../../../server/accounts/fund-password.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import type { Client } from './client.ts';
import { releaseDetail } from './follow.ts';
import { PEOPLE_CALL_SAMPLES } from './people.ts';
import { PERSON_CALL_SAMPLES } from './person-samples.ts';
import type { TestServer } from './server.ts';
import { startGroup } from './groups.ts';
import { openRounds } from '../../../server/mini-games/quiz/job.ts';
import { addQuizzes, givePoints, openRound } from './quiz.ts';
import { addActivity } from './activities.ts';
import { makeAgent, newSubPlayer } from './agents.ts';
import { addProduct, newCoupon, newAvatar } from './store.ts';
import { addCards, buyCards, SMALL_CARD } from './scratch.ts';
import { addSmallGames, checkSmall, REELS_GAME } from './small.ts';
import { bindCard, newCardNumber, PIN, insertWithdrawal } from './withdrawals.ts';
import { addMatch, addOutright, addSports, draftOn, sportOf, ticketOn } from './sports.ts';
import { gameVersion, singleBet } from './tickets.ts';

export interface SampleWorld {
  readonly server: TestServer;
  /** Signed in; what the samples need belongs to him. */
  readonly owner: Client;
  /** An order of his. */
  readonly orderId: string;
}

/** A chase of its own, all of whose issues can still be cancelled. Of a game of the week: no draw changes it while a test looks. */
async function newChase({ server, owner }: SampleWorld): Promise<string> {
  const { items } = (await owner.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: 'ssq' })).models;
  const chase = items.slice(2, 4).map(({ issue }) => ({ issue, multiplier: 1 }));
  const placed = await owner.bet({ ...singleBet(gameVersion(server, 'ssq')), amountFen: 400, chase: JSON.stringify(chase) });
  expect(placed.status).toBe(STATUS.ok);
  return placed.models.chaseId as string;
}

/** A scratch card of the owner's that is not opened. */
async function newCardToScratch({ server, owner }: SampleWorld) {
  await addCards(server);
  const bought = await buyCards(owner);
  expect(bought.status, bought.msg).toBe(STATUS.ok);
  const { pool, cards } = bought.models;
  return { pool, cardId: cards[0]?.cardId ?? '' };
}

/** Another session of the owner, opened behind his back: by its id. */
async function newSession({ server, owner }: SampleWorld): Promise<string> {
  await server.context.sessions.open(owner.userId, { address: '192.0.2.1', agent: 'test' });
  const [newest] = (await server.context.sessions.list(owner.userId, owner.token)).filter(({ current }) => !current);
  return newest?.id ?? '';
}

/** An open question of a quiz about 快三, and points to enter it with. */
async function newQuestion(server: TestServer, owner: Client) {
  const { context } = server;
  if (!context.publication.quizzes().has('k3daxiao')) {
    // Asked about up to the last seconds of a sale: whatever the time of day, one is open.
    addQuizzes(server.gamesDir, ['k3daxiao'], (quiz) => ({ ...quiz, source: { ...quiz.source, leastSeconds: 5, closeBeforeSeconds: 0 } }));
    await context.publication.refresh();
  }
  // As many as the samples want, on one side of one question.
  await context.database.query('UPDATE quiz_rounds SET most = 1000000');
  await givePoints(context.database, [owner.userId]);
  await openRounds(context);
  return openRound(owner, 'k3daxiao');
}

/** A group order of the owner's on 双色球, in twenty shares of 1.00; he has one of them. */
async function newGroup({ server, owner }: SampleWorld): Promise<string> {
  const started = await startGroup(owner, groupTicket(server), { shares: 20, own: 1 });
  expect(started.status, started.msg).toBe(STATUS.ok);
  return started.models.hmId;
}
const groupTicket = (server: TestServer) => {
  const { ticket, hash, amountFen } = singleBet(gameVersion(server, 'ssq'));
  return { ticket: { ...ticket, multiplier: 10 }, hash, amountFen: amountFen * 10 };
};

/** Something of the owner's in 余额宝 that is not confirmed yet. */
async function newLot({ owner }: SampleWorld): Promise<string> {
  const placed = await owner.get<FundMoveModels>('/api/fund/out', { target: 'yuebao', amountFen: '100' });
  expect(placed.status, placed.msg).toBe(STATUS.ok);
  return placed.models.move?.id ?? '';
}

/**
 * A card of the owner. The owner has all that a withdrawal needs. Cards without a pending withdrawal are removed first, so one more can always be
 * bound.
 */
async function withdrawalCard({ server, owner }: SampleWorld): Promise<string> {
  const { context } = server;
  // The person of the sample of RealNameAuthor, so that it can be said again.
  const person = TABLE.find(({ path }) => path === '/api/RealNameAuthor')?.example.fields ?? {};
  await owner.post('/api/RealNameAuthor', asTexts(person as Record<string, unknown>));
  // Other samples set another one, and tests try wrong ones.
  await context.database.transaction((client) => setFundPassword(context, client, owner.userId, PIN));
  await context.database.query(
    `UPDATE withdrawal_accounts a SET deleted_at = caipu_now_ms(), is_default = false WHERE user_id = $1 AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.account_id = a.id AND w.ended_at IS NULL)`,
    [owner.userId],
  );
  return (await bindCard(owner)).models.id;
}

async function withdrawalAlipay(world: SampleWorld): Promise<string> {
  await withdrawalCard(world);
  const account = `${randomUUID().slice(0, 8)}@example.com`;
  return (await world.owner.post<{ id: string }>('/api/BankCard/BindAlipay', { account, fundPwd: PIN })).models.id;
}

/** A withdrawal of the owner that nobody has begun with. It goes to one card, however many there are. */
async function newWithdrawal(world: SampleWorld): Promise<string> {
  const { context } = world.server;
  const { rows } = await context.database.query<{ id: string }>(
    `SELECT id FROM withdrawal_accounts WHERE user_id = $1 AND kind = 'bank' AND deleted_at IS NULL LIMIT 1`,
    [world.owner.userId],
  );
  const card = rows[0]?.id ?? (await withdrawalCard(world));
  return context.database.transaction((client) => insertWithdrawal(client, world.owner.userId, card, 1_000));
}

/** A recharge of the owner's that waits for its payment; those before it wait no more, since there may be three. */
async function newRecharge({ server, owner }: SampleWorld): Promise<string> {
  await server.context.database.query(
    `UPDATE recharges SET state = 'cancelled', ended_at = created_at WHERE user_id = $1 AND state = 'pending'`,
    [owner.userId],
  );
  const placed = await owner.get<FundMoveModels>('/api/fund/in', { target: 'cashier', amountFen: '10000', method: 'alipay' });
  expect(placed.status, placed.msg).toBe(STATUS.ok);
  return placed.models.move?.id ?? '';
}

/** By path, over the fields of the example. */
const PREPARED: Readonly<Record<string, (world: SampleWorld) => Promise<Readonly<Record<string, unknown>>>>> = {
  ...PERSON_CALL_SAMPLES,
  ...PEOPLE_CALL_SAMPLES,
  '/api/webregist': async () => ({ username: `u${randomUUID().slice(0, 8)}` }),
  '/api/webregist2/postwebregist': async () => ({ username: `u${randomUUID().slice(0, 8)}` }),
  '/api/account/weblogin': async () => ({ username: 'demo', password: 'demo1234' }),
  '/api/order/detail': async ({ orderId }) => ({ orderId }),
  '/api/Order/ChaseDetail': async (world) => ({ chaseId: await newChase(world) }),
  '/api/Order/CancelChase': async (world) => ({ chaseId: await newChase(world) }),
  '/api/lottery/bet_together': async ({ server }) => {
    const { ticket, hash, amountFen } = groupTicket(server);
    return { id: randomUUID(), ticket: JSON.stringify(ticket), hash, amountFen, shares: 20, ownShares: 1, guaranteeShares: 0 };
  },
  '/api/Activity/Get_ScratchCard': async (world) => {
    await addCards(world.server);
    return { type: SMALL_CARD };
  },
  '/api/Activity/ScratchCards': async (world) => {
    await newCardToScratch(world);
    return { state: 'unopened' };
  },
  '/api/Activity/ScratchCard': async (world) => ({ cardId: (await newCardToScratch(world)).cardId }),
  '/api/Activity/ScratchPool': async (world) => ({ pool: (await newCardToScratch(world)).pool }),
  '/api/Activity/ScratchPoolCards': async (world) => ({ pool: (await newCardToScratch(world)).pool }),
  '/api/Activity/Bet_ScratchCard': async (world) => {
    await addCards(world.server);
    return { type: SMALL_CARD };
  },
  '/api/Activity/Prize_ScratchCard': async (world) => ({ cardId: (await newCardToScratch(world)).cardId }),
  '/api/Activity/List': async (world) => {
    await addActivity(world);
    return {};
  },
  '/api/Activity/Detail': async (world) => ({ hash: await addActivity(world) }),
  '/api/Activity/Claim': async (world) => ({ hash: await addActivity(world) }),
  '/api/Store/GetProductList': async (world) => {
    await addProduct(world);
    return { kind: 'items' };
  },
  '/api/Store/BuyProduct': async (world) => ({ productId: await addProduct(world) }),
  '/api/UserCenter/QueryInventory': async (world) => {
    await newAvatar(world);
    return {};
  },
  '/api/UserCenter/BetCoupons': async (world) => {
    await newCoupon(world);
    return { gameCode: 'ssq' };
  },
  '/api/UserCenter/UseItem': async (world) => ({ itemId: await newAvatar(world) }),
  '/api/Activity/CheckSmallGameQualify': async ({ server }) => {
    await addSmallGames(server);
    return { game: REELS_GAME };
  },
  '/api/Activity/Bet_SmallGame': async ({ server, owner }) => {
    await addSmallGames(server);
    const { models } = await checkSmall(owner, REELS_GAME);
    return { game: REELS_GAME, play: models.offer?.play, hash: models.hash, bets: '[{"code":"line","fen":100}]', amountFen: 100 };
  },
  '/api/Score/StopLink': async ({ owner }) => ({
    linkId: (await owner.post<{ linkId: string }>('/api/Score/CreateLink', { name: '朋友圈', rateBp: '0' })).models.linkId,
  }),
  '/api/Score/CreateLink': async () => ({ name: '朋友圈', rateBp: 0 }),
  '/api/Score/SetRebate': async ({ server, owner }) => {
    await makeAgent(server, owner);
    return { who: String((await newSubPlayer(server, owner)).userId), family: 'number', rateBp: 100 };
  },
  '/api/Score/Discount': async ({ server, owner }) => ({ who: String((await newSubPlayer(server, owner)).userId) }),
  '/api/Score/Move': async ({ server, owner }) => {
    const under = await newSubPlayer(server, owner);
    return { who: String((await newSubPlayer(server, owner)).userId), under: String(under.userId) };
  },
  '/api/Score/Export': async ({ server, owner }) => {
    await server.context.database.query(
      `INSERT INTO agent_accounts (user_id, scope, day, active) SELECT $1, 'team', (caipu_now_ms() + 28800000) / 86400000, 1 ON CONFLICT DO NOTHING`,
      [owner.userId],
    );
    return { report: 'day' };
  },
  '/api/Score/Apply': async ({ server, owner }) => {
    await server.context.database.query('UPDATE agents SET applied_at = NULL WHERE user_id = $1', [owner.userId]);
    return {};
  },
  '/api/Score/Withdraw': async ({ server, owner }) => {
    // Booked for what he himself played on a day of old.
    await server.context.database.query(
      `WITH booked AS (
         INSERT INTO agent_rebates AS r (beneficiary, day, player, game, family, level, base, bp, due, posted, posted_at)
         VALUES ($1, 1, $1, 'ssq', 'number', 0, 100000, 100, 1000, 1000, 0)
         ON CONFLICT (beneficiary, day, player, game, family) DO UPDATE SET due = r.due + 1000, posted = r.posted + 1000)
       SELECT post($1, 'rebate', 'house:rebate', 'score', 1000, 'day', gen_random_uuid())`,
      [owner.userId],
    );
    await makeAgent(server, owner);
    return { score: 500 };
  },
  '/api/Activity/DoSSJCAct': async ({ server, owner }) => {
    const { id, options } = await newQuestion(server, owner);
    return { question: id, option: options[0]?.code };
  },
  '/api/lottery/bet_join': async (world) => ({ hmId: await newGroup(world), shares: 2 }),
  '/api/hm/Cancel': async (world) => ({ hmId: await newGroup(world) }),
  '/api/hm/Edit': async (world) => ({ hmId: await newGroup(world), guaranteeShares: 2 }),
  '/api/hm/detail': async (world) => ({ id: await newGroup(world) }),
  '/api/hm/joinlist': async (world) => ({ id: await newGroup(world) }),
  '/api/hm/QueryTotherRank': async () => ({ who: undefined }),
  '/api/hm/addfollowerrule': async ({ server }) => {
    const { rows } = await server.context.database.query<{ id: number }>(`SELECT id FROM users WHERE name_key = 'demo'`);
    return { ruleId: randomUUID(), creatorMid: String(rows[0]?.id) };
  },
  '/api/order/outcome': async () => ({ key: randomUUID() }),
  '/api/UserCenter/EndSession': async (world) => ({ sessionId: await newSession(world) }),
  '/api/BankCard/BindWallet': async (world) => {
    await withdrawalCard(world);
    return { id: randomUUID(), cardNo: newCardNumber(), fundPwd: PIN };
  },
  '/api/BankCard/SetWallet': async (world) => ({ id: await withdrawalCard(world) }),
  '/api/BankCard/DeleteWallet': async (world) => ({ id: await withdrawalCard(world), fundPwd: PIN }),
  '/api/BankCard/BindAlipay': async (world) => {
    await withdrawalCard(world);
    return { id: randomUUID(), account: `${randomUUID().slice(0, 8)}@example.com`, fundPwd: PIN };
  },
  '/api/BankCard/SetAlipay': async (world) => ({ id: await withdrawalAlipay(world) }),
  '/api/BankCard/DeleteAlipay': async (world) => ({ id: await withdrawalAlipay(world), fundPwd: PIN }),
  '/api/fund/TakeBack': async (world) => ({ withdrawId: await newWithdrawal(world) }),
  '/api/fund/withdrawToFillmoney': async (world) => ({ withdrawId: await newWithdrawal(world), amountFen: undefined }),
  // Limits that leave every other sample room, and a break that the next sample ends (freed).
  '/api/Protection/SetLimit': async () => ({ what: 'time', period: 'day', limitFen: undefined, limitMinutes: 1_440 }),
  '/api/Protection/Pause': async () => ({ kind: 'break', code: 'day' }),
  '/api/account/setname': async ({ server, owner }) => {
    await server.context.database.query('UPDATE profiles SET renamed_at = NULL WHERE user_id = $1', [owner.userId]);
    return { name: `蓝天${randomUUID().slice(0, 6)}` };
  },
  '/api/UserCenter/Claim': async ({ server, owner }) => {
    await server.context.database.query('DELETE FROM member_claims WHERE user_id = $1', [owner.userId]);
    return {};
  },
  '/api/UserCenter/Checkin': async ({ server, owner }) => {
    await server.context.database.query('DELETE FROM checkins WHERE user_id = $1', [owner.userId]);
    return {};
  },
  '/api/Account/OfflineReward': async ({ server, owner }) => {
    const { database } = server.context;
    await database.query('DELETE FROM member_claims WHERE user_id = $1', [owner.userId]);
    await database.query(
      `INSERT INTO presence (user_id, seen_at, sitting_from) VALUES ($1, caipu_now_ms() - 3600000, 0)
       ON CONFLICT (user_id) DO UPDATE SET seen_at = excluded.seen_at`,
      [owner.userId],
    );
    return {};
  },
  '/api/lotteryresult/Detail': async ({ owner }) => {
    const { models } = await owner.get<{ items: { issue: string }[] }>('/api/lotteryresult/list', { gameCode: 'ssq', size: '1' });
    return { gameCode: 'ssq', issue: models.items[0]?.issue };
  },
  '/api/lottery/bet_jc_create': async (world) => {
    const { ticket, hash } = await onMatches(world);
    return { ticket: JSON.stringify(ticket), hash, amountFen: 200 };
  },
  // By a draft, whose id is the player's own.
  '/api/lottery/bet_jc': async (world) => {
    const { ticket, hash } = await onMatches(world);
    const draft = await draftOn(world.owner, sportOf(world.server.context.sports, 'jczq'), ticket);
    return { draftId: draft.models.draftId, hash, amountFen: 200, ticket: undefined, oddsPolicy: undefined, release: undefined };
  },
  '/api/order/queryReleaseDetailInfo': async (world) => ({ releaseId: await releaseOf(world, world.owner) }),
  '/api/order/QueryReleaseFollowList': async (world) => ({ releaseId: await releaseOf(world, world.owner) }),
  '/api/order/WithdrawRelease': async (world) => ({ releaseId: await releaseOf(world, world.owner) }),
  '/api/Lottery/Bet_JC_Follow': async (world) => {
    const { server, owner } = world;
    const releaseId = await releaseOf(world, await server.client().register());
    const { offer } = (await releaseDetail(owner, releaseId)).models;
    return { releaseId, oddsVersion: offer?.oddsVersion };
  },
  '/api/order/editReleaseOrderFollowRule': async ({ server, owner }) => {
    await server.context.database.query('DELETE FROM follow_rules WHERE user_id = $1', [owner.userId]);
    return { ruleId: randomUUID(), who: (await server.client().register()).userId, plays: undefined, minOdds: undefined };
  },
  '/api/lottery/bet_youhua_create': async (world) => {
    const { ticket, hash } = await onMatches(world);
    return { ticket: JSON.stringify({ ...ticket, units: [3] }), hash, amountFen: 600 };
  },
  '/api/lottery/bet_ozb': async (world) => {
    await onMatches(world);
    return addOutright(world.server.context);
  },
  '/api/lottery/CupRank': async (world) => {
    await onMatches(world);
    return { cup: 'ozb' };
  },
  '/api/lotteryresult/MatchAnalysis': async (world) => {
    const { ticket } = await onMatches(world);
    return { game: 'jczq', matchId: ticket.matches[0]?.match };
  },
  '/api/SiteMsg/SaleReminder': waitsForSale,
  '/api/SiteMsg/SetSaleReminder': waitsForSale,
  '/api/SiteMsg/BonusClaim': async ({ server, owner }) => {
    // Each of them takes it for the first time.
    await server.context.database.query('DELETE FROM promotion_claims WHERE user_id = $1', [owner.userId]);
    return {};
  },
  '/api/fund/Detail': async ({ owner }) => ({ id: (await owner.get<FundListModels>('/api/fund/list')).models.items[0]?.id }),
  '/api/fund/YuEBaoCancel': async (world) => ({ lotId: await newLot(world) }),
  '/api/fund/CompanyReturn': async ({ server, owner }) => {
    await server.context.database.query(`SELECT post($1, 'recharge', 'outside:recharge', 'wallet', 100, 'paid', NULL)`, [owner.userId]);
    return {};
  },
  '/api/fund/RechargeQuery': async (world) => ({ rechargeId: await newRecharge(world) }),
  '/api/fund/RechargeCancel': async (world) => ({ rechargeId: await newRecharge(world) }),
  '/api/lottery/bet_szc': async ({ server }) => {
    const { ticket, hash, amountFen } = singleBet(gameVersion(server, 'ssq'));
    return { ticket: JSON.stringify(ticket), hash, amountFen, issue: undefined };
  },
};

/** Two matches on sale of a game that a phone may bet on, and a ticket of them. */
async function onMatches({ server }: SampleWorld): Promise<{ ticket: SportTicket; hash: string }> {
  const { context } = server;
  if (context.sports.published('jczq') === undefined) {
    addSports(server.gamesDir);
    await context.publication.refresh();
    await context.sports.refresh();
  }
  const [first, second] = [`s1-${randomUUID().slice(0, 18)}`, `s2-${randomUUID().slice(0, 18)}`];
  for (const id of [first, second]) await addMatch(context.database, { id });
  const ticket = ticketOn('jczq', { [first]: { BRQSPF: { '3': '1.85' } }, [second]: { BRQSPF: { '0': '3.60' } } }, ['2_1']);
  return { ticket, hash: sportOf(context.sports, 'jczq').hash };
}

/** A game on matches that sells nothing, to a player who wants messages: another sample may have switched them off. */
async function waitsForSale(world: SampleWorld): Promise<{ game: string }> {
  await onMatches(world);
  await world.server.context.database.query(`UPDATE notice_progress SET off = '{}' WHERE user_id = $1`, [world.owner.userId]);
  return { game: 'jclq' };
}

/** A release that can be followed. */
async function releaseOf(world: SampleWorld, who: Client): Promise<string> {
  const { ticket, hash } = await onMatches(world);
  const body = JSON.stringify({ ...ticket, multiplier: 100 });
  await world.server.grant(who.userId, 20_000);
  // As many as the samples want, on one day.
  await world.server.context.database.query('UPDATE release_stats SET released = 0 WHERE user_id = $1', [who.userId]);
  const placed = await who.post<SportBetModels>('/api/lottery/bet_jc', { ticket: body, hash, amountFen: '20000', release: '1' });
  expect(placed.status, placed.msg).toBe(STATUS.ok);
  return placed.models.releaseId ?? '';
}

/** The owner may play, whatever an earlier sample did. */
async function freed({ server, owner }: SampleWorld): Promise<void> {
  for (const table of ['player_limits', 'limited_players'])
    await server.context.database.query(`DELETE FROM ${table} WHERE user_id = $1`, [owner.userId]);
}

export async function sampleFields(world: SampleWorld, row: Row): Promise<Record<string, string>> {
  await freed(world);
  return asTexts({ ...row.example.fields, ...(await PREPARED[row.path]?.(world)) });
}
