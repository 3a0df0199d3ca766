/** The audit of the books. The ledger checks what holds for every movement; each module above adds what holds for its own. */
import type { Querying } from '../platform/index.ts';

export interface LedgerFault {
  /** What is wrong, with the ids that it is about. */
  readonly what: string;
  /** By how much, or an amount that helps to find it. */
  readonly off: number;
}

/** What a module adds to the audit. Names of columns are unique among all modules. */
export interface LedgerAuditClauses {
  /** Columns of `posted` (a row for each player and `ref`), as aggregates over movements `amount`, `kind`, `reason`, `debit`, `credit`; `got` is the amount as the wallet sees it. */
  readonly sums?: Readonly<Record<string, string>>;
  /** Selects of (what, off), one row for each fault. They may read `parts` (orders by their parts), `held`, `legs` and `posted`. */
  readonly faults: readonly string[];
}

/**
 * In order for every movement: each transaction and the ledger of every unit sum to zero, each movement is described, each purse is the sum of
 * its movements, and each balance after a movement is right.
 */
const FAULTS: readonly string[] = [
  `SELECT 'transaction ' || user_id || '/' || seq AS what, sum(amount)::bigint AS off FROM entries GROUP BY user_id, seq HAVING sum(amount) <> 0`,
  `SELECT 'ledger of ' || unit, sum(amount)::bigint FROM entries GROUP BY unit HAVING sum(amount) <> 0`,
  `SELECT 'undescribed ' || user_id || '/' || seq, amount FROM movements f WHERE NOT EXISTS (
      SELECT 1 FROM movement_rules r WHERE r.kind = f.kind AND r.reason = f.reason AND r.unit = f.unit
         AND r.debit IN (f.debit, described_account(f.debit)) AND r.credit IN (f.credit, described_account(f.credit)))`,
  `SELECT 'purse without movements, or the other way round: ' || coalesce(h.purse, l.purse) || ' ' || coalesce(h.user_id, l.user_id), 0
      FROM (SELECT * FROM held WHERE balance > 0) h FULL JOIN (SELECT DISTINCT user_id, purse FROM legs) l USING (user_id, purse)
     WHERE l.purse IS NULL OR NOT EXISTS (SELECT 1 FROM held e WHERE e.user_id = l.user_id AND e.purse = l.purse)
    UNION ALL
    SELECT h.purse || ' ' || h.user_id, h.balance - coalesce(l.sum, 0)::bigint
      FROM held h LEFT JOIN (SELECT user_id, purse, sum(amount) AS sum FROM legs GROUP BY user_id, purse) l USING (user_id, purse)
     WHERE h.balance <> coalesce(l.sum, 0)`,
  `SELECT 'balance after ' || user_id || '/' || seq || ' ' || purse, after FROM (
      SELECT *, sum(amount) OVER (PARTITION BY user_id, purse ORDER BY seq) AS running FROM legs) t WHERE running <> after`,
  `SELECT 'order of no kind ' || id, 0 FROM ONLY orders`,
  `SELECT 'id of two orders ' || id, count(*) FROM orders GROUP BY user_id, id HAVING count(*) > 1`,
];

/** Faults of the books by the ledger's own clauses and those of `modules`; none when they are in order. Reads everything: minutes on a large database. */
export async function auditLedger(client: Querying, modules: readonly LedgerAuditClauses[], most = 10): Promise<LedgerFault[]> {
  const sums = Object.entries(Object.assign({}, ...modules.map((one) => one.sums)) as Readonly<Record<string, string>>);
  const faults = [...FAULTS, ...modules.flatMap((one) => one.faults)];
  const { rows } = await client.query<LedgerFault>(`
WITH parts AS (SELECT * FROM orders WHERE kind NOT IN ('chase', 'group') AND user_id <> 0),
  held AS (
    SELECT user_id, 'wallet' AS purse, 'fen' AS unit, balance_fen AS balance FROM wallets UNION ALL SELECT user_id, purse, unit, balance FROM purses),
  legs AS (
    SELECT user_id, seq, debit AS purse, -amount AS amount, debit_after AS after FROM movements WHERE debit_after IS NOT NULL
    UNION ALL SELECT user_id, seq, credit, amount, credit_after FROM movements WHERE credit_after IS NOT NULL),
  -- In one pass: looked up one by one, a database without statistics (a young one, and the embedded one) reads all movements of a player each time.
  posted AS MATERIALIZED (
    SELECT user_id, ref${sums.map(([name, sum]) => `, ${sum} AS ${name}`).join('')}
      FROM (SELECT *, CASE credit WHEN 'wallet' THEN amount ELSE -amount END AS got FROM movements WHERE ref IS NOT NULL) f GROUP BY user_id, ref)
  SELECT * FROM (${faults.join('\nUNION ALL\n')}) faults LIMIT ${most}`);
  return rows;
}
