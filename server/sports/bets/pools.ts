/**
 * What is settled by the issue. One that was cancelled gives its stakes back. Pools (14 场胜负, 任选九场): when all matches of an issue have their results, its orders are looked at twice, step by step. First the winning
 * bets are counted and the sales added up; then the pool is shared out, once; then the orders are ended. An issue waits for the one
 * before it, whose rest it gets.
 */
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import { settleSport, sharePool } from '../../../engine/rules/sports/index.ts';
import type { PoolPayout } from '../../../engine/descriptions/sports/types.ts';
import type { Querying } from '../../platform/index.ts';
import { type TicketToQuarantine, quarantineTickets } from '../../lottery/index.ts';
import { isIssueCancelled, nextRefunds } from './cancelled-issues.ts';
import {
  orderEndsOf,
  REFUSED_MS,
  impossibleResultsOf,
  type SettlementRow,
  type SettleParts,
  type SportSettlementStep,
  writeOrderEnds,
} from './order-ends.ts';
import { safeInteger, type OrderOnMatch } from './order-outcome.ts';

const ISSUE = 'issue/';

/** While winners are counted: fen staked by play, winning bets by "play/tier". Afterwards what a bet of each is paid. */
interface Counted {
  readonly sales: Readonly<Record<string, string>>;
  readonly winners: Readonly<Record<string, string>>;
  readonly prizes?: Readonly<Record<string, number>>;
}
const NOTHING: Counted = { sales: {}, winners: {} };

type Step = SportSettlementStep & { readonly fresh: readonly TicketToQuarantine[]; readonly refused?: readonly string[] };

/** One step of a game with a pool; undefined for a match of a game without one. */
export async function takePoolStep(
  parts: SettleParts,
  client: Querying,
  settlement: SettlementRow,
  limit: number,
): Promise<Step | undefined> {
  const { game, match_id } = settlement;
  // A game whose file is gone shares out what it sold all the same.
  const payout = (await parts.sports.lastPublished(game, client))?.sport.payout;
  if (match_id.startsWith(ISSUE) && (await isIssueCancelled(client, game, match_id.slice(ISSUE.length))))
    return giveBack(client, settlement, limit);
  if (match_id.startsWith(ISSUE)) return share(parts, client, settlement, payout, limit);
  if (payout?.kind !== 'pool') return undefined;
  // A match by itself decides nothing: with the last of its issue the pool is due.
  await client.query(`UPDATE sport_settlements SET done_at = caipu_now_ms() WHERE game = $1 AND match_id = $2`, [game, match_id]);
  await client.query(
    `SELECT queue_settlement($1, '${ISSUE}' || o.issue, (SELECT max(greatest(coalesce(a.result_at, 0), i.closes_at)) FROM offers a WHERE a.game = $1 AND a.issue = o.issue), $3)
       FROM offers o JOIN sport_issues i ON i.game = o.game AND i.issue = o.issue
      WHERE o.game = $1 AND o.match_id = $2 AND i.state IN ('open', 'closed', 'settled')
        AND NOT EXISTS (SELECT 1 FROM offers a WHERE a.game = $1 AND a.issue = o.issue AND a.result IS NULL)`,
    [game, match_id, settlement.correction],
  );
  return { game, match: match_id, is: 'done', orders: 0, fresh: [] };
}

/** One step of an issue that was cancelled, whatever its game pays by. */
async function giveBack(client: Querying, { game, match_id, after_user, after_order }: SettlementRow, limit: number): Promise<Step> {
  const { orders, ends } = await nextRefunds(client, game, match_id.slice(ISSUE.length), after_user, after_order, limit);
  await writeOrderEnds(client, game, match_id, ends, false, false);
  const last = orders.at(-1);
  const done = orders.length < limit;
  await client.query(
    `UPDATE sport_settlements SET after_user = $3, after_order = $4, done_at = CASE WHEN $5 THEN caipu_now_ms() END WHERE game = $1 AND match_id = $2`,
    [game, match_id, last?.user_id ?? after_user, last?.id ?? after_order, done],
  );
  return { game, match: match_id, is: done ? 'done' : 'step', orders: orders.length, fresh: [] };
}

async function share(
  parts: SettleParts,
  client: Querying,
  settlement: SettlementRow,
  payout: { readonly kind: string } | undefined,
  limit: number,
): Promise<Step> {
  const { game, match_id, after_user, after_order, correction } = settlement;
  const issue = match_id.slice(ISSUE.length);
  const counted = (settlement.counted ?? NOTHING) as Counted;
  const stepResult = (is: 'step' | 'done', orders: number, fresh: readonly TicketToQuarantine[] = []): Step => ({
    game,
    match: match_id,
    is,
    orders,
    fresh,
  });
  const save = (next: Counted, last: OrderOnMatch | undefined, done: boolean) =>
    client.query(
      `UPDATE sport_settlements SET counted = $3::jsonb, after_user = $4, after_order = $5, done_at = CASE WHEN $6 THEN caipu_now_ms() END,
              correction = CASE WHEN $6 THEN NULL ELSE correction END WHERE game = $1 AND match_id = $2`,
      [game, match_id, JSON.stringify(next), last?.user_id ?? null, last?.id ?? null, done],
    );
  if (payout?.kind !== 'pool') throw new Error(`${game} has no pool any more; issue ${issue} waits`);

  if (counted.prizes === undefined) {
    // A result that an operator put in the place of another one can be replaced again until it is due.
    const { rowCount: early } = await client.query(
      `UPDATE sport_settlements SET held_until = r.due
         FROM (SELECT max(result_at) AS due FROM offers WHERE game = $1 AND issue = $3) r
        WHERE game = $1 AND match_id = $2 AND r.due > caipu_now_ms()`,
      [game, match_id, issue],
    );
    if (early > 0) return stepResult('step', 0);
    // The rest of the issue before comes in: it must have been shared out.
    if (await waits(client, game, issue)) {
      await client.query(`UPDATE sport_settlements SET held_until = caipu_now_ms() + 60000 WHERE game = $1 AND match_id = $2`, [
        game,
        match_id,
      ]);
      return stepResult('step', 0);
    }
    const { rows } = await ordersOf(client, game, issue, after_user, after_order, limit);
    // Nothing is counted by a result that cannot be; the right one of that match makes the issue due again.
    const refused = [...(await impossibleResultsOf(parts.sports, client, rows))].map(([match, why]) => `${game} ${match}: ${why}`);
    if (refused.length > 0) {
      await client.query(`UPDATE sport_settlements SET held_until = caipu_now_ms() + $3::bigint WHERE game = $1 AND match_id = $2`, [
        game,
        match_id,
        REFUSED_MS,
      ]);
      return { ...stepResult('step', 0), refused };
    }
    const next = await countMore(parts, client, counted, rows);
    if (rows.length === limit) {
      await save(next, rows.at(-1), false);
      return stepResult('step', rows.length);
    }
    const prizes = await shareOut(client, game, issue, payout as PoolPayout, next);
    await client.query(`UPDATE sport_issues SET state = 'settled', prizes = $3::jsonb WHERE game = $1 AND issue = $2`, [
      game,
      issue,
      JSON.stringify(prizes),
    ]);
    await save({ ...next, prizes }, undefined, false);
    return stepResult('step', rows.length);
  }

  const { rows } = await ordersOf(client, game, issue, after_user, after_order, limit);
  const { ends, held, count, refused } = await orderEndsOf(parts.sports, client, match_id, rows, correction !== null, counted.prizes);
  await writeOrderEnds(client, game, match_id, ends, correction !== null, false);
  const fresh = await quarantineTickets(client, held);
  const done = count === rows.length && rows.length < limit;
  await save(counted, rows[count - 1], done);
  return { ...stepResult(done ? 'done' : 'step', count, fresh), refused };
}

/** True while an issue before this one, on which somebody bet, is not shared out. */
async function waits(client: Querying, game: string, issue: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM sport_issues i JOIN sport_issues own ON own.game = i.game AND own.issue = $2
      WHERE i.game = $1 AND (i.closes_at, i.issue) < (own.closes_at, own.issue) AND i.state NOT IN ('settled', 'cancelled')
        AND EXISTS (SELECT 1 FROM sport_orders s WHERE s.game = i.game AND s.sold_issue = i.issue AND s.status <> 'cancelled') LIMIT 1`,
    [game, issue],
  );
  return rows.length > 0;
}

const ordersOf = (client: Querying, game: string, issue: string, user: number | null, id: string | null, limit: number) =>
  client.query<OrderOnMatch>('SELECT * FROM orders_of_issue($1, $2, $3, $4, $5)', [game, issue, user, id, limit], 'sport-orders-of-issue');

/** Adds up what phones are shown of the pools on sale. */
export async function refreshShownPools({ database, sports }: SettleParts): Promise<void> {
  for (const { sport } of sports.all())
    if (sport.payout.kind === 'pool')
      await database.query('SELECT refresh_pools($1, $2, $3::jsonb)', [
        sport.code,
        sport.payout.sharePermille,
        JSON.stringify(sport.payout.tables.map(({ play }) => play)),
      ]);
}

/** Adds what these orders staked and won. One that is cancelled is not in the pool; one that nobody can judge has won nothing. */
async function countMore({ sports }: SettleParts, client: Querying, counted: Counted, orders: readonly OrderOnMatch[]): Promise<Counted> {
  const sales = new Map(Object.entries(counted.sales).map(([play, fen]) => [play, BigInt(fen)]));
  const winners = new Map(Object.entries(counted.winners).map(([key, count]) => [key, BigInt(count)]));
  for (const { hash, ticket, results, amount, status } of orders) {
    if (status === 'cancelled' || results === null) continue;
    const sport = ticket as SportTicket;
    const [play = ''] = Object.keys(sport.matches[0]?.picks ?? {});
    sales.set(play, (sales.get(play) ?? 0n) + BigInt(amount));
    const { compiled } = await sports.byHash(hash, client);
    for (const { tier, count } of settleSport(compiled, sport, results).wins)
      winners.set(`${play}/${tier}`, (winners.get(`${play}/${tier}`) ?? 0n) + count);
  }
  const texts = (map: ReadonlyMap<string, bigint>) => Object.fromEntries([...map].map(([key, value]) => [key, value.toString()]));
  return { sales: texts(sales), winners: texts(winners) };
}

/** Shares the pool of each play out and writes it down; returns what a bet of each tier is paid, by "play/tier". */
async function shareOut(
  client: Querying,
  game: string,
  issue: string,
  payout: PoolPayout,
  { sales, winners }: Counted,
): Promise<Record<string, number>> {
  const prizes: Record<string, number> = {};
  for (const table of payout.tables) {
    const { rows } = await client.query<{ carried: number }>('SELECT pool_carried($1, $2, $3, $4) AS carried', [
      game,
      issue,
      table.play,
      table === payout.tables[0],
    ]);
    const carriedFen = BigInt(rows[0]?.carried ?? 0);
    const shared = sharePool(table, {
      salesFen: BigInt(sales[table.play] ?? 0),
      sharePermille: payout.sharePermille,
      carriedFen,
      winners: Object.fromEntries(table.tiers.map(({ tier }) => [tier, BigInt(winners[`${table.play}/${tier}`] ?? 0)])),
    });
    for (const { tier, fen } of shared.tiers) prizes[`${table.play}/${tier}`] = safeInteger(fen);
    await client.query(
      `INSERT INTO sport_pools (game, issue, play, sales_fen, pool_fen, carried_in, carried_out, tiers, shared_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, caipu_now_ms())
       ON CONFLICT (game, issue, play) DO UPDATE SET tiers = excluded.tiers, carried_out = excluded.carried_out, shared_at = excluded.shared_at`,
      [
        game,
        issue,
        table.play,
        BigInt(sales[table.play] ?? 0).toString(),
        shared.poolFen.toString(),
        carriedFen.toString(),
        shared.carriedFen.toString(),
        JSON.stringify(
          shared.tiers.map(({ tier, winners: won, fen, paid }) => ({ tier, winners: Number(won), fen: Number(fen), paid: Number(paid) })),
        ),
      ],
    );
  }
  return prizes;
}
