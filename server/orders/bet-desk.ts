/**
 * Bets on their way to the database. One call carries as many as wait: alone when it is quiet, together when the database is busy,
 * so that load makes batches longer and not the line. Each bet gets its own answer.
 */
import type { Ticket } from '../../engine/descriptions/types.ts';
import type { Database } from '../db/database.ts';
import type { StoredAnswer } from '../db/tables.ts';

export interface BetOrder {
  /** SHA-256 of the session's token. */
  readonly token: string;
  readonly nonce: string;
  readonly key: string;
  /** What a repeated key must match. */
  readonly bodyHash: string;
  readonly id: string;
  readonly game: string;
  /** Undefined: the issue that is on sale. */
  readonly issue: string | undefined;
  readonly hash: string;
  readonly ticket: Ticket;
  readonly bets: number;
  readonly amountFen: number;
  readonly multiplier: number;
}

/** A chase (追号) on its way: the order's amount is of all issues, its bets of one. */
export interface ChaseOrder extends Omit<BetOrder, 'multiplier'> {
  readonly stopOnWin: boolean;
  /** One for each issue played, in order; without issues of their own they are the next ones from `issue` on. */
  readonly orders: readonly { readonly id: string; readonly issue?: string; readonly multiplier: number; readonly amount: number }[];
}

export interface BetDesk {
  place(order: BetOrder): Promise<StoredAnswer>;
  placeChase(order: ChaseOrder): Promise<StoredAnswer>;
}

/** Long enough to share a commit among many, short enough that nobody waits long for the others. */
const BATCH = 64;

interface Waiting {
  readonly order: BetOrder;
  readonly resolve: (answer: StoredAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export function openBetDesk(database: Database): BetDesk {
  const waiting: Waiting[] = [];
  let underWay = 0;

  function pump(): void {
    while (waiting.length > 0 && underWay < database.width) {
      const batch = waiting.splice(0, BATCH);
      underWay += 1;
      send(batch).finally(() => {
        underWay -= 1;
        pump();
      });
    }
  }

  async function send(batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await placeBets(
        database,
        batch.map((entry) => entry.order),
      );
      batch.forEach((entry, index) => {
        entry.resolve(answers[index] as StoredAnswer);
      });
    } catch (error) {
      const [only] = batch;
      if (only === undefined) return;
      if (batch.length === 1) only.reject(error);
      else if (!rolledBack(error)) for (const entry of batch) entry.reject(error);
      // One player must not take the others down: each player's bets are tried by themselves, then each bet.
      else if (batch.some(({ order }) => order.token !== only.order.token)) await Promise.all([...byPlayer(batch)].map(send));
      // Somebody else holds this player's wallet: every one of these would wait for it as long again.
      else if (lockedOut(error)) for (const entry of batch) entry.reject(error);
      else for (const entry of batch) await send([entry]);
    }
  }

  return {
    place: (order) =>
      new Promise((resolve, reject) => {
        waiting.push({ order, resolve, reject });
        pump();
      }),
    placeChase: (order) => placeChase(database, order),
  };
}

/** The bets of each session, in the order in which they came. */
function byPlayer(batch: readonly Waiting[]): Iterable<readonly Waiting[]> {
  const groups = new Map<string, Waiting[]>();
  for (const entry of batch) {
    const group = groups.get(entry.order.token);
    if (group) group.push(entry);
    else groups.set(entry.order.token, [entry]);
  }
  return groups.values();
}

/** True when a lock could not be had in time (SQLSTATE 55P03). */
const lockedOut = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/** True when the database itself refused the statement, so that nothing of it was written. A lost connection says no such thing. */
function rolledBack(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57');
}

/** Places bets in one transaction and returns their answers in the order given. */
export async function placeBets(database: Database, orders: readonly BetOrder[]): Promise<StoredAnswer[]> {
  const items = orders.map((order, i) => ({
    i,
    token: order.token,
    nonce: order.nonce,
    key: order.key,
    body_hash: order.bodyHash,
    id: order.id,
    game: order.game,
    issue: order.issue ?? null,
    hash: order.hash,
    ticket: order.ticket,
    bets: order.bets,
    amount: order.amountFen,
    multiplier: order.multiplier,
  }));
  const { rows } = await database.query<{ answers: (StoredAnswer & { i: number })[] }>(
    'SELECT place_bets($1::jsonb) AS answers',
    [JSON.stringify(items)],
    'place-bets',
  );
  const answers: StoredAnswer[] = [];
  for (const { i, status, models, msg } of rows[0]?.answers ?? []) answers[i] = { status, models, msg };
  return answers;
}

/** Places one chase in one transaction, all of it or nothing. */
export async function placeChase(database: Database, order: ChaseOrder): Promise<StoredAnswer> {
  const { rows } = await database.query<{ answer: StoredAnswer }>(
    'SELECT place_chase($1::jsonb) AS answer',
    [
      JSON.stringify({
        token: order.token,
        nonce: order.nonce,
        key: order.key,
        body_hash: order.bodyHash,
        id: order.id,
        game: order.game,
        issue: order.issue ?? null,
        hash: order.hash,
        ticket: order.ticket,
        bets: order.bets,
        amount: order.amountFen,
        stop: order.stopOnWin,
        orders: order.orders,
      }),
    ],
    'place-chase',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('place_chase gave no answer');
  return row.answer;
}
