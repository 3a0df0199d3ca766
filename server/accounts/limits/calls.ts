/** /api/Protection. */
import { pausePlay, protectionState, setLimit, sitting, sittingSeen, spending } from '../../../protocol/calls/protection.ts';
import type { AccountServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { handle, type HandledCall, ok, onceForKey } from '../../platform/index.ts';
import { sittingOf, spendingOf } from './report.ts';
import { changeLimit, pause, stateOf } from './state.ts';

export function protectionCalls(context: AccountServices): HandledCall[] {
  const { database } = context;
  const offset = () => productOffset(context.publication);
  return [
    handle(protectionState, async ({ player }) => ok(await stateOf(database, player.id, offset()))),
    handle(setLimit, ({ fields: { what, period, limitFen, limitMinutes }, keyed }) =>
      onceForKey(context, keyed, (client, userId) =>
        changeLimit(client, userId, offset(), { what, period, value: what === 'time' ? limitMinutes : limitFen }),
      ),
    ),
    handle(pausePlay, ({ fields, keyed }) =>
      onceForKey(context, keyed, (client, userId) => pause(client, userId, offset(), fields, context.hooks)),
    ),
    handle(spending, async ({ fields: { span = 'month' }, player }) => ok(await spendingOf(context, player.id, span))),
    handle(sitting, async ({ player }) => ok(await sittingOf(context, player.id))),
    handle(sittingSeen, async ({ player }) => {
      await database.query('UPDATE presence SET told_ms = sitting_ms WHERE user_id = $1', [player.id]);
      return ok(null);
    }),
  ];
}
