/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { loyaltyAuditClauses } from './ledger-audit.ts';
import { activityCalls } from './activities/calls.ts';
import { memberCalls } from './member/calls.ts';
import { storeCalls } from './store/calls.ts';
import type { LoyaltyServices } from './services.ts';

export const loyalty: Module<LoyaltyServices> = {
  calls: [storeCalls, activityCalls, memberCalls],
  jobs: [],
  ledgerAudit: loyaltyAuditClauses,
};
