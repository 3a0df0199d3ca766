/** Sends bets, in batches, and chases to the database. */
import type { Ticket } from '../../../engine/descriptions/types.ts';
import type { LimitUsage } from '../../../engine/rules/index.ts';
import { type Database, openBatcher, type StoredAnswer } from '../../platform/index.ts';
import { toShortTicket } from '../draws/sold-tickets.ts';

export interface BetOrder {
  /** SHA-256 of the session's token. */
  readonly token: string;
  readonly nonce: string;
  readonly key: string;
  /** Hash of the request's body. A repeated key with another hash is refused. */
  readonly bodyHash: string;
  readonly id: string;
  readonly game: string;
  /** Undefined: the issue that is on sale. */
  readonly issue: string | undefined;
  readonly hash: string;
  readonly ticket: Ticket;
  /** The ticket key, hexadecimal (server/lottery/draws/ticket-keys.ts). */
  readonly selection?: string | undefined;
  readonly bets: number;
  readonly amountFen: number;
  readonly multiplier: number;
  /** The use of the game's stake limits at multiplier 1; undefined for a game without limits. */
  readonly limits?: readonly LimitUsage[] | undefined;
  /** A coupon (红包) of the player's bag that pays a part. `kind`: the kind of game, which the coupon must allow. */
  readonly coupon?: { readonly itemId: string; readonly kind: string } | undefined;
}

/** A chase (追号). `amountFen` is for all issues, `bets` for one. */
export interface ChaseOrder extends Omit<BetOrder, 'multiplier' | 'coupon'> {
  readonly stopOnWin: boolean;
  /** The tickets, in the order of their issues. Without `issue` they are for consecutive issues, beginning with `issue` of the chase. */
  readonly orders: readonly { readonly id: string; readonly issue?: string; readonly multiplier: number; readonly amount: number }[];
}

export interface BetBatcher {
  place(order: BetOrder): Promise<StoredAnswer>;
  placeChase(order: ChaseOrder): Promise<StoredAnswer>;
}

export const openBetBatcher = (database: Database): BetBatcher => ({
  place: openBatcher(database, { send: (orders, wait) => placeBets(database, orders, wait), playerOf: ({ token }) => token }),
  placeChase: (order) => placeChase(database, order),
});

/**
 * Places bets in one transaction and returns their answers in the same order. With `wait` false, bets of a player whose lock is taken are left
 * out and have no answer.
 */
export async function placeBets(database: Database, orders: readonly BetOrder[], wait = true): Promise<StoredAnswer[]> {
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
    // A text, as the row stores it: the database never reads inside it.
    ticket: JSON.stringify(toShortTicket(order.ticket)),
    selection: order.selection,
    bets: order.bets,
    amount: order.amountFen,
    multiplier: order.multiplier,
    ...(order.limits === undefined ? {} : { limits: order.limits }),
    ...(order.coupon === undefined ? {} : { coupon: order.coupon.itemId, coupon_kind: order.coupon.kind }),
  }));
  const { rows } = await database.query<{ answers: (StoredAnswer & { i: number })[] }>(
    'SELECT place_bets($1::jsonb, $2) AS answers',
    [JSON.stringify(items), wait],
    'place-bets',
  );
  const answers: StoredAnswer[] = [];
  for (const { i, status, models, msg } of rows[0]?.answers ?? []) answers[i] = { status, models, msg };
  return answers;
}

/** Places one chase in one transaction: all of its tickets or none. */
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
        selection: order.selection,
        bets: order.bets,
        amount: order.amountFen,
        stop: order.stopOnWin,
        orders: order.orders,
        ...(order.limits === undefined ? {} : { limits: order.limits }),
      }),
    ],
    'place-chase',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('place_chase gave no answer');
  return row.answer;
}
