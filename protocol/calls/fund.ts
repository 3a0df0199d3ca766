/** /api/fund: a player's own ledger, in sentences. */
import movements from '../movements.json' with { type: 'json' };
import { call } from './define.ts';
import { fen, id, instant, object, oneOf, optional, page, paging, signedFen, text } from './schema.ts';

/** Every kind of movement that is described. */
const FUND_TYPES = movements.map(({ kind }) => kind);

export const fundItem = object({
  id: text(),
  type: text('Kind of movement: grant, stake, prize, refund …'),
  title: text('What it was, in Chinese.'),
  amountFen: signedFen('Fen; negative leaves the wallet.'),
  balanceFen: fen('Wallet after it, fen.'),
  at: instant(),
  orderId: optional(id('order')),
});

export const funds = call({
  method: 'GET',
  path: '/api/fund/list',
  summary: '资金明细，新的在前',
  session: 'player',
  fields: { type: optional(oneOf(FUND_TYPES, 'Movements of this kind alone.')), ...paging() },
  answer: page(fundItem),
  example: {
    fields: { type: 'grant', size: 20 },
    models: {
      items: [{ id: '12', type: 'grant', title: '注册赠送演示金', amountFen: 1_000_000, balanceFen: 1_000_000, at: 1_795_300_000_000 }],
      next: null,
    },
  },
});
