/** Reading the tickets of an issue by what they bet on, each different selection once. */
import type { Ticket } from '../../../engine/descriptions/types.ts';
import type { ShortTicket, Querying } from '../../platform/index.ts';
import { ticketHashSql, toWholeTickets } from './sold-tickets.ts';

export interface KeyedTicket {
  readonly selection: string;
  readonly hash: string;
  /** One of the tickets that made it; its multiplier is its own. */
  readonly ticket: Ticket;
}

export interface SoldTicket extends KeyedTicket {
  readonly user_id: number;
  readonly id: string;
  /** The chase that it is one issue of. */
  readonly parent: string | null;
}

export interface IssueKey {
  readonly game: string;
  readonly issue: string;
}

/** As a row has it. */
type ShortRow<T> = Omit<T, 'ticket'> & { readonly ticket: ShortTicket };

/** Selections asked for in one statement when only some of their tickets may be wanted: each gives at most `limit`. */
const AT_ONCE = 50;
/** Before all keys. Keys are bytes in the database and hexadecimal here, which has the same order. */
export const BEFORE_ALL_KEYS = '';

/**
 * The next selections after one, in order. PostgreSQL steps from one to the next through the index, so that a million tickets on a
 * thousand numbers are a thousand steps.
 */
export async function nextTicketKeys(
  client: Querying,
  { game, issue }: IssueKey,
  after: string | null,
  limit: number,
): Promise<KeyedTicket[]> {
  const { rows } = await client.query<ShortRow<KeyedTicket>>(
    `WITH RECURSIVE step AS (
       (SELECT selection, ${ticketHashSql('tickets')} AS hash, ticket, 1 AS n FROM tickets
         WHERE game = $1 AND issue = $2 AND selection > decode($3, 'hex') ORDER BY selection LIMIT 1)
       UNION ALL
       SELECT following.selection, following.hash, following.ticket, step.n + 1
         FROM step CROSS JOIN LATERAL (
           SELECT t.selection, ${ticketHashSql('t')} AS hash, t.ticket FROM tickets t
            WHERE t.game = $1 AND t.issue = $2 AND t.selection > step.selection ORDER BY t.selection LIMIT 1) following
        WHERE step.n < $4::int)
     SELECT encode(selection, 'hex') AS selection, hash, ticket FROM step ORDER BY n`,
    [game, issue, after ?? BEFORE_ALL_KEYS, limit],
    'next-selections',
  );
  return toWholeTickets(rows, () => game);
}

/** One ticket of each of these selections, in their order. */
export async function oneTicketPerKey(client: Querying, { game, issue }: IssueKey, selections: readonly string[]): Promise<KeyedTicket[]> {
  if (selections.length === 0) return [];
  const { rows } = await client.query<ShortRow<KeyedTicket>>(
    `SELECT wanted.selection, one.hash, one.ticket
       FROM unnest($3::text[]) WITH ORDINALITY AS wanted(selection, at) CROSS JOIN LATERAL (
         SELECT ${ticketHashSql('tickets')} AS hash, ticket FROM tickets WHERE game = $1 AND issue = $2 AND selection = decode(wanted.selection, 'hex') LIMIT 1) one
      ORDER BY wanted.at`,
    [game, issue, selections],
    'representatives',
  );
  return toWholeTickets(rows, () => game);
}

/*
 * The index of selections ends with the player: it gives a selection's tickets player by player, whatever the planner believes of their number.
 * So as many are read as are wanted and the rest of the last player's, and these few are put in order by their ids.
 */

/** Placed tickets of one selection after a ticket, in the order of their keys. */
export async function ticketsAfter(
  client: Querying,
  { game, issue }: IssueKey,
  selection: string,
  after: { readonly user: number; readonly id: string },
  limit: number,
): Promise<SoldTicket[]> {
  const { rows } = await client.query<ShortRow<SoldTicket>>(
    `SELECT * FROM (
       SELECT user_id, id, encode(selection, 'hex') AS selection, ${ticketHashSql('tickets')} AS hash, ticket, parent FROM tickets
        WHERE game = $1 AND issue = $2 AND selection = decode($3, 'hex') AND status = 'placed' AND (user_id, id) > ($4::bigint, $5::uuid)
        ORDER BY user_id FETCH FIRST ($6::int) ROWS WITH TIES) t
      ORDER BY user_id, id LIMIT $6`,
    [game, issue, selection, after.user, after.id, limit],
    'tickets-of-selection',
  );
  return toWholeTickets(rows, () => game);
}

/** Placed tickets of selections, in the order of the selections as given and then of their keys; the first `limit` of them. */
export async function ticketsOfKeys(
  client: Querying,
  { game, issue }: IssueKey,
  selections: readonly string[],
  limit: number,
): Promise<SoldTicket[]> {
  const tickets: SoldTicket[] = [];
  for (let from = 0; from < selections.length && tickets.length < limit; from += AT_ONCE) {
    const { rows } = await client.query<ShortRow<SoldTicket>>(
      `SELECT t.* FROM unnest($3::text[]) WITH ORDINALITY AS wanted(selection, at) CROSS JOIN LATERAL (
         SELECT user_id, id, wanted.selection, ${ticketHashSql('tickets')} AS hash, ticket, parent FROM tickets
          WHERE game = $1 AND issue = $2 AND selection = decode(wanted.selection, 'hex') AND status = 'placed'
          ORDER BY user_id FETCH FIRST ($4::int) ROWS WITH TIES) t
        ORDER BY wanted.at, t.user_id, t.id LIMIT $4`,
      [game, issue, selections.slice(from, from + AT_ONCE), limit - tickets.length],
      'tickets-of-selections',
    );
    tickets.push(...toWholeTickets(rows, () => game));
  }
  return tickets;
}

/** How many times (倍) each of the selections was bet, over its tickets that still count. */
export async function multiplierSums(
  client: Querying,
  { game, issue }: IssueKey,
  selections: readonly string[],
): Promise<Map<string, bigint>> {
  if (selections.length === 0) return new Map();
  const { rows } = await client.query<{ selection: string; times: string }>(
    `SELECT encode(selection, 'hex') AS selection, sum(multiplier)::text AS times FROM tickets
      WHERE game = $1 AND issue = $2 AND selection = ANY(ARRAY(SELECT decode(hex, 'hex') FROM unnest($3::text[]) AS hex))
        AND status IN ('placed', 'held') GROUP BY selection`,
    [game, issue, selections],
  );
  return new Map(rows.map(({ selection, times }) => [selection, BigInt(times)]));
}
