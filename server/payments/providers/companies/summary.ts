/** What /api/fund/Summary says of companies: what they said last, and what moved since. Asking them takes time, and is the transfer centre's matter. */
import type { SummaryPart } from '../../summary/summary-part.ts';

export const companiesSummary: SummaryPart = async (context, client, userId) => {
  const { rows } = await client.query<{ company: string; fen: number }>(
    'SELECT company, fen FROM held_at_companies($1)',
    [userId],
    'companies-summary',
  );
  return {
    outside: context.companies.companies.map(({ code, name }) => ({
      company: code,
      name,
      balanceFen: rows.find(({ company }) => company === code)?.fen ?? 0,
    })),
  };
};
