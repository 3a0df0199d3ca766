/**
 * What cannot be frozen, drawn or settled waits by itself (server/draws/sql/quarantine.sql), with the reason, and an operator hears of it.
 * It is tried again by itself, and an operator may try it at once or give its stake back (server/operator/quarantine-calls.ts).
 */
import { NOW_ONCE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Database, Querying } from '../db/database.ts';
import { isUnavailable } from '../db/postgres.ts';
import type { Tables } from '../db/tables.ts';

export type Step = Tables['quarantine']['step'];

/** Where the draws keep what they share. Alarms are left out by benchmarks and some tests. */
export type DrawParts = Pick<Context, 'database' | 'games'> & Partial<Pick<Context, 'alarms'>>;

interface IssueKey {
  readonly game: string;
  readonly issue: string;
}

/** Reasons are read by people; a stack or a whole statement is not what they need. */
const MOST_REASON = 500;

/** True when it lies in the data or in the program: trying the same again at once would fail again. */
export const isLasting = (error: unknown): boolean => !isUnavailable(error);

/** True when the database has refused a statement: the transaction is over, and whoever goes on must begin another. */
export function abortsTransaction(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return isUnavailable(error) || (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code));
}

export const reasonOf = (error: unknown): string => String((error as Error)?.message ?? error).slice(0, MOST_REASON);

/** Puts an issue into quarantine, or off to a later try. Not to be called within a transaction that failed. */
export async function holdIssue({ database, alarms }: DrawParts, { game, issue }: IssueKey, step: Step, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  const { rows } = await database.query<{ tries: number }>('SELECT quarantine($1, $2, NULL, NULL, $3, $4) AS tries', [
    game,
    issue,
    step,
    reason,
  ]);
  if (rows[0]?.tries === 1) alarms?.raise('issue-quarantined', `${game} ${issue}, ${step}: ${reason}`);
}

/** A ticket that goes into quarantine with the transaction that found it. */
export interface HeldTicket extends IssueKey {
  readonly user: number;
  readonly id: string;
  readonly reason: string;
}

/** Returns those that are new there: their alarm is raised once the transaction has committed. */
export async function holdTickets(client: Querying, tickets: readonly HeldTicket[]): Promise<HeldTicket[]> {
  const fresh: HeldTicket[] = [];
  for (const ticket of tickets) {
    const { rows } = await client.query<{ tries: number }>(`SELECT quarantine($1, $2, $3, $4, 'settle', $5) AS tries`, [
      ticket.game,
      ticket.issue,
      ticket.user,
      ticket.id,
      ticket.reason,
    ]);
    if (rows[0]?.tries === 1) fresh.push(ticket);
  }
  return fresh;
}

/** One alarm for a batch: a version that is missing may concern thousands. */
export function alarmTickets(alarms: DrawParts['alarms'], [first, ...others]: readonly HeldTicket[]): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more of the same issue`;
  alarms?.raise('ticket-quarantined', `${first.game} ${first.issue}, ticket ${first.id} of player ${first.user}${more}: ${first.reason}`);
}

/** Ends what an issue was held for. Cheap when it was not. */
export async function releaseIssue(client: Querying, { game, issue }: IssueKey): Promise<void> {
  await client.query(`SELECT end_quarantine_of_issue($1, $2, 'done')`, [game, issue]);
}

/** Everything that waits is tried again soon: descriptions have changed, and what was missing may be there. */
export async function retryAll(database: Database): Promise<void> {
  await database.query('SELECT retry_quarantined(NULL)');
}

/** Whether something is to be tried again. Asked by itself: mostly nothing is, and a transaction is three statements. */
export async function retryIsDue(database: Querying): Promise<boolean> {
  const { rows } = await database.query(
    `SELECT 1 FROM quarantine WHERE ended_at IS NULL AND retry_at <= ${NOW_ONCE} LIMIT 1`,
    [],
    'retry-due',
  );
  return rows.length > 0;
}

export type Quarantined = Pick<
  Tables['quarantine'],
  'game' | 'issue' | 'user_id' | 'ticket' | 'step' | 'reason' | 'held_at' | 'retry_at'
> & { readonly id: number; readonly tries: number; readonly amount: number | null };

/** What waits, the oldest first; at most `limit`. */
export async function quarantined(database: Database, limit: number): Promise<{ items: Quarantined[]; count: number }> {
  const { rows } = await database.query<Quarantined>(
    `SELECT q.id, q.game, q.issue, q.user_id, q.ticket, q.step, q.reason, q.held_at, q.tries, q.retry_at, t.amount
       FROM quarantine q LEFT JOIN tickets t ON t.user_id = q.user_id AND t.id = q.ticket
      WHERE q.ended_at IS NULL ORDER BY q.id LIMIT $1`,
    [limit],
  );
  const counted = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM quarantine WHERE ended_at IS NULL');
  return { items: rows, count: counted.rows[0]?.n ?? 0 };
}
