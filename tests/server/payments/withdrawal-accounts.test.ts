/** Cards and Alipay accounts that withdrawals go to. Facts: server/ledger/SPEC.md. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WithdrawalAlipay, WithdrawalCard } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import type { Client } from '../support/client.ts';
import { bindCard, newCardNumber, PIN, verifyIdentity, withdraw } from '../support/withdrawals.ts';
import { withdrawalStage } from '../support/withdrawal-stage.ts';
import type { TestServer } from '../support/server.ts';

const HOUR = 3_600_000;
let server: TestServer;
let context: Services;
let player: Client;
let card: string;
withdrawalStage((stage) => {
  ({ server, context, player, card } = stage);
});

describe('accounts', () => {
  it('a card is listed by its last digits, is the default when it is the first, and its number is nowhere in clear', async () => {
    const number = newCardNumber();
    const bound = await bindCard(player, number, { branch: '科技园支行' });
    expect(bound.models).toMatchObject({
      bankName: '招商银行',
      cardType: 'debit',
      last4: number.slice(-4),
      holderMask: '张**',
      isDefault: false,
    });
    expect(bound.models.usableAt - bound.models.boundAt).toBe(24 * HOUR);
    const { items, max } = (await player.get<{ items: WithdrawalCard[]; max: number }>('/api/BankCard/WalletList')).models;
    expect(items.map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [card, true],
      [bound.models.id, false],
    ]);
    expect(max).toBe(5);
    const { rows } = await context.database.query<{ all: string }>(
      `SELECT (SELECT json_agg(a) FROM withdrawal_accounts a)::text || (SELECT json_agg(i) FROM idempotency i)::text AS all`,
    );
    expect(rows[0]?.all).not.toContain(number);
    expect(rows[0]?.all).not.toContain(number.slice(6, 12));
  });

  it('wants the real name first, then a fund password, and counts wrong tries at it', async () => {
    const stranger = await server.client().register();
    expect(await bindCard(stranger)).toMatchObject({ status: STATUS.needsStep, models: { step: 'realName', to: '/realInfo' } });
    await verifyIdentity(context, stranger);
    await context.database.query('DELETE FROM fund_passwords WHERE user_id = $1', [stranger.userId]);
    expect(await bindCard(stranger)).toMatchObject({ status: STATUS.needsStep, models: { step: 'fundPwd' } });
    await verifyIdentity(context, stranger);
    expect(await bindCard(stranger, newCardNumber(), { fundPwd: '000001' })).toMatchObject({
      status: STATUS.wrongCode,
      models: { left: 4 },
    });
    expect(await bindCard(stranger, newCardNumber(), { fundPwd: '000001' })).toMatchObject({
      status: STATUS.wrongCode,
      models: { left: 3 },
    });
    expect(await bindCard(stranger)).toMatchObject({ status: STATUS.ok });
  });

  it('[L46] a number belongs to one player for good, and nobody learns whose it is', async () => {
    const number = newCardNumber();
    const other = await server.client().register();
    await verifyIdentity(context, other, '李四');
    const first = await bindCard(player, number);
    const refused = { status: STATUS.stateChanged, msg: '此卡不能绑定' };
    expect(await bindCard(player, number)).toMatchObject(refused);
    expect(await bindCard(other, number)).toMatchObject(refused);
    expect(await player.post('/api/BankCard/DeleteWallet', { id: first.models.id, fundPwd: PIN })).toMatchObject({ status: STATUS.ok });
    expect(await bindCard(other, number)).toMatchObject(refused);
    expect(await bindCard(player, number)).toMatchObject({ status: STATUS.ok });
  });

  it('[L46] of many who bind one number at once one has it', async () => {
    const number = newCardNumber();
    const crowd = await Promise.all(Array.from({ length: 6 }, () => server.client().register()));
    for (const each of crowd) await verifyIdentity(context, each);
    const answers = await Promise.all(crowd.map((each) => bindCard(each, number)));
    expect(answers.filter(({ status }) => status === STATUS.ok)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== STATUS.ok).map(({ msg }) => msg))).toEqual(new Set(['此卡不能绑定']));
  });

  it('at most five cards and three Alipay accounts; a credit card is refused', async () => {
    for (let more = 0; more < 4; more += 1) expect((await bindCard(player)).status).toBe(STATUS.ok);
    expect(await bindCard(player)).toMatchObject({ status: STATUS.limitReached, msg: '最多绑定 5 张银行卡' });
    expect(await bindCard(player, '6225750123456789')).toMatchObject({ status: STATUS.invalid, models: { field: 'cardNo' } });
    const bind = (account: string) =>
      player.post<WithdrawalAlipay>('/api/BankCard/BindAlipay', { id: randomUUID(), account, fundPwd: PIN });
    const mobile = () => `139${String(Math.trunc(performance.now() * 1000) % 100_000_000).padStart(8, '0')}`;
    const number = mobile();
    expect(await bind(number)).toMatchObject({ status: STATUS.ok, models: { account: `139****${number.slice(-4)}`, isDefault: true } });
    expect(await bind('nobody')).toMatchObject({ status: STATUS.invalid, models: { field: 'account' } });
    expect(await bind(`${player.userId}a@example.com`)).toMatchObject({ status: STATUS.ok });
    expect(await bind(`${player.userId}B@example.com`)).toMatchObject({ status: STATUS.ok });
    expect(await bind(`${player.userId}c@example.com`)).toMatchObject({ status: STATUS.limitReached });
  });

  it('the default moves when another is chosen, and when it is deleted', async () => {
    const second = (await bindCard(player)).models.id;
    const defaults = async () =>
      (await player.get<{ items: WithdrawalCard[] }>('/api/BankCard/WalletList')).models.items
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id);
    expect((await player.post('/api/BankCard/SetWallet', { id: second, isDefault: '1', branch: '新支行' })).models).toMatchObject({
      isDefault: true,
      branch: '新支行',
    });
    expect(await defaults()).toEqual([second]);
    expect((await player.post('/api/BankCard/DeleteWallet', { id: second, fundPwd: PIN })).status).toBe(STATUS.ok);
    expect((await player.post('/api/BankCard/DeleteWallet', { id: second, fundPwd: PIN })).status).toBe(STATUS.ok);
    expect(await defaults()).toEqual([card]);
    await withdraw(player, card, 2_000);
    expect(await player.post('/api/BankCard/DeleteWallet', { id: card, fundPwd: PIN })).toMatchObject({ status: STATUS.stateChanged });
  });
});
