import { inOrder } from './statements.ts';

/** Recharges as the operators' desk looks them up: by what a player read off his bank's receipt, and those of which something is odd. */
export const deskMoney = inOrder([
  'CREATE INDEX recharges_by_trade ON recharges (trade_no) WHERE trade_no IS NOT NULL',
  'CREATE INDEX recharges_odd ON recharges (id) WHERE odd IS NOT NULL',
]);
