/** Withdrawals as their player sees them: asking for one, the list with the timeline, taking one back. docs/ledger/withdrawals.md has the states. */
import { v7 as uuidv7 } from 'uuid';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { FundMove, WithdrawTermsModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { maskAddress, checkCode, checkFundPassword, contactOf, passwordChangeTimes, realNameOf } from '../../accounts/index.ts';
import type { PaymentServices } from '../services.ts';
import { HOUR_MS, ok, orderNoSql, type Querying, refuse, refuseField, refuseStep } from '../../platform/index.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import type { MoveAnswer, MoveRequest, MovesQuery } from '../targets/target.ts';
import type { OrderKinds } from '../../ledger/index.ts';
import { withdrawableAmount, updateTurnover } from '../turnover.ts';
import { type AccountRow, withdrawalAccountName, accountOf, accountsOf, accountTarget } from './accounts.ts';
import { decimalOf, feeOf, acceptsRequests, type WithdrawalRules, readWithdrawalRules } from './rules.ts';

export type WithdrawalState = 'requested' | 'reviewing' | 'paying' | 'paid' | 'refused' | 'returned' | 'withdrawn' | 'filled';

/** What the player reads of a step, and what is still to come after it. */
const STEPS: Readonly<Record<WithdrawalState, { readonly text: string; readonly ahead: readonly string[] }>> = {
  requested: { text: '已申请', ahead: ['审核', '打款', '到账'] },
  reviewing: { text: '审核中', ahead: ['打款', '到账'] },
  paying: { text: '审核通过，打款中', ahead: ['到账'] },
  paid: { text: '已到账', ahead: [] },
  refused: { text: '审核未通过，已退回', ahead: [] },
  returned: { text: '打款未成功，已退回', ahead: [] },
  withdrawn: { text: '已撤回', ahead: [] },
  filled: { text: '已转为充值', ahead: [] },
};

const FAILED: ReadonlySet<WithdrawalState> = new Set(['refused', 'returned']);
/** What began and is not over: the step itself is what goes on now, and not the one after it. */
const UNDER_WAY: ReadonlySet<WithdrawalState> = new Set(['reviewing', 'paying']);

export const stateText = (state: WithdrawalState): string => STEPS[state].text;

/** The clock of the transaction, unix ms: read after the player's lock, so that a day's third request is counted by the fourth. */
export async function transactionTime(client: Querying): Promise<number> {
  const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'withdrawal-clock');
  return rows[0]?.now ?? 0;
}

/** Requests of the day that count: all but those that we or the bank sent back. */
async function timesToday(client: Querying, userId: number, since: number): Promise<number> {
  const { rows } = await client.query<{ times: number }>(
    `SELECT count(*)::int AS times FROM withdrawals WHERE user_id = $1 AND requested_at >= $2::bigint AND state NOT IN ('refused', 'returned')`,
    [userId, since],
    'withdrawal-times',
  );
  return rows[0]?.times ?? 0;
}

/** Until when a player cannot withdraw since a password was changed, unix ms; 0: he can. */
async function coolingUntil(client: Querying, userId: number, { passwordHours }: WithdrawalRules): Promise<number> {
  const { fundPwdChangedAt, passwordResetAt } = await passwordChangeTimes(client, userId);
  const changed = Math.max(fundPwdChangedAt ?? 0, passwordResetAt ?? 0);
  return changed === 0 || passwordHours === 0 ? 0 : changed + passwordHours * HOUR_MS;
}

/** Under what terms a player can withdraw now, to where, and what is under way. */
export async function withdrawTerms(context: PaymentServices, client: Querying, userId: number, at: number): Promise<WithdrawTermsModels> {
  const offsetMs = productOffset(context.publication);
  const rules = await readWithdrawalRules(client);
  const { timesADay, minFen, maxFen, opens, closes, feeBp, feeMinFen, newAccountFen, codeFromFen, paused } = rules;
  const codeRecipient = codeFromFen === 0 ? undefined : await codeAddress(context, client, userId);
  const until = await coolingUntil(client, userId, rules);
  const accounts = [...(await accountsOf(client, userId, 'bank')), ...(await accountsOf(client, userId, 'alipay'))];
  return {
    timesLeft: Math.max(0, timesADay - (await timesToday(client, userId, dayStart(at, offsetMs)))),
    timesADay,
    minFen,
    maxFen,
    opens,
    closes,
    openNow: acceptsRequests(rules, at, offsetMs),
    feeBp,
    feeMinFen,
    feeRate: decimalOf(feeBp),
    newAccountFen,
    paused,
    coolingUntil: until > at ? until : 0,
    codeFromFen,
    codeBy: codeRecipient?.channel ?? '',
    codeTo: codeRecipient === undefined ? '' : maskAddress(codeRecipient.channel, codeRecipient.to),
    accounts: accounts.map((row) => ({
      target: accountTarget(row),
      name: withdrawalAccountName(row),
      isDefault: row.is_default,
      usableAt: row.usable_at,
    })),
    open: await openWithdrawals(client, userId),
  };
}

const limit = (msg: string) => refuse(STATUS.limitReached, msg);

/** Asks for a withdrawal. In the idempotent transaction, under the player's lock. */
export async function requestWithdrawal(context: PaymentServices, client: Querying, request: MoveRequest): Promise<MoveAnswer> {
  const { userId, target, amountFen, fields } = request;
  const [kind, id = ''] = target.split(':');
  if ((await realNameOf(context, client, userId)) === undefined)
    return refuseStep({ step: 'realName', to: '/realInfo' }, '请先完成实名认证');
  const account = await accountOf(client, userId, id);
  if (account === undefined || account.deleted_at !== null || account.kind !== (kind === 'card' ? 'bank' : 'alipay'))
    return (await hasAccount(client, userId))
      ? refuse(STATUS.notFound, '收款账户不存在')
      : refuseStep({ step: 'card', to: '/addBank' }, '请先添加银行卡');

  const at = await transactionTime(client);
  const rules = await readWithdrawalRules(client);
  const fault =
    (await faultOfTime(context, client, userId, rules, at)) ??
    (await faultOfAmount(client, userId, context.orderKinds, rules, account, amountFen, at));
  if (fault !== undefined) return fault;
  const wrong = await checkFundPassword(context, client, userId, fields.fundPwd);
  if (wrong !== undefined) return wrong;
  const unproved = await faultOfCode(context, client, userId, rules, amountFen, fields.code);
  if (unproved !== undefined) return unproved;

  const withdrawalId = uuidv7();
  const { rows } = await client.query<{ wallet: number | null }>('SELECT request_withdrawal($1, $2, $3, $4, $5, $6) AS wallet', [
    userId,
    withdrawalId,
    account.id,
    amountFen,
    feeOf(rules, amountFen),
    at,
  ]);
  const balanceFen = rows[0]?.wallet ?? null;
  if (balanceFen === null) return refuse(STATUS.insufficientFunds, '余额不足');
  const move = await withdrawalOf(client, userId, withdrawalId);
  return ok({ balanceFen, ...(move === undefined ? {} : { move }) });
}

/** Where a withdrawal's code is sent: to the phone, else by e-mail. */
async function codeAddress(context: PaymentServices, client: Querying, userId: number) {
  for (const channel of ['mobile', 'email'] as const) {
    const to = await contactOf(context, client, userId, channel);
    if (to !== undefined) return { channel, to };
  }
  return undefined;
}

/** Why a large withdrawal is not proved to be the player's own; undefined when it is, or when no code is asked for. */
async function faultOfCode(
  context: PaymentServices,
  client: Querying,
  userId: number,
  { codeFromFen }: WithdrawalRules,
  amountFen: number,
  code: string | undefined,
): Promise<Envelope<null> | undefined> {
  if (codeFromFen === 0 || amountFen < codeFromFen) return undefined;
  const codeRecipient = await codeAddress(context, client, userId);
  if (codeRecipient === undefined)
    return refuseStep({ step: 'mobile', to: '/BindCellphone' }, `提现满 ${formatMoney(codeFromFen)} 元需短信验证码，请先绑定手机`);
  if (code === undefined || code === '') return refuseField('code', `提现满 ${formatMoney(codeFromFen)} 元，请输入短信验证码`);
  return checkCode(context, client, { purpose: 'withdraw', channel: codeRecipient.channel, address: codeRecipient.to }, userId, code);
}

async function hasAccount(client: Querying, userId: number): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM withdrawal_accounts WHERE user_id = $1 AND deleted_at IS NULL LIMIT 1', [userId]);
  return rows.length > 0;
}

/** Why nothing can be withdrawn at an instant, whatever the amount. */
async function faultOfTime(
  context: PaymentServices,
  client: Querying,
  userId: number,
  rules: WithdrawalRules,
  at: number,
): Promise<Envelope<null> | undefined> {
  const offsetMs = productOffset(context.publication);
  if (rules.paused !== '') return refuse(STATUS.disabled, `提现暂停：${rules.paused}`);
  if (!acceptsRequests(rules, at, offsetMs)) return limit(`提现时间为 ${rules.opens}–${rules.closes}`);
  if ((await timesToday(client, userId, dayStart(at, offsetMs))) >= rules.timesADay)
    return limit(`今日提现次数已用完（每日 ${rules.timesADay} 次）`);
  const until = await coolingUntil(client, userId, rules);
  if (until > at) return limit(`修改密码后 ${rules.passwordHours} 小时内不能提现，${minuteOf(until + offsetMs)} 起可提现`);
  return undefined;
}

/** 11-23 10:00. `local`: ms on the product's wall clock. */
const minuteOf = (local: number): string => new Date(local).toISOString().slice(5, 16).replace('T', ' ');

/** Why an amount cannot go to an account. */
async function faultOfAmount(
  client: Querying,
  userId: number,
  kinds: OrderKinds,
  rules: WithdrawalRules,
  account: AccountRow,
  amountFen: number,
  at: number,
): Promise<Envelope<null> | undefined> {
  if (amountFen < rules.minFen) return refuseField('amountFen', `最低提现 ${formatMoney(rules.minFen)} 元`);
  if (amountFen > rules.maxFen) return refuseField('amountFen', `单笔最高 ${formatMoney(rules.maxFen)} 元`);
  await updateTurnover(client, userId, kinds);
  const { walletFen, withdrawableFen, openFen } = await withdrawableAmount(client, userId, kinds);
  if (amountFen > walletFen) return refuse(STATUS.insufficientFunds, '余额不足');
  if (amountFen > withdrawableFen)
    return refuseStep(
      { step: 'turnover', to: '/withDraw2' },
      `可提现 ${formatMoney(withdrawableFen)} 元，还有 ${formatMoney(openFen)} 元流水未完成`,
    );
  if (account.usable_at <= at) return undefined;
  const { rows } = await client.query<{ asked: number }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS asked FROM withdrawals
      WHERE user_id = $1 AND account_id = $2 AND state NOT IN ('refused', 'returned', 'withdrawn', 'filled')`,
    [userId, account.id],
  );
  if ((rows[0]?.asked ?? 0) + amountFen > rules.newAccountFen)
    return limit(`新账户 ${rules.newAccountHours} 小时内限提 ${formatMoney(rules.newAccountFen)} 元`);
  return undefined;
}

interface WithdrawalRow {
  readonly id: string;
  readonly order_no: string;
  readonly account_id: string;
  readonly amount: number;
  readonly fee: number;
  readonly state: WithdrawalState;
  readonly requested_at: number;
  readonly ended_at: number | null;
  readonly kind: AccountRow['kind'];
  readonly bank: string | null;
  readonly shown: string;
  readonly steps: readonly { readonly state: WithdrawalState; readonly at: number; readonly note: string }[];
}

const SELECT = `SELECT w.id, ${orderNoSql('w', 'requested_at')} AS order_no, w.account_id, w.amount, w.fee, w.state, w.requested_at, w.ended_at, a.kind, a.bank, a.shown,
    (SELECT jsonb_agg(jsonb_build_object('state', s.state, 'at', s.at, 'note', s.note) ORDER BY s.n)
       FROM withdrawal_steps s WHERE s.user_id = w.user_id AND s.withdrawal_id = w.id) AS steps
  FROM withdrawals w JOIN withdrawal_accounts a ON a.user_id = w.user_id AND a.id = w.account_id
 WHERE w.user_id = $1`;

/** A withdrawal as the player's lists show it. */
export async function withdrawalOf(client: Querying, userId: number, id: string): Promise<FundMove | undefined> {
  const { rows } = await client.query<WithdrawalRow>(`${SELECT} AND w.id = $2`, [userId, id], 'withdrawal');
  return rows[0] && moveOf(rows[0]);
}

/** Withdrawal → what its account is called: 招商银行 尾号 1234. */
export async function accountNames(client: Querying, userId: number, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<Pick<WithdrawalRow, 'id' | 'kind' | 'bank' | 'shown'>>(
    `SELECT w.id, a.kind, a.bank, a.shown FROM withdrawals w JOIN withdrawal_accounts a ON a.user_id = w.user_id AND a.id = w.account_id
      WHERE w.user_id = $1 AND w.id = ANY ($2::uuid[])`,
    [userId, ids],
    'withdrawal-account-names',
  );
  return new Map(rows.map((row) => [row.id, withdrawalAccountName(row)]));
}

async function openWithdrawals(client: Querying, userId: number): Promise<FundMove[]> {
  const { rows } = await client.query<WithdrawalRow>(
    `${SELECT} AND w.ended_at IS NULL ORDER BY w.requested_at DESC, w.id DESC LIMIT 20`,
    [userId],
    'open-withdrawals',
  );
  return rows.map(moveOf);
}

/** All that a player withdraws to: the name of the kind that lists cards and Alipay accounts together. */
export const ANY_ACCOUNT_KIND = 'withdraw';

export async function listWithdrawals(client: Querying, userId: number, query: MovesQuery): Promise<FundMove[]> {
  if (query.direction === 'in') return [];
  const [kind, id] = query.target?.split(':') ?? [];
  const values: unknown[] = [userId, query.size];
  const where: string[] = [];
  if (kind !== undefined && kind !== ANY_ACCOUNT_KIND) where.push(`AND a.kind = $${values.push(kind === 'card' ? 'bank' : 'alipay')}`);
  if (id !== undefined) where.push(`AND a.id = $${values.push(id)}::uuid`);
  if (query.state !== undefined) where.push(`AND w.state = $${values.push(query.state)}`);
  if (query.before !== undefined)
    // As text: in a list of several kinds the row before may be of one whose ids are no UUIDs.
    where.push(
      `AND (w.requested_at, w.id::text COLLATE "C") < ($${values.push(query.before.at)}::bigint, $${values.push(query.before.id)}::text COLLATE "C")`,
    );
  const { rows } = await client.query<WithdrawalRow>(
    `${SELECT} ${where.join(' ')} ORDER BY w.requested_at DESC, w.id DESC LIMIT $2`,
    values,
  );
  return rows.map(moveOf);
}

/** How the step stands that a withdrawal is at. */
const lastOf = (state: WithdrawalState): 'failed' | 'now' | 'done' =>
  FAILED.has(state) ? 'failed' : UNDER_WAY.has(state) ? 'now' : 'done';

function moveOf({ id, order_no, account_id, amount, fee, state, requested_at, ended_at, steps, ...account }: WithdrawalRow): FundMove {
  const last = steps.at(-1);
  return {
    id,
    orderNo: order_no,
    direction: 'out',
    target: accountTarget({ kind: account.kind, id: account_id }),
    name: withdrawalAccountName(account),
    amountFen: amount,
    feeFen: fee,
    state,
    ...(last === undefined || last.note === '' ? {} : { note: last.note }),
    at: requested_at,
    ...(ended_at === null ? {} : { endedAt: ended_at }),
    steps: [
      ...steps.map((step, n) => ({
        text: `${STEPS[step.state].text}${step.note === '' ? '' : `：${step.note}`}`,
        at: step.at,
        state: n === steps.length - 1 ? lastOf(state) : ('done' as const),
      })),
      ...STEPS[state].ahead.map((text, n) => ({ text, state: n === 0 && !UNDER_WAY.has(state) ? ('now' as const) : ('next' as const) })),
    ],
    canCancel: state === 'requested',
  };
}

/**
 * Moves a withdrawal on, with its money (server/payments/sql/withdrawals.sql). The state that it was found in: one of `from` when it was moved, any
 * other when it was not; undefined: there is none.
 */
export async function setWithdrawalState(
  client: Querying,
  userId: number,
  id: string,
  from: readonly WithdrawalState[],
  to: WithdrawalState,
  { note = '', by = null }: { readonly note?: string; readonly by?: string | null } = {},
): Promise<WithdrawalState | undefined> {
  const { rows } = await client.query<{ found: WithdrawalState | null }>('SELECT move_withdrawal($1, $2, $3, $4, $5, $6) AS found', [
    userId,
    id,
    from,
    to,
    note,
    by,
  ]);
  return rows[0]?.found ?? undefined;
}

/** The thing moved on: what it is now stands in the models. */
export const refuseStateChanged = (state: WithdrawalState): Envelope<null> =>
  ({ status: STATUS.stateChanged, models: { state }, msg: `这笔提现${STEPS[state].text}，不能再撤回` }) as unknown as Envelope<null>;

/** The player takes a request back while nobody has begun with it. In the idempotent transaction. */
export async function cancelWithdrawal(
  client: Querying,
  userId: number,
  id: string,
): Promise<Envelope<{ readonly balanceFen: number; readonly move: FundMove } | null>> {
  const found = await setWithdrawalState(client, userId, id, ['requested'], 'withdrawn');
  const move = await withdrawalOf(client, userId, id);
  if (found === undefined || move === undefined) return refuse(STATUS.notFound, '提现记录不存在');
  if (found !== 'requested') return refuseStateChanged(found);
  return ok({ balanceFen: await walletBalance(client, userId), move });
}

export async function walletBalance(client: Querying, userId: number): Promise<number> {
  const { rows } = await client.query<{ balance: number }>('SELECT balance_fen AS balance FROM wallets WHERE user_id = $1', [userId]);
  return rows[0]?.balance ?? 0;
}
