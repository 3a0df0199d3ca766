/** /api/fund: a player's own ledger, in sentences. */
import { funds } from '../../protocol/calls/fund.ts';
import type { Context } from '../context.ts';
import { type HandledCall, handle, ok } from '../web/call.ts';
import { listMovements } from './funds.ts';

export function fundCalls(context: Context): HandledCall[] {
  return [
    handle(funds, async ({ fields: { type, cursor, size }, player }) =>
      ok(
        await listMovements(context, player.id, {
          kind: type,
          cursor: cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined,
          size,
        }),
      ),
    ),
  ];
}
