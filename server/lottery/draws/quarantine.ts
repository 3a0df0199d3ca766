/**
 * What cannot be frozen, drawn or settled waits by itself (server/lottery/draws/sql/quarantine.sql), with the reason, and an operator hears of it.
 * It is tried again by itself, and an operator may try it at once or give its stake back (server/admin/office/quarantine.ts).
 */
import { type Database, isUnavailable, NOW_ONCE, type Querying, errorText, type Tables } from '../../platform/index.ts';
import type { LotteryServices } from '../services.ts';

export type QuarantineStep = Tables['quarantine']['step'];

/** Where the draws keep what they share. Alarms are left out by benchmarks and some tests. */
export type DrawParts = Pick<LotteryServices, 'database' | 'games'> & Partial<Pick<LotteryServices, 'alarms'>>;

interface IssueKey {
  readonly game: string;
  readonly issue: string;
}

/** True when it lies in the data or in the program: trying the same again at once would fail again. */
export const isPermanentError = (error: unknown): boolean => !isUnavailable(error);

/** True when the database has refused a statement: the transaction is over, and the caller must begin another. */
export function abortsTransaction(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return isUnavailable(error) || (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code));
}

/** Puts an issue into quarantine, or off to a later try. Not to be called within a transaction that failed. */
export async function quarantineIssue(
  { database, alarms }: DrawParts,
  { game, issue }: IssueKey,
  step: QuarantineStep,
  error: unknown,
): Promise<void> {
  const reason = errorText(error);
  const { rows } = await database.query<{ tries: number }>('SELECT quarantine($1, $2, NULL, NULL, $3, $4) AS tries', [
    game,
    issue,
    step,
    reason,
  ]);
  if (rows[0]?.tries === 1) alarms?.raise('issue-quarantined', `${game} ${issue}, ${step}: ${reason}`);
}

/** A ticket that goes into quarantine with the transaction that found it. */
export interface TicketToQuarantine extends IssueKey {
  readonly user: number;
  readonly id: string;
  readonly reason: string;
}

/** Returns those that are new there: their alarm is raised once the transaction has committed. */
export async function quarantineTickets(client: Querying, tickets: readonly TicketToQuarantine[]): Promise<TicketToQuarantine[]> {
  const fresh: TicketToQuarantine[] = [];
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
export function raiseTicketAlarm(alarms: DrawParts['alarms'], [first, ...others]: readonly TicketToQuarantine[]): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more of the same issue`;
  alarms?.raise('ticket-quarantined', `${first.game} ${first.issue}, ticket ${first.id} of player ${first.user}${more}: ${first.reason}`);
}

/** Ends what an issue was held for. Cheap when it was not. */
export async function endIssueQuarantine(client: Querying, { game, issue }: IssueKey): Promise<void> {
  await client.query(`SELECT end_quarantine_of_issue($1, $2, 'done')`, [game, issue]);
}

/** Everything that waits is tried again soon: descriptions have changed, and what was missing may be there. */
export async function retryAllSoon(database: Database): Promise<void> {
  await database.query('SELECT retry_quarantined(NULL)');
}

/** Whether something is to be tried again. Asked by itself: mostly nothing is, and a transaction is three statements. */
export async function isRetryDue(database: Querying): Promise<boolean> {
  const { rows } = await database.query(
    `SELECT 1 FROM quarantine WHERE ended_at IS NULL AND retry_at <= ${NOW_ONCE} LIMIT 1`,
    [],
    'retry-due',
  );
  return rows.length > 0;
}

/** An entry that waits, with what an operator must know of it. Of an issue user_id, ticket and everything of an order are null. */
export type QuarantineEntry = Pick<
  Tables['quarantine'],
  'game' | 'issue' | 'user_id' | 'ticket' | 'step' | 'reason' | 'held_at' | 'retry_at'
> & {
  readonly id: number;
  readonly tries: number;
  readonly kind: string | null;
  readonly amount: number | null;
  /** The owner; for a group order (合买) its starter, because the ticket belongs to user 0. */
  readonly owner: number | null;
  readonly owner_name: string | null;
  /** The owner's order. For a group order: the owner's share. */
  readonly owner_order: string | null;
  /** The league, for an order on matches, whose `issue` is the id of a match. */
  readonly league: string | null;
  readonly home: string | null;
  readonly away: string | null;
};

// A group order has one own share of its starter, or none while all belong to other players.
const WAITING = `SELECT q.id, q.game, q.issue, q.user_id, q.ticket, q.step, q.reason, q.held_at, q.tries, q.retry_at, o.kind, o.amount,
       coalesce(h.initiator, q.user_id) AS owner, u.name AS owner_name,
       CASE WHEN q.user_id = 0 THEN (SELECT j.id FROM group_buy_joins j WHERE j.group_buy_id = q.ticket AND j.user_id = h.initiator ORDER BY j.type <> 'own', j.id LIMIT 1)
            ELSE q.ticket END AS owner_order,
       m.league, m.home, m.away
  FROM quarantine q
  LEFT JOIN orders o ON o.user_id = q.user_id AND o.id = q.ticket
  LEFT JOIN group_buy_orders h ON q.user_id = 0 AND h.id = q.ticket
  LEFT JOIN users u ON u.id = coalesce(h.initiator, q.user_id)
  LEFT JOIN matches m ON o.kind = 'sport' AND m.id = q.issue
 WHERE q.ended_at IS NULL`;

export interface QuarantineQuery {
  /** issue or order alone; left out: both. */
  readonly what?: 'issue' | 'order' | undefined;
  /** The last entry of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** What waits, the oldest first; at most `limit`. */
export async function listQuarantine(database: Querying, { what, after = 0, limit }: QuarantineQuery): Promise<QuarantineEntry[]> {
  const only = what === undefined ? '' : ` AND q.ticket IS ${what === 'issue' ? '' : 'NOT '}NULL`;
  const { rows } = await database.query<QuarantineEntry>(`${WAITING} AND q.id > $2${only} ORDER BY q.id LIMIT $1`, [limit, after]);
  return rows;
}

/** One that waits; undefined: it has ended, or never was. */
export async function findQuarantineEntry(database: Querying, id: number): Promise<QuarantineEntry | undefined> {
  return (await database.query<QuarantineEntry>(`${WAITING} AND q.id = $1`, [id])).rows[0];
}

/** How many wait. */
export async function quarantineCounts(database: Querying): Promise<{ readonly issues: number; readonly orders: number }> {
  const { rows } = await database.query<{ issues: number; orders: number }>(
    `SELECT count(*) FILTER (WHERE ticket IS NULL)::int AS issues, count(ticket)::int AS orders FROM quarantine WHERE ended_at IS NULL`,
  );
  return rows[0] ?? { issues: 0, orders: 0 };
}

/** What giving up on an entry gives back, as refund_quarantined and refund_issue will do it. */
export interface RefundPreview {
  readonly orders: number;
  readonly people: number;
  readonly fen: number;
}

export async function refundPreviewOf(database: Querying, { game, issue, user_id, ticket }: QuarantineEntry): Promise<RefundPreview> {
  const { rows } = await database.query<RefundPreview>(
    `WITH given AS (
       SELECT user_id, id, amount FROM orders WHERE $4::uuid IS NOT NULL AND user_id = $3::bigint AND id = $4::uuid AND status IN ('placed', 'held')
       UNION ALL
       SELECT user_id, id, amount FROM tickets WHERE $4::uuid IS NULL AND game = $1 AND issue = $2 AND status IN ('placed', 'held')),
     people AS (
       SELECT user_id FROM given WHERE user_id > 0
       UNION
       SELECT j.user_id FROM given JOIN group_buy_joins j ON j.group_buy_id = given.id WHERE given.user_id = 0)
     SELECT count(*)::int AS orders, coalesce(sum(amount), 0)::bigint AS fen, (SELECT count(*)::int FROM people) AS people FROM given`,
    [game, issue, user_id, ticket],
  );
  return rows[0] ?? { orders: 0, people: 0, fen: 0 };
}

/** Whether an issue has its numbers, and the games whose issue follows from it and falls with it. */
export async function drawnStateOf(
  database: Querying,
  { game, issue }: IssueKey,
): Promise<{ readonly drawn: boolean; readonly follow: readonly string[] }> {
  const { rows } = await database.query<{ drawn: boolean; follow: string[] }>(
    `SELECT EXISTS (SELECT 1 FROM issues WHERE game = $1 AND issue = $2 AND state = 'drawn') AS drawn,
            ARRAY(SELECT game FROM issues WHERE source = $1 AND issue = $2 AND state IN ('open', 'frozen') ORDER BY game) AS follow`,
    [game, issue],
  );
  return rows[0] ?? { drawn: false, follow: [] };
}
