/** What players of matches ask of their own bets, and how those of a cup stand among each other. */
import { call } from './define.ts';
import { orderStatus } from './order.ts';
import { count, fen, flag, id, instant, list, object, optional, signedFen, orderNo, Type, text } from './schema.ts';

const matchId = Type.String({ minLength: 1, maxLength: 64, description: 'Id of a match.' });

export const orderMatches = call({
  method: 'GET',
  path: '/api/order/Matches',
  summary: '我投注的比赛',
  session: 'player',
  fields: { match: optional(matchId) },
  answer: object({
    items: list(
      object({
        match: text('Id of the match.'),
        orderId: id('order'),
        orderNo,
        gameCode: text(),
        gameName: text(),
        status: orderStatus,
        amountFen: fen(),
        placedAt: instant(),
      }),
      'One row for each match of the latest 100 orders, the newest order first. With `match`: only orders with this match.',
    ),
  }),
  example: {
    fields: {},
    models: {
      items: [
        {
          match: 'm20261122-ecl-01',
          orderId: '019a2b3c-0000-7000-8000-000000000003',
          orderNo: '20261122-0001234',
          gameCode: 'jczq',
          gameName: '竞彩足球',
          status: 'pending',
          amountFen: 400,
          placedAt: 1_795_300_000_000,
        },
      ],
    },
  },
});

export const cupRank = call({
  method: 'GET',
  path: '/api/lottery/CupRank',
  summary: '赛事盈利榜',
  session: 'optional',
  fields: { cup: Type.String({ minLength: 1, maxLength: 32, description: 'Code of the cup.' }) },
  answer: object({
    cup: text('Code of the cup.'),
    countedAt: instant('When it was counted. It is counted once a minute.'),
    items: list(
      object({
        place: count('The rank from 1. Equal players have equal ranks.'),
        who: text('The nickname, or else the masked login name.'),
        mine: flag(),
        orders: count('Settled orders that have only matches of this cup.'),
        wonOrders: count(),
        stakeFen: fen(),
        prizeFen: fen(),
        netFen: signedFen('Prizes minus stakes.'),
      }),
      'The first 50, the greatest gain first.',
    ),
    own: optional(
      object(
        { place: count(), orders: count(), netFen: signedFen('Prizes minus stakes.') },
        'The row of the caller, if the caller has such orders.',
      ),
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { cup: 'OGB' },
    models: {
      cup: 'OGB',
      countedAt: 1_795_300_000_000,
      items: [{ place: 1, who: '彩***3', mine: false, orders: 12, wonOrders: 5, stakeFen: 48_000, prizeFen: 91_200, netFen: 43_200 }],
    },
  },
});
