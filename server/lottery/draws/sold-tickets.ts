/**
 * A ticket as its row keeps it, which is written and copied with every bet: without what the row says already (the game; the description
 * where the selection begins with its hash) and without the names of its parts. short_ticket (ticket-keys.sql) does the same to the tickets of
 * chases and of group orders.
 */
import type { Ticket } from '../../../engine/descriptions/types.ts';
import type { ShortLine, ShortTicket, TicketRest } from '../../platform/index.ts';

export function toShortTicket(ticket: Ticket): ShortTicket {
  const more = Object.fromEntries(Object.entries(ticket).filter(([name]) => name !== 'game' && name !== 'lines')) as TicketRest;
  const short = ticket.lines.map(({ play, picks, ...other }): ShortLine => (isEmpty(other) ? [play, picks] : [play, picks, other]));
  return isSingle(more) ? short : [...short, more];
}

export function toWholeTicket(game: string, shortTicket: ShortTicket): Ticket {
  const lines = shortTicket.filter((part) => Array.isArray(part)) as ShortLine[];
  const more = shortTicket.length > lines.length ? (shortTicket.at(-1) as TicketRest) : SINGLE;
  return { game, lines: lines.map(([play, picks, other]) => ({ play, picks, ...other })), ...more };
}

const SINGLE: TicketRest = { multiplier: 1, issues: 1 };
const isSingle = ({ multiplier, issues, ...other }: TicketRest): boolean => multiplier === 1 && issues === 1 && isEmpty(other);
const isEmpty = (more: object): boolean => Object.keys(more).length === 0;

/**
 * What a statement selects as `hash`: of a row of tickets, `t` its name. The descriptions of games have none that begin alike
 * (descriptions_by_short). Where one is not in the database it is these first digits, by which it is not found either.
 */
export const ticketHashSql = (t: string): string => {
  const digits = `encode(substr(${t}.selection, 2, 6), 'hex')`;
  const whole = `(SELECT d.hash FROM descriptions d WHERE d.kind = 'game' AND left(d.hash, 12) = ${digits})`;
  return `CASE ${t}.hash WHEN '' THEN coalesce(${whole}, ${digits}) ELSE ${t}.hash END`;
};

/** Rows with whole tickets. */
export const toWholeTickets = <T extends { readonly ticket: ShortTicket }>(
  rows: readonly T[],
  gameOf: (row: T, at: number) => string,
): (Omit<T, 'ticket'> & { readonly ticket: Ticket })[] =>
  rows.map((row, at) => ({ ...row, ticket: toWholeTicket(gameOf(row, at), row.ticket) }));
