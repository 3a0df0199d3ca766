/** /api/order: a player's own tickets. Every query leads with the player of the session, so an id of someone else finds nothing. */
import { sql } from 'kysely';
import { formatLine, priceTicket } from '../../engine/rules/index.ts';
import type { OrderDetailModels, OrderItem, OrderStatus } from '../../protocol/calls.ts';
import { orderDetail, orders as ordersCall, outcome } from '../../protocol/calls/order.ts';
import { HTTP_OF_STATUS, STATUS } from '../../protocol/status.ts';
import type { Player } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import type { StoredAnswer } from '../db/tables.ts';
import { createResults } from '../draws/results.ts';
import type { GameVersion } from '../games.ts';
import { type HandledCall, handle, ok, refuse } from '../web/call.ts';
import { fundItem } from '../money/fund-calls.ts';

/** A cursor of the list of orders is the id of the last one shown. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A ticket still 'placed' in a settled issue has lost: losing tickets are never written again. */
export const STATUS_SQL = sql<OrderStatus>`CASE WHEN tickets.status = 'won' THEN 'won' WHEN tickets.status = 'cancelled' THEN 'cancelled'
  WHEN issues.state = 'settled' THEN 'lost' ELSE 'pending' END`;

export function orderCalls(context: Context): HandledCall[] {
  const { database, games } = context;
  const results = createResults(context);

  const orders = (player: Player) =>
    database.kysely
      .selectFrom('tickets')
      .innerJoin('issues', (join) => join.onRef('issues.game', '=', 'tickets.game').onRef('issues.issue', '=', 'tickets.issue'))
      .where('tickets.user_id', '=', player.id)
      .select([
        'tickets.id',
        'tickets.game',
        'tickets.issue',
        'tickets.hash',
        'tickets.ticket',
        'tickets.bets',
        'tickets.multiplier',
        'tickets.amount_fen',
        'tickets.prize_fen',
        'tickets.wins',
        'tickets.placed_at',
        'tickets.chase_id',
        'issues.draws_at',
        'issues.closes_at',
        'issues.commitment',
        STATUS_SQL.as('order_status'),
      ]);
  type OrderRow = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number];

  function item(row: OrderRow, version: GameVersion): OrderItem {
    const names = new Set(row.ticket.lines.map((line) => version.compiled.play(line.play)?.play.name ?? line.play));
    return {
      orderId: row.id,
      gameCode: row.game,
      gameName: version.game.name,
      playNames: [...names].join('、'),
      issue: row.issue,
      bets: row.bets,
      multiplier: row.multiplier,
      amountFen: row.amount_fen,
      status: row.order_status,
      prizeFen: row.prize_fen,
      placedAt: row.placed_at,
      ...(row.chase_id === null ? {} : { chaseId: row.chase_id }),
    };
  }

  return [
    handle(ordersCall, async ({ fields: { status, cursor, size }, player }) => {
      let query = orders(player)
        .orderBy('tickets.id', 'desc')
        .limit(size + 1);
      if (status !== undefined) query = query.where(STATUS_SQL, '=', status);
      if (cursor !== undefined && UUID.test(cursor)) query = query.where('tickets.id', '<', cursor);
      const rows = await query.execute();
      const shown = rows.slice(0, size);
      const items = await Promise.all(shown.map(async (row) => item(row, await games.byHash(row.hash))));
      return ok({ items, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null });
    }),
    handle(orderDetail, async ({ fields: { orderId }, player }) => {
      const row = await orders(player).where('tickets.id', '=', orderId).executeTakeFirst();
      if (row === undefined) return refuse(STATUS.notFound, '订单不存在');
      const version = await games.byHash(row.hash);
      const transfers = await database.kysely
        .selectFrom('transfers')
        .selectAll()
        .where('user_id', '=', player.id)
        .where('order_id', '=', orderId)
        .orderBy('seq')
        .execute();
      return ok({
        ...item(row, version),
        hash: row.hash,
        ticket: row.ticket,
        lines: lines(row, version),
        drawsAt: row.draws_at,
        closesAt: row.closes_at,
        commit: row.commitment,
        result: (await results.one(row.game, row.issue)) ?? null,
        ledger: transfers.map((transfer) => fundItem(transfer, games)),
      });
    }),
    handle(outcome, async ({ fields: { key }, player }) => {
      const { rows } = await database.query<{ answer: StoredAnswer | null }>('SELECT key_outcome($1, $2) AS answer', [player.id, key]);
      const answer = rows[0]?.answer ?? null;
      return ok(answer === null ? { state: 'unknown' } : { state: 'done', httpStatus: HTTP_OF_STATUS[answer.status] ?? 500, answer });
    }),
  ];
}

function lines(
  row: { ticket: OrderDetailModels['ticket']; wins: readonly { line: number; tier: string; count: number; prizeFen: number }[] | null },
  version: GameVersion,
): OrderDetailModels['lines'] {
  return row.ticket.lines.map((line, index) => {
    const play = version.compiled.play(line.play)?.play;
    const price = priceTicket(version.compiled, { ...row.ticket, lines: [line] });
    const wins = (row.wins ?? []).filter((win) => win.line === index);
    return {
      playName: play?.name ?? line.play,
      text: play === undefined ? '' : formatLine(play, line),
      bets: Number(price.bets),
      amountFen: Number(price.amountFen),
      prizeFen: wins.reduce((sum, win) => sum + win.prizeFen, 0),
      wins: wins.map((win) => ({
        tierName: play?.prizes.find((prize) => prize.tier === win.tier)?.name ?? win.tier,
        count: win.count,
        prizeFen: win.prizeFen,
      })),
    };
  });
}
