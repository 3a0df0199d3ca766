/** Every part that adds to /api/fund/Summary; a later one's word stands over an earlier one's. */
import { securitySteps } from '../../accounts/index.ts';
import { companiesSummary } from '../providers/companies/summary.ts';
import { withdrawalSummary } from '../withdrawals/summary.ts';
import type { SummaryPart } from './summary-part.ts';

const security: SummaryPart = async (context, client, userId) => ({ steps: await securitySteps(context, client, userId) });

export const SUMMARY_PARTS: readonly SummaryPart[] = [security, companiesSummary, withdrawalSummary];
