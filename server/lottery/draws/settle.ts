/**
 * Settling drawn issues, in steps that are small and fair: the issue that had the fewest steps comes next, so that one with a hundred
 * thousand winners holds up nobody else's. Selections that may have won are asked for (candidate-tickets.ts) and looked at once each; the tickets of those
 * that won are read and paid one by one (pay.ts). Losing tickets are neither read nor written. What cannot be settled goes into quarantine.
 */
import {
  type Database,
  isLockContention,
  isUnavailable,
  type ShortTicket,
  NOW_ONCE,
  type Querying,
  errorText,
} from '../../platform/index.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import { settleTicket } from '../../../engine/rules/index.ts';
import { type CountProgress, fixPrizes, UnreadableTicketKey } from './fix-prizes.ts';
import { nextCandidates, CandidateSearches } from './candidate-tickets.ts';
import { type DrawnIssue, IN_FORCE, numbersFitZones, valueOrFault, rulesOnDrawDay, type VersionOf, versionsOf } from './issue.ts';
import { ticketToQuarantine, payTickets } from './pay.ts';
import {
  raiseTicketAlarm,
  type DrawParts,
  type TicketToQuarantine,
  quarantineIssue,
  quarantineTickets,
  endIssueQuarantine,
  isRetryDue,
} from './quarantine.ts';
import { type KeyedTicket, type SoldTicket, ticketsAfter, ticketsOfKeys } from './ticket-reads.ts';
import { ticketHashSql, toWholeTickets } from './sold-tickets.ts';
import { reconcilePools } from './pool.ts';
import { publishEvent } from './steps.ts';

/** Selections looked at, and tickets at most paid, in one step: a fifth of a second or less, for which others may have to wait. */
const STEP: Readonly<Record<Database['kind'], { readonly selections: number; readonly tickets: number }>> = {
  postgres: { selections: 1_000, tickets: 1_000 },
  // One session for everything, and slower: a draw that is due waits for the step under way.
  pglite: { selections: 250, tickets: 200 },
};
/** Ms of searching for selections that may have won after which a step goes on with those that it has. */
const SEARCHING_MS = 150;
/** Ms of looking at selections after which a step ends early: a ticket may have thousands of lines. */
const LOOKING_MS = 100;
/** Ms after which requests get their turn. */
const BREATHE_MS = 10;

const searches = new WeakMap<Database, CandidateSearches>();

function searchesOn(database: Database): CandidateSearches {
  const searchesOfDatabase = searches.get(database) ?? new CandidateSearches();
  searches.set(database, searchesOfDatabase);
  return searchesOfDatabase;
}

type Progress = Pick<DrawnIssue, 'settled_to' | 'settled_user' | 'settled_id'>;

/** A step that was taken. */
export interface SettlementStep {
  readonly game: string;
  readonly issue: string;
  /** busy: others hold what it needs, or an earlier issue comes first; it paid nothing. held: it is in quarantine. settled: nothing of it is left. */
  readonly is: 'step' | 'settled' | 'held' | 'busy';
}

type Claimed = DrawnIssue & {
  readonly counted: CountProgress | null;
  readonly cancelled: string | null;
  readonly held_until: number | null;
};

/**
 * Takes one step of one issue. The step, its payments, the chases that they stop and how far it came are one transaction, so a step that
 * breaks off has not been. `busy`: issues ("game/issue") to pass over. Undefined: there is nothing to do.
 */
export async function takeSettlementStep(parts: DrawParts, busy: readonly string[] = []): Promise<SettlementStep | undefined> {
  let claimed: { readonly game: string; readonly issue: string } | undefined;
  const take = (apart: boolean) =>
    parts.database.transaction(async (client) => {
      // Once more, by itself: the same issue, which another process may have taken meanwhile.
      const issue = await claimIssue(client, busy, claimed);
      if (issue === undefined) return undefined;
      claimed = { game: issue.game, issue: issue.issue };
      return settleBatch(parts, client, issue, apart);
    });
  try {
    let stepResult: Awaited<ReturnType<typeof take>>;
    try {
      stepResult = await take(false);
    } catch (error) {
      if (claimed === undefined || isUnavailable(error)) throw error;
      stepResult = await take(true);
    }
    if (stepResult !== undefined) raiseTicketAlarm(parts.alarms, stepResult.fresh);
    return stepResult;
  } catch (error) {
    if (claimed === undefined) throw error;
    if (isUnavailable(error)) {
      if (!isLockContention(error)) throw error;
      return { ...claimed, is: 'busy' };
    }
    if (error instanceof UnreadableTicketKey) await holdSelection(parts, claimed, error);
    await quarantineIssue(parts, claimed, 'settle', error);
    return { ...claimed, is: 'held' };
  }
}

async function claimIssue(
  client: Querying,
  busy: readonly string[],
  only: { readonly game: string; readonly issue: string } | undefined,
): Promise<Claimed | undefined> {
  const { rows } = await client.query<Claimed>(
    `SELECT game, issue, hash, numbers, prizes, draws_at, ${IN_FORCE('issues')}, encode(settled_to, 'hex') AS settled_to, settled_user, settled_id, counted, cancelled, held_until
       FROM issues
      WHERE (state = 'drawn' OR state IN ('open', 'frozen') AND cancelled IS NOT NULL)
        AND (held_until IS NULL OR held_until <= caipu_now_ms()) AND game || '/' || issue <> ALL($1::text[])
        AND ($2::text IS NULL OR (game, issue) = ($2, $3))
      ORDER BY settle_steps, draws_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [busy, only?.game ?? null, only?.issue ?? null],
  );
  return rows[0];
}

async function settleBatch(
  { database, games }: DrawParts,
  client: Querying,
  claimed: Claimed,
  apart: boolean,
): Promise<SettlementStep & { readonly fresh: readonly TicketToQuarantine[] }> {
  const limits = STEP[database.kind];
  const key = { game: claimed.game, issue: claimed.issue };
  await client.query('UPDATE issues SET settle_steps = settle_steps + 1 WHERE game = $1 AND issue = $2', [claimed.game, claimed.issue]);
  if (claimed.cancelled !== null) {
    const { rows } = await client.query<{ done: boolean }>('SELECT refund_issue($1, $2, $3) AS done', [
      claimed.game,
      claimed.issue,
      limits.tickets,
    ]);
    if (rows[0]?.done !== true) return { ...key, is: 'step', fresh: [] };
    await announceSettled(client, claimed);
    return { ...key, is: 'settled', fresh: [] };
  }
  const versionOf = versionsOf(games, client);
  const fixed =
    claimed.prizes === null
      ? await fixPrizes(client, claimed, versionOf, limits.selections)
      : { prizes: claimed.prizes, inForce: claimed.in_force };
  if (fixed === undefined) return { ...key, is: 'step', fresh: [] };
  if (fixed === 'waits') return { ...key, is: 'busy', fresh: [] };
  const { prizes } = fixed;
  const issue: Claimed = { ...claimed, in_force: fixed.inForce };
  const { tickets, progress: planned } = await nextBatch(client, issue, versionOf, limits, searchesOn(database));
  const paid = await payTickets(client, issue, tickets, prizes, versionOf, apart);
  const fresh = await quarantineTickets(client, paid.held);
  const progress = paid.count === tickets.length ? planned : afterTicket(tickets[paid.count - 1] as SoldTicket);
  if (issue.held_until !== null) await endIssueQuarantine(client, issue);
  if (progress === undefined) {
    await client.query(`UPDATE issues SET state = 'settled' WHERE game = $1 AND issue = $2`, [issue.game, issue.issue]);
    await client.query('SELECT forget_stake_limits($1, $2)', [issue.game, issue.issue]);
    await reconcilePools(client, versionOf, issue);
    await announceSettled(client, issue);
    return { ...key, is: 'settled', fresh };
  }
  await client.query(
    `UPDATE issues SET settled_to = decode($3, 'hex'), settled_user = $4, settled_id = $5 WHERE game = $1 AND issue = $2`,
    [issue.game, issue.issue, progress.settled_to, progress.settled_user, progress.settled_id],
  );
  return { ...key, is: 'step', fresh };
}

const announceSettled = (client: Querying, { game, issue, draws_at }: DrawnIssue) =>
  publishEvent(client, null, { type: 'settled', gameCode: game, issue, drawsAt: draws_at });

/** The next tickets to pay or to give back, and how far the issue is settled once that is done: undefined when it then is altogether. */
async function nextBatch(
  client: Querying,
  issue: DrawnIssue,
  versionOf: VersionOf,
  limits: (typeof STEP)['postgres'],
  searches: CandidateSearches,
): Promise<{ tickets: SoldTicket[]; progress: Progress | undefined }> {
  const { settled_to: selection, settled_user: user, settled_id: id } = issue;
  if (selection !== null && user !== null && id !== null) {
    // In the middle of a selection that more won than one step pays.
    const tickets = await ticketsAfter(client, issue, selection, { user, id }, limits.tickets);
    return { tickets, progress: tickets.length < limits.tickets ? afterSelection(selection) : afterTicket(tickets.at(-1) as SoldTicket) };
  }
  const { tickets: selections, upTo: searchedTo } = await nextCandidates(client, issue, selection, versionOf, {
    limit: limits.selections,
    ms: SEARCHING_MS,
    searches,
  });
  const concerned: string[] = [];
  const until = performance.now() + LOOKING_MS;
  let breathed = performance.now();
  let last: KeyedTicket | undefined;
  for (const one of selections) {
    if (await concerns(one, issue, versionOf)) concerned.push(one.selection);
    last = one;
    if (performance.now() > until) break;
    if (performance.now() - breathed > BREATHE_MS) {
      await breathe();
      breathed = performance.now();
    }
  }
  const tickets = await ticketsOfKeys(client, issue, concerned, limits.tickets);
  if (tickets.length === limits.tickets) return { tickets, progress: afterTicket(tickets.at(-1) as SoldTicket) };
  if (last !== selections.at(-1)) return { tickets, progress: afterSelection((last as KeyedTicket).selection) };
  return { tickets, progress: searchedTo === undefined ? undefined : afterSelection(searchedTo) };
}

const afterSelection = (selection: string): Progress => ({ settled_to: selection, settled_user: null, settled_id: null });
const afterTicket = (ticket: SoldTicket): Progress => ({
  settled_to: ticket.selection,
  settled_user: ticket.user_id,
  settled_id: ticket.id,
});

/** True for a selection whose tickets must be looked at: it won something, or cannot be judged. Every other one has lost. */
async function concerns({ hash, ticket }: KeyedTicket, issue: DrawnIssue, versionOf: VersionOf): Promise<boolean> {
  const isConcerned = await valueOrFault(async () => {
    const version = await versionOf(hash);
    return (
      !numbersFitZones(version, issue.numbers) ||
      settleTicket(rulesOnDrawDay(version, issue), ticket, { numbers: issue.numbers }).wins.length > 0
    );
  });
  return 'fault' in isConcerned || isConcerned.value;
}

/** The tickets that keep an issue from being settled, so that an operator can give them back and the others get their prizes. */
async function holdSelection(
  { database, alarms }: DrawParts,
  issue: { readonly game: string; readonly issue: string },
  error: UnreadableTicketKey,
): Promise<void> {
  const fresh = await database.transaction(async (client) => {
    const tickets = await ticketsOfKeys(client, issue, [error.ticketKey], STEP[database.kind].tickets);
    return quarantineTickets(
      client,
      tickets.map((ticket) => ticketToQuarantine(issue as DrawnIssue, ticket, error)),
    );
  });
  raiseTicketAlarm(alarms, fresh);
}

/**
 * Tries one ticket that is in quarantine and due. In one transaction it comes out, is paid or has lost, and its entry ends: a concurrent
 * process finds it claimed, and an aborted process has changed nothing. False: none is due.
 */
export async function retryQuarantinedTicket(parts: DrawParts): Promise<boolean> {
  const { database, games } = parts;
  if (!(await isRetryDue(database))) return false;
  let tried: TicketToQuarantine | undefined;
  try {
    return await database.transaction(async (client) => {
      const { rows } = await client.query<
        DrawnIssue & Omit<SoldTicket, 'ticket'> & { ticket: ShortTicket; entry: number; issue_hash: string }
      >(
        `SELECT q.id AS entry, t.user_id, t.id, t.selection, ${ticketHashSql('t')} AS hash, t.ticket, t.parent, i.game, i.issue, i.hash AS issue_hash, i.numbers,
                i.prizes, i.draws_at, ${IN_FORCE('i')}
           FROM quarantine q JOIN tickets t ON t.user_id = q.user_id AND t.id = q.ticket
           JOIN issues i ON i.game = q.game AND i.issue = q.issue AND i.prizes IS NOT NULL AND i.cancelled IS NULL
          WHERE q.ended_at IS NULL AND q.retry_at <= ${NOW_ONCE} ORDER BY q.retry_at LIMIT 1 FOR UPDATE OF q SKIP LOCKED`,
      );
      const [row] = toWholeTickets(rows, ({ game }) => game);
      if (row === undefined) return false;
      const issue: DrawnIssue = { ...row, hash: row.issue_hash };
      tried = { game: row.game, issue: row.issue, user: row.user_id, id: row.id, reason: '' };
      await client.query('SELECT end_order_quarantine($1, $2)', [row.user_id, row.id]);
      const { held } = await payTickets(client, issue, [row], row.prizes ?? {}, versionsOf(games, client));
      if (held.length > 0) {
        await quarantineTickets(client, held);
        return true;
      }
      await client.query(`UPDATE quarantine SET ended_at = caipu_now_ms(), outcome = 'done' WHERE id = $1`, [row.entry]);
      await client.query(
        `INSERT INTO outbox (user_id, event)
         SELECT user_id, jsonb_build_object('type', 'order', 'orderId', id, 'kind', kind, 'gameCode', game,
                  'status', CASE status WHEN 'placed' THEN 'lost' ELSE status END, 'prizeFen', prize) FROM orders WHERE user_id = $1 AND id = $2`,
        [row.user_id, row.id],
      );
      await client.query(`SELECT announce_balance(user_id, 'wallet', 'fen', balance_fen) FROM wallets WHERE user_id = $1`, [row.user_id]);
      return true;
    });
  } catch (error) {
    if (isLockContention(error)) return false;
    if (tried === undefined || isUnavailable(error)) throw error;
    const again: TicketToQuarantine = { ...tried, reason: errorText(error) };
    await database.transaction((client) => quarantineTickets(client, [again]));
    return true;
  }
}
