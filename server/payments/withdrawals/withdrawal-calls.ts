/** /api/fund: what belongs to withdrawals beside fund/out. */
import * as calls from '../../../protocol/calls/fund-payout.ts';
import type { PaymentServices } from '../services.ts';
import { handle, type HandledCall, ok, onceForKey } from '../../platform/index.ts';
import { fillTerms, toFill } from './to-fill.ts';
import { clockOf, takeBack, withdrawTerms } from './withdrawals.ts';

export function withdrawalCalls(context: PaymentServices): HandledCall[] {
  const { database } = context;
  return [
    handle(calls.withdrawQuery, async ({ player }) => ok(await withdrawTerms(context, database, player.id, await clockOf(database)))),
    handle(calls.takeBack, ({ fields: { withdrawId }, keyed }) =>
      onceForKey(context, keyed, (client, userId) => takeBack(client, userId, withdrawId)),
    ),
    handle(calls.withdrawToFill, ({ fields, keyed }) =>
      onceForKey(context, keyed, (client, userId) => toFill(context, client, userId, fields)),
    ),
    handle(calls.fillTerms, async ({ player }) => ok(await database.snapshot((client) => fillTerms(context, client, player.id)))),
  ];
}
