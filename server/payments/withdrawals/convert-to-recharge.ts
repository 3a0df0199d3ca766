/**
 * 提现转充值: instead of being paid out, an amount is recharged with. The wallet's principal does not change; the player gains a bonus and has
 * to stake again before he can withdraw. Of a withdrawal only while it is 已申请: of this and an operator's review, one is first.
 */
import { v7 as uuidv7 } from 'uuid';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { FillTermsModels, WithdrawToFillModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import { ok, type Querying, refuse, refuseField } from '../../platform/index.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import { refuseByLimits } from '../../accounts/index.ts';
import { requireTurnover, withdrawableAmount, updateTurnover } from '../turnover.ts';
import { decimalOf, type WithdrawalRules, readWithdrawalRules, basisPointsOf } from './rules.ts';
import { transactionTime, listWithdrawals, setWithdrawalState, stateText, walletBalance } from './withdrawals.ts';

export interface RechargeFromWithdrawal {
  readonly withdrawId?: string | undefined;
  readonly amountFen?: number | undefined;
}

/** In the idempotent transaction, under the player's lock. */
export async function convertToRecharge(
  context: PaymentServices,
  client: Querying,
  userId: number,
  { withdrawId, amountFen }: RechargeFromWithdrawal,
): Promise<Envelope<WithdrawToFillModels | null>> {
  if ((withdrawId === undefined) === (amountFen === undefined)) return refuseField('amountFen', '请选择一笔提现，或输入金额');
  const rules = await readWithdrawalRules(client);
  const amount = amountFen ?? (await amountOf(client, userId, withdrawId as string));
  if (amount === undefined) return refuse(STATUS.notFound, '提现记录不存在');
  const forbidden = await refuseByLimits(context, client, userId, 'deposit', amount);
  if (forbidden !== undefined) return forbidden;
  if (amountFen !== undefined) {
    if (amountFen < rules.toFillMinFen) return refuseField('amountFen', `最低 ¥${formatMoney(rules.toFillMinFen)}`);
    await updateTurnover(client, userId, context.orderKinds);
    const { withdrawableFen } = await withdrawableAmount(client, userId, context.orderKinds);
    if (amountFen > withdrawableFen) return refuse(STATUS.insufficientFunds, `最多可转 ¥${formatMoney(withdrawableFen)}`);
  } else {
    const found = await setWithdrawalState(client, userId, withdrawId as string, ['requested'], 'filled');
    if (found !== 'requested')
      return {
        status: STATUS.stateChanged,
        models: { state: found },
        msg: `这笔提现${stateText(found ?? 'withdrawn')}，不能再转为充值`,
      } as unknown as Envelope<null>;
  }

  const at = await transactionTime(client);
  const id = uuidv7();
  const bonusFen = Math.min(basisPointsOf(amount, rules.toFillBonusBp), await bonusLeft(context, client, userId, rules, at));
  if (bonusFen > 0) {
    await client.query(`SELECT post($1, 'bonus', 'house:promotions', 'wallet', $2, 'toFill', $3, $4)`, [userId, bonusFen, id, at]);
    await client.query(`SELECT announce_withdrawal($1)`, [userId]);
  }
  const turnoverFen = basisPointsOf(amount, rules.toFillTurnoverBp);
  const bonusTurnoverFen = bonusFen * rules.toFillBonusTurnover;
  await requireTurnover(client, userId, { why: 'toFill', requiredFen: turnoverFen, ref: id }, at);
  await requireTurnover(client, userId, { why: 'bonus', requiredFen: bonusTurnoverFen, ref: id }, at);
  const requiredFen = turnoverFen + bonusTurnoverFen;
  await client.query(
    'INSERT INTO recharge_conversions (user_id, id, withdrawal_id, amount, bonus, required, at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [userId, id, withdrawId ?? null, amount, bonusFen, requiredFen, at],
  );
  return ok({ bonusFen, requiredFen, balanceFen: await walletBalance(client, userId) });
}

async function amountOf(client: Querying, userId: number, id: string): Promise<number | undefined> {
  const { rows } = await client.query<{ amount: number }>('SELECT amount FROM withdrawals WHERE user_id = $1 AND id = $2', [userId, id]);
  return rows[0]?.amount;
}

/** The rest of the day's bonus. */
async function bonusLeft(context: PaymentServices, client: Querying, userId: number, rules: WithdrawalRules, at: number): Promise<number> {
  const { rows } = await client.query<{ had: number }>(
    'SELECT coalesce(sum(bonus), 0)::bigint AS had FROM recharge_conversions WHERE user_id = $1 AND at >= $2::bigint',
    [userId, dayStart(at, productOffset(context.publication))],
    'fill-bonus',
  );
  return Math.max(0, rules.toFillBonusADayFen - (rows[0]?.had ?? 0));
}

/** What a player can make a recharge of, and under what terms. */
export async function conversionTerms(context: PaymentServices, client: Querying, userId: number): Promise<FillTermsModels> {
  const at = await transactionTime(client);
  const rules = await readWithdrawalRules(client);
  const { withdrawableFen } = await withdrawableAmount(client, userId, context.orderKinds);
  const open = await listWithdrawals(client, userId, { state: 'requested', size: 20 });
  const { rows: fills } = await client.query<{ id: string; of: boolean; amount: number; bonus: number; required: number; at: number }>(
    `SELECT id, withdrawal_id IS NOT NULL AS of, amount, bonus, required, at FROM recharge_conversions WHERE user_id = $1 ORDER BY at DESC, id DESC LIMIT 20`,
    [userId],
  );
  return {
    withdrawableFen,
    minFen: rules.toFillMinFen,
    bonusRate: decimalOf(rules.toFillBonusBp),
    bonusLeftFen: await bonusLeft(context, client, userId, rules, at),
    bonusTurnover: rules.toFillBonusTurnover,
    turnoverRate: decimalOf(rules.toFillTurnoverBp),
    open,
    fills: fills.map(({ id, of, amount, bonus, required, at: when }) => ({
      id,
      ofWithdrawal: of,
      amountFen: amount,
      bonusFen: bonus,
      requiredFen: required,
      at: when,
    })),
  };
}
