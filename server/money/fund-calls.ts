/** /api/fund: a player's own ledger, in sentences. */
import { funds, fundToday } from '../../protocol/calls/fund.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import { dayStart, productOffset } from '../descriptions/product-clock.ts';
import { type HandledCall, handle, ok, refuse } from '../web/call.ts';
import { listMovements } from './funds.ts';
import { totalsSince } from './totals.ts';

export function fundCalls(context: Context): HandledCall[] {
  return [
    handle(funds, async ({ fields: { type, group, cursor, size }, player }) =>
      type !== undefined && group !== undefined
        ? refuse(STATUS.invalid, 'type 与 group 不能同时使用')
        : ok(
            await listMovements(context, player.id, {
              kind: type,
              group,
              cursor: cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined,
              size,
              offsetMs: productOffset(context.publication),
            }),
          ),
    ),
    handle(fundToday, async ({ player }) =>
      ok(await totalsSince(context.database, player.id, dayStart(context.clock.now(), productOffset(context.publication)))),
    ),
  ];
}
