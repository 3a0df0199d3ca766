/** /api/order: a player's own orders, whatever their kinds. */
import {
  openOrders as openOrdersCall,
  orderDetail as orderDetailCall,
  orderResults as orderResultsCall,
  orders,
  outcome,
} from '../../protocol/calls/order.ts';
import { HTTP_OF_STATUS, STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import type { StoredAnswer } from '../db/tables.ts';
import { productOffset } from '../descriptions/product-clock.ts';
import { createResults } from '../draws/results.ts';
import { type HandledCall, handle, ok, refuse, refuseField } from '../web/call.ts';
import { gameName } from './kinds.ts';
import { openOrders } from './open.ts';
import { orderResults } from './order-results.ts';
import { listOrders, orderDetail, unknownStatus, UUID } from './orders.ts';

const DAY_MS = 86_400_000;

export function orderCalls(context: Context): HandledCall[] {
  const parts = { ...context, results: createResults(context) };
  return [
    handle(orders, async ({ fields: { status, kind, whole, game, from, to, by, cursor, size }, player }) => {
      if (kind !== undefined && whole) return refuse(STATUS.invalid, 'kind 与 whole 不能同时使用');
      if (by === 'drawn' && whole) return refuse(STATUS.invalid, '按开奖日查的是各期订单，不能与 whole 同时使用');
      if (from !== undefined && to !== undefined && from > to) return refuseField('to', '结束日期不能早于开始日期');
      if (unknownStatus({ kind, status })) return refuse(STATUS.invalid, '追号记录不能按中奖与否查询；请查询各期订单（status）');
      // A cursor is the id of the last order shown.
      const after = cursor !== undefined && UUID.test(cursor) ? cursor : undefined;
      const offsetMs = productOffset(context.publication);
      const page = await listOrders(parts, player.id, {
        ...{ status, kind, whole, game, size, offsetMs },
        cursor: after,
        drawn: by === 'drawn',
        from: from === undefined ? undefined : Date.parse(from) - offsetMs,
        to: to === undefined ? undefined : Date.parse(to) - offsetMs + DAY_MS,
      });
      return ok(game === undefined ? page : { ...page, gameName: gameName(parts, game) });
    }),
    handle(openOrdersCall, async ({ player }) => ok(await openOrders(parts, player.id))),
    handle(orderDetailCall, async ({ fields: { orderId }, player }) => {
      const found = await orderDetail(parts, player.id, orderId);
      return found === undefined ? refuse(STATUS.notFound, '订单不存在') : ok(found);
    }),
    handle(orderResultsCall, async ({ fields: { orderIds }, player }) => ok(await orderResults(parts, player.id, orderIds.split(',')))),
    handle(outcome, async ({ fields: { key }, player }) => {
      const { rows } = await context.database.query<{ answer: StoredAnswer | null }>('SELECT key_outcome($1, $2) AS answer', [
        player.id,
        key,
      ]);
      const answer = rows[0]?.answer ?? null;
      return ok(answer === null ? { state: 'unknown' } : { state: 'done', httpStatus: HTTP_OF_STATUS[answer.status] ?? 500, answer });
    }),
  ];
}
