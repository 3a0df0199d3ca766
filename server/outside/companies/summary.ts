/** What /api/fund/Summary says of companies: what our own ledger says is there. Asking them takes time, and is the transfer centre's matter. */
import type { SummaryPart } from '../../money/summary/part.ts';

export const companiesSummary: SummaryPart = async (context, client, userId) => {
  const { rows } = await client.query<{ company: string; fen: number }>(
    `SELECT company, sum(CASE direction WHEN 'out' THEN amount ELSE -amount END)::bigint AS fen
       FROM company_transfers WHERE user_id = $1 AND status = 'done' GROUP BY company`,
    [userId],
    'companies-summary',
  );
  return {
    outside: context.companies.companies.map(({ code, name }) => ({
      company: code,
      name,
      // What was won there is the company's to tell: never less than nothing here.
      balanceFen: Math.max(0, rows.find(({ company }) => company === code)?.fen ?? 0),
    })),
  };
};
