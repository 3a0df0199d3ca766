/** Playing a group order: what its ticket is sold as at that moment, and asking the database to do it. */
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import type { Envelope } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import { retryOnUniqueViolation, type Querying, type StoredAnswer } from '../../platform/index.ts';
import { type BetForm, checkLegs, OddsMoved, prizeRangeOf, type SportVersion } from '../../sports/index.ts';

/** A ticket of matches as it would be sold now, with the range of its prizes where that is known. */
export interface PricedTicket {
  readonly ticket: SportTicket;
  readonly min: number | null;
  readonly max: number | null;
}

export function pricedTicketOf(version: SportVersion, ticket: SportTicket): PricedTicket | Envelope<null> {
  const range = prizeRangeOf(version.compiled, ticket);
  if (range !== undefined && 'status' in range) return range;
  return { ticket, min: range?.minFen ?? null, max: range?.maxFen ?? null };
}

interface Stored {
  readonly kind: 'ticket' | 'sport';
  readonly game: string;
  readonly hash: string;
  readonly ticket: SportTicket;
  readonly form: BetForm;
  readonly left: number;
}

/**
 * What a group order on matches would be sold as now; null for a number game, where it cannot be sold, and while more than `shares` are
 * left (0: all), since it is not played then. The database looks again under its locks.
 */
export async function repriceGroupTicket(
  { database, sports }: Pick<SocialServices, 'database' | 'sports'>,
  hmId: string,
  shares: number,
): Promise<PricedTicket | { readonly refused: string } | null> {
  const { rows } = await database.query<Stored>(
    `SELECT kind, game, hash, ticket, form, left_shares AS left FROM group_buy_orders WHERE id = $1 AND kind = 'sport' AND state = 'open'`,
    [hmId],
    'group-to-play',
  );
  const [row] = rows;
  if (row === undefined || (shares > 0 && shares < row.left)) return null;
  const version = await sports.byHash(row.hash);
  const check = await checkLegs(database, row.game, row.hash, row.ticket.matches, row.form);
  // The database finds what is stopped, and says so.
  if ('status' in check || check.judged.numbers.length > 0) return { ticket: row.ticket, min: null, max: null };
  const sold = pricedTicketOf(version, { ...row.ticket, matches: check.judged.matches });
  return 'status' in sold ? { refused: sold.msg } : sold;
}

/** Calls one of the functions of group.sql that answer a call. Throws OddsMoved where nothing was done since odds moved meanwhile. */
export async function callGroupFunction(database: Querying, statement: 'start_group' | 'join_group', item: object): Promise<StoredAnswer> {
  return throwIfOddsMoved(async () => {
    const { rows } = await retryOnUniqueViolation(() =>
      database.query<{ answer: StoredAnswer }>(`SELECT ${statement}($1::jsonb) AS answer`, [JSON.stringify(item)], statement),
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`${statement} gave no answer`);
    return row.answer;
  });
}

export async function throwIfOddsMoved<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'CP001') throw new OddsMoved();
    throw error;
  }
}
