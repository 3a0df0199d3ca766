/** /api/fund: a player's own ledger, in sentences. */
import movements from '../movements.json' with { type: 'json' };
import { call } from './define.ts';
import { lineNumbers } from './draws.ts';
import { count, fen, id, instant, object, oneOf, optional, page, paging, signedFen, text } from './schema.ts';

/** Every kind of movement that is described, and what a ledger is filtered by. */
const FUND_TYPES = movements.map(({ kind }) => kind);
const FUND_GROUPS = [...new Set(movements.map(({ group }) => group))];

export const fundItem = object({
  id: text(),
  type: text('Kind of movement: grant, stake, prize, refund …'),
  group: text('What the kind counts as: stake, prize, refund, income, withdraw or transfer.'),
  title: text('What it was, in Chinese, and of what.'),
  label: text('What it was: 投注, 派奖 …'),
  subject: optional(text('Of what: the game and its issue.')),
  numbers: optional(lineNumbers),
  lineCount: optional(count('Lines of the order that it belongs to; `numbers` are those of the first. In the list alone.')),
  amountFen: signedFen('Fen; negative leaves the wallet.'),
  balanceFen: fen('Wallet after it, fen.'),
  at: instant(),
  orderId: optional(id('order')),
  to: optional(text('The route of the order that it belongs to.')),
  dayInFen: optional(fen('What all movements of the same day brought in. In the list of all movements alone.')),
  dayOutFen: optional(fen('What they took out.')),
});

export const funds = call({
  method: 'GET',
  path: '/api/fund/list',
  summary: '资金明细，新的在前',
  session: 'player',
  fields: {
    type: optional(oneOf(FUND_TYPES, 'Movements of this kind alone.')),
    group: optional(oneOf(FUND_GROUPS, 'Movements of the kinds of this group alone. Not together with `type`.')),
    ...paging(),
  },
  answer: page(fundItem),
  example: {
    fields: { type: 'grant', size: 20 },
    models: {
      items: [
        {
          id: '12',
          type: 'grant',
          group: 'income',
          title: '注册赠送演示金',
          label: '注册赠送演示金',
          amountFen: 1_000_000,
          balanceFen: 1_000_000,
          at: 1_795_300_000_000,
        },
      ],
      next: null,
    },
  },
});

export const fundToday = call({
  method: 'GET',
  path: '/api/fund/Today',
  summary: '今日投注、中奖与盈亏',
  session: 'player',
  fields: {},
  answer: object({
    stakeFen: fen('Staked today, fen.'),
    refundFen: fen('Stakes given back today.'),
    prizeFen: fen('Won today.'),
    netFen: signedFen('Prizes and refunds less stakes, fen.'),
  }),
  example: { fields: {}, models: { stakeFen: 2_000, refundFen: 0, prizeFen: 1_700, netFen: -300 } },
});
