/** /api/Protection. */
import { pausePlay, playerLimits, setLimit, sitting, sittingSeen, spending } from '../../../protocol/calls/player-limits.ts';
import type { AccountServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { handle, type HandledCall, ok, runIdempotent } from '../../platform/index.ts';
import { currentSitting, spendingReport } from './report.ts';
import { changeLimit, startBreak, playerLimitState } from './state.ts';

export function playerLimitCalls(context: AccountServices): HandledCall[] {
  const { database } = context;
  const offset = () => productOffset(context.publication);
  return [
    handle(playerLimits, async ({ player }) => ok(await playerLimitState(database, player.id, offset()))),
    handle(setLimit, ({ fields: { what, period, limitFen, limitMinutes }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) =>
        changeLimit(client, userId, offset(), { what, period, value: what === 'time' ? limitMinutes : limitFen }),
      ),
    ),
    handle(pausePlay, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => startBreak(client, userId, offset(), fields, context.hooks)),
    ),
    handle(spending, async ({ fields: { span = 'month' }, player }) => ok(await spendingReport(context, player.id, span))),
    handle(sitting, async ({ player }) => ok(await currentSitting(context, player.id))),
    handle(sittingSeen, async ({ player }) => {
      await database.query('UPDATE presence SET told_ms = sitting_ms WHERE user_id = $1', [player.id]);
      return ok(null);
    }),
  ];
}
