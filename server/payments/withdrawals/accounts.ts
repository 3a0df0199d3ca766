/** Cards and Alipay accounts that a player is paid out to. Numbers are stored encrypted; people see the last digits or a masked account. */
import { v7 as uuidv7 } from 'uuid';
import type { WithdrawalAlipay, WithdrawalCard } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { checkFundPassword, maskRealName, realNameOf } from '../../accounts/index.ts';
import type { PaymentServices } from '../services.ts';
import { HOUR_MS, ok, type Querying, refuse, refuseField, refuseStep } from '../../platform/index.ts';
import { alipayAccount, bankName, cardNumberFault, maskAccount } from './cards.ts';
import { readWithdrawalRules } from './rules.ts';

/** What the numbers are sealed and marked for. */
export const ACCOUNT_NUMBER_PURPOSE = 'payout.number';

export type AccountKind = 'bank' | 'alipay';

export interface AccountRow {
  readonly id: string;
  readonly kind: AccountKind;
  readonly shown: string;
  readonly bank: string | null;
  readonly province: string | null;
  readonly city: string | null;
  readonly branch: string | null;
  readonly is_default: boolean;
  readonly bound_at: number;
  readonly usable_at: number;
  readonly deleted_at: number | null;
}

const COLUMNS = 'id, kind, shown, bank, province, city, branch, is_default, bound_at, usable_at, deleted_at';

/** Accounts of a kind that are not deleted, the default first, then the newest. */
export async function accountsOf(client: Querying, userId: number, kind: AccountKind): Promise<AccountRow[]> {
  const { rows } = await client.query<AccountRow>(
    `SELECT ${COLUMNS} FROM withdrawal_accounts WHERE user_id = $1 AND kind = $2 AND deleted_at IS NULL
      ORDER BY is_default DESC, bound_at DESC, id`,
    [userId, kind],
    'withdrawal-accounts',
  );
  return rows;
}

/** An account of the player, deleted ones included: withdrawals of the past name them. */
export async function accountOf(client: Querying, userId: number, id: string): Promise<AccountRow | undefined> {
  const { rows } = await client.query<AccountRow>(
    `SELECT ${COLUMNS} FROM withdrawal_accounts WHERE user_id = $1 AND id = $2`,
    [userId, id],
    'withdrawal-account',
  );
  return rows[0];
}

/** 招商银行 尾号 1234, 支付宝 138****8000. */
export function withdrawalAccountName({ kind, bank, shown }: Pick<AccountRow, 'kind' | 'bank' | 'shown'>): string {
  return kind === 'bank' ? `${bankName(bank ?? '')} 尾号 ${shown}` : `支付宝 ${shown}`;
}

export const accountTarget = ({ kind, id }: Pick<AccountRow, 'kind' | 'id'>): string => `${kind === 'bank' ? 'card' : 'alipay'}:${id}`;

export function cardItem(row: AccountRow, holderMask: string): WithdrawalCard {
  return {
    id: row.id,
    kind: 'bank',
    bankCode: row.bank ?? '',
    bankName: bankName(row.bank ?? ''),
    cardType: 'debit',
    last4: row.shown,
    holderMask,
    province: row.province ?? '',
    city: row.city ?? '',
    branch: row.branch ?? '',
    isDefault: row.is_default,
    usableAt: row.usable_at,
    boundAt: row.bound_at,
  };
}

export const alipayItem = (row: AccountRow, holderMask: string): WithdrawalAlipay => ({
  id: row.id,
  kind: 'alipay',
  account: row.shown,
  holderMask,
  isDefault: row.is_default,
  usableAt: row.usable_at,
  boundAt: row.bound_at,
});

/** Whose name the accounts are in, masked; '' before the real name is known. */
export async function maskedHolderName(context: PaymentServices, client: Querying, userId: number): Promise<string> {
  const name = await realNameOf(context, client, userId);
  return name === undefined ? '' : maskRealName(name);
}

export interface NewAccount {
  /** Made here when left out: the request's key keeps it from being bound twice. */
  readonly id?: string | undefined;
  readonly kind: AccountKind;
  /** Card number, or Alipay account. */
  readonly number: string;
  readonly bank?: string;
  readonly province?: string;
  readonly city?: string;
  readonly branch?: string | undefined;
  readonly fundPwd: string;
}

/** The same whether the number is the player's own or somebody else's: nobody learns who holds a card. */
const refuseTaken = (kind: AccountKind) => refuse(STATUS.stateChanged, kind === 'bank' ? '此卡不能绑定' : '此账户不能绑定');

/** Binds an account. In the idempotent transaction, under the player's lock. */
export async function bindAccount(
  context: PaymentServices,
  client: Querying,
  userId: number,
  wish: NewAccount,
): Promise<Envelope<{ readonly row: AccountRow; readonly holderMask: string } | null>> {
  const { encryption } = context;
  const name = await realNameOf(context, client, userId);
  if (name === undefined) return refuseStep({ step: 'realName', to: '/realInfo' }, '请先完成实名认证');
  const number = wish.kind === 'bank' ? wish.number : alipayAccount(wish.number);
  if (number === undefined) return refuseField('account', '请输入手机号或邮箱');
  const fault = wish.kind === 'bank' ? cardNumberFault(number, wish.bank ?? '') : undefined;
  if (fault !== undefined) return refuseField(fault.field, fault.msg);
  const wrong = await checkFundPassword(context, client, userId, wish.fundPwd);
  if (wrong !== undefined) return wrong;

  const rules = await readWithdrawalRules(client);
  const most = wish.kind === 'bank' ? rules.cards : rules.alipays;
  const present = await accountsOf(client, userId, wish.kind);
  if (present.length >= most)
    return refuse(STATUS.limitReached, wish.kind === 'bank' ? `最多绑定 ${most} 张银行卡` : `最多绑定 ${most} 个支付宝账户`);
  const numberHmac = encryption.hmac(ACCOUNT_NUMBER_PURPOSE, `${wish.kind} ${number}`);
  const { rows: owners } = await client.query<{ user_id: number }>(
    `INSERT INTO withdrawal_account_numbers AS n (number_hmac, user_id) VALUES ($1, $2) ON CONFLICT (number_hmac) DO UPDATE SET number_hmac = n.number_hmac RETURNING user_id`,
    [numberHmac, userId],
  );
  if (owners[0]?.user_id !== userId) return refuseTaken(wish.kind);
  const { rows } = await client.query<AccountRow>(
    `INSERT INTO withdrawal_accounts (user_id, id, kind, sealed, number_hmac, shown, bank, province, city, branch, is_default, bound_at, usable_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::boolean, now, now + $12::bigint FROM (SELECT caipu_now_ms() AS now) clock
     ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [
      userId,
      wish.id ?? uuidv7(),
      wish.kind,
      encryption.seal(ACCOUNT_NUMBER_PURPOSE, number),
      numberHmac,
      wish.kind === 'bank' ? number.slice(-4) : maskAccount(number),
      wish.kind === 'bank' ? (wish.bank ?? '') : null,
      wish.province ?? null,
      wish.city ?? null,
      wish.branch ?? null,
      present.length === 0,
      rules.newAccountHours * HOUR_MS,
    ],
  );
  const [row] = rows;
  return row === undefined ? refuseTaken(wish.kind) : ok({ row, holderMask: maskRealName(name) });
}

export interface AccountChange {
  readonly isDefault?: boolean | undefined;
  readonly province?: string | undefined;
  readonly city?: string | undefined;
  readonly branch?: string | undefined;
}

/** Makes an account the default, or changes its place. False: the player has no such account. Under the player's lock. */
export async function changeAccount(
  client: Querying,
  userId: number,
  kind: AccountKind,
  id: string,
  change: AccountChange,
): Promise<boolean> {
  const { rows } = await client.query<{ is_default: boolean }>(
    'SELECT is_default FROM withdrawal_accounts WHERE user_id = $1 AND id = $2 AND kind = $3 AND deleted_at IS NULL FOR UPDATE',
    [userId, id, kind],
  );
  if (rows.length === 0) return false;
  // One after the other: there is no instant with two.
  if (change.isDefault === true)
    await client.query('UPDATE withdrawal_accounts SET is_default = false WHERE user_id = $1 AND kind = $2 AND is_default AND id <> $3', [
      userId,
      kind,
      id,
    ]);
  await client.query(
    `UPDATE withdrawal_accounts SET is_default = is_default OR $3::boolean, province = coalesce($4, province), city = coalesce($5, city),
            branch = coalesce($6, branch)
      WHERE user_id = $1 AND id = $2`,
    [userId, id, change.isDefault === true, change.province ?? null, change.city ?? null, change.branch ?? null],
  );
  return true;
}

/** Deletes an account; the newest of those that are left becomes the default in its place. In the idempotent transaction, under the player's lock. */
export async function deleteAccount(
  context: PaymentServices,
  client: Querying,
  userId: number,
  kind: AccountKind,
  { id, fundPwd }: { readonly id: string; readonly fundPwd: string },
): Promise<Envelope<{ readonly id: string } | null>> {
  const row = await accountOf(client, userId, id);
  if (row === undefined || row.kind !== kind) return refuse(STATUS.notFound, kind === 'bank' ? '银行卡不存在' : '支付宝账户不存在');
  if (row.deleted_at !== null) return ok({ id });
  const wrong = await checkFundPassword(context, client, userId, fundPwd);
  if (wrong !== undefined) return wrong;
  const { rows: open } = await client.query('SELECT 1 FROM withdrawals WHERE user_id = $1 AND account_id = $2 AND ended_at IS NULL', [
    userId,
    id,
  ]);
  if (open.length > 0) return refuse(STATUS.stateChanged, '有提现正在处理，到账或退回后才能删除');
  await client.query('UPDATE withdrawal_accounts SET deleted_at = caipu_now_ms(), is_default = false WHERE user_id = $1 AND id = $2', [
    userId,
    id,
  ]);
  if (row.is_default)
    await client.query(
      `UPDATE withdrawal_accounts SET is_default = true WHERE user_id = $1 AND id = (
         SELECT id FROM withdrawal_accounts WHERE user_id = $1 AND kind = $2 AND deleted_at IS NULL ORDER BY bound_at DESC, id LIMIT 1)`,
      [userId, kind],
    );
  return ok({ id });
}
