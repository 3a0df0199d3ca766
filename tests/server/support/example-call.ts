/** The call that docs/calls.md adds; a test holds that the document shows these very lines and that they work. */
import { call } from '../../../protocol/calls/define.ts';
import { fen, id, object, Type } from '../../../protocol/calls/schema.ts';
import type { LoyaltyServices } from '../../../server/loyalty/services.ts';
import { type HandledCall, handle, ok, refuse } from '../../../server/platform/http/call.ts';
import { runIdempotent } from '../../../server/platform/http/idempotency.ts';
import { STATUS } from '../../../protocol/status.ts';

export const thankCall = call({
  method: 'POST',
  path: '/api/Activity/Thank',
  summary: '感谢一笔订单',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    orderId: id('order'),
    words: Type.String({ minLength: 1, maxLength: 100, description: 'What is said.' }),
  },
  answer: object({ orderId: id('order'), giftFen: fen('Gift, fen.') }),
  refuses: ['notFound', 'soldOut'],
  example: {
    fields: { orderId: '019a2b3c-0000-7000-8000-000000000001', words: '谢谢' },
    models: { orderId: '019a2b3c-0000-7000-8000-000000000001', giftFen: 100 },
  },
});

export function thankCalls(context: LoyaltyServices): HandledCall[] {
  return [
    handle(thankCall, ({ fields: { orderId }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const { rows } = await client.query('SELECT 1 FROM tickets WHERE user_id = $1 AND id = $2', [userId, orderId]);
        if (rows.length === 0) return refuse(STATUS.notFound, '订单不存在');
        return ok({ orderId, giftFen: 100 });
      }),
    ),
  ];
}
