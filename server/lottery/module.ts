/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { lotteryAuditClauses } from './ledger-audit.ts';
import { drawResultCalls } from './draws/result-calls.ts';
import { lotteryCalls } from './orders/bet-calls.ts';
import { chaseCalls } from './orders/chase-calls.ts';
import { limitCalls } from './orders/limit-calls.ts';
import { orderCalls } from './orders/order-calls.ts';
import type { LotteryServices } from './services.ts';

export const lottery: Module<LotteryServices> = {
  calls: [lotteryCalls, chaseCalls, limitCalls, orderCalls, drawResultCalls],
  jobs: [],
  ledgerAudit: lotteryAuditClauses,
};
