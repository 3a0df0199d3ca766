/** What companies say that a player holds there. */
import type { GameClock, Querying } from '../../../platform/index.ts';
import type { Company } from './company.ts';
import { withAnswerTimeout, type CompanyTransfers } from './transfer-service.ts';

/** Real ms that a page waits for the balance at one company. */
const BALANCE_MS = 2_000;

export interface CompanyBalance {
  readonly company: string;
  /** null: it did not answer. */
  readonly balanceFen: number | null;
}

export const queryBalances = (of: readonly Company[], player: number): Promise<CompanyBalance[]> =>
  Promise.all(
    of.map(async (each) => ({
      company: each.code,
      balanceFen: await withAnswerTimeout(each.balance(player), BALANCE_MS).catch(() => null),
    })),
  );

/** Notes what companies said that were asked at an instant (`at`, game ms). */
export async function storeBalances(client: Querying, player: number, balances: readonly CompanyBalance[], at: number): Promise<void> {
  for (const { company, balanceFen } of balances)
    if (balanceFen !== null) await client.query('SELECT company_note($1, $2, $3, $4)', [player, company, balanceFen, at]);
}

/** Asks the companies that a player has sent money to, and notes what they say. */
export async function refreshBalances(
  {
    database,
    companies,
    clock,
  }: { readonly database: Querying; readonly companies: CompanyTransfers; readonly clock: Pick<GameClock, 'now'> },
  player: number,
): Promise<void> {
  const { rows } = await database.query<{ company: string }>(
    'SELECT DISTINCT company FROM company_transfers WHERE user_id = $1',
    [player],
    'companies-of',
  );
  const at = clock.now();
  const balances = await queryBalances(
    rows.flatMap(({ company }) => companies.of(company) ?? []),
    player,
  );
  await storeBalances(database, player, balances, at);
}
