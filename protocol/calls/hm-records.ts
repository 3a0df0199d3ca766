/** Records (战绩) of players that start group orders (合买), and the ranking of these players. */
import { call } from './define.ts';
import { groupIcons, groupMid, groupPerson, groupState, hmId } from './hm-shapes.ts';
import { person, relation } from './people.ts';
import { count, fen, flag, gameCode, instant, list, object, oneOf, optional, orNull, text } from './schema.ts';

const record = {
  who: person,
  icons: groupIcons,
  orders: count('Group orders with a result. In the ranking: with a result in the period.'),
  wonOrders: count('Group orders among `orders` with a prize.'),
  stakeFen: fen('The sum of the prices of `orders`.'),
  prizeFen: fen('The sum of the prizes of `orders`.'),
};
const recordExample = {
  who: groupPerson,
  icons: [{ icon: 'star', count: 3 }],
  orders: 12,
  wonOrders: 4,
  stakeFen: 120_000,
  prizeFen: 300_000,
} as const;

export const groupRanking = call({
  method: 'GET',
  path: '/api/hm/ranking',
  summary: '合买排行：发起人按中奖金额',
  session: 'optional',
  fields: {
    period: optional(
      oneOf(['week', 'month', 'all'], 'week (when left out): since Monday. month: since the first of the month. all: since ever.'),
    ),
    game: optional(gameCode),
  },
  answer: object({
    items: list(object({ rank: count('Equal prizes have equal ranks.'), mine: flag('The row is the caller.'), ...record }), 'At most 50.'),
    me: orNull(
      object({ rank: orNull(count(), 'null: no prize in this period.'), ...record }),
      'The record of the caller; null without a session.',
    ),
  }),
  example: { fields: { period: 'week' }, models: { items: [{ rank: 1, mine: false, ...recordExample }], me: null } },
});

export const groupRecord = call({
  method: 'GET',
  path: '/api/hm/QueryTotherRank',
  summary: '一位发起人的合买战绩',
  session: 'optional',
  fields: { who: optional(groupMid) },
  answer: object({
    hidden: flag('The player hides all orders, or does not exist. The answer does not distinguish the two. All figures are then 0.'),
    relation,
    ...record,
    openOrders: count("The player's open group orders."),
    started: count('All group orders that the player has started.'),
    biggestFen: fen('Largest prize.'),
    profitFen: fen('The sum of profits of the group orders with a profit.'),
    followers: count('Standing rules (定制) in force for this player. Each is of another player.'),
    last10: list(
      object({ hmId, gameName: text(), issue: optional(text()), state: groupState, totalFen: fen(), prizeFen: fen(), at: instant() }),
      'Ten group orders with a result, those that were started last, the newest first.',
    ),
  }),
  refuses: ['notLoggedIn'],
  example: {
    fields: { who: '100001' },
    models: {
      hidden: false,
      relation: 'none',
      ...recordExample,
      openOrders: 1,
      started: 14,
      biggestFen: 200_000,
      profitFen: 220_000,
      followers: 2,
      last10: [],
    },
  },
});
