/** The calls and background jobs of this module. */
import type { Module } from '../platform/index.ts';
import { fundCalls } from './fund-calls.ts';
import type { LedgerServices } from './services.ts';

export const ledger: Module<LedgerServices> = {
  calls: [fundCalls],
  jobs: [],
};
