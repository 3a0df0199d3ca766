/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { accountCalls } from './calls.ts';
import { contactCalls } from './contact-calls.ts';
import { identityCalls } from './identity-calls.ts';
import { playerLimitCalls } from './limits/calls.ts';
import { passwordCalls } from './password-calls.ts';
import { systemCalls } from './system-calls.ts';
import type { AccountServices } from './services.ts';
import { startUpkeep } from './presence-upkeep.ts';

export const accounts: Module<AccountServices> = {
  calls: [accountCalls, contactCalls, identityCalls, passwordCalls, systemCalls, playerLimitCalls],
  // A web process as well: it hears the heartbeats.
  jobs: [{ start: startUpkeep, runs: () => true }],
};
