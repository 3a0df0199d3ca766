/**
 * The steps of an issue's life after its sale: freeze, draw, settle. Any number of processes may take them: each step claims its
 * issue's row (SKIP LOCKED) and writes in the transaction that holds it, so a step happens once, and a killed process leaves the
 * next one where it stood.
 */
import type { Draw, Ticket } from '../../engine/descriptions/types.ts';
import { compileGame, settleTicket } from '../../engine/rules/index.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import type { StoredWin } from '../db/tables.ts';
import type { GameVersion, Games } from '../games.ts';
import { drawIssue } from './draw.ts';
import { floatingTiers, prizeTable, weightOf } from './prizes.ts';

type Parts = Pick<Context, 'database' | 'games'>;

/** Issues frozen or drawn in one go when many are due. */
const MANY = 50;
/** Tickets read, and at most paid, in one transaction. */
const TICKETS = 2_000;

/** Freezes what is closed. Returns how many. */
export async function freezeDue({ database, games }: Parts): Promise<number> {
  const { rows } = await database.query<{ game: string; issue: string }>(
    `SELECT game, issue FROM issues WHERE state = 'open' AND closes_at <= caipu_now_ms() ORDER BY closes_at LIMIT ${MANY}`,
  );
  let frozen = 0;
  for (const { game, issue } of rows) {
    // A game that was removed in the meantime is drawn under the version that its issue was opened with.
    const hash = games.published(game)?.hash ?? null;
    const done = await database.query<{ done: boolean }>('SELECT freeze_issue($1, $2, $3) AS done', [game, issue, hash]);
    if (done.rows[0]?.done === true) frozen += 1;
  }
  return frozen;
}

/** Draws what is frozen and due. Returns how many. */
export async function drawDue({ database, games }: Parts): Promise<number> {
  // Loaded before the transaction: on the embedded database it holds the only session.
  const due = await database.query<{ hash: string }>(
    `SELECT DISTINCT hash FROM issues WHERE state = 'frozen' AND draws_at <= caipu_now_ms()`,
  );
  const versions = await loadAll(games, due.rows);
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ game: string; issue: string; hash: string; seed: string }>(
      `SELECT game, issue, hash, seed FROM issues WHERE state = 'frozen' AND draws_at <= caipu_now_ms()
        ORDER BY draws_at LIMIT ${MANY} FOR UPDATE SKIP LOCKED`,
    );
    let drawn = 0;
    for (const row of rows) {
      const version = versions.get(row.hash);
      if (version === undefined) continue;
      await client.query(`UPDATE issues SET state = 'drawn', numbers = $3::jsonb WHERE game = $1 AND issue = $2 AND state = 'frozen'`, [
        row.game,
        row.issue,
        JSON.stringify(drawIssue(version.game, row.issue, row.seed)),
      ]);
      await announce(client, null, { type: 'draw', gameCode: row.game, issue: row.issue });
      drawn += 1;
    }
    return drawn;
  });
}

async function loadAll(games: Games, rows: readonly { hash: string }[]): Promise<Map<string, GameVersion>> {
  const versions = new Map<string, GameVersion>();
  for (const { hash } of rows) versions.set(hash, await games.byHash(hash));
  return versions;
}

async function announce(client: Querying, userId: number | null, event: unknown): Promise<void> {
  await client.query('INSERT INTO outbox (user_id, event) VALUES ($1, $2::jsonb)', [userId, JSON.stringify(event)]);
}

interface DrawnIssue {
  readonly game: string;
  readonly issue: string;
  readonly hash: string;
  readonly numbers: Draw['numbers'];
  readonly prizes: Record<string, number> | null;
  readonly draws_at: number;
  readonly settled_user: number | null;
  readonly settled_id: string | null;
}

interface SoldTicket {
  readonly user_id: number;
  readonly id: string;
  readonly hash: string;
  readonly ticket: Ticket;
  readonly chase_id: string | null;
}

/**
 * Settles one batch of one drawn issue: tickets in key order after the last one done, each under its own description. The batch, the
 * payments, the chases that they stop and how far it came are one transaction. Returns false when there was nothing to do.
 */
export async function settleSome({ database, games }: Parts): Promise<boolean> {
  // A ticket may have been sold under any version of its game; loaded before the transaction, see drawDue.
  const { rows: due } = await database.query<{ game: string; issue: string; hashes: string[] }>(
    `SELECT game, issue, ARRAY(SELECT d.hash FROM descriptions d WHERE d.kind = 'game' AND d.code = i.game ORDER BY d.stored_at DESC) AS hashes
       FROM issues i WHERE state = 'drawn' ORDER BY draws_at LIMIT 8`,
  );
  if (due.length === 0) return false;
  const versions = await loadAll(
    games,
    due.flatMap((row) => row.hashes.map((hash) => ({ hash }))),
  );
  return database.transaction(async (client) => {
    const names = due.map((row) => `${row.game} ${row.issue}`);
    const { rows } = await client.query<DrawnIssue>(
      `SELECT game, issue, hash, numbers, prizes, draws_at, settled_user, settled_id FROM issues
        WHERE state = 'drawn' AND game || ' ' || issue = ANY($1::text[]) ORDER BY draws_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [names],
    );
    const [issue] = rows;
    if (issue === undefined) return false;
    const own = (versions.get(issue.hash) as GameVersion).game;
    const others = [...versions.values()].map((version) => version.game).filter((game) => game.code === own.code && game !== own);

    let prizes = issue.prizes;
    if (prizes === null) {
      const winners = [own, ...others].some((game) => floatingTiers(game).size > 0)
        ? await floatingWinners(client, issue, versions)
        : new Map();
      prizes = prizeTable([own, ...others], winners);
      await client.query('UPDATE issues SET prizes = $3::jsonb WHERE game = $1 AND issue = $2', [
        issue.game,
        issue.issue,
        JSON.stringify(prizes),
      ]);
    }

    const tickets = await nextTickets(client, issue, issue.settled_user, issue.settled_id);
    const payments: { user: number; id: string; prize: number; wins: StoredWin[] }[] = [];
    const chases: { user: number; chase: string }[] = [];
    const voids: SoldTicket[] = [];
    for (const sale of tickets) {
      const version = versions.get(sale.hash) as GameVersion;
      if (!fits(version, issue.numbers)) {
        voids.push(sale);
        continue;
      }
      const result = settleTicket(rulesAt(version, issue), sale.ticket, { numbers: issue.numbers, prizes: floatingOnly(version, prizes) });
      if (result.prizeFen === 0n) continue;
      if (sale.chase_id !== null) chases.push({ user: sale.user_id, chase: sale.chase_id });
      payments.push({
        user: sale.user_id,
        id: sale.id,
        prize: exact(result.prizeFen),
        wins: result.wins.map((win) => ({ line: win.line, tier: win.tier, count: exact(win.count), prizeFen: exact(win.prizeFen) })),
      });
    }
    if (payments.length > 0) {
      if (chases.length > 0) await client.query('SELECT hold_chases($1::jsonb)', [JSON.stringify(chases)]);
      await client.query('SELECT pay_prizes($1::jsonb)', [JSON.stringify(payments)]);
      if (chases.length > 0) await client.query('SELECT stop_chases($1::jsonb, $2)', [JSON.stringify(chases), issue.issue]);
      await rememberWins(client, issue.game, payments);
    }
    // In the order of the keys, as everywhere that wallets are touched.
    for (const sale of voids) await client.query(`SELECT refund_ticket($1, $2, 'void')`, [sale.user_id, sale.id]);
    const last = tickets.at(-1);
    if (tickets.length < TICKETS) {
      await client.query(`UPDATE issues SET state = 'settled' WHERE game = $1 AND issue = $2`, [issue.game, issue.issue]);
      await announce(client, null, { type: 'settled', gameCode: issue.game, issue: issue.issue });
    } else if (last !== undefined) {
      await client.query('UPDATE issues SET settled_user = $3, settled_id = $4 WHERE game = $1 AND issue = $2', [
        issue.game,
        issue.issue,
        last.user_id,
        last.id,
      ]);
    }
    return true;
  });
}

async function nextTickets(client: Querying, issue: DrawnIssue, afterUser: number | null, afterId: string | null): Promise<SoldTicket[]> {
  const { rows } = await client.query<SoldTicket>(
    `SELECT user_id, id, hash, ticket, chase_id FROM tickets
      WHERE game = $1 AND issue = $2 AND status = 'placed' AND (user_id, id) > ($3, $4)
      ORDER BY user_id, id LIMIT ${TICKETS}`,
    [issue.game, issue.issue, afterUser ?? 0, afterId ?? '00000000-0000-0000-0000-000000000000'],
    'settle-tickets',
  );
  return rows;
}

/** Winning bets × multiplier × weight per floating tier, over every ticket of the issue; the same whoever counts, and however often. */
async function floatingWinners(
  client: Querying,
  issue: DrawnIssue,
  versions: ReadonlyMap<string, GameVersion>,
): Promise<Map<string, bigint>> {
  const winners = new Map<string, bigint>();
  let after: SoldTicket | undefined;
  for (;;) {
    const tickets = await nextTickets(client, issue, after?.user_id ?? null, after?.id ?? null);
    for (const sale of tickets) {
      const version = versions.get(sale.hash) as GameVersion;
      if (!fits(version, issue.numbers)) continue;
      const tiers = floatingTiers(version.game);
      for (const win of settleTicket(rulesAt(version, issue), sale.ticket, { numbers: issue.numbers }).wins) {
        const prize = tiers.get(`${sale.ticket.lines[win.line]?.play}/${win.tier}`);
        if (prize === undefined) continue;
        const weight = win.count * BigInt(sale.ticket.multiplier ?? 1) * weightOf(prize);
        winners.set(prize.tier, (winners.get(prize.tier) ?? 0n) + weight);
      }
    }
    after = tickets.at(-1);
    if (tickets.length < TICKETS) return winners;
  }
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
