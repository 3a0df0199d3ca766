/**
 * Settling results: a result touches the orders that hold its match and no others. Small steps, the match that had the fewest next, so that
 * a final that two million bet on holds nobody up; each step, its payments and how far it came are one transaction. An order that waits
 * for another match is passed over: that one's result finds it. What cannot be settled goes into quarantine, by itself.
 */
import { type Database, isLockContention, isUnavailable, NOW_ONCE, type Querying, errorText } from '../../platform/index.ts';
import { raiseTicketAlarm, type TicketToQuarantine, quarantineTickets, isRetryDue } from '../../lottery/index.ts';
import { faultsText, impossibleResults } from '../result-checks.ts';
import { isIssueCancelled, refundEndOf } from './cancelled-issues.ts';
import { orderEndsOf, REFUSED_MS, type SettlementRow, type SettleParts, type SportSettlementStep, writeOrderEnds } from './order-ends.ts';
import type { OrderOnMatch } from './order-outcome.ts';
import { takePoolStep } from './pools.ts';

/** Orders of one step: a fifth of a second or less, for which others may have to wait. */
export const ORDERS_PER_STEP: Readonly<Record<Database['kind'], number>> = { postgres: 500, pglite: 100 };
/** Takes one step. `busy`: ("game/match") to pass over. Undefined: there is nothing to do. */
export async function takeSportSettlementStep(parts: SettleParts, busy: readonly string[] = []): Promise<SportSettlementStep | undefined> {
  let claimed: SettlementRow | undefined;
  const take = (apart: boolean) =>
    parts.database.transaction(async (client): Promise<(SportSettlementStep & Trouble) | undefined> => {
      const next = await claimSettlement(client, busy, claimed);
      if (next === undefined) return undefined;
      claimed = next;
      await client.query('UPDATE sport_settlements SET steps = steps + 1 WHERE game = $1 AND match_id = $2', [next.game, next.match_id]);
      const waits = await waitsForPerson(parts, client, next);
      if (waits !== undefined) return waits;
      const pool = await takePoolStep(parts, client, next, ORDERS_PER_STEP[parts.database.kind]);
      return pool ?? settleOrders(parts, client, next, apart);
    });
  try {
    let stepResult: Awaited<ReturnType<typeof take>>;
    try {
      stepResult = await take(false);
    } catch (error) {
      if (claimed === undefined || isUnavailable(error)) throw error;
      // Once more, each order by itself: the one that the database refuses is set aside.
      stepResult = await take(true);
    }
    if (stepResult === undefined) return undefined;
    raiseTicketAlarm(parts.alarms, stepResult.fresh);
    for (const detail of stepResult.refused ?? []) parts.alarms?.raise('result-refused', detail);
    for (const { game, issue, user, id, reason } of stepResult.unmended ?? [])
      parts.alarms?.raise('correction-failed', `${game} ${issue}, order ${id} of player ${user}: ${reason}`);
    return stepResult;
  } catch (error) {
    if (claimed === undefined || (isUnavailable(error) && !isLockContention(error))) throw error;
    if (!isUnavailable(error)) await setAside(parts, claimed, error);
    return { game: claimed.game, match: claimed.match_id, is: 'busy', orders: 0 };
  }
}

/** Real or simulated ms until a settlement that failed as a whole is tried again. */
const AGAIN_MS = 60_000;

/** A match whose result cannot be pays nobody: its settlement rests until somebody has entered the right one. */
async function waitsForPerson(
  { sports }: SettleParts,
  client: Querying,
  { game, match_id }: SettlementRow,
): Promise<(SportSettlementStep & Trouble) | undefined> {
  const measures = (await sports.lastPublished(game, client))?.sport.measures ?? [];
  const faults = (await impossibleResults(sports, client, game, [match_id], measures)).get(match_id);
  if (faults === undefined) return undefined;
  await client.query('UPDATE sport_settlements SET held_until = caipu_now_ms() + $3::bigint WHERE game = $1 AND match_id = $2', [
    game,
    match_id,
    REFUSED_MS,
  ]);
  return { game, match: match_id, is: 'step', orders: 0, fresh: [], refused: [`${game} ${match_id}: ${faultsText(faults)}`] };
}

/** What fails for good (a game with a pool that is gone) must not keep the others from their turn. */
async function setAside({ database, alarms }: SettleParts, { game, match_id }: SettlementRow, error: unknown): Promise<void> {
  await database.query('UPDATE sport_settlements SET held_until = caipu_now_ms() + $3::bigint WHERE game = $1 AND match_id = $2', [
    game,
    match_id,
    AGAIN_MS,
  ]);
  alarms?.raise('match-unsettled', `${game} ${match_id}, settle: ${errorText(error)}`);
}

async function claimSettlement(
  client: Querying,
  busy: readonly string[],
  only: SettlementRow | undefined,
): Promise<SettlementRow | undefined> {
  const { rows } = await client.query<SettlementRow>(
    `SELECT game, match_id, correction, after_user, after_order, counted FROM sport_settlements
      WHERE done_at IS NULL AND due_at <= ${NOW_ONCE} AND (held_until IS NULL OR held_until <= ${NOW_ONCE})
        AND game || '/' || match_id <> ALL($1::text[]) AND ($2::text IS NULL OR (game, match_id) = ($2, $3))
      ORDER BY steps, due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [busy, only?.game ?? null, only?.match_id ?? null],
    'claim-sport-settlement',
  );
  return rows[0];
}

/** Orders that a step could not end: those that it put into quarantine, and those to which a correction could not be applied. */
interface Trouble {
  readonly fresh: readonly TicketToQuarantine[];
  /** Results that nobody is paid by. */
  readonly refused?: readonly string[];
  readonly unmended?: readonly TicketToQuarantine[];
}

async function settleOrders(
  { database, sports }: SettleParts,
  client: Querying,
  { game, match_id, correction, after_user, after_order }: SettlementRow,
  apart: boolean,
): Promise<SportSettlementStep & Trouble> {
  const limit = ORDERS_PER_STEP[database.kind];
  const payout = sports.published(game)?.sport.payout;
  // For a game that is no longer published the final odds are read too. A game with fixed odds ignores them.
  const final = payout === undefined || (payout.kind === 'odds' && payout.odds === 'final');
  const { rows } = await client.query<OrderOnMatch>(
    'SELECT * FROM orders_on($1, $2, $3, $4, $5, $6)',
    [game, match_id, after_user, after_order, limit, final],
    'sport-orders-on',
  );
  const { ends, held, count, refused: impossible } = await orderEndsOf(sports, client, match_id, rows, correction !== null);
  const refused = await writeOrderEnds(client, game, match_id, ends, correction !== null, apart);
  const fresh = await quarantineTickets(client, [...held, ...refused]);
  const last = rows[count - 1];
  const done = count === rows.length && rows.length < limit;
  await client.query(
    `UPDATE sport_settlements SET after_user = $3, after_order = $4, done_at = CASE WHEN $5 THEN caipu_now_ms() END,
            correction = CASE WHEN $5 THEN NULL ELSE correction END WHERE game = $1 AND match_id = $2`,
    [game, match_id, last?.user_id ?? after_user, last?.id ?? after_order, done],
  );
  // An order that had its end is not held: it stays as it was paid, and somebody has to know.
  const unmended = correction === null ? [] : [...held, ...refused].filter((order) => !fresh.includes(order));
  return { game, match: match_id, is: done ? 'done' : 'step', orders: count, fresh, unmended, refused: impossible };
}

/** Tries one order that is in quarantine and due, as retryQuarantinedTicket of the draws does for number tickets. False: none is due. */
export async function retryQuarantinedSportOrder({ database, sports }: SettleParts): Promise<boolean> {
  if (!(await isRetryDue(database))) return false;
  let tried: TicketToQuarantine | undefined;
  try {
    return await database.transaction(async (client) => {
      const { rows } = await client.query<{
        entry: number;
        game: string;
        issue: string;
        user_id: number;
        ticket: string;
        prizes: unknown;
        sold_issue: string | null;
        amount: number;
      }>(
        `SELECT q.id AS entry, q.game, q.issue, q.user_id, q.ticket, p.counted AS prizes, s.sold_issue, s.amount
           FROM quarantine q JOIN sport_orders s ON s.user_id = q.user_id AND s.id = q.ticket
           LEFT JOIN sport_settlements p ON p.game = q.game AND p.match_id = 'issue/' || s.sold_issue
          WHERE q.ended_at IS NULL AND q.retry_at <= ${NOW_ONCE} ORDER BY q.retry_at LIMIT 1 FOR UPDATE OF q SKIP LOCKED`,
      );
      const [row] = rows;
      if (row === undefined) return false;
      tried = { game: row.game, issue: row.issue, user: row.user_id, id: row.ticket, reason: '' };
      await client.query('SELECT end_order_quarantine($1, $2)', [row.user_id, row.ticket]);
      if (row.sold_issue !== null && (await isIssueCancelled(client, row.game, row.sold_issue))) {
        await writeOrderEnds(client, row.game, row.issue, [refundEndOf({ ...row, id: row.ticket })], false, false);
        await client.query(`UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'done' WHERE id = $1`, [row.entry]);
        return true;
      }
      const { rows: orders } = await client.query<OrderOnMatch>('SELECT * FROM orders_on($1, NULL, $2, $3, 1, true)', [
        row.game,
        row.user_id,
        row.ticket,
      ]);
      const prizes = (row.prizes as { readonly prizes?: Record<string, number> } | null)?.prizes;
      const { ends, held } = await orderEndsOf(sports, client, row.issue, orders, false, prizes);
      if (held.length > 0) {
        await quarantineTickets(client, held);
        return true;
      }
      await writeOrderEnds(client, row.game, row.issue, ends, false, false);
      await client.query(`UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'done' WHERE id = $1`, [row.entry]);
      return true;
    });
  } catch (error) {
    if (isLockContention(error)) return false;
    if (tried === undefined || isUnavailable(error)) throw error;
    const again: TicketToQuarantine = { ...tried, reason: errorText(error) };
    await database.transaction((client) => quarantineTickets(client, [again]));
    return true;
  }
}
