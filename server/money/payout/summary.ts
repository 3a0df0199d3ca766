/** What withdrawals add to /api/fund/Summary: the terms, and whether there is an account to withdraw to. */
import type { SummaryPart } from '../summary/part.ts';
import { clockOf, withdrawTerms } from './withdrawals.ts';

export const payoutSummary: SummaryPart = async (context, client, userId) => {
  const { timesLeft, minFen, maxFen, opens, closes, feeBp, accounts } = await withdrawTerms(context, client, userId, await clockOf(client));
  return {
    withdraw: { timesLeft, minFen, maxFen, opens, closes, feeBp },
    steps: { card: accounts.length > 0 },
  };
};
