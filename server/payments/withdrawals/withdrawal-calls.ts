/** /api/fund: what belongs to withdrawals beside fund/out. */
import * as calls from '../../../protocol/calls/fund-withdrawal.ts';
import type { PaymentServices } from '../services.ts';
import { handle, type HandledCall, ok, runIdempotent } from '../../platform/index.ts';
import { conversionTerms, convertToRecharge } from './convert-to-recharge.ts';
import { transactionTime, cancelWithdrawal, withdrawTerms } from './withdrawals.ts';

export function withdrawalCalls(context: PaymentServices): HandledCall[] {
  const { database } = context;
  return [
    handle(calls.withdrawQuery, async ({ player }) =>
      ok(await withdrawTerms(context, database, player.id, await transactionTime(database))),
    ),
    handle(calls.takeBack, ({ fields: { withdrawId }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => cancelWithdrawal(client, userId, withdrawId)),
    ),
    handle(calls.withdrawToFill, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => convertToRecharge(context, client, userId, fields)),
    ),
    handle(calls.fillTerms, async ({ player }) => ok(await database.snapshot((client) => conversionTerms(context, client, player.id)))),
  ];
}
