/** /api/order: a player's own tickets. Every query leads with the player of the session, so an id of someone else finds nothing. */
import { sql } from 'kysely';
import { formatLine, priceTicket } from '../../engine/rules/index.ts';
import type { OrderDetailModels, OrderItem, OrderListModels, OrderStatus, OutcomeModels } from '../../protocol/calls.ts';
import { type Envelope, HTTP_OF_STATUS, STATUS } from '../../protocol/status.ts';
import type { Player } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import type { StoredAnswer } from '../db/tables.ts';
import { createResults } from '../draws/results.ts';
import type { GameVersion } from '../games.ts';
import { type Call, ok, pageSize, refuse } from '../web/call.ts';
import { fundItem } from '../money/fund-calls.ts';
import { KEY } from './bet-calls.ts';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A ticket still 'placed' in a settled issue has lost: losing tickets are never written again. */
export const STATUS_SQL = sql<OrderStatus>`CASE WHEN tickets.status = 'won' THEN 'won' WHEN tickets.status = 'cancelled' THEN 'cancelled'
  WHEN issues.state = 'settled' THEN 'lost' ELSE 'pending' END`;

export function orderCalls(context: Context): Call<string>[] {
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
    {
      method: 'GET',
      path: '/api/order/list',
      summary: '投注记录',
      fields: {
        status: { type: 'string', enum: ['', 'pending', 'won', 'lost', 'cancelled'] },
        cursor: { type: 'string', maxLength: 64 },
        size: { type: 'string', maxLength: 4 },
      },
      session: 'required',
      async handle({ fields, player }) {
        const size = pageSize(fields.size);
        let query = orders(player as Player)
          .orderBy('tickets.id', 'desc')
          .limit(size + 1);
        if (fields.status) query = query.where(STATUS_SQL, '=', fields.status as OrderStatus);
        if (fields.cursor && UUID.test(fields.cursor)) query = query.where('tickets.id', '<', fields.cursor);
        const rows = await query.execute();
        const shown = rows.slice(0, size);
        const items = await Promise.all(shown.map(async (row) => item(row, await games.byHash(row.hash))));
        return ok<OrderListModels>({ items, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null });
      },
    },
    {
      method: 'GET',
      path: '/api/order/detail',
      summary: '订单详情',
      fields: { orderId: { type: 'string', minLength: 1, maxLength: 64 } },
      required: ['orderId'],
      session: 'required',
      async handle({ fields, player }) {
        const id = fields.orderId ?? '';
        const row = UUID.test(id)
          ? await orders(player as Player)
              .where('tickets.id', '=', id)
              .executeTakeFirst()
          : undefined;
        if (row === undefined) return refuse(STATUS.notFound, '订单不存在');
        const version = await games.byHash(row.hash);
        const transfers = await database.kysely
          .selectFrom('transfers')
          .selectAll()
          .where('user_id', '=', (player as Player).id)
          .where('order_id', '=', id)
          .orderBy('seq')
          .execute();
        return ok<OrderDetailModels>({
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
      },
    },
    {
      method: 'GET',
      path: '/api/order/outcome',
      summary: '一个请求编号的结果；没有结果的编号就此作废',
      fields: { key: { type: 'string', minLength: 8, maxLength: 64 } },
      required: ['key'],
      session: 'required',
      async handle({ fields, player }): Promise<Envelope<unknown>> {
        const key = fields.key ?? '';
        if (!KEY.test(key)) return refuse(STATUS.invalid, '请求编号不正确');
        const { rows } = await database.query<{ answer: StoredAnswer | null }>('SELECT key_outcome($1, $2) AS answer', [
          (player as Player).id,
          key,
        ]);
        const answer = rows[0]?.answer ?? null;
        return ok<OutcomeModels>(
          answer === null ? { state: 'unknown' } : { state: 'done', httpStatus: HTTP_OF_STATUS[answer.status] ?? 500, answer },
        );
      },
    },
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
