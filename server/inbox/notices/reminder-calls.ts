/** /api/SiteMsg/…SaleReminder: reminders for games on matches that sell again. */
import * as calls from '../../../protocol/calls/sale-reminder.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { InboxServices } from '../services.ts';
import { gameCodeOf } from '../../catalog/index.ts';
import { NOTICE_RULES } from './rules.ts';
import { readExclusion } from '../../accounts/index.ts';
import { handle, type HandledCall, ok, refuse } from '../../platform/index.ts';
import { hasReminder, matchesOnSale, setReminder } from './reminders.ts';

const NO_GAME = '彩种不存在';

export function reminderCalls(context: InboxServices): HandledCall[] {
  const { database, sports } = context;
  const gameOf = (written: string) => sports.published(gameCodeOf(context, written))?.sport.code;
  const kind = NOTICE_RULES.kinds.find((each) => each.kind === NOTICE_RULES.sale.kind)?.name ?? '';

  return [
    handle(calls.saleReminder, async ({ fields: { game: written }, player }) => {
      const game = gameOf(written);
      if (game === undefined) return refuse(STATUS.notFound, NO_GAME);
      return ok({ game, on: await hasReminder(database, player.id, game) });
    }),
    handle(calls.setSaleReminder, async ({ fields: { game: written, on }, player }) => {
      const game = gameOf(written);
      if (game === undefined) return refuse(STATUS.notFound, NO_GAME);
      return database.transaction(async (client) => {
        await client.query('SELECT lock_player($1)', [player.id]);
        if (on) {
          // A message that will not come is not promised.
          if ((await readExclusion(client, player.id)) !== null) return refuse(STATUS.disabled, '休息或自我排除期间不发开售提醒');
          const off = await client.query(
            'SELECT 1 FROM notice_progress WHERE user_id = $1 AND $2 = ANY (off)',
            [player.id, NOTICE_RULES.sale.kind],
            'sale-reminder-off',
          );
          if (off.rows.length > 0) return refuse(STATUS.disabled, `您关闭了“${kind}”类消息，请先在消息设置中开启`);
          if ((await matchesOnSale(client, game)) !== undefined) return refuse(STATUS.disabled, '已开售，无需提醒');
        }
        await setReminder(client, player.id, game, on);
        return ok({ game, on }, on ? '设置成功，开售后将提醒您' : '已取消提醒');
      });
    }),
  ];
}
