/** A reminder (开售提醒) for a game on matches that has nothing on sale now: the player is notified when it sells again. */
import { call } from './define.ts';
import { flag, gameCode, object, text, Type } from './schema.ts';

const reminder = object({ game: text('Game code.'), on: flag('The player gets one message when the game sells again.') });

export const saleReminder = call({
  method: 'GET',
  path: '/api/SiteMsg/SaleReminder',
  summary: '竞技彩：是否设了开售提醒',
  session: 'player',
  fields: { game: gameCode },
  answer: reminder,
  refuses: ['notFound'],
  example: { fields: { game: 'jczq' }, models: { game: 'jczq', on: false } },
});

export const setSaleReminder = call({
  method: 'POST',
  path: '/api/SiteMsg/SetSaleReminder',
  summary: '竞技彩：设开售提醒，或取消；没有在售的赛事时可以设',
  session: 'player',
  changes: 'state',
  fields: {
    game: gameCode,
    on: Type.Boolean({ description: 'Whether the player gets the message. A repeated call has no further effect.' }),
  },
  answer: reminder,
  refuses: ['notFound', 'disabled'],
  example: { fields: { game: 'jczq', on: true }, models: { game: 'jczq', on: true } },
});
