/** Withdrawals at the desk of operators, and the payer who pays what they approve. Facts: server/ledger/SPEC.md. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FundDetailModels } from '../../../protocol/calls.ts';
import type { DeskAnswer } from '../../../protocol/desk/define.ts';
import type { deskWithdrawals, withdrawalFigures } from '../../../protocol/desk/withdrawals.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import type { Payer, PaymentState } from '../../../server/payments/withdrawals/payer.ts';
import { DEMO_PAYS_AFTER_MS, demoPayer } from '../../../server/payments/withdrawals/payer.ts';
import { processNextWithdrawal } from '../../../server/payments/withdrawals/steps.ts';
import type { Client } from '../support/client.ts';
import { openDesk, withdraw } from '../support/withdrawals.ts';
import { idOf, type WithdrawalStage, withdrawalStage } from '../support/withdrawal-stage.ts';
import type { TestServer } from '../support/server.ts';

const HOUR = 3_600_000;
let server: TestServer;
let context: Services;
let player: Client;
let card: string;
let one: WithdrawalStage['one'];
let two: WithdrawalStage['two'];
const { wallet, held, moves, stateOf, payAll, grantedTo } = withdrawalStage((stage) => {
  ({ server, context, player, card, one, two } = stage);
});

describe('the desk', () => {
  const queue = async (show = 'open') => (await one.ask<DeskAnswer<typeof deskWithdrawals>>(`withdrawals?size=50&show=${show}`)).models;
  const figures = async () => (await one.ask<DeskAnswer<typeof withdrawalFigures>>('withdrawals/figures')).models;

  it('an operator takes and approves a withdrawal, and the payer pays it', async () => {
    const id = idOf(await withdraw(player, card, 30_000));
    expect((await queue()).items.find((item) => item.id === id)).toMatchObject({ holder: '张**', stepName: '已申请', needsTwo: false });
    expect((await one.ask<object>(`withdrawal?id=${id}`)).models).toMatchObject({
      holder: '张三丰',
      facts: { walletFen: 970_000, earlier: 0, rechargedFen: 0, openFen: 0 },
    });
    const timeline = async () => (await moves())[0]?.steps?.map(({ text, state }) => `${text} ${state}`);
    expect(await timeline()).toEqual(['已申请 done', '审核 now', '打款 next', '到账 next']);
    expect(await one.act(id, 'take')).toMatchObject({ status: STATUS.ok });
    expect(await timeline()).toEqual(['已申请 done', '审核中 now', '打款 next', '到账 next']);
    expect(await player.post('/api/fund/TakeBack', { withdrawId: id })).toMatchObject({
      status: STATUS.stateChanged,
      models: { state: 'reviewing' },
    });
    expect(await two.act(id, 'approve')).toMatchObject({ status: STATUS.stateChanged, msg: expect.stringContaining('甲正在审核') });
    expect(await two.act(id, 'take')).toMatchObject({ status: STATUS.ok });
    expect(await one.act(id, 'refuse', { reason: '晚了' })).toMatchObject({ status: STATUS.stateChanged });
    expect(await two.act(id, 'approve')).toMatchObject({ status: STATUS.ok });
    expect(await two.act(id, 'approve')).toMatchObject({ status: STATUS.stateChanged });
    expect(await stateOf(id)).toBe('paying');
    await payAll();
    expect(await stateOf(id)).toBe('paying');
    expect((await timeline())?.slice(-2)).toEqual(['审核通过，打款中 now', '到账 next']);
    await context.clock.advance(DEMO_PAYS_AFTER_MS + 1);
    await payAll();
    expect(await stateOf(id)).toBe('paid');
    expect([await wallet(), await held()]).toEqual([970_000, 0]);
    expect(await timeline()).toEqual(['已申请 done', '审核中 done', '审核通过，打款中 done', '已到账 done']);
    expect((await queue('ended')).items.some((item) => item.id === id)).toBe(true);
    const { rows } = await context.database.query<{ kind: string }>(`SELECT kind FROM audit WHERE body LIKE $1 ORDER BY seq`, [`%${id}%`]);
    expect(rows.map(({ kind }) => kind)).toEqual(['payout.take', 'payout.take', 'payout.approve']);
  });

  it('shows what is to be decided before what is being paid, however long that takes, and counts both', async () => {
    const before = await figures();
    const paying = idOf(await withdraw(player, card, 30_000));
    await one.act(paying, 'take');
    expect(await one.act(paying, 'approve')).toMatchObject({ status: STATUS.ok });
    const fresh = idOf(await withdraw(player, card, 20_000));
    const now = await queue();
    const at = (id: string) => now.items.findIndex((item) => item.id === id);
    expect([at(fresh) >= 0, at(fresh) < at(paying)]).toEqual([true, true]);
    const counted = await figures();
    expect([counted.waiting - before.waiting, counted.paying - before.paying]).toEqual([1, 1]);
    // Page by page it is the same order.
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { models }: { models: DeskAnswer<typeof deskWithdrawals> } = await one.ask(`withdrawals?size=1&cursor=${cursor}`);
      seen.push(...models.items.map(({ id }) => id));
      cursor = models.next;
    }
    expect(seen).toEqual(now.items.map(({ id }) => id));
    await one.act(fresh, 'take');
    expect(await one.act(fresh, 'refuse', { reason: '卡号有误' })).toMatchObject({ status: STATUS.ok });
    await payAll();
    await context.clock.advance(DEMO_PAYS_AFTER_MS + 1);
    await payAll();
    expect(await stateOf(paying)).toBe('paid');
  });

  it('refuses with a reason that the player reads, and puts back what it does not decide', async () => {
    const id = idOf(await withdraw(player, card, 30_000));
    await one.act(id, 'take');
    expect(await two.act(id, 'release')).toMatchObject({ status: STATUS.stateChanged });
    await one.act(id, 'release');
    expect(await stateOf(id)).toBe('requested');
    expect(await one.act(id, 'refuse', { reason: 'x' })).toMatchObject({ status: STATUS.invalid });
    await one.act(id, 'refuse', { reason: '收款人与实名不符' });
    expect((await moves())[0]).toMatchObject({ state: 'refused', note: '收款人与实名不符', canCancel: false });
    expect(await wallet()).toBe(1_000_000);
    // The message about the money that came back leads to this page.
    const bill = async (n: number) => {
      const { items } = (await player.get<{ items: { id: string }[] }>('/api/fund/list')).models;
      return (await player.get<FundDetailModels>('/api/fund/Detail', { id: items[n]?.id ?? '' })).models;
    };
    expect(await bill(0)).toMatchObject({ type: 'withdrawCancel', note: '收款人与实名不符' });
    expect(await bill(1)).not.toHaveProperty('note');
  });

  it('[L47] a large amount takes two operators, in sessions and under names of their own', async () => {
    await grantedTo(4_000_000);
    await context.clock.advance(24 * HOUR);
    const id = idOf(await withdraw(player, card, 2_000_000));
    const alias = await openDesk(server.base, '甲');
    expect(await one.act(id, 'approve')).toMatchObject({ status: STATUS.ok, models: { waitsForSecond: true } });
    expect(await stateOf(id)).toBe('reviewing');
    for (const same of [one, alias]) expect(await same.act(id, 'approve')).toMatchObject({ status: STATUS.stateChanged });
    expect((await queue()).items.find((item) => item.id === id)).toMatchObject({ needsTwo: true, firstBy: '甲', firstIsMine: true });
    expect(await two.act(id, 'approve')).toMatchObject({ status: STATUS.ok, models: { waitsForSecond: false } });
    expect(await stateOf(id)).toBe('paying');
  });

  it('[L47] what is approved in a day stays within its limit, of many at once too', async () => {
    const { approvedTodayFen } = await figures();
    await one.set({ approvedADayFen: approvedTodayFen + 5_000, timesADay: 10 });
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(idOf(await withdraw(player, card, 2_000)));
    const answers = await Promise.all(ids.map((id) => one.act(id, 'approve')));
    expect(answers.filter(({ status }) => status === STATUS.ok)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === STATUS.limitReached)).toHaveLength(2);
  });

  it('sets the figures that requests follow, each within its bounds', async () => {
    expect(await one.set({ minFen: 1 })).toMatchObject({ status: STATUS.invalid, models: { field: 'minFen' } });
    // What is no operator's to set is no field.
    expect(await one.set({ cards: 100 })).toMatchObject({ status: STATUS.stateChanged, msg: '没有改动' });
    expect(await one.set({ feeBp: 100, feeMinFen: 500 })).toMatchObject({ status: STATUS.ok, models: { feeBp: 100, minFen: 1_000 } });
    // What is as it was is not written down as set.
    expect(await one.set({ feeBp: 100, feeMinFen: 500, paused: '维护' })).toMatchObject({ status: STATUS.ok, models: { paused: '维护' } });
    const { rows: acts } = await context.database.query<{ body: string }>(
      `SELECT body FROM audit WHERE kind = 'payout.rules' ORDER BY seq DESC LIMIT 1`,
    );
    expect(JSON.parse(acts[0]?.body ?? '')).toEqual({ rules: '{"paused":"维护"}', by: '甲' });
    expect(await one.set({ resume: 1 })).toMatchObject({ status: STATUS.ok, models: { paused: '' } });
    const withdrawalAnswer = await withdraw(player, card, 100_000);
    expect(withdrawalAnswer.models.move).toMatchObject({ amountFen: 100_000, feeFen: 1_000 });
    await one.act(idOf(withdrawalAnswer), 'approve');
    await payAll();
    await context.clock.advance(DEMO_PAYS_AFTER_MS + 1);
    await payAll();
    const { rows } = await context.database.query<{ credit: string; amount: number }>(
      'SELECT credit, amount FROM movements WHERE user_id = $1 AND ref = $2 ORDER BY seq',
      [player.userId, idOf(withdrawalAnswer)],
    );
    expect(rows.slice(1)).toEqual([
      { credit: 'outside:withdraw', amount: 99_000 },
      { credit: 'house:fees', amount: 1_000 },
    ]);
  });

  it('the back office answers no call without a session', async () => {
    for (const path of ['withdrawals', 'withdrawals/figures', 'withdrawals/rules', `withdrawal?id=${randomUUID()}`])
      expect((await fetch(`${server.base}/operator/api/desk/${path}`)).status).toBe(401);
  });
});

describe('[L44] the payer', () => {
  /** Gives the answers that the test sets, and remembers the requests. */
  function scripted(answers: readonly (PaymentState | 'dies')[]) {
    const requestIds: string[] = [];
    const payer: Payer = {
      async pay({ request }) {
        requestIds.push(request);
        const answer = answers[Math.min(requestIds.length, answers.length) - 1] as PaymentState | 'dies';
        if (answer === 'dies') throw new Error('no answer');
        return answer;
      },
    };
    return { payer, requestIds };
  }
  async function approved(amountFen = 30_000): Promise<string> {
    const id = idOf(await withdraw(player, card, amountFen));
    await one.act(id, 'approve');
    return id;
  }

  it('is asked under one request until he answers, whatever breaks in between', async () => {
    const id = await approved();
    const { payer: bank, requestIds } = scripted(['dies', { is: 'underWay' }, 'dies', { is: 'paid' }]);
    for (let step = 0; step < 4; step += 1) {
      await processNextWithdrawal(context, bank).catch(() => undefined);
      // Claimed for some seconds: nobody asks meanwhile.
      expect(await processNextWithdrawal(context, bank)).toBe(false);
      await context.clock.advance(5_001);
    }
    expect(requestIds).toEqual([id, id, id, id]);
    expect(await stateOf(id)).toBe('paid');
    expect(await processNextWithdrawal(context, bank)).toBe(false);
  });

  it('a payer that cannot pay gives it back with a reason', async () => {
    const id = await approved();
    await payAll(scripted([{ is: 'failed', why: '账户已销户' }]).payer);
    expect((await moves())[0]).toMatchObject({ id, state: 'returned', note: '账户已销户' });
    expect([await wallet(), await held()]).toEqual([1_000_000, 0]);
  });

  it('the stand-in pays a request once, and refuses another amount under it', async () => {
    const wish = {
      request: randomUUID(),
      amountFen: 500,
      kind: 'bank',
      number: '6225880137706868',
      bank: 'CMB',
      holder: '张三丰',
    } as const;
    expect(await demoPayer(context).pay(wish)).toEqual({ is: 'underWay' });
    await context.clock.advance(DEMO_PAYS_AFTER_MS + 1);
    expect(await demoPayer(context).pay(wish)).toEqual({ is: 'paid' });
    await expect(demoPayer(context).pay({ ...wish, amountFen: 501 })).rejects.toThrow('another amount');
    const closed = { ...wish, request: randomUUID(), number: '6225880137700000' };
    await demoPayer(context).pay(closed);
    await context.clock.advance(DEMO_PAYS_AFTER_MS + 1);
    expect(await demoPayer(context).pay(closed)).toMatchObject({ is: 'failed' });
  });
});
