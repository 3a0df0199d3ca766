/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { agentAuditClauses } from './ledger-audit.ts';
import { agentCalls } from './calls.ts';
import { startAgentCounting } from './job.ts';
import type { AgentServices } from './services.ts';

export const agents: Module<AgentServices> = {
  calls: [agentCalls],
  jobs: [{ start: startAgentCounting }],
  ledgerAudit: agentAuditClauses,
};
