/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { paymentAuditClauses } from './ledger-audit.ts';
import { moveCalls } from './move-calls.ts';
import { offerCalls } from './promotions/offer-calls.ts';
import { companyCalls } from './providers/companies/company-calls.ts';
import { launchCalls } from './providers/launch-calls.ts';
import { startProviderPolling } from './recharges/provider-polling.ts';
import { rechargeCalls } from './recharges/calls.ts';
import { startSavings } from './savings/job.ts';
import { savingsCalls } from './savings/calls.ts';
import { summaryCalls } from './summary/calls.ts';
import { withdrawalAccountCalls } from './withdrawals/account-calls.ts';
import { startWithdrawals } from './withdrawals/steps.ts';
import { withdrawalCalls } from './withdrawals/withdrawal-calls.ts';
import type { PaymentServices } from './services.ts';

export const payments: Module<PaymentServices> = {
  calls: [
    launchCalls,
    moveCalls,
    savingsCalls,
    offerCalls,
    companyCalls,
    withdrawalAccountCalls,
    withdrawalCalls,
    rechargeCalls,
    summaryCalls,
  ],
  jobs: [
    { start: startSavings },
    { start: (services, log, begin) => startWithdrawals(services, log, { begin }) },
    // Web processes poll the provider as well, because the player who pays waits for the result.
    { start: startProviderPolling, runs: () => true },
  ],
  ledgerAudit: paymentAuditClauses,
};
