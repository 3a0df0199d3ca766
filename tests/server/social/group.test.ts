/** The life of a group order (合买, server/social/group-buying/SPEC.md) on the embedded database, step by step. Secrecy and lists are in group-lists.test.ts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  FundListModels,
  GroupListModels,
  GroupRankingModels,
  GroupRecordModels,
  GroupTermsModels,
  OrderListModels,
} from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { retryQuarantinedTicket, takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { stopDueGroups } from '../../../server/social/group-buying/job.ts';
import type { Client } from '../support/client.ts';
import { cancelGroup, groupDetail, groupJoins, joinGroup, SLOW_GAME, startGroup } from '../support/groups.ts';
import { groupStage } from '../support/group-stage.ts';
import type { TestServer } from '../support/server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket } from '../support/tickets.ts';

let server: TestServer;
let context: Services;
let initiator: Client;
let first: Client;
let second: Client;
const { onSale, losing, to, draw, wallet, started } = groupStage((stage) => {
  ({ server, context, initiator, first, second } = stage);
});

/** Every digit at every place: one of a thousand bets wins 1,800.00 whatever is drawn. */
const winning = () =>
  pricedTicket(gameVersion(server, SLOW_GAME), [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }]);
const ledger = async (who: Client) => (await who.get<FundListModels>('/api/fund/list', { size: '50' })).models.items;

describe('a group order', () => {
  it('[G1] starts with own shares and a guarantee in escrow, and shows its progress', async () => {
    await onSale();
    const before = await wallet(initiator);
    const models = await started(initiator, losing(), { shares: 20, own: 4, guarantee: 6, commission: 5, title: '稳健', text: '欢迎参与' });
    expect(models).toMatchObject({
      paidFen: 1_000,
      ownFen: 400,
      guaranteeFen: 600,
      progress: 20,
      state: 'open',
      balanceFen: before - 1_000,
    });
    const { models: detail } = await groupDetail(second, models.hmId);
    expect(detail).toMatchObject({
      totalFen: 2_000,
      shareFen: 100,
      soldShares: 4,
      leftShares: 16,
      progress: 20,
      guaranteeProgress: 30,
      people: 1,
      mayJoin: true,
      mayCancel: false,
      initiator: false,
      state: 'open',
      title: '稳健',
      text: '欢迎参与',
    });
    expect(detail.who.mid).toBe(String(initiator.userId));
    const { models: lobby } = await second.get<GroupListModels>('/api/hm/list', { game: SLOW_GAME });
    expect(lobby.items.map(({ hmId }) => hmId)).toContain(models.hmId);
    expect((await initiator.get<OrderListModels>('/api/order/list', { status: 'pending' })).models.items[0]).toMatchObject({
      kind: 'group',
      hmId: models.hmId,
      amountFen: 400,
      shares: 4,
      status: 'pending',
    });
    // What is guaranteed is no order yet; its movement says what it is about all the same.
    const guaranteed = (await ledger(initiator)).find(({ type }) => type === 'hmGuarantee');
    const about = { amountFen: -600, subject: expect.stringMatching(/^一小时彩 第 \d+ 期合买$/), to: `/togetherOrder?id=${models.hmId}` };
    expect(guaranteed).toMatchObject(about);
    expect((await initiator.get('/api/fund/Detail', { id: guaranteed?.id ?? '' })).models).toMatchObject(about);
    // Taken and guaranteed are one half of it.
    expect((await groupDetail(initiator, models.hmId)).models).toMatchObject({ mayCancel: false, mayEdit: true, initiator: true });
  });

  it('[G2] [G14] that fills becomes one ticket at once; the draw splits the prize to the fen, commission on the profit', async () => {
    const issue = await onSale();
    const all = [initiator, first, second];
    for (const who of all) await server.grant(who.userId, 1_000_000);
    const before = await Promise.all(all.map(wallet));
    // 2,000.00 in 100 shares of 20.00. The prize is below the price: no commission.
    const { hmId } = await started(initiator, winning(), { shares: 100, own: 5, guarantee: 40, commission: 9, security: 2 });
    expect(await joinGroup(first, hmId, 33)).toMatchObject({ status: STATUS.ok, models: { leftShares: 62, state: 'open' } });
    expect((await groupDetail(first, hmId)).models.plan).toMatchObject({ visible: false, why: '截止后公开', playNames: '' });
    expect(await joinGroup(second, hmId, 63)).toMatchObject({
      http: 409,
      status: STATUS.soldOut,
      msg: '份额不足，只剩 62 份，请减少份数',
      models: { leftShares: 62 },
    });
    expect(await joinGroup(second, hmId, 0)).toMatchObject({ status: STATUS.ok, models: { shares: 62, leftShares: 0, state: 'played' } });
    // The guarantee is back, all of it.
    expect(await wallet(initiator)).toBe((before[0] as number) - 5 * 2_000);
    const { rows } = await context.database.query('SELECT user_id, amount, issue FROM tickets WHERE id = $1', [hmId]);
    expect(rows).toEqual([{ user_id: 0, amount: 200_000, issue: issue.issue }]);
    expect(await joinGroup(first, hmId, 1)).toMatchObject({
      status: STATUS.soldOut,
      msg: '已满员，没有剩余份额',
      models: { leftShares: 0 },
    });

    await draw(issue.drawsAt);
    const { models: detail } = await groupDetail(first, hmId);
    expect(detail).toMatchObject({ state: 'won', prizeFen: 180_000 });
    expect(detail.split).toMatchObject({ prizeFen: 180_000, profitFen: 0, commissionFen: 0, sharedFen: 180_000, perShareFen: 1_800 });
    expect(detail.plan.visible).toBe(true);
    expect(detail.plan.lines?.[0]).toMatchObject({ prizeFen: 180_000 });
    expect(detail.mine).toMatchObject({ shares: 33, amountFen: 66_000, prizeFen: 59_400, netFen: -6_600 });
    expect(await Promise.all(all.map(wallet))).toEqual([
      (before[0] as number) - 10_000 + 9_000,
      (before[1] as number) - 66_000 + 59_400,
      (before[2] as number) - 124_000 + 111_600,
    ]);
    // Each has an order of his own shares, and the movements that explain them.
    expect((await first.get<OrderListModels>('/api/order/list', { kind: 'group' })).models.items[0]).toMatchObject({
      status: 'won',
      amountFen: 66_000,
      prizeFen: 59_400,
      to: `/togetherOrder?id=${hmId}`,
    });
    expect((await ledger(first)).slice(0, 2).map(({ title }) => title.slice(0, 4))).toEqual(['合买派奖', '合买认购']);
  });

  it('[G2] gives the rest of rounding, and the commission, to the player that started it', async () => {
    const issue = await onSale();
    // 14.00 in 7 shares; the test writes the prize to the database.
    const bought = pricedTicket(gameVersion(server, SLOW_GAME), [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }], {
      multiplier: 7,
    });
    const { hmId } = await started(initiator, bought, { shares: 7, own: 1, commission: 10 });
    await joinGroup(first, hmId, 3);
    await joinGroup(second, hmId, 3);
    const before = await Promise.all([initiator, first, second].map(wallet));
    await context.database.transaction((client) =>
      client.query('SELECT pay_prizes($1::jsonb)', [JSON.stringify([{ user: 0, id: hmId, prize: 10_003, outcome: [] }])]),
    );
    // Profit 86.03, of it 10 % are 8.60; 91.43 are shared out: 13.06 for a share, three of them 39.18.
    const { models: detail } = await groupDetail(initiator, hmId);
    expect(detail.split).toEqual({
      prizeFen: 10_003,
      profitFen: 8_603,
      commissionFen: 860,
      sharedFen: 9_143,
      perShareFen: 1_306,
      remainderFen: 1,
    });
    expect(detail.mine).toMatchObject({ prizeFen: 1_307, commissionFen: 860, netFen: 1_307 + 860 - 200 });
    expect(await Promise.all([initiator, first, second].map(wallet))).toEqual([
      (before[0] as number) + 1_307 + 860,
      (before[1] as number) + 3_918,
      (before[2] as number) + 3_918,
    ]);
    await draw(issue.drawsAt);
    const { models: record } = await first.get<GroupRecordModels>('/api/hm/QueryTotherRank', { who: String(initiator.userId) });
    expect(record).toMatchObject({ biggestFen: 180_000, wonOrders: 2 });
    // [G14] The rows of the starter's orders show the results of the last days.
    const rowOf = async (asker: Client) => (await groupDetail(asker, hmId)).models;
    const { record7, record30 } = await rowOf(first);
    expect(record7).toMatchObject({ won: 2 });
    expect(record7.orders).toBeGreaterThanOrEqual(2);
    expect(record7.returnBp).toBeGreaterThan(0);
    expect(record30, 'all within 7 days').toEqual(record7);
    // A player that hides his orders looks like an unknown one: the answer is the same, and no error.
    // A job that writes records may have made the row.
    await context.database.query(
      `INSERT INTO profiles (user_id, show_orders) VALUES ($1, 'hidden') ON CONFLICT (user_id) DO UPDATE SET show_orders = 'hidden'`,
      [initiator.userId],
    );
    const recordFor = (asker: Client, who: string) => asker.get<GroupRecordModels>('/api/hm/QueryTotherRank', { who });
    const hidden = await recordFor(first, String(initiator.userId));
    const nobody = await recordFor(first, '999999999');
    expect(hidden).toMatchObject({ status: STATUS.ok, models: { hidden: true, wonOrders: 0, biggestFen: 0, icons: [], last10: [] } });
    expect({ ...nobody.models, who: null }).toEqual({ ...hidden.models, who: null });
    expect({ ...nobody.models.who, mid: '' }).toEqual({ ...hidden.models.who, mid: '' });
    expect((await recordFor(initiator, String(initiator.userId))).models).toMatchObject({ hidden: false, wonOrders: 2, relation: 'self' });
    // The answer has the relation of the two also for a player that hides his orders.
    expect(hidden.models.relation).toBe('none');
    const followed = { who: String(initiator.userId) };
    expect(await first.get('/api/attention/AttentionUser', followed)).toMatchObject({ status: STATUS.ok });
    expect((await recordFor(first, followed.who)).models).toMatchObject({ hidden: true, relation: 'following' });
    expect((await rowOf(first)).record30, 'hidden from others').toEqual({ orders: 0, won: 0, returnBp: null });
    expect((await rowOf(initiator)).record30).toEqual(record30);
    await context.database.query('DELETE FROM profiles WHERE user_id = $1', [initiator.userId]);
    const { models: ranking } = await first.get<GroupRankingModels>('/api/hm/ranking', { period: 'week' });
    expect(ranking.items[0]).toMatchObject({ rank: 1, prizeFen: 190_003, mine: false });
    expect(ranking.me).toMatchObject({ rank: null });
  });

  it('[G3] is played at its stop when the guarantee closes the gap, and the rest of the guarantee goes back', async () => {
    await onSale();
    const before = await wallet(initiator);
    const { hmId, stopsAt } = await started(initiator, losing(), { shares: 20, own: 2, guarantee: 4 });
    await joinGroup(first, hmId, 15);
    await to(stopsAt);
    expect(await joinGroup(second, hmId, 1)).toMatchObject({ status: STATUS.issueClosed, msg: '合买已截止' });
    expect(await stopDueGroups(context)).toBeGreaterThan(0);
    expect(await stopDueGroups(context)).toBe(0);
    const { models: detail } = await groupDetail(initiator, hmId);
    expect(detail).toMatchObject({ state: 'played', soldShares: 20, leftShares: 0 });
    expect(await wallet(initiator)).toBe(before - 5 * 100);
    expect((await groupJoins(second, hmId)).models.items.map(({ type, shares }) => [type, shares])).toEqual([
      ['own', 2],
      ['guarantee', 3],
      ['join', 15],
    ]);
    expect((await ledger(initiator))[0]).toMatchObject({ amountFen: 100, title: expect.stringMatching(/^合买保底未用退回/) });
  });

  it('[G3] is filled up by the site when no more is lacking than it adds, after the guarantee and out of the account that is set', async () => {
    const site = { player: 'house', fromPercent: 95, mostPercent: 5 };
    const house = await server.client().register('house');
    const all = [initiator, first, house];
    const order = async (joined: number, guarantee: number, terms = site) => {
      await onSale();
      const before = await Promise.all(all.map(wallet));
      const { hmId, stopsAt } = await started(initiator, losing(), { shares: 20, own: 2, guarantee });
      await joinGroup(first, hmId, joined);
      await to(stopsAt);
      expect(await stopDueGroups(context, false, terms)).toBeGreaterThan(0);
      const { models } = await groupDetail(first, hmId);
      const after = await Promise.all(all.map(wallet));
      return { hmId, state: models.state, people: models.people, paid: after.map((fen, i) => (before[i] as number) - fen) };
    };
    // 17 taken and 2 guaranteed of 20: one is lacking, which is 5 %.
    const full = await order(15, 2);
    expect(full).toMatchObject({ state: 'played', people: 3, paid: [400, 1_500, 100] });
    expect((await groupJoins(second, full.hmId)).models.items.map(({ typeName, shares }) => [typeName, shares])).toEqual([
      ['发起', 2],
      ['保底', 2],
      ['认购', 15],
      ['网站', 1],
    ]);
    expect((await ledger(house))[0]).toMatchObject({ amountFen: -100, title: expect.stringMatching(/^网站保底认购/) });
    // Two are lacking, 10 %; then one, which is too much: the house does not fill it.
    expect(await order(14, 2)).toMatchObject({ state: 'failed', paid: [0, 0, 0] });
    expect(await order(15, 2, { ...site, fromPercent: 96 })).toMatchObject({ state: 'failed', paid: [0, 0, 0] });
    // Nobody has the name, or the account holds too little: everybody has his money back, and an operator hears of it.
    const raised = () => context.alarms.list().find(({ name }) => name === 'group-site')?.detail ?? '';
    expect(await order(17, 0, { ...site, player: 'nobody-there' })).toMatchObject({ state: 'failed', paid: [0, 0, 0] });
    expect(raised()).toContain('nobody-there');
    await context.database.query(
      `SELECT post($1, 'fee', 'wallet', 'house:fees', balance_fen - 99, 'withdraw', NULL) FROM wallets WHERE user_id = $1`,
      [house.userId],
    );
    const short = await order(17, 0);
    expect(short).toMatchObject({ state: 'failed', paid: [0, 0, 0] });
    expect(raised()).toContain(short.hmId);
  });

  it('[G4] that is not full at its stop gives everybody back what he paid, once', async () => {
    await onSale();
    const all = [initiator, first, second];
    const before = await Promise.all(all.map(wallet));
    const { hmId, stopsAt } = await started(initiator, losing(), { shares: 20, own: 2, guarantee: 4 });
    await joinGroup(first, hmId, 5);
    await joinGroup(second, hmId, 5);
    await joinGroup(second, hmId, 3);
    await to(stopsAt);
    await Promise.all([stopDueGroups(context), stopDueGroups(context)]);
    expect((await groupDetail(first, hmId)).models).toMatchObject({
      state: 'failed',
      stateName: '已流单',
      mine: { refundFen: 500, netFen: 0 },
    });
    expect(await Promise.all(all.map(wallet))).toEqual(before);
    expect((await second.get<OrderListModels>('/api/order/list', { status: 'cancelled' })).models.items.slice(0, 2)).toMatchObject([
      { kind: 'group', amountFen: 300 },
      { kind: 'group', amountFen: 500 },
    ]);
    expect(await joinGroup(first, hmId, 1)).toMatchObject({
      status: STATUS.stateChanged,
      msg: '合买未满员，已流单退款',
      models: { state: 'failed' },
    });
  });

  it('[G5] can be called off below one half by the player that started it, and by nobody else', async () => {
    await onSale();
    const before = await Promise.all([initiator, first].map(wallet));
    const { hmId } = await started(initiator, losing(), { shares: 20, own: 2, guarantee: 4 });
    await joinGroup(first, hmId, 3);
    expect(await cancelGroup(first, hmId)).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await cancelGroup(initiator, hmId)).toMatchObject({ status: STATUS.ok, models: { refunded: 2, refundFen: 900 } });
    expect(await Promise.all([initiator, first].map(wallet))).toEqual(before);
    expect(await cancelGroup(initiator, hmId)).toMatchObject({
      status: STATUS.stateChanged,
      msg: '已撤单',
      models: { state: 'cancelled' },
    });
    expect(await joinGroup(first, hmId, 1)).toMatchObject({ status: STATUS.stateChanged, msg: '发起人已撤单' });
    const half = await started(initiator, losing(), { shares: 20, own: 5, guarantee: 5 });
    expect(await cancelGroup(initiator, half.hmId)).toMatchObject({ status: STATUS.overCap, msg: '进度加保底已达 50%，不能撤单' });
  });

  it('[G6] of an issue that is withdrawn, or whose ticket cannot be judged, gives back what was paid, without commission', async () => {
    const issue = await onSale();
    const before = await Promise.all([initiator, first].map(wallet));
    const { hmId } = await started(initiator, losing(), { shares: 20, own: 10, commission: 10 });
    await joinGroup(first, hmId, 10);
    const open = await started(initiator, losing(), { shares: 20, own: 5, guarantee: 10 });
    await context.database.query(`UPDATE issues SET cancelled = 'operator' WHERE game = $1 AND issue = $2`, [SLOW_GAME, issue.issue]);
    while (await takeSettlementStep(context));
    expect(await stopDueGroups(context, true)).toBeGreaterThan(0);
    expect((await groupDetail(first, hmId)).models).toMatchObject({ state: 'void', split: null, mine: { refundFen: 1_000, netFen: 0 } });
    expect((await groupDetail(first, open.hmId)).models.state).toBe('void');
    expect(await Promise.all([initiator, first].map(wallet))).toEqual(before);
    await draw(issue.drawsAt);
  });

  it('[G6] whose ticket is in quarantine waits, whatever its issue does, and so do its shares', async () => {
    const issue = await onSale();
    const { hmId } = await started(initiator, winning(), { shares: 100, own: 50 });
    await joinGroup(first, hmId, 50);
    const shown = async () => (await first.get<OrderListModels>('/api/order/list', { kind: 'group', size: '1' })).models.items[0]?.status;
    await context.database.query(`SELECT quarantine($1, $2, 0, $3, 'settle', 'a test')`, [SLOW_GAME, issue.issue, hmId]);
    await draw(issue.drawsAt);
    expect(await shown()).toBe('pending');
    expect((await groupDetail(first, hmId)).models.state).toBe('played');
    await context.database.query('UPDATE quarantine SET retry_at = 0');
    while (await retryQuarantinedTicket(context));
    expect(await shown()).toBe('won');
  });

  it('[G7] that lost says so, and its shares have lost with the issue', async () => {
    const issue = await onSale();
    const { hmId } = await started(initiator, losing(), { shares: 20, own: 20 });
    await draw(issue.drawsAt);
    const { models } = await groupDetail(initiator, hmId);
    expect(['lost', 'won']).toContain(models.state);
    expect((await initiator.get<OrderListModels>('/api/order/list', { kind: 'group', size: '1' })).models.items[0]).toMatchObject({
      status: models.state,
    });
  });
});

describe('[G9] what is refused', () => {
  it('says in words what to do, and takes nothing', async () => {
    await onSale();
    const before = await wallet(initiator);
    const refusals = [
      [{ shares: 3 }, STATUS.invalid, '方案金额不能平均分成 3 份，请修改份数（/shares）'],
      [{ shares: 40 }, STATUS.invalid, '每份不能少于 1.00 元，请减少份数（/shares）'],
      [{ shares: 20, own: 0 }, STATUS.invalid, undefined],
      [{ shares: 20, own: 2, guarantee: 19 }, STATUS.invalid, '认购加保底不能多于总份数，保底最多 18 份（/guaranteeShares）'],
      [{ shares: 20, own: 21 }, STATUS.invalid, '认购不能多于总份数 20 份（/ownShares）'],
      [{ shares: 20, own: 2, commission: 11 }, STATUS.invalid, '佣金最多 10%（/commission）'],
      [{ shares: 20, own: 2, title: '稳赚不赔' }, STATUS.invalid, '标题和宣言中不能有“稳赚”，请修改'],
      [{ shares: 20, own: 2, text: '字'.repeat(51) }, STATUS.invalid, '宣言最多 50 个字（/text）'],
      [{ shares: 20, own: 2, issue: '1' }, STATUS.issueClosed, '本期已截止投注，请选择下一期'],
    ] as const;
    for (const [group, status, msg] of refusals) {
      const answer = await startGroup(initiator, losing(), group);
      expect(answer, JSON.stringify(group)).toMatchObject({ status, ...(msg === undefined ? {} : { msg }) });
    }
    const quick = pricedTicket(gameVersion(server, 'jlffc'), [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }], {
      multiplier: 10,
    });
    expect(await startGroup(initiator, quick, { shares: 20 })).toMatchObject({
      status: STATUS.disabled,
      msg: '该玩法不支持合买，请直接投注',
    });
    const large = pricedTicket(gameVersion(server, SLOW_GAME), [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }], {
      multiplier: 200,
    });
    expect(await startGroup(initiator, large, { shares: 100, own: 4 })).toMatchObject({ msg: '发起人至少认购 5%，即 5 份（/ownShares）' });
    // An unknown order is not found, and a player without enough money takes nothing.
    expect(await joinGroup(first, randomUUID(), 1)).toMatchObject({ status: STATUS.notFound, msg: '合买不存在' });
    const poor = await server.client().register();
    for (let i = 0; i < 5; i += 1) await started(poor, winning(), { shares: 100, own: 50, guarantee: 50 });
    expect(await wallet(poor)).toBe(0);
    const open = await started(initiator, losing(), { shares: 20, own: 2 });
    expect(await joinGroup(poor, open.hmId, 1)).toMatchObject({ status: STATUS.insufficientFunds, msg: '余额不足' });
    expect(await cancelGroup(initiator, open.hmId)).toMatchObject({ status: STATUS.ok });
    expect(await wallet(initiator)).toBe(before);
    expect((await initiator.get<GroupTermsModels>('/api/hm/Terms', { gameCode: 'jlffc' })).models.allowed).toBe(false);
    expect((await initiator.get<GroupTermsModels>('/api/hm/Terms', { gameCode: SLOW_GAME })).models.allowed).toBe(true);
  });

  it('holds player protection: no share for a player in a break, and none past his own limit', async () => {
    await onSale();
    const resting = await server.client().register();
    await resting.post('/api/Protection/SetLimit', { what: 'stake', period: 'day', limitFen: '500' });
    const { hmId } = await started(initiator, losing(), { shares: 20, own: 2 });
    const before = await wallet(resting);
    expect(await joinGroup(resting, hmId, 6)).toMatchObject({ status: STATUS.limitReached });
    expect(await joinGroup(resting, hmId, 5)).toMatchObject({ status: STATUS.ok });
    expect(await joinGroup(resting, hmId, 1)).toMatchObject({ status: STATUS.limitReached });
    expect(await startGroup(resting, losing(), { shares: 20, own: 2 })).toMatchObject({ status: STATUS.limitReached });
    await resting.post('/api/Protection/Pause', { kind: 'break', code: 'day' });
    expect(await joinGroup(resting, hmId, 1)).toMatchObject({ status: STATUS.limitReached });
    expect(await wallet(resting)).toBe(before - 500);
  });

  it('raises the guarantee and changes the declaration, while it is open', async () => {
    await onSale();
    const { hmId } = await started(initiator, losing(), { shares: 20, own: 2, guarantee: 1 });
    const before = await wallet(initiator);
    const edit = (who: Client, fields: Record<string, string>) => who.post<{ paidFen: number }>('/api/hm/Edit', { hmId, ...fields });
    expect(await edit(initiator, { guaranteeShares: '5', text: '加保底了' })).toMatchObject({
      status: STATUS.ok,
      models: { guaranteeShares: 5, paidFen: 400, text: '加保底了' },
    });
    expect(await edit(initiator, { guaranteeShares: '4' })).toMatchObject({ status: STATUS.overCap, msg: '保底只能增加，现为 5 份' });
    expect(await edit(initiator, { text: '包 红' })).toMatchObject({ status: STATUS.invalid, msg: '标题和宣言中不能有“包红”，请修改' });
    expect(await edit(initiator, { guaranteeShares: '19' })).toMatchObject({ status: STATUS.overCap, msg: '保底不能多于剩余的 18 份' });
    // An empty field counts as left out: the declaration is taken away by name.
    expect(await edit(initiator, { text: '' })).toMatchObject({ status: STATUS.ok, models: { text: '加保底了' } });
    expect(await edit(initiator, { clear: 'text' })).toMatchObject({
      status: STATUS.ok,
      models: { text: '', guaranteeShares: 5, paidFen: 0 },
    });
    expect(await edit(first, { text: '别人' })).toMatchObject({ status: STATUS.notFound, msg: '合买不存在' });
    expect(await wallet(initiator)).toBe(before - 400);
  });
});
