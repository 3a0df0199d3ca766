/** Calls of the back office about the store (products, stock, sales) and quizzes (open rounds, stakes). Operators edit their files in the workshop. */
import { count, instant, list, object, oneOf, optional, orNull, page, paging, text, Type } from '../calls/schema.ts';
import { deskCall } from './define.ts';

const code = Type.String({ minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9_-]+$' });

export const deskStore = deskCall({
  method: 'GET',
  path: '/operator/api/desk/store',
  summary: '商城：商品、库存、限购与卖出',
  right: 'store',
  fields: { shelf: optional(oneOf(['items', 'looks', 'coupons', 'exchange'])) },
  answer: object({
    items: list(
      object({
        code: text(),
        name: text(),
        picture: text('Address of its picture.'),
        price: text('The price: 300 积分 or ¥6.00.'),
        state: oneOf(['selling', 'soon', 'soldOut', 'disabled', 'over']),
        why: text("The reason why it is disabled; '' if it is not."),
        stock: text("The stock: 今日剩 3/200，共剩 80/5000; '' if it is unlimited."),
        stockBp: orNull(count('The sold part of the scarcer of the two stocks, basis points.'), 'null: unlimited.'),
        limit: text("The limit for one player, and the least level; '' if there is no limit."),
        days: text("Days of sale; '' if it is always on sale."),
        sold: count('Pieces sold in all.'),
        soldLastDay: count('Of these, in the last 24 hours.'),
        buyers: count(),
        paid: text('The income from it: 1,200 积分 or ¥36.00.'),
      }),
      'In the order of the shelves.',
    ),
  }),
  example: {
    fields: {},
    models: {
      items: [
        {
          code: 'make-up',
          name: '补签卡',
          picture: '/goods/make-up.svg',
          price: '120 积分',
          state: 'selling',
          why: '',
          stock: '今日剩 480/500',
          stockBp: 400,
          limit: '每天 3 件',
          days: '',
          sold: 120,
          soldLastDay: 20,
          buyers: 61,
          paid: '14,400 积分',
        },
      ],
    },
  },
});

export const deskQuizzes = deskCall({
  method: 'GET',
  path: '/operator/api/desk/quizzes',
  summary: '竞猜：正在问的题、投入与滚存',
  right: 'quizzes',
  fields: {},
  answer: object({
    items: list(
      object({
        code: text(),
        name: text(),
        disabled: text("The reason why it is not asked now; '' if it is asked."),
        open: count('Open rounds.'),
        entries: count('Entries in them.'),
        points: count('Points in them.'),
        carried: count('Points carried over from earlier rounds.'),
        decided: count('Rounds that were decided in the last 24 hours.'),
        staked: count('Points that were staked in those.'),
      }),
    ),
  }),
  example: {
    fields: {},
    models: {
      items: [
        { code: 'zuqiu', name: '足球胜平负', disabled: '', open: 4, entries: 62, points: 8_400, carried: 310, decided: 12, staked: 30_200 },
      ],
    },
  },
});

export const deskQuizRounds = deskCall({
  method: 'GET',
  path: '/operator/api/desk/quiz/rounds',
  summary: '一个竞猜的题：投入、结果与派发',
  right: 'quizzes',
  fields: { quiz: code, state: Type.Enum(['open', 'ended'], { default: 'open' }), ...paging() },
  answer: page(
    object({
      id: text(),
      number: count(),
      ask: text(),
      status: oneOf(['open', 'closed', 'decided', 'back'], 'closed: the result is not known yet. back: all players got their points back.'),
      closesAt: instant(),
      dueAt: instant('When the result is expected, or was known.'),
      people: count(),
      staked: count('Points.'),
      taken: count('Points of the carried-over points that this round uses.'),
      sides: text('Points on each option: 大 62%、小 38%.'),
      result: text("What happened, or why all players got their points back; '' until then."),
      waiting: count('Entries that are not paid yet.'),
    }),
  ),
  refuses: ['notFound'],
  example: {
    fields: { quiz: 'zuqiu', state: 'open' },
    models: {
      items: [
        {
          id: '019a2b3c-0000-7000-8000-0000000000c1',
          number: 12,
          ask: '英超：曼彻斯特联 对 利物浦，谁会获胜？',
          status: 'open',
          closesAt: 1_795_300_000_000,
          dueAt: 1_795_309_000_000,
          people: 14,
          staked: 2_100,
          taken: 105,
          sides: '曼彻斯特联 48%、平局 16%、利物浦 36%',
          result: '',
          waiting: 14,
        },
      ],
      next: null,
    },
  },
});
