/**
 * Settling results: a result touches the orders that hold its match and no others. Small steps, the match that had the fewest next, so that
 * a final that two million bet on holds nobody up; each step, its payments and how far it came are one transaction. An order that waits
 * for another match is passed over: that one's result finds it. What cannot be settled goes into quarantine, by itself.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Database, Querying } from '../../db/database.ts';
import { isContended, isUnavailable } from '../../db/postgres.ts';
import { alarmTickets, abortsTransaction, type HeldTicket, holdTickets, isLasting, reasonOf } from '../../draws/quarantine.ts';
import { endOf, type OrderOn, type SportEnd } from './judge-order.ts';
import { poolStep } from './pools.ts';

export type SettleParts = Pick<Context, 'database' | 'sports'> & Partial<Pick<Context, 'alarms'>>;

/** Orders of one step: a fifth of a second or less, for which others may have to wait. */
export const STEP: Readonly<Record<Database['kind'], number>> = { postgres: 500, pglite: 100 };
/** Ms of working out orders after which a step ends early. */
const WORKING_MS = 100;
/** Ms after which requests get their turn. */
const BREATHE_MS = 10;

export interface Settlement {
  readonly game: string;
  /** Of an outright 'outright/…', of a pool 'issue/…'. */
  readonly match_id: string;
  readonly correction: number | null;
  readonly after_user: number | null;
  readonly after_order: string | null;
  readonly counted: unknown;
}

export interface SportStep {
  readonly game: string;
  readonly match: string;
  /** busy: others hold what it needs; it changed nothing. done: nothing of it is left. */
  readonly is: 'step' | 'done' | 'busy';
  /** Orders that were looked at. */
  readonly orders: number;
}

/** Takes one step. `busy`: ("game/match") to pass over. Undefined: there is nothing to do. */
export async function settleSportSome(parts: SettleParts, busy: readonly string[] = []): Promise<SportStep | undefined> {
  let claimed: Settlement | undefined;
  const take = (apart: boolean) =>
    parts.database.transaction(async (client) => {
      const next = await claim(client, busy, claimed);
      if (next === undefined) return undefined;
      claimed = next;
      await client.query('UPDATE sport_settlements SET steps = steps + 1 WHERE game = $1 AND match_id = $2', [next.game, next.match_id]);
      const pool = await poolStep(parts, client, next, STEP[parts.database.kind]);
      return pool ?? step(parts, client, next, apart);
    });
  try {
    let taken: Awaited<ReturnType<typeof take>>;
    try {
      taken = await take(false);
    } catch (error) {
      if (claimed === undefined || isUnavailable(error)) throw error;
      // Once more, each order by itself: the one that the database refuses is set aside.
      taken = await take(true);
    }
    if (taken === undefined) return undefined;
    alarmTickets(parts.alarms, taken.fresh);
    return taken;
  } catch (error) {
    if (claimed === undefined || (isUnavailable(error) && !isContended(error))) throw error;
    if (!isUnavailable(error)) await setAside(parts, claimed, error);
    return { game: claimed.game, match: claimed.match_id, is: 'busy', orders: 0 };
  }
}

/** Real or simulated ms until a settlement that failed as a whole is tried again. */
const AGAIN_MS = 60_000;

/** What fails for good (a game with a pool that is gone) must not keep the others from their turn. */
async function setAside({ database, alarms }: SettleParts, { game, match_id }: Settlement, error: unknown): Promise<void> {
  await database.query('UPDATE sport_settlements SET held_until = caipu_now_ms() + $3::bigint WHERE game = $1 AND match_id = $2', [
    game,
    match_id,
    AGAIN_MS,
  ]);
  alarms?.raise('issue-quarantined', `${game} ${match_id}, settle: ${reasonOf(error)}`);
}

async function claim(client: Querying, busy: readonly string[], only: Settlement | undefined): Promise<Settlement | undefined> {
  const { rows } = await client.query<Settlement>(
    `SELECT game, match_id, correction, after_user, after_order, counted FROM sport_settlements
      WHERE done_at IS NULL AND due_at <= caipu_now_ms() AND (held_until IS NULL OR held_until <= caipu_now_ms())
        AND game || '/' || match_id <> ALL($1::text[]) AND ($2::text IS NULL OR (game, match_id) = ($2, $3))
      ORDER BY steps, due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [busy, only?.game ?? null, only?.match_id ?? null],
    'claim-sport-settlement',
  );
  return rows[0];
}

async function step(
  { database, sports }: SettleParts,
  client: Querying,
  { game, match_id, correction, after_user, after_order }: Settlement,
  apart: boolean,
): Promise<SportStep & { readonly fresh: readonly HeldTicket[] }> {
  const limit = STEP[database.kind];
  const payout = sports.published(game)?.sport.payout;
  // Of a game that is gone by now the final odds are read all the same: they are not looked at where they do not pay.
  const final = payout === undefined || (payout.kind === 'odds' && payout.odds === 'final');
  const { rows } = await client.query<OrderOn>(
    'SELECT * FROM orders_on($1, $2, $3, $4, $5, $6)',
    [game, match_id, after_user, after_order, limit, final],
    'sport-orders-on',
  );
  const { ends, held, count } = await endsOf(sports, client, match_id, rows, correction !== null);
  const refused = await writeEnds(client, game, match_id, ends, correction !== null, apart);
  const fresh = await holdTickets(client, [...held, ...refused]);
  const last = rows[count - 1];
  const done = count === rows.length && rows.length < limit;
  await client.query(
    `UPDATE sport_settlements SET after_user = $3, after_order = $4, done_at = CASE WHEN $5 THEN caipu_now_ms() END,
            correction = CASE WHEN $5 THEN NULL ELSE correction END WHERE game = $1 AND match_id = $2`,
    [game, match_id, last?.user_id ?? after_user, last?.id ?? after_order, done],
  );
  return { game, match: match_id, is: done ? 'done' : 'step', orders: count, fresh };
}

/** Works out what becomes of orders, before anything is written. */
export async function endsOf(
  sports: SettleParts['sports'],
  client: Querying,
  match: string,
  orders: readonly OrderOn[],
  anew: boolean,
  prizes?: Readonly<Record<string, number>>,
): Promise<{ readonly ends: readonly SportEnd[]; readonly held: readonly HeldTicket[]; readonly count: number }> {
  const ends: SportEnd[] = [];
  const held: HeldTicket[] = [];
  const until = performance.now() + WORKING_MS;
  let breathed = performance.now();
  let count = 0;
  for (const order of orders) {
    if (count > 0 && performance.now() > until) break;
    if (performance.now() - breathed > BREATHE_MS) {
      await breathe();
      breathed = performance.now();
    }
    count += 1;
    if (order.results === null || (order.status !== 'placed' && !anew) || order.status === 'held') continue;
    try {
      ends.push(await endOf(sports, client, order, prizes));
    } catch (error) {
      if (abortsTransaction(error)) throw error;
      held.push(heldOrder(order, match, error));
    }
  }
  return { ends, held, count };
}

export const heldOrder = ({ user_id, id, ticket }: OrderOn, match: string, error: unknown): HeldTicket => ({
  game: ticket.game,
  issue: match,
  user: user_id,
  id,
  reason: reasonOf(error),
});

/** Writes ends; `apart`: each by itself, and those that the database refuses are returned. */
export async function writeEnds(
  client: Querying,
  game: string,
  match: string,
  ends: readonly SportEnd[],
  anew: boolean,
  apart: boolean,
): Promise<HeldTicket[]> {
  const write = (list: readonly SportEnd[]) =>
    client.query('SELECT end_sport_orders($1::jsonb, $2)', [JSON.stringify(list), anew], 'end-sport-orders');
  const refused: HeldTicket[] = [];
  const written: SportEnd[] = [];
  if (!apart) {
    if (ends.length > 0) await write(ends);
    written.push(...ends);
  } else
    for (const end of ends) {
      await client.query('SAVEPOINT one_order');
      try {
        await write([end]);
        await client.query('RELEASE SAVEPOINT one_order');
        written.push(end);
      } catch (error) {
        if (!isLasting(error) || !abortsTransaction(error)) throw error;
        await client.query('ROLLBACK TO SAVEPOINT one_order');
        refused.push({ game, issue: match, user: end.user, id: end.id, reason: reasonOf(error) });
      }
    }
  // The three largest of a step go to the home page; the table keeps the last hundred.
  const wins = written.filter(({ prize }) => prize > 0).sort((a, b) => b.prize - a.prize);
  if (wins.length > 0 && !anew) {
    await client.query(
      `INSERT INTO recent_wins (user_name, kind, game, prize_fen)
       SELECT u.name, 'sport', $1, w.prize FROM unnest($2::bigint[], $3::bigint[]) AS w("user", prize) JOIN users u ON u.id = w."user"`,
      [game, wins.slice(0, 3).map(({ user }) => user), wins.slice(0, 3).map(({ prize }) => prize)],
    );
    await client.query('DELETE FROM recent_wins WHERE seq <= (SELECT max(seq) FROM recent_wins) - 100');
  }
  return refused;
}

/** Tries one order that is in quarantine and due, as retrySome of the draws does for number tickets. False: none is due. */
export async function retrySportSome({ database, sports }: SettleParts): Promise<boolean> {
  let tried: HeldTicket | undefined;
  try {
    return await database.transaction(async (client) => {
      const { rows } = await client.query<{ entry: number; game: string; issue: string; user_id: number; ticket: string; prizes: unknown }>(
        `SELECT q.id AS entry, q.game, q.issue, q.user_id, q.ticket, p.counted AS prizes
           FROM quarantine q JOIN sport_orders s ON s.user_id = q.user_id AND s.id = q.ticket
           LEFT JOIN sport_settlements p ON p.game = q.game AND p.match_id = 'issue/' || s.sold_issue
          WHERE q.ended_at IS NULL AND q.retry_at <= caipu_now_ms() ORDER BY q.retry_at LIMIT 1 FOR UPDATE OF q SKIP LOCKED`,
      );
      const [row] = rows;
      if (row === undefined) return false;
      tried = { game: row.game, issue: row.issue, user: row.user_id, id: row.ticket, reason: '' };
      await client.query('SELECT release_order($1, $2)', [row.user_id, row.ticket]);
      const { rows: orders } = await client.query<OrderOn>('SELECT * FROM orders_on($1, NULL, $2, $3, 1, true)', [
        row.game,
        row.user_id,
        row.ticket,
      ]);
      const prizes = (row.prizes as { readonly prizes?: Record<string, number> } | null)?.prizes;
      const { ends, held } = await endsOf(sports, client, row.issue, orders, false, prizes);
      if (held.length > 0) {
        await holdTickets(client, held);
        return true;
      }
      await writeEnds(client, row.game, row.issue, ends, false, false);
      await client.query(`UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'done' WHERE id = $1`, [row.entry]);
      return true;
    });
  } catch (error) {
    if (isContended(error)) return false;
    if (tried === undefined || isUnavailable(error)) throw error;
    const again: HeldTicket = { ...tried, reason: reasonOf(error) };
    await database.transaction((client) => holdTickets(client, [again]));
    return true;
  }
}
