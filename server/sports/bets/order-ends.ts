/** Calculates and writes the outcomes of orders on matches, for the settlement of matches and of pools. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Measure } from '../../../engine/descriptions/sports/types.ts';
import type { SportServices } from '../services.ts';
import { type Querying, errorText } from '../../platform/index.ts';
import { abortsTransaction, type TicketToQuarantine, isPermanentError } from '../../lottery/index.ts';
import { faultsText, measuresOf, impossibleResults } from '../result-checks.ts';
import { orderEndOf, isOutright, type OrderOnMatch, type SportOrderEnd } from './order-outcome.ts';

export type SettleParts = Pick<SportServices, 'database' | 'sports'> & Partial<Pick<SportServices, 'alarms'>>;

/** Ms of working out orders after which a step ends early. */
const WORKING_MS = 100;
/** Ms after which requests get their turn. */
const BREATHE_MS = 10;

/** Real or simulated ms until a result that cannot be is looked at again; another one that is entered is looked at at once. */
export const REFUSED_MS = 3_600_000;

export interface SettlementRow {
  readonly game: string;
  /** Id of a match; 'outright/…' for an outright, 'issue/…' for a pool. */
  readonly match_id: string;
  readonly correction: number | null;
  readonly after_user: number | null;
  readonly after_order: string | null;
  readonly counted: unknown;
}

export interface SportSettlementStep {
  readonly game: string;
  readonly match: string;
  /** busy: others hold what it needs; it changed nothing. done: nothing of it is left. */
  readonly is: 'step' | 'done' | 'busy';
  /** Orders that were looked at. */
  readonly orders: number;
}

export interface OrderEnds {
  readonly ends: readonly SportOrderEnd[];
  readonly held: readonly TicketToQuarantine[];
  readonly count: number;
  /** Matches for which orders wait although they have a result, each with its fault. */
  readonly refused: readonly string[];
}

/** Calculates the ends of orders and writes nothing. `correction`: orders that have ended get a new end. */
export async function orderEndsOf(
  sports: SettleParts['sports'],
  client: Querying,
  match: string,
  orders: readonly OrderOnMatch[],
  correction: boolean,
  prizes?: Readonly<Record<string, number>>,
): Promise<OrderEnds> {
  const ends: SportOrderEnd[] = [];
  const held: TicketToQuarantine[] = [];
  const impossible = await impossibleResultsOf(sports, client, orders);
  const refused = new Set<string>();
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
    if (order.results === null || (order.status !== 'placed' && !correction) || order.status === 'held') continue;
    // An impossible result decides no order: a pending one waits for the right result, and an ended one stays as it was paid.
    const wrong = Object.keys(order.results).find((each) => impossible.has(each));
    if (wrong !== undefined) {
      const why = `${order.ticket.game} ${wrong}: ${impossible.get(wrong)}`;
      if (order.status === 'placed') refused.add(why);
      else held.push(heldOrder(order, match, new Error(why)));
      continue;
    }
    try {
      ends.push(await orderEndOf(sports, client, order, prizes));
    } catch (error) {
      if (abortsTransaction(error)) throw error;
      held.push(heldOrder(order, match, error));
    }
  }
  return { ends, held, count, refused: [...refused] };
}

/** The matches of these orders with an impossible result, each with the reason. */
export async function impossibleResultsOf(
  sports: SettleParts['sports'],
  client: Querying,
  orders: readonly Pick<OrderOnMatch, 'hash' | 'ticket' | 'results'>[],
): Promise<ReadonlyMap<string, string>> {
  const sold = orders.filter(({ ticket, results }) => results !== null && !isOutright(ticket));
  const [first] = sold;
  if (first === undefined) return new Map();
  const matches = [...new Set(sold.flatMap(({ results }) => Object.keys(results ?? {})))];
  const versions: { readonly measures: readonly Measure[] }[] = [];
  for (const hash of new Set(sold.map((order) => order.hash))) {
    // For a missing version each order gets an error of its own later.
    const version = await sports.byHash(hash, client).catch((error: unknown) => {
      if (abortsTransaction(error)) throw error;
    });
    if (version !== undefined) versions.push(version.sport);
  }
  const refused = await impossibleResults(sports, client, first.ticket.game, matches, measuresOf(versions));
  return new Map([...refused].map(([id, faults]) => [id, faultsText(faults)]));
}

const heldOrder = ({ user_id, id, ticket }: OrderOnMatch, match: string, error: unknown): TicketToQuarantine => ({
  game: ticket.game,
  issue: match,
  user: user_id,
  id,
  reason: errorText(error),
});

/** Writes ends of orders. `apart`: each in a savepoint of its own; returns those that the database refuses. */
export async function writeOrderEnds(
  client: Querying,
  game: string,
  match: string,
  ends: readonly SportOrderEnd[],
  correction: boolean,
  apart: boolean,
): Promise<TicketToQuarantine[]> {
  const write = (list: readonly SportOrderEnd[]) =>
    client.query('SELECT end_sport_orders($1::jsonb, $2)', [JSON.stringify(list), correction], 'end-sport-orders');
  const refused: TicketToQuarantine[] = [];
  const written: SportOrderEnd[] = [];
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
        if (!isPermanentError(error) || !abortsTransaction(error)) throw error;
        await client.query('ROLLBACK TO SAVEPOINT one_order');
        refused.push({ game, issue: match, user: end.user, id: end.id, reason: errorText(error) });
      }
    }
  // The three largest of a step go to the home page; the table keeps the last hundred.
  const wins = written.filter(({ prize }) => prize > 0).sort((a, b) => b.prize - a.prize);
  if (wins.length > 0 && !correction) {
    await client.query(
      `INSERT INTO recent_wins (user_name, kind, game, prize_fen)
       SELECT u.name, 'sport', $1, w.prize FROM unnest($2::bigint[], $3::bigint[]) AS w("user", prize) JOIN users u ON u.id = w."user"`,
      [game, wins.slice(0, 3).map(({ user }) => user), wins.slice(0, 3).map(({ prize }) => prize)],
    );
    await client.query('DELETE FROM recent_wins WHERE seq <= (SELECT max(seq) FROM recent_wins) - 100');
  }
  return refused;
}
