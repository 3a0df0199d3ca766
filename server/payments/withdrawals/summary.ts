/** What withdrawals add to /api/fund/Summary: the terms, what they hold, and whether there is an account to withdraw to. */
import type { SummaryPart } from '../summary/summary-part.ts';
import { transactionTime, withdrawTerms } from './withdrawals.ts';

export const withdrawalSummary: SummaryPart = async (context, client, userId) => {
  const { timesLeft, minFen, maxFen, opens, closes, feeBp, accounts } = await withdrawTerms(
    context,
    client,
    userId,
    await transactionTime(client),
  );
  const { rows } = await client.query<{ fen: number }>(
    'SELECT coalesce(sum(amount), 0)::bigint AS fen FROM withdrawals WHERE user_id = $1 AND ended_at IS NULL',
    [userId],
    'withdrawals-held',
  );
  return {
    heldFen: rows[0]?.fen ?? 0,
    withdraw: { timesLeft, minFen, maxFen, opens, closes, feeBp },
    steps: { card: accounts.length > 0 },
  };
};
