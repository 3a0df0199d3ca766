/** Records (战绩) of those who start group orders, and their ranking. */
import { call } from './define.ts';
import { groupIcons, groupMid, groupPerson, groupState, hmId } from './hm-shapes.ts';
import { person, relation } from './people.ts';
import { count, fen, flag, gameCode, instant, list, object, oneOf, optional, orNull, text } from './schema.ts';

const record = {
  who: person,
  icons: groupIcons,
  orders: count('Group orders that have their result.'),
  wonOrders: count('Of them with a prize.'),
  stakeFen: fen('Prices of them.'),
  prizeFen: fen('Prizes of them.'),
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
    items: list(object({ rank: count('Equal prizes have equal ranks.'), mine: flag('Who asks himself.'), ...record }), 'At most 50.'),
    me: orNull(object({ rank: orNull(count(), 'null: without a prize in this time.'), ...record }), 'Who asks; null without a session.'),
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
    hidden: flag('He shows his orders to nobody, or there is no such player: nothing is said of either, all figures are 0.'),
    relation,
    ...record,
    openOrders: count('Group orders of his that are open now.'),
    started: count('Group orders that he ever started.'),
    biggestFen: fen('Largest prize.'),
    profitFen: fen('Profits of those that had one.'),
    followers: count('Players with a rule (定制) on him.'),
    last10: list(
      object({ hmId, gameName: text(), issue: optional(text()), state: groupState, totalFen: fen(), prizeFen: fen(), at: instant() }),
      'The newest ten that have their result, the newest first.',
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
