/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { miniGameAuditClauses } from './ledger-audit.ts';
import { quizCalls } from './quiz/calls.ts';
import { startQuizzes } from './quiz/job.ts';
import { scratchCalls } from './scratch/calls.ts';
import { startScratch } from './scratch/job.ts';
import { smallCalls } from './small/calls.ts';
import { startSmallRounds } from './small/rounds.ts';
import type { MiniGameServices } from './services.ts';

export const miniGames: Module<MiniGameServices> = {
  calls: [scratchCalls, smallCalls, quizCalls],
  jobs: [{ start: startSmallRounds }, { start: startQuizzes }, { start: startScratch, runs: ({ role, cards }) => role !== 'web' && cards }],
  ledgerAudit: miniGameAuditClauses,
};
