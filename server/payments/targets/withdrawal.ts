/** Cards and Alipay accounts as targets of fund/out: withdrawals (提现). Nothing comes in from there. */
import { ANY_ACCOUNT_KIND, listWithdrawals, requestWithdrawal } from '../withdrawals/withdrawals.ts';
import type { FundTarget } from './target.ts';

export const withdrawalTarget: FundTarget = {
  matches: (target) => new RegExp(`^((card|alipay)(:|$)|${ANY_ACCOUNT_KIND}$)`).test(target),
  out: requestWithdrawal,
  list: (_context, client, userId, query) => listWithdrawals(client, userId, query),
};
