/** The cashier: a recharge is an order first, and reaches the wallet when the provider says that it was paid (server/payments/recharges). */
import { createRecharge, listRecharges } from '../recharges/orders.ts';
import type { FundTarget } from './target.ts';

export const cashierTarget: FundTarget = {
  matches: (target) => target === 'cashier',
  in: createRecharge,
  list: listRecharges,
};
