/** /api/order: a player's own tickets. Every query leads with the player of the session, so an id of someone else finds nothing. */
import type { OrderDetailModels, OrderListModels, OrderStatus, OutcomeModels } from '../../protocol/calls.ts';
import { type Envelope, HTTP_OF_STATUS, STATUS } from '../../protocol/status.ts';
import type { Player } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import type { StoredAnswer } from '../db/tables.ts';
import { createResults } from '../draws/results.ts';
import { type Call, ok, pageSize, refuse } from '../web/call.ts';
import { KEY } from './bet-calls.ts';
import { listOrders, orderDetail, unknownStatus, UUID } from './orders.ts';
import { ORDER_KINDS } from './registry.ts';

export function orderCalls(context: Context): Call<string>[] {
  const { database } = context;
  const parts = { ...context, results: createResults(context) };

  return [
    {
      method: 'GET',
      path: '/api/order/list',
      summary: '投注记录',
      fields: {
        status: { type: 'string', enum: ['', 'pending', 'won', 'lost', 'cancelled'] },
        kind: {
          type: 'string',
          enum: ['', ...ORDER_KINDS.keys()],
          description: 'One kind of orders; left out: all but chases, whose tickets are there.',
        },
        cursor: { type: 'string', maxLength: 64 },
        size: { type: 'string', maxLength: 4 },
      },
      session: 'required',
      async handle({ fields, player }) {
        const size = pageSize(fields.size);
        const [status, kind] = [(fields.status || undefined) as OrderStatus | undefined, fields.kind || undefined];
        if (unknownStatus({ kind, status })) return refuse(STATUS.invalid, '追号记录不能按中奖与否查询；请查询各期订单（status）');
        const cursor = fields.cursor && UUID.test(fields.cursor) ? fields.cursor : undefined;
        return ok<OrderListModels>(await listOrders(parts, (player as Player).id, { status, kind, cursor, size }));
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
        const detail = await orderDetail(parts, (player as Player).id, fields.orderId ?? '');
        return detail === undefined ? refuse(STATUS.notFound, '订单不存在') : ok(detail as unknown as OrderDetailModels);
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
