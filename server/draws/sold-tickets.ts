/**
 * A bet's ticket as its row keeps it, which is written and copied with every bet: without what the row says already (the game; the description
 * where the selection begins with its hash) and without the names of its parts. Tickets of before schema 063, of chases and of group orders
 * are kept whole; both are read here.
 */
import type { Line, Ticket } from '../../engine/descriptions/types.ts';

type ShortLine = readonly [play: string, picks: Line['picks'], more?: Omit<Line, 'play' | 'picks'>];
type More = Omit<Ticket, 'game' | 'lines'>;
/** The lines, and behind them what else the ticket says; where nothing stands there, it says that it is for one time (倍) and one issue. */
export type ShortTicket = readonly (ShortLine | More)[];
export type KeptTicket = Ticket | ShortTicket;

export function shortTicket(ticket: Ticket): ShortTicket {
  const more = Object.fromEntries(Object.entries(ticket).filter(([name]) => name !== 'game' && name !== 'lines')) as More;
  const short = ticket.lines.map(({ play, picks, ...other }): ShortLine => (isEmpty(other) ? [play, picks] : [play, picks, other]));
  return isSingle(more) ? short : [...short, more];
}

export function wholeTicket(game: string, kept: KeptTicket): Ticket {
  if (!isShort(kept)) return kept;
  const lines = kept.filter((part) => Array.isArray(part)) as ShortLine[];
  const more = kept.length > lines.length ? (kept.at(-1) as More) : SINGLE;
  return { game, lines: lines.map(([play, picks, other]) => ({ play, picks, ...other })), ...more };
}

const SINGLE: More = { multiplier: 1, issues: 1 };
const isSingle = ({ multiplier, issues, ...other }: More): boolean => multiplier === 1 && issues === 1 && isEmpty(other);
const isShort = (kept: KeptTicket): kept is ShortTicket => Array.isArray(kept);
const isEmpty = (more: object): boolean => Object.keys(more).length === 0;

/**
 * What a statement selects as `hash`: of a row of tickets, `t` its name. The descriptions of games have none that begin alike
 * (descriptions_by_short). Where one is not in the database it is these first digits, by which it is not found either.
 */
export const hashOf = (t: string): string => {
  const digits = `encode(substr(${t}.selection, 2, 6), 'hex')`;
  const whole = `(SELECT d.hash FROM descriptions d WHERE d.kind = 'game' AND left(d.hash, 12) = ${digits})`;
  return `CASE ${t}.hash WHEN '' THEN coalesce(${whole}, ${digits}) ELSE ${t}.hash END`;
};

/** Rows with whole tickets. */
export const wholeTickets = <T extends { readonly ticket: KeptTicket }>(
  rows: readonly T[],
  gameOf: (row: T, at: number) => string,
): (Omit<T, 'ticket'> & { readonly ticket: Ticket })[] =>
  rows.map((row, at) => ({ ...row, ticket: wholeTicket(gameOf(row, at), row.ticket) }));
