/** Withdrawals on one server: asking, 提现转充值, and random walks over all of it. Facts: server/ledger/SPEC.md. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FillTermsModels, FundListModels, FundMoveModels, FundSummaryModels, WithdrawToFillModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { bindContact } from '../../../server/accounts/contacts.ts';
import type { Services } from '../../../server/services.ts';
import type { Payer, PaymentState } from '../../../server/payments/withdrawals/payer.ts';
import { processNextWithdrawal } from '../../../server/payments/withdrawals/steps.ts';
import { setWithdrawalState, type WithdrawalState } from '../../../server/payments/withdrawals/withdrawals.ts';
import { requireTurnover } from '../../../server/payments/turnover.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import { latestCodeFor } from '../support/outbox.ts';
import { bindCard, PIN, insertWithdrawal, verifyIdentity, withdraw } from '../support/withdrawals.ts';
import { idOf, type WithdrawalStage, withdrawalStage } from '../support/withdrawal-stage.ts';
import type { TestServer } from '../support/server.ts';

const HOUR = 3_600_000;
let server: TestServer;
let context: Services;
let player: Client;
let card: string;
let one: WithdrawalStage['one'];
let two: WithdrawalStage['two'];
const { wallet, held, stateOf, grantedTo } = withdrawalStage((stage) => {
  ({ server, context, player, card, one, two } = stage);
});

describe('asking for a withdrawal', () => {
  it('holds the amount, and the player takes it back while nobody has begun', async () => {
    const withdrawalAnswer = await withdraw(player, card, 30_000);
    expect(withdrawalAnswer).toMatchObject({
      status: STATUS.ok,
      models: {
        balanceFen: 970_000,
        move: { direction: 'out', target: `card:${card}`, amountFen: 30_000, feeFen: 0, state: 'requested', canCancel: true },
      },
    });
    expect(withdrawalAnswer.models.move?.steps?.map(({ text, at }) => [text, at !== undefined])).toEqual([
      ['已申请', true],
      ['审核', false],
      ['打款', false],
      ['到账', false],
    ]);
    expect([await wallet(), await held()]).toEqual([970_000, 30_000]);
    const back = await player.post<{ balanceFen: number }>('/api/fund/TakeBack', { withdrawId: idOf(withdrawalAnswer) });
    expect(back).toMatchObject({ status: STATUS.ok, models: { balanceFen: 1_000_000, move: { state: 'withdrawn', canCancel: false } } });
    expect([await wallet(), await held()]).toEqual([1_000_000, 0]);
    expect(await player.post('/api/fund/TakeBack', { withdrawId: idOf(withdrawalAnswer) })).toMatchObject({
      status: STATUS.stateChanged,
      models: { state: 'withdrawn' },
    });
    const { items } = (await player.get<FundListModels>('/api/fund/list', { group: 'withdraw' })).models;
    const account = withdrawalAnswer.models.move?.name ?? '';
    expect(account).toMatch(/^招商银行 尾号 \d{4}$/);
    expect(items.map(({ label, subject, amountFen }) => [label, subject, amountFen])).toEqual([
      ['提现撤回', account, 30_000],
      ['提现申请', account, -30_000],
    ]);
  });

  it('goes in order: real name, card, fund password; each missing step is named', async () => {
    const stranger = await server.client().register();
    const asks = () => withdraw(stranger, randomUUID(), 2_000);
    expect(await asks()).toMatchObject({ status: STATUS.needsStep, models: { step: 'realName' } });
    await verifyIdentity(context, stranger);
    expect(await asks()).toMatchObject({ status: STATUS.needsStep, models: { step: 'card', to: '/addBank' } });
    const own = (await bindCard(stranger)).models.id;
    expect(await asks()).toMatchObject({ status: STATUS.notFound });
    expect(await withdraw(stranger, card, 2_000)).toMatchObject({ status: STATUS.notFound });
    expect(await withdraw(stranger, own, 2_000, '')).toMatchObject({ status: STATUS.invalid, models: { field: 'fundPwd' } });
    expect(await withdraw(stranger, own, 2_000, '000001')).toMatchObject({ status: STATUS.wrongCode, models: { left: 4 } });
    await context.database.query('DELETE FROM fund_passwords WHERE user_id = $1', [stranger.userId]);
    expect(await withdraw(stranger, own, 2_000)).toMatchObject({ status: STATUS.needsStep, models: { step: 'fundPwd' } });
    expect(await wallet(stranger)).toBe(1_000_000);
  });

  it('says which bound an amount passes', async () => {
    await grantedTo(10_000_000);
    expect(await withdraw(player, card, 999)).toMatchObject({
      status: STATUS.invalid,
      models: { field: 'amountFen' },
      msg: '最低提现 10.00 元',
    });
    expect(await withdraw(player, card, 5_000_001)).toMatchObject({ status: STATUS.invalid, msg: '单笔最高 50,000.00 元' });
    // For a day a new card gets 5,000.00, however it is divided.
    expect(await withdraw(player, card, 500_001)).toMatchObject({
      status: STATUS.limitReached,
      msg: '新账户 24 小时内限提 5,000.00 元',
    });
    expect((await withdraw(player, card, 300_000)).status).toBe(STATUS.ok);
    expect(await withdraw(player, card, 200_001)).toMatchObject({ status: STATUS.limitReached });
    expect((await withdraw(player, card, 200_000)).status).toBe(STATUS.ok);
    await context.clock.advance(24 * HOUR);
    expect((await withdraw(player, card, 5_000_000)).status).toBe(STATUS.ok);
  });

  it('what is not played yet stays, and is named', async () => {
    await context.database.transaction(async (client) => {
      await client.query('SELECT lock_player($1)', [player.userId]);
      await requireTurnover(client, player.userId, { why: 'recharge', requiredFen: 900_000, ref: randomUUID() }, context.clock.now());
    });
    expect(await withdraw(player, card, 100_001)).toMatchObject({
      status: STATUS.needsStep,
      models: { step: 'turnover' },
      msg: '可提现 1,000.00 元，还有 9,000.00 元流水未完成',
    });
    expect(await withdraw(player, card, 1_000_001)).toMatchObject({ status: STATUS.insufficientFunds });
    expect((await withdraw(player, card, 100_000)).status).toBe(STATUS.ok);
    // More than the wallet holds has to be played: all of it is named.
    await context.database.transaction(async (client) => {
      await client.query('SELECT lock_player($1)', [player.userId]);
      await requireTurnover(client, player.userId, { why: 'bonus', requiredFen: 500_000, ref: randomUUID() }, context.clock.now());
    });
    expect((await withdraw(player, card, 10_000)).msg).toBe('可提现 0.00 元，还有 14,000.00 元流水未完成');
    expect((await player.get('/api/fund/Summary')).models).toMatchObject({ lockedFen: 900_000, openFen: 1_400_000 });
  });

  it('rests for a day after a password was changed, and while an operator says so', async () => {
    await context.database.query('UPDATE fund_passwords SET changed_at = caipu_now_ms() WHERE user_id = $1', [player.userId]);
    expect(await withdraw(player, card, 2_000)).toMatchObject({
      status: STATUS.limitReached,
      msg: expect.stringContaining('修改密码后 24 小时'),
    });
    await context.clock.advance(24 * HOUR);
    expect((await withdraw(player, card, 2_000)).status).toBe(STATUS.ok);
    await context.database.query('UPDATE users SET password_reset_at = caipu_now_ms() WHERE id = $1', [player.userId]);
    expect(await withdraw(player, card, 2_000)).toMatchObject({ status: STATUS.limitReached });
    await context.clock.advance(24 * HOUR);
    await one.set({ paused: '银行维护' });
    expect(await withdraw(player, card, 2_000)).toMatchObject({ status: STATUS.disabled, msg: '提现暂停：银行维护' });
  });

  it('tells of a rest, and of the limit of a new account, by the figures that an operator has set', async () => {
    await one.set({ passwordHours: 48, newAccountHours: 72, newAccountFen: 300_000 });
    for (const list of ['WalletList', 'AlipayList'])
      expect((await player.get(`/api/BankCard/${list}`)).models).toMatchObject({ newAccountHours: 72, newAccountFen: 300_000 });
    expect((await player.get('/api/UserCenter/Security')).models).toMatchObject({ restHours: 48 });
    const change = (fundPwd: string, oldFundPwd: string) =>
      player.post<{ restsUntil: number | null }>('/api/account/SetFundPwd', { fundPwd, oldFundPwd });
    const changed = await change('830517', PIN);
    expect(changed.msg).toBe('资金密码已修改，48 小时内不能提现');
    expect(Math.abs((changed.models.restsUntil ?? 0) - context.clock.now() - 48 * HOUR)).toBeLessThan(HOUR);
    await one.set({ passwordHours: 0 });
    expect(await change('905173', '830517')).toMatchObject({ models: { restsUntil: null }, msg: '资金密码已修改' });
    expect((await withdraw(player, card, 2_000, '905173')).status).toBe(STATUS.ok);
  });

  it('[L49] from the amount that an operator has set it takes a code, to the phone, for this and once', async () => {
    await one.set({ codeFromFen: 50_000 });
    await grantedTo(200_000);
    const withCode = (amountFen: number, code?: string) =>
      player.get<FundMoveModels>('/api/fund/out', {
        target: `card:${card}`,
        amountFen: String(amountFen),
        fundPwd: PIN,
        ...(code === undefined ? {} : { code }),
      });
    const terms = async () => (await player.get('/api/fund/WithdrawTerms')).models;
    expect(await terms()).toMatchObject({ codeFromFen: 50_000, codeBy: '', codeTo: '' });
    expect((await withCode(49_999)).status).toBe(STATUS.ok);
    expect(await withCode(50_000)).toMatchObject({ status: STATUS.needsStep, models: { step: 'mobile', to: '/BindCellphone' } });
    const mobile = `137${String(player.userId).padStart(8, '0').slice(-8)}`;
    await context.database.transaction((client) => bindContact(context, client, player.userId, 'mobile', mobile));
    expect(await terms()).toMatchObject({ codeBy: 'mobile', codeTo: `137****${mobile.slice(-4)}` });
    expect(await withCode(50_000)).toMatchObject({ status: STATUS.invalid, models: { field: 'code' } });
    const send = async (purpose: string): Promise<string> => {
      await context.database.query('UPDATE verification_code_sends SET at = at - 60001');
      expect((await player.post('/api/account/SendCode', { channel: 'mobile', purpose })).status).toBe(STATUS.ok);
      return latestCodeFor(server.base, mobile);
    };
    // A code for something else is none for this, and a wrong one counts.
    expect(await withCode(50_000, await send('change'))).toMatchObject({ status: STATUS.wrongCode });
    const code = await send('withdraw');
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await withCode(50_000, wrong)).toMatchObject({ status: STATUS.wrongCode, models: { left: 4 } });
    expect((await withCode(50_000, code)).status).toBe(STATUS.ok);
    expect(await withCode(50_000, code)).toMatchObject({ status: STATUS.wrongCode });
  });

  it('[L43] three times a day of the product’s clock, to the millisecond at midnight; a withdrawal that was sent back does not count', async () => {
    const OFFSET = 8 * HOUR;
    const DAY = 24 * HOUR;
    const now = context.clock.now();
    // Ten seconds before midnight, and the clock runs as time does.
    await context.clock.advance(DAY - ((now + OFFSET) % DAY) - 10_000);
    const ids: string[] = [];
    for (let time = 0; time < 3; time += 1) ids.push(idOf(await withdraw(player, card, 2_000)));
    expect(await withdraw(player, card, 2_000)).toMatchObject({ status: STATUS.limitReached, msg: '今日提现次数已用完（每日 3 次）' });
    // Sent back by the desk: asked again. Taken back by the player: no new try.
    await one.act(ids[0] as string, 'refuse', { reason: '资料不全' });
    await player.post('/api/fund/TakeBack', { withdrawId: ids[1] as string });
    expect((await withdraw(player, card, 2_000)).status).toBe(STATUS.ok);
    expect(await withdraw(player, card, 2_000)).toMatchObject({ status: STATUS.limitReached });
    // A request of the last millisecond of the day is of that day, one of the first of the next is not.
    const midnight = Math.ceil((context.clock.now() + OFFSET) / DAY) * DAY - OFFSET;
    const left = async (at: number, requestedFen: number) => {
      await context.database.query('UPDATE withdrawals SET requested_at = $2 WHERE user_id = $1', [player.userId, requestedFen]);
      const { rows } = await context.database.query<{ times: number }>(
        `SELECT count(*)::int AS times FROM withdrawals WHERE user_id = $1 AND requested_at >= $2::bigint AND state NOT IN ('refused', 'returned')`,
        [player.userId, Math.floor((at + OFFSET) / DAY) * DAY - OFFSET],
      );
      return rows[0]?.times;
    };
    expect(await left(midnight - 1, midnight - 1)).toBe(3);
    expect(await left(midnight, midnight - 1)).toBe(0);
    expect(await left(midnight, midnight)).toBe(3);
    await context.database.query('UPDATE withdrawals SET requested_at = $2 WHERE user_id = $1', [player.userId, midnight - 1]);
    // This process knows the database's clock to some ms; the instant itself is looked at above.
    await context.clock.advance(midnight - context.clock.now() + 1_000);
    expect((await withdraw(player, card, 2_000)).status).toBe(STATUS.ok);
  });

  it('outside the hours it is refused with the hours', async () => {
    const minutes = Math.floor(((context.clock.now() + 8 * HOUR) % (24 * HOUR)) / 60_000);
    const time = (minute: number) => `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    await one.set({ opens: time(minutes + 60), closes: time(minutes + 120) });
    expect(await withdraw(player, card, 2_000)).toMatchObject({ status: STATUS.limitReached, msg: expect.stringContaining('提现时间为') });
    await one.set({ opens: time(minutes), closes: time(minutes + 60) });
    expect((await withdraw(player, card, 2_000)).status).toBe(STATUS.ok);
  });

  it('[L42] of a hundred requests of the whole wallet at once one is taken', async () => {
    await one.set({ timesADay: 100 });
    await context.clock.advance(24 * HOUR);
    const answers = await Promise.all(Array.from({ length: 100 }, () => withdraw(player, card, 1_000_000)));
    expect(answers.filter(({ status }) => status === STATUS.ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === STATUS.insufficientFunds)).toHaveLength(99);
    expect([await wallet(), await held()]).toEqual([0, 1_000_000]);
  });
});

it('the summary says how often, how much and when one may withdraw, and whether there is an account', async () => {
  await withdraw(player, card, 2_000);
  expect((await player.get<FundSummaryModels>('/api/fund/Summary')).models).toMatchObject({
    withdrawableFen: 998_000,
    heldFen: 2_000,
    withdraw: { timesLeft: 2, minFen: 1_000, maxFen: 5_000_000, opens: '00:00', closes: '24:00', feeBp: 0 },
    steps: { realName: true, fundPwd: true, card: true },
  });
  const stranger = await server.client().register();
  expect((await stranger.get<FundSummaryModels>('/api/fund/Summary')).models.steps).toMatchObject({ realName: false, card: false });
});

describe('[L45] 提现转充值', () => {
  const fill = (fields: Readonly<Record<string, string>>) => player.get<WithdrawToFillModels>('/api/fund/withdrawToFillmoney', fields);
  const terms = async () => (await player.get<FillTermsModels>('/api/fund/FillTerms')).models;

  it('of a request: the principal comes back, a bonus with it, and both are to be played', async () => {
    const id = idOf(await withdraw(player, card, 100_000));
    expect((await terms()).open.map((move) => move.id)).toEqual([id]);
    expect(await fill({ withdrawId: id })).toMatchObject({
      status: STATUS.ok,
      models: { bonusFen: 1_000, requiredFen: 50_000 + 3_000, balanceFen: 1_001_000 },
    });
    expect([await wallet(), await held(), await stateOf(id)]).toEqual([1_001_000, 0, 'filled']);
    expect(await fill({ withdrawId: id })).toMatchObject({ status: STATUS.stateChanged, models: { state: 'filled' } });
    expect(await terms()).toMatchObject({
      withdrawableFen: 1_001_000 - 53_000,
      bonusLeftFen: 9_000,
      open: [],
      fills: [{ ofWithdrawal: true, amountFen: 100_000, bonusFen: 1_000, requiredFen: 53_000 }],
    });
  });

  it('of money that could be withdrawn: nothing but the bonus moves, up to the day’s most', async () => {
    expect(await fill({})).toMatchObject({ status: STATUS.invalid });
    expect(await fill({ amountFen: '999' })).toMatchObject({ status: STATUS.invalid, models: { field: 'amountFen' } });
    expect(await fill({ amountFen: '1000001' })).toMatchObject({ status: STATUS.insufficientFunds });
    await server.grant(player.userId, 4_000_000);
    expect((await fill({ amountFen: '800000' })).models).toEqual({ bonusFen: 8_000, requiredFen: 424_000, balanceFen: 5_008_000 });
    expect((await fill({ amountFen: '800000' })).models).toMatchObject({ bonusFen: 2_000, balanceFen: 5_010_000 });
    expect((await fill({ amountFen: '800000' })).models).toMatchObject({ bonusFen: 0, requiredFen: 400_000, balanceFen: 5_010_000 });
    await context.clock.advance(24 * HOUR);
    expect((await terms()).bonusLeftFen).toBe(10_000);
  });

  it('is no way around a break: nothing moves and nothing has to be played', async () => {
    const id = idOf(await withdraw(player, card, 100_000));
    await player.post('/api/Protection/Pause', { kind: 'break', code: 'day' });
    const refused = { status: STATUS.limitReached, msg: expect.stringContaining('不能充值') };
    expect(await fill({ withdrawId: id })).toMatchObject(refused);
    expect(await fill({ amountFen: '100000' })).toMatchObject(refused);
    expect([await stateOf(id), await wallet(), (await terms()).fills]).toEqual(['requested', 900_000, []]);
  });

  it('is too late once an operator has begun', async () => {
    const id = idOf(await withdraw(player, card, 100_000));
    await one.act(id, 'take');
    expect(await fill({ withdrawId: id })).toMatchObject({ status: STATUS.stateChanged, models: { state: 'reviewing' } });
    expect(await wallet()).toBe(900_000);
  });
});

describe('[L41] the ways of a withdrawal', () => {
  const STATES: readonly WithdrawalState[] = ['requested', 'reviewing', 'paying', 'paid', 'refused', 'returned', 'withdrawn', 'filled'];
  const WAYS: Readonly<Record<string, readonly WithdrawalState[]>> = {
    requested: ['reviewing', 'paying', 'refused', 'withdrawn', 'filled'],
    reviewing: ['requested', 'paying', 'refused'],
    paying: ['paid', 'returned'],
  };

  it('every pair of states: what is no way is refused by the database itself, and nothing moves', async () => {
    const { database } = context;
    const pathTo: Readonly<Record<string, readonly WithdrawalState[]>> = {
      requested: [],
      reviewing: ['reviewing'],
      paying: ['paying'],
      paid: ['paying', 'paid'],
      refused: ['refused'],
      returned: ['paying', 'returned'],
      withdrawn: ['withdrawn'],
      filled: ['filled'],
    };
    for (const from of STATES)
      for (const to of STATES.filter((state) => state !== from)) {
        const before = [await wallet(), await held()];
        const moved = await database
          .transaction(async (client) => {
            const id = await insertWithdrawal(client, player.userId, card, 100);
            for (const step of pathTo[from] ?? []) await setWithdrawalState(client, player.userId, id, STATES, step);
            await setWithdrawalState(client, player.userId, id, STATES, to);
            throw new Error('went');
          })
          .catch((error: Error) => error.message);
        expect(moved === 'went', `${from} → ${to}: ${moved}`).toBe(WAYS[from]?.includes(to) ?? false);
        expect([await wallet(), await held()]).toEqual(before);
      }
    const id = await database.transaction((client) => insertWithdrawal(client, player.userId, card, 100));
    await expect(database.query('UPDATE withdrawals SET amount = 200 WHERE id = $1', [id])).rejects.toThrow('never changed');
  });

  it('[L40] random walks of players, operators and a payer who breaks: each requested sum is paid or came back, and the rest is held', async () => {
    await one.set({ timesADay: 100, newAccountHours: 0 });
    const step = fc.record({
      what: fc.constantFrom('ask', 'takeBack', 'take', 'release', 'approve', 'refuse', 'fill', 'pay', 'pay', 'break', 'fail', 'wait'),
      which: fc.nat(20),
      amount: fc.integer({ min: 10, max: 3_000 }),
    });
    const say = (is: PaymentState | Error): Payer => ({
      async pay() {
        if (is instanceof Error) throw is;
        return is;
      },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (walk) => {
        const who = await server.client().register();
        await verifyIdentity(context, who);
        const own = (await bindCard(who)).models.id;
        const ids: string[] = [];
        for (const { what, which, amount } of walk) {
          const id = ids[which % Math.max(1, ids.length)] ?? randomUUID();
          const desk = which % 2 === 0 ? one : two;
          if (what === 'ask') {
            const withdrawalAnswer = await withdraw(who, own, amount * 100);
            if (withdrawalAnswer.status === STATUS.ok) ids.push(idOf(withdrawalAnswer));
          } else if (what === 'takeBack') await who.post('/api/fund/TakeBack', { withdrawId: id });
          else if (what === 'fill') await who.get('/api/fund/withdrawToFillmoney', { withdrawId: id });
          else if (what === 'pay') await processNextWithdrawal(context, say({ is: 'paid' }));
          else if (what === 'fail') await processNextWithdrawal(context, say({ is: 'failed', why: '失败' }));
          else if (what === 'break') await processNextWithdrawal(context, say(new Error('gone'))).catch(() => undefined);
          else if (what === 'wait') await context.clock.advance(5_001);
          else await desk.act(id, what as 'take', what === 'refuse' ? { reason: '随机' } : {});
        }
        const { rows } = await context.database.query<{ requested: number; paid: number; back: number; open: number; held: number }>(
          `SELECT coalesce(sum(amount), 0)::bigint AS requested, coalesce(sum(amount) FILTER (WHERE state = 'paid'), 0)::bigint AS paid,
                  coalesce(sum(amount) FILTER (WHERE state IN ('refused', 'returned', 'withdrawn', 'filled')), 0)::bigint AS back,
                  coalesce(sum(amount) FILTER (WHERE ended_at IS NULL), 0)::bigint AS open,
                  coalesce((SELECT balance FROM purses WHERE user_id = $1 AND purse = 'held'), 0) AS held
             FROM withdrawals WHERE user_id = $1`,
          [who.userId],
        );
        const { requested = 0, paid = 0, back = 0, open = 0, held: holding = 0 } = rows[0] ?? {};
        expect(requested).toBe(paid + back + open);
        expect(holding).toBe(open);
      }),
      { numRuns: runCount(8) },
    );
  }, 1_800_000);
});
