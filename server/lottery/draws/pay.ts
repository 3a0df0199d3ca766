/** Paying the tickets of a drawn issue: each under its own description and by its own lines. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Game } from '../../../engine/descriptions/types.ts';
import { settleTicket } from '../../../engine/rules/index.ts';
import { type Querying, errorText, type StoredWin } from '../../platform/index.ts';
import { type DrawnIssue, numbersFitZones, valueOrFault, rulesOnDrawDay, type VersionOf } from './issue.ts';
import { poolSharesOf } from './pool.ts';
import { floatingTiers } from './prizes.ts';
import { abortsTransaction, type TicketToQuarantine, isPermanentError } from './quarantine.ts';
import type { SoldTicket } from './ticket-reads.ts';

/** Ms of working out tickets after which a step ends early: one may have thousands of lines. */
const WORKING_MS = 100;
/** Ms after which requests get their turn. */
const BREATHE_MS = 10;

interface Payment {
  readonly user: number;
  readonly id: string;
  readonly prize: number;
  /** What of it the game's pool pays. */
  readonly pool: number;
  readonly outcome: StoredWin[];
  readonly parent: string | null;
}

/** The outcomes of tickets, which are calculated before anything is written. */
interface Outcome {
  readonly payments: readonly Payment[];
  /** Sold for numbers that the draw has not: given back. */
  readonly voids: readonly SoldTicket[];
  /** Nobody can tell: to go into quarantine. */
  readonly held: readonly TicketToQuarantine[];
  /** How many of the tickets this is about. */
  readonly count: number;
}

async function outcomeOf(
  issue: DrawnIssue,
  tickets: readonly SoldTicket[],
  prizes: Readonly<Record<string, number>>,
  shares: Readonly<Record<string, number>>,
  versionOf: VersionOf,
): Promise<Outcome> {
  const payments: Payment[] = [];
  const voids: SoldTicket[] = [];
  const held: TicketToQuarantine[] = [];
  const until = performance.now() + WORKING_MS;
  let breathed = performance.now();
  let count = 0;
  for (const sale of tickets) {
    if (performance.now() > until) break;
    if (performance.now() - breathed > BREATHE_MS) {
      await breathe();
      breathed = performance.now();
    }
    count += 1;
    const outcome = await valueOrFault(async () => {
      const version = await versionOf(sale.hash);
      if (!numbersFitZones(version, issue.numbers)) return 'void';
      const result = settleTicket(rulesOnDrawDay(version, issue), sale.ticket, {
        numbers: issue.numbers,
        prizes: floatingOnly(rulesOnDrawDay(version, issue).game, prizes),
      });
      if (result.prizeFen === 0n) return 'lost';
      return {
        prize: exact(result.prizeFen),
        pool: exact(result.wins.reduce((sum, { line, tier, count }) => sum + count * shareOf(sale, shares, line, tier), 0n)),
        outcome: result.wins.map((win) => ({ line: win.line, tier: win.tier, count: exact(win.count), prizeFen: exact(win.prizeFen) })),
      };
    });
    if ('fault' in outcome) held.push(ticketToQuarantine(issue, sale, outcome.fault));
    else if (outcome.value === 'void') voids.push(sale);
    else if (outcome.value !== 'lost') payments.push({ user: sale.user_id, id: sale.id, parent: sale.parent, ...outcome.value });
  }
  return { payments, voids, held, count };
}

export const ticketToQuarantine = ({ game, issue }: DrawnIssue, sale: SoldTicket, fault: unknown): TicketToQuarantine => ({
  game,
  issue,
  user: sale.user_id,
  id: sale.id,
  reason: errorText(fault),
});

/**
 * Pays and gives back. `apart`: each ticket by itself, so that one that the database refuses (a player without a wallet) does not keep the
 * others from their prize. Returns how many of the tickets were dealt with, at least one if there is one, and those of them that could not be.
 */
export async function payTickets(
  client: Querying,
  issue: DrawnIssue,
  tickets: readonly SoldTicket[],
  prizes: Readonly<Record<string, number>>,
  versionOf: VersionOf,
  apart = false,
): Promise<{ count: number; held: TicketToQuarantine[] }> {
  const shares = tickets.length === 0 ? {} : await poolSharesOf(client, issue);
  const { payments, voids, held, count } = await outcomeOf(issue, tickets, prizes, shares, versionOf);
  if (!apart) {
    await write(client, issue, payments, voids);
    return { count, held: [...held] };
  }
  const refused: TicketToQuarantine[] = [];
  for (const sale of tickets.slice(0, count)) {
    const isOfSale = (entry: { readonly id: string }) => entry.id === sale.id;
    await client.query('SAVEPOINT one_ticket');
    try {
      await write(client, issue, payments.filter(isOfSale), voids.filter(isOfSale));
      await client.query('RELEASE SAVEPOINT one_ticket');
    } catch (error) {
      if (!isPermanentError(error) || !abortsTransaction(error)) throw error;
      await client.query('ROLLBACK TO SAVEPOINT one_ticket');
      refused.push(ticketToQuarantine(issue, sale, error));
    }
  }
  return { count, held: [...held, ...refused] };
}

async function write(client: Querying, issue: DrawnIssue, payments: readonly Payment[], voids: readonly SoldTicket[]): Promise<void> {
  if (payments.length > 0) {
    const chases = payments.flatMap(({ user, parent }) => (parent === null ? [] : [{ user, chase: parent }]));
    if (chases.length > 0) await client.query('SELECT lock_chases($1::jsonb)', [JSON.stringify(chases)]);
    await client.query('SELECT pay_prizes($1::jsonb)', [JSON.stringify(payments)]);
    if (chases.length > 0) await client.query('SELECT stop_chases($1::jsonb, $2)', [JSON.stringify(chases), issue.issue]);
    await rememberWins(client, issue.game, payments);
  }
  // In the order of the keys, as everywhere that wallets are touched.
  const ordered = [...voids].sort((a, b) => a.user_id - b.user_id || (a.id < b.id ? -1 : 1));
  for (const sale of ordered) await client.query(`SELECT refund_order($1, $2, 'void')`, [sale.user_id, sale.id]);
}

/** What the pool pays for one winning bet of a line, all its times (倍); nothing for a fixed tier. */
function shareOf({ ticket }: SoldTicket, shares: Readonly<Record<string, number>>, line: number, tier: string): bigint {
  return BigInt(shares[`${ticket.lines[line]?.play}/${tier}`] ?? 0) * BigInt(ticket.multiplier ?? 1);
}

/** A ticket's fixed prizes are those it was sold under; only what floats comes from the issue. */
function floatingOnly(game: Game, prizes: Readonly<Record<string, number>>): Record<string, number> {
  const chosen: Record<string, number> = {};
  for (const key of floatingTiers(game).keys()) {
    const fen = prizes[key];
    if (fen !== undefined) chosen[key] = fen;
  }
  return chosen;
}

function exact(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} does not fit a safe integer`);
  return Number(value);
}

/** The three largest of a batch go to the home page; the table keeps the last hundred. */
async function rememberWins(client: Querying, game: string, payments: readonly Payment[]): Promise<void> {
  for (const { user, id, prize } of [...payments].sort((a, b) => b.prize - a.prize).slice(0, 3)) {
    // A group order (合买) is named by its starter.
    await client.query(
      `INSERT INTO recent_wins (user_name, kind, game, prize_fen) SELECT u.name, CASE $1::bigint WHEN 0 THEN 'group' ELSE 'ticket' END, $2, $3 FROM users u
        WHERE u.id = CASE $1::bigint WHEN 0 THEN (SELECT initiator FROM group_buy_orders WHERE id = $4::uuid) ELSE $1::bigint END`,
      [user, game, prize, id],
    );
  }
  await client.query('DELETE FROM recent_wins WHERE seq <= (SELECT max(seq) FROM recent_wins) - 100');
}
