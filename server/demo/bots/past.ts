/**
 * The past of a demonstration player who starts group orders (合买): orders of the last days on issues that were drawn before the first sale,
 * so that the lobby shows records of 7 and 30 days from the first hour on. The engine decides each from the numbers of its issue. Shares,
 * tickets and movements are those of any other group order; the movements have the time at which they are written, because the ledger of a
 * player is in the order of time.
 */
import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Draw, Ticket } from '../../../engine/descriptions/types.ts';
import { priceTicket, settleTicket } from '../../../engine/rules/index.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import { DAY_MS, dayNumberAt, HOUR_MS, type Querying } from '../../platform/index.ts';
import type { DemoServices } from '../services.ts';
import words from './bots.json' with { type: 'json' };
import { randomItem, randomNumberLines } from './tickets.ts';

type Parts = Pick<DemoServices, 'database' | 'games' | 'clock' | 'publication'>;

interface PastIssue {
  readonly game: string;
  readonly issue: string;
  readonly hash: string;
  readonly numbers: Draw['numbers'];
  readonly prizes: Readonly<Record<string, number>>;
  readonly closes_at: number;
  readonly draws_at: number;
}

const between = (from: number, to: number): number => randomInt(from, to + 1);

/** Issues of the last days that were never on sale and on which the player has no group order, the oldest first. */
async function freeIssues({ database, clock, publication }: Parts, starter: number): Promise<readonly PastIssue[]> {
  const now = clock.now();
  const firstDay = dayStart(now, productOffset(publication)) - (words.past.days - 1) * DAY_MS;
  const { rows } = await database.query<PastIssue>(
    `SELECT i.game, i.issue, i.hash, i.numbers, i.prizes, i.closes_at, i.draws_at FROM issues i
      WHERE i.game = ANY($1::text[]) AND i.backfilled AND i.state = 'settled' AND i.draws_at >= $2 AND i.draws_at < $3
        AND NOT EXISTS (SELECT 1 FROM group_buy_orders o WHERE o.initiator = $4 AND o.game = i.game AND o.issue = i.issue)
      ORDER BY i.draws_at, i.game`,
    // Records count days of the product's calendar, today among them.
    [words.past.games, firstDay, now, starter],
  );
  return rows;
}

/** Divides shares among the starter, with a fifth of them or more, and the others, with at least one each. */
function sharesOf(
  shares: number,
  starter: number,
  others: readonly number[],
): readonly { readonly user: number; readonly shares: number }[] {
  const joined = others.map((user) => ({ user, shares: between(1, Math.max(1, Math.floor((shares * 4) / 5 / others.length))) }));
  return [{ user: starter, shares: shares - joined.reduce((sum, each) => sum + each.shares, 0) }, ...joined];
}

async function writeGroupOrder(
  client: Querying,
  parts: Parts,
  starter: number,
  others: readonly number[],
  past: PastIssue,
): Promise<boolean> {
  const version = parts.games.published(past.game);
  const filled = randomNumberLines(parts, past.game, [], between(10, 20), between(1, 5));
  if (version === undefined || filled === undefined || filled.hash !== past.hash || filled.amountFen > 200_000) return false;
  const ticket = JSON.parse(filled.ticket) as Ticket;
  const { prizeFen, wins } = settleTicket(version.compiled, ticket, { numbers: past.numbers, prizes: past.prizes });
  const startedAt = past.closes_at - between(6, 20) * HOUR_MS;
  const id = uuidv7({ msecs: startedAt });
  // A share costs one yuan.
  const total = filled.amountFen / 100;
  const shares = sharesOf(total, starter, others);
  await client.query(
    `INSERT INTO group_buy_orders (id, initiator, kind, game, issue, hash, ticket, bets, multiplier, total, shares, share_fen, own_shares, sold,
                                   guarantee, guarantee_id, people, commission, base, security, title, words, ruled, started_at, stops_at, due_at, counted_day)
     VALUES ($1, $2, 'ticket', $3, $4, $5, $6::jsonb, $7, $8, $9::int * 100, $9, 100, $10, $9, 0, $11, $12, $13, 'profit', 0, $14, $15, true, $16, $17, $18, $19)`,
    [
      id,
      starter,
      past.game,
      past.issue,
      past.hash,
      filled.ticket,
      Number(priceTicket(version.compiled, ticket).bets),
      ticket.multiplier ?? 1,
      total,
      shares[0]?.shares,
      uuidv7({ msecs: startedAt }),
      shares.length,
      between(0, 8),
      randomItem(words.titles),
      randomItem(words.declarations),
      startedAt,
      past.closes_at - HOUR_MS / 2,
      past.draws_at,
      dayNumberAt(past.draws_at, productOffset(parts.publication)),
    ],
  );
  await client.query(
    `INSERT INTO group_buy_initiators AS h (user_id, started, last_at) VALUES ($1, 1, $2)
     ON CONFLICT (user_id) DO UPDATE SET started = h.started + 1, last_at = greatest(h.last_at, $2)`,
    [starter, startedAt],
  );
  for (const [at, share] of shares.entries()) {
    const shareId = uuidv7({ msecs: startedAt + at * 60_000 });
    const type = at === 0 ? 'own' : 'join';
    await client.query(
      `INSERT INTO group_buy_joins (user_id, id, group_buy_id, type, shares, game, issue, amount, status, placed_at, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $5 * 100, 'held', $8, $9)`,
      [share.user, shareId, id, type, share.shares, past.game, past.issue, startedAt + at * 60_000, past.draws_at],
    );
    await client.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', $2, 'gift', NULL)`, [share.user, share.shares * 100]);
    await client.query(`SELECT post($1, 'hmJoin', 'wallet', 'escrow:hm', $2, $3, $4)`, [share.user, share.shares * 100, type, shareId]);
  }
  await client.query('SELECT play_group($1, NULL)', [id]);
  await client.query('UPDATE tickets SET placed_at = $2 WHERE user_id = 0 AND id = $1', [id, startedAt]);
  if (prizeFen > 0n) {
    const outcome = wins.map((win) => ({ ...win, count: Number(win.count), prizeFen: Number(win.prizeFen) }));
    await client.query('SELECT pay_prizes($1::jsonb)', [JSON.stringify([{ user: 0, id, prize: Number(prizeFen), outcome, pool: 0 }])]);
  }
  await client.query(
    `UPDATE group_buy_orders SET state = CASE state WHEN 'played' THEN 'lost' ELSE state END, played_at = $2, ended_at = $3 WHERE id = $1`,
    [id, startedAt, past.draws_at],
  );
  return true;
}

/**
 * Writes the past group orders of a player, each in a transaction of its own, until there are as many as described. Returns how many are
 * still missing: the draws of the past may not have been made yet. `others`: the players who took the other shares.
 */
export async function writePastGroups(parts: Parts, starter: number, others: readonly number[]): Promise<number> {
  const { rows } = await parts.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM group_buy_orders o JOIN issues i ON i.game = o.game AND i.issue = o.issue AND i.backfilled WHERE o.initiator = $1`,
    [starter],
  );
  let missing = words.past.orders - (rows[0]?.count ?? 0);
  if (missing <= 0) return 0;
  const issues = await freeIssues(parts, starter);
  const wanted = missing;
  // One issue of each of as many periods as orders are missing, so that some orders are of the last 7 days.
  for (let period = 0; period < wanted; period += 1) {
    const issue = randomItem(issues.slice((issues.length * period) / wanted, (issues.length * (period + 1)) / wanted));
    if (issue === undefined) continue;
    const joiners = [...others].sort(() => randomInt(3) - 1).slice(0, between(1, 3));
    if (await parts.database.transaction((client) => writeGroupOrder(client, parts, starter, joiners, issue))) missing -= 1;
  }
  return missing;
}
