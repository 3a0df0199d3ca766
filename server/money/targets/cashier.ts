/** The cashier: a recharge is an order first, and reaches the wallet when the provider says that it was paid (server/money/recharge). */
import { createRecharge, listRecharges } from '../recharge/orders.ts';
import type { FundTarget } from './target.ts';

export const cashierTarget: FundTarget = {
  matches: (target) => target === 'cashier',
  in: createRecharge,
  list: listRecharges,
};
