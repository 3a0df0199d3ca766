/**
 * The database's functions, triggers and views: .sql files beside the code that calls them. From source they are read from the disk;
 * the bundle holds their texts (vite.server.config.ts), so that the built server needs no file but itself.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** In the order in which they are created: what a file names when it is created stands in a file before it. */
export const SQL_FILES = [
  'db/sql/clock.sql',
  'db/sql/keyed.sql',
  'db/sql/outbox.sql',
  'money/sql/ledger.sql',
  'money/sql/payout.sql',
  'money/sql/yuebao.sql',
  'outside/sql/companies.sql',
  'accounts/sql/register-user.sql',
  'accounts/sql/sessions.sql',
  'accounts/sql/identity.sql',
  'accounts/sql/codes.sql',
  'admission/sql/admission.sql',
  'protection/sql/limits.sql',
  'scratch/sql/scratch.sql',
  'store/sql/coupons.sql',
  'draws/sql/selections.sql',
  'orders/sql/issue-limits.sql',
  'draws/sql/pools.sql',
  'orders/sql/end-orders.sql',
  'orders/sql/order-days.sql',
  'group/sql/group.sql',
  'group/sql/group-settle.sql',
  'group/sql/group-rules.sql',
  'orders/sql/place-bets.sql',
  'orders/sql/chases.sql',
  'draws/sql/issues.sql',
  'draws/sql/quarantine.sql',
  'protection/sql/presence.sql',
  'audit/sql/audit.sql',
  'small/sql/small.sql',
  'quiz/sql/quiz.sql',
  'sports/sql/offers.sql',
  'sports/sql/sport-bets.sql',
  'follow/sql/releases.sql',
  'follow/sql/records.sql',
  'sports/sql/sport-settle.sql',
  'sports/sql/results-desk.sql',
  'agents/sql/tree.sql',
  'agents/sql/figures.sql',
  'agents/sql/rebates.sql',
  'house/sql/house.sql',
] as const;

declare const __SQL_FILES__: Readonly<Record<string, string>> | undefined;

/** Name → text, in the order above. */
export function readSqlFiles(): Readonly<Record<string, string>> {
  if (typeof __SQL_FILES__ !== 'undefined') return __SQL_FILES__;
  return Object.fromEntries(SQL_FILES.map((name) => [name, readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8')]));
}
