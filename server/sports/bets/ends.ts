/** What becomes of orders on matches, worked out and written; steps of matches and of pools share it. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Querying } from '../../db/database.ts';
import { abortsTransaction, type HeldTicket, isLasting, reasonOf } from '../../draws/quarantine.ts';
import { endOf, type OrderOn, type SportEnd } from './judge-order.ts';

export type SettleParts = Pick<Context, 'database' | 'sports'> & Partial<Pick<Context, 'alarms'>>;

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

const heldOrder = ({ user_id, id, ticket }: OrderOn, match: string, error: unknown): HeldTicket => ({
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
