/** Records (战绩) of those who start group orders, and their ranking. */
import { call } from './define.ts';
import { groupIcons, groupMid, groupPerson, groupState, hmId } from './hm-shapes.ts';
import { person, relation } from './people.ts';
import { count, fen, flag, gameCode, instant, list, object, oneOf, optional, orNull, text } from './schema.ts';

const record = {
  who: person,
  icons: groupIcons,
  orders: count('Group orders with a result.'),
  wonOrders: count('Of these, with a prize.'),
  stakeFen: fen('The sum of their prices.'),
  prizeFen: fen('The sum of their prizes.'),
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
    period: optional(oneOf(['week', 'month', 'all'], 'week (when left out): since Monday. month: since its first day.')),
    game: optional(gameCode),
  },
  answer: object({
    items: list(object({ rank: count('Equal prizes have equal ranks.'), mine: flag('The row is the caller.'), ...record }), 'At most 50.'),
    me: orNull(object({ rank: orNull(count(), 'null: no prize in this period.'), ...record }), 'The caller; null without a session.'),
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
    hidden: flag('The player hides all orders, or does not exist. The answer does not distinguish the two; all figures are 0.'),
    relation,
    ...record,
    openOrders: count("The player's open group orders."),
    started: count('All group orders that the player has started.'),
    biggestFen: fen('Largest prize.'),
    profitFen: fen('The sum of profits of the group orders with a profit.'),
    followers: count('Players with a rule (定制) for this player.'),
    last10: list(
      object({ hmId, gameName: text(), issue: optional(text()), state: groupState, totalFen: fen(), prizeFen: fen(), at: instant() }),
      'The latest ten group orders with a result, the newest first.',
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
