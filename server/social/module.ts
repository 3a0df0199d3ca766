/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { socialAuditClauses } from './ledger-audit.ts';
import { followCalls } from './copy-betting/calls.ts';
import { startCopyBetting } from './copy-betting/job.ts';
import { groupCalls } from './group-buying/calls.ts';
import { startGroups } from './group-buying/job.ts';
import { peopleCalls } from './profiles/calls.ts';
import type { SocialServices } from './services.ts';

export const social: Module<SocialServices> = {
  calls: [groupCalls, followCalls, peopleCalls],
  jobs: [{ start: startCopyBetting }, { start: startGroups }],
  ledgerAudit: socialAuditClauses,
};
