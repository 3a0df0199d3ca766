/**
 * Settling drawn issues. What was bet is looked at once for each different selection; the tickets of those that won are read and paid
 * one by one, each under its own description and by its own lines. Losing tickets are neither read nor written.
 */
import type { Draw } from '../../engine/descriptions/types.ts';
import { compileGame, settleTicket } from '../../engine/rules/index.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import type { StoredWin } from '../db/tables.ts';
import type { GameVersion } from '../games.ts';
import { floatingTiers, prizeTable, weightOf } from './prizes.ts';
import { nextSelections, type Selection, type SoldTicket, ticketsAfter, ticketsOf, timesBet } from './selections.ts';
import { announce } from './steps.ts';

type Parts = Pick<Context, 'database' | 'games'>;

/** Selections looked at, and tickets at most paid, in one transaction. */
const SELECTIONS = 2_000;
const TICKETS = 2_000;

interface DrawnIssue {
  readonly game: string;
  readonly issue: string;
  readonly hash: string;
  readonly numbers: Draw['numbers'];
  readonly prizes: Record<string, number> | null;
  readonly draws_at: number;
  /** Every selection up to this one is done; while settled_user is set, this one only up to that ticket. */
  readonly settled_selection: string | null;
  readonly settled_user: number | null;
  readonly settled_id: string | null;
}

type Progress = Pick<DrawnIssue, 'settled_selection' | 'settled_user' | 'settled_id'>;

/** Versions of games by hash, read through the transaction's own client: on the embedded database that is the only session. */
type VersionOf = (hash: string) => Promise<GameVersion>;

/**
 * Settles one batch of one drawn issue. The batch, the payments, the chases that they stop and how far it came are one transaction, so
 * a batch that breaks off has not been. Returns false when there was nothing to do.
 */
export async function settleSome({ database, games }: Parts): Promise<boolean> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<DrawnIssue>(
      `SELECT game, issue, hash, numbers, prizes, draws_at, settled_selection, settled_user, settled_id FROM issues
        WHERE state = 'drawn' ORDER BY draws_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const [issue] = rows;
    if (issue === undefined) return false;
    const versionOf: VersionOf = (hash) => games.byHash(hash, client);
    const prizes = issue.prizes ?? (await fixPrizes(client, issue, versionOf));
    const { tickets, progress } = await nextBatch(client, issue, versionOf);
    await pay(client, issue, tickets, prizes, versionOf);
    if (progress === undefined) {
      await client.query(`UPDATE issues SET state = 'settled' WHERE game = $1 AND issue = $2`, [issue.game, issue.issue]);
      await announce(client, null, { type: 'settled', gameCode: issue.game, issue: issue.issue, drawsAt: issue.draws_at });
    } else {
      await client.query('UPDATE issues SET settled_selection = $3, settled_user = $4, settled_id = $5 WHERE game = $1 AND issue = $2', [
        issue.game,
        issue.issue,
        progress.settled_selection,
        progress.settled_user,
        progress.settled_id,
      ]);
    }
    return true;
  });
}

/** What each tier of the issue pays, worked out once and kept with it. */
async function fixPrizes(client: Querying, issue: DrawnIssue, versionOf: VersionOf): Promise<Record<string, number>> {
  const own = (await versionOf(issue.hash)).game;
  // A ticket may have been sold under any version of its game, and one with floating prizes has a say in the table. Whether there ever was
  // one is a look at an index; which ones the issue's tickets were sold under is seen while their winners are counted.
  const { rows } = await client.query(`SELECT 1 FROM descriptions WHERE kind = 'game' AND code = $1 AND floats LIMIT 1`, [issue.game]);
  const floats = floatingTiers(own).size > 0 || rows.length > 0;
  const { winners, hashes } = floats ? await floatingWinners(client, issue, versionOf) : NOBODY;
  const others = [];
  for (const hash of await newestFirst(client, hashes)) if (hash !== issue.hash) others.push((await versionOf(hash)).game);
  const prizes = prizeTable([own, ...others], winners);
  await client.query('UPDATE issues SET prizes = $3::jsonb WHERE game = $1 AND issue = $2', [
    issue.game,
    issue.issue,
    JSON.stringify(prizes),
  ]);
  return prizes;
}

interface FloatingWinners {
  /** Winning bets × multiplier × weight per floating tier. */
  readonly winners: ReadonlyMap<string, bigint>;
  /** Versions with floating prizes that tickets of the issue were sold under. */
  readonly hashes: ReadonlySet<string>;
}

const NOBODY: FloatingWinners = { winners: new Map(), hashes: new Set() };

async function newestFirst(client: Querying, hashes: ReadonlySet<string>): Promise<string[]> {
  if (hashes.size === 0) return [];
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM descriptions WHERE hash = ANY($1::text[]) ORDER BY stored_at DESC, hash',
    [[...hashes]],
  );
  return rows.map(({ hash }) => hash);
}

/** Over every ticket of the issue; the same whoever counts, and however often. */
async function floatingWinners(client: Querying, issue: DrawnIssue, versionOf: VersionOf): Promise<FloatingWinners> {
  const winners = new Map<string, bigint>();
  const hashes = new Set<string>();
  let after: string | null = null;
  for (;;) {
    const selections = await nextSelections(client, issue, after, SELECTIONS);
    /** For one time (倍) of each selection that won a floating prize. */
    const weights = new Map<string, Map<string, bigint>>();
    for (const { selection, hash, ticket } of selections) {
      const version = await versionOf(hash);
      const tiers = floatingTiers(version.game);
      if (tiers.size === 0) continue;
      hashes.add(hash);
      if (!fits(version, issue.numbers)) continue;
      for (const win of settleTicket(rulesAt(version, issue), { ...ticket, multiplier: 1 }, { numbers: issue.numbers }).wins) {
        const prize = tiers.get(`${ticket.lines[win.line]?.play}/${win.tier}`);
        if (prize === undefined) continue;
        const own = weights.get(selection) ?? new Map<string, bigint>();
        weights.set(selection, own.set(prize.tier, (own.get(prize.tier) ?? 0n) + win.count * weightOf(prize)));
      }
    }
    const times = await timesBet(client, issue, [...weights.keys()]);
    for (const [selection, own] of weights)
      for (const [tier, weight] of own) winners.set(tier, (winners.get(tier) ?? 0n) + weight * (times.get(selection) ?? 0n));
    if (selections.length < SELECTIONS) return { winners, hashes };
    after = (selections.at(-1) as Selection).selection;
  }
}

/** The next tickets to pay or to give back, and how far the issue is settled once that is done: undefined when it then is altogether. */
async function nextBatch(
  client: Querying,
  issue: DrawnIssue,
  versionOf: VersionOf,
): Promise<{ tickets: SoldTicket[]; progress: Progress | undefined }> {
  const { settled_selection: selection, settled_user: user, settled_id: id } = issue;
  if (selection !== null && user !== null && id !== null) {
    // In the middle of a selection that more won than one batch pays.
    const tickets = await ticketsAfter(client, issue, selection, { user, id }, TICKETS);
    return { tickets, progress: tickets.length < TICKETS ? done(selection) : upTo(tickets.at(-1) as SoldTicket) };
  }
  const selections = await nextSelections(client, issue, selection, SELECTIONS);
  const concerned: string[] = [];
  for (const one of selections) if (concerns(await versionOf(one.hash), issue, one)) concerned.push(one.selection);
  const tickets = await ticketsOf(client, issue, concerned, TICKETS);
  if (tickets.length === TICKETS) return { tickets, progress: upTo(tickets.at(-1) as SoldTicket) };
  const last = selections.at(-1);
  return { tickets, progress: last === undefined || selections.length < SELECTIONS ? undefined : done(last.selection) };
}

const done = (selection: string): Progress => ({ settled_selection: selection, settled_user: null, settled_id: null });
const upTo = (ticket: SoldTicket): Progress => ({
  settled_selection: ticket.selection,
  settled_user: ticket.user_id,
  settled_id: ticket.id,
});

/** True for a selection whose tickets must be looked at: it won something, or cannot be judged. Every other one has lost. */
function concerns(version: GameVersion, issue: DrawnIssue, { ticket }: Selection): boolean {
  return !fits(version, issue.numbers) || settleTicket(rulesAt(version, issue), ticket, { numbers: issue.numbers }).wins.length > 0;
}

async function pay(
  client: Querying,
  issue: DrawnIssue,
  tickets: readonly SoldTicket[],
  prizes: Record<string, number>,
  versionOf: VersionOf,
): Promise<void> {
  const payments: { user: number; id: string; prize: number; outcome: StoredWin[] }[] = [];
  const chases: { user: number; chase: string }[] = [];
  const voids: SoldTicket[] = [];
  for (const sale of tickets) {
    const version = await versionOf(sale.hash);
    if (!fits(version, issue.numbers)) {
      voids.push(sale);
      continue;
    }
    const result = settleTicket(rulesAt(version, issue), sale.ticket, { numbers: issue.numbers, prizes: floatingOnly(version, prizes) });
    if (result.prizeFen === 0n) continue;
    if (sale.parent !== null) chases.push({ user: sale.user_id, chase: sale.parent });
    payments.push({
      user: sale.user_id,
      id: sale.id,
      prize: exact(result.prizeFen),
      outcome: result.wins.map((win) => ({ line: win.line, tier: win.tier, count: exact(win.count), prizeFen: exact(win.prizeFen) })),
    });
  }
  if (payments.length > 0) {
    if (chases.length > 0) await client.query('SELECT hold_chases($1::jsonb)', [JSON.stringify(chases)]);
    await client.query('SELECT pay_prizes($1::jsonb)', [JSON.stringify(payments)]);
    if (chases.length > 0) await client.query('SELECT stop_chases($1::jsonb, $2)', [JSON.stringify(chases), issue.issue]);
    await rememberWins(client, issue.game, payments);
  }
  // In the order of the keys, as everywhere that wallets are touched.
  voids.sort((a, b) => a.user_id - b.user_id || (a.id < b.id ? -1 : 1));
  for (const sale of voids) await client.query(`SELECT refund_order($1, $2, 'void')`, [sale.user_id, sale.id]);
}

/** A version's rules on the day of the draw: what a set of numbers holds may change with the day. */
function rulesAt(version: GameVersion, issue: DrawnIssue): GameVersion['compiled'] {
  return compileGame(version.game, issue.draws_at);
}

/**
 * False when the draw has not the numbers that a ticket was sold for: a chase may be weeks old, and the game may draw from other zones
 * by now. Such a ticket can neither win nor lose, so its stake is given back.
 */
function fits(version: GameVersion, numbers: Draw['numbers']): boolean {
  return version.game.draw.zones.every((zone) => {
    const drawn = numbers[zone.id];
    return drawn?.length === zone.pick && drawn.every((number) => number >= zone.from && number <= zone.to);
  });
}

/** A ticket's fixed prizes are those it was sold under; only what floats comes from the issue. */
function floatingOnly(version: GameVersion, prizes: Record<string, number>): Record<string, number> {
  const chosen: Record<string, number> = {};
  for (const key of floatingTiers(version.game).keys()) {
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
async function rememberWins(client: Querying, game: string, payments: readonly { user: number; prize: number }[]): Promise<void> {
  for (const { user, prize } of [...payments].sort((a, b) => b.prize - a.prize).slice(0, 3)) {
    await client.query('INSERT INTO recent_wins (user_name, game, prize_fen) SELECT name, $2, $3 FROM users WHERE id = $1', [
      user,
      game,
      prize,
    ]);
  }
  await client.query('DELETE FROM recent_wins WHERE seq <= (SELECT max(seq) FROM recent_wins) - 100');
}
