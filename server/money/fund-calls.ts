/** /api/fund: a player's own ledger, in sentences. */
import type { FundListModels } from '../../protocol/calls.ts';
import type { Player } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import { type Call, ok, pageSize } from '../web/call.ts';
import { listMovements } from './funds.ts';

export function fundCalls(context: Context): Call<string>[] {
  return [
    {
      method: 'GET',
      path: '/api/fund/list',
      summary: '资金明细',
      fields: {
        type: { type: 'string', enum: ['', 'grant', 'stake', 'prize', 'refund'] },
        cursor: { type: 'string', maxLength: 20 },
        size: { type: 'string', maxLength: 4 },
      },
      session: 'required',
      async handle({ fields, player }) {
        const size = pageSize(fields.size);
        const cursor = fields.cursor && /^\d{1,15}$/.test(fields.cursor) ? Number(fields.cursor) : undefined;
        return ok<FundListModels>(await listMovements(context, (player as Player).id, { kind: fields.type || undefined, cursor, size }));
      },
    },
  ];
}
