/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { sportAuditClauses } from './ledger-audit.ts';
import { sportBetCalls } from './bets/bet-calls.ts';
import { startDueMatches } from './feed/due-matches-job.ts';
import { matchCalls } from './match-calls.ts';
import { oddsCalls } from './odds-calls.ts';
import { scoreCalls } from './score-calls.ts';
import type { SportServices } from './services.ts';

export const sports: Module<SportServices> = {
  calls: [oddsCalls, sportBetCalls, scoreCalls, matchCalls],
  jobs: [{ start: startDueMatches, runs: ({ role, withoutFeed }) => role !== 'web' && withoutFeed }],
  ledgerAudit: sportAuditClauses,
};
