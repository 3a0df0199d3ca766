/** Handlers of /api/order: a player's own orders of all kinds. */
import {
  openOrders as openOrdersCall,
  orderDetail as orderDetailCall,
  orderResults as orderResultsCall,
  orders,
  outcome,
} from '../../../protocol/calls/order.ts';
import { HTTP_OF_STATUS, STATUS } from '../../../protocol/status.ts';
import { UUID } from '../../../protocol/uuid.ts';
import type { LotteryServices } from '../services.ts';
import { DAY_MS, handle, type HandledCall, ok, refuse, refuseField, type StoredAnswer } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { openOrders } from './open-orders.ts';
import { orderResults } from './order-results.ts';
import { listOrders, orderDetail, isUnknownStatus } from './orders.ts';

export function orderCalls(context: LotteryServices): HandledCall[] {
  return [
    handle(orders, async ({ fields: { status, kind, whole, game, from, to, by, cursor, size }, player }) => {
      if (kind !== undefined && whole) return refuse(STATUS.invalid, 'kind 与 whole 不能同时使用');
      if (by === 'drawn' && whole) return refuse(STATUS.invalid, '按开奖日查的是各期订单，不能与 whole 同时使用');
      if (from !== undefined && to !== undefined && from > to) return refuseField('to', '结束日期不能早于开始日期');
      if (isUnknownStatus({ kind, status }, context.orderKinds))
        return refuse(STATUS.invalid, '追号记录不能按中奖与否查询；请查询各期订单（status）');
      // The cursor is the id of the last order of the previous page. A malformed one is ignored.
      const after = cursor !== undefined && UUID.test(cursor) ? cursor : undefined;
      const offsetMs = productOffset(context.publication);
      const page = await listOrders(context, player.id, {
        ...{ status, kind, whole, game, size, offsetMs },
        cursor: after,
        drawn: by === 'drawn',
        from: from === undefined ? undefined : Date.parse(from) - offsetMs,
        to: to === undefined ? undefined : Date.parse(to) - offsetMs + DAY_MS,
      });
      return ok(game === undefined ? page : { ...page, gameName: context.gameName(game) });
    }),
    handle(openOrdersCall, async ({ player }) => ok(await openOrders(context, player.id))),
    handle(orderDetailCall, async ({ fields: { orderId }, player }) => {
      const order = await orderDetail(context, player.id, orderId);
      return order === undefined ? refuse(STATUS.notFound, '订单不存在') : ok(order);
    }),
    handle(orderResultsCall, async ({ fields: { orderIds }, player }) => ok(await orderResults(context, player.id, orderIds.split(',')))),
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
