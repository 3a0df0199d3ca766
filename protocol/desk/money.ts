/** Money of players in the back office: the movements of one player, and the recharges of all players. */
import { FUND_GROUPS } from '../calls/fund.ts';
import { count, fen, id, instant, object, oneOf, optional, orderNo, orNull, page, paging, signedFen, Type, text } from '../calls/schema.ts';
import { day } from './day.ts';
import { deskCall } from './define.ts';
import { playerId } from './players.ts';

export const deskMovements = deskCall({
  method: 'GET',
  path: '/operator/api/desk/movements',
  summary: '一位玩家主钱包的流水，新的在前；查看记入审计',
  right: 'players-money',
  fields: {
    player: playerId,
    group: optional(oneOf(FUND_GROUPS)),
    q: optional(
      Type.String({
        maxLength: 64,
        description: "Number of a movement, number of its order, the beginning of its order's UUID, or an issue.",
      }),
    ),
    from: optional(day),
    to: optional(day),
    ...paging(),
  },
  answer: page(
    object({
      id: text('Number of the movement.'),
      at: instant(),
      label: text('The kind in words: 投注, 派奖 …'),
      subject: text('The subject: the game and its issue; empty: none.'),
      amountFen: signedFen('Fen; a negative amount leaves the wallet.'),
      balanceFen: fen('Wallet after the movement.'),
      order: orNull(id('order'), 'null: it belongs to no order.'),
      orderNo: text('Number of that order for people; empty: none.'),
    }),
  ),
  refuses: ['notFound'],
  example: {
    fields: { player: 100_001 },
    models: {
      items: [
        {
          ...{ id: '42', at: 1_795_300_000_000, label: '投注', subject: '双色球 2026136', amountFen: -200, balanceFen: 999_800 },
          ...{ order: '0190a1b2-0000-7000-8000-000000000001', orderNo: '20261122-0001234' },
        },
      ],
      next: null,
    },
  },
});

export const RECHARGE_STATES = ['pending', 'paid', 'cancelled', 'expired'] as const;

export const deskRecharges = deskCall({
  method: 'GET',
  path: '/operator/api/desk/recharges',
  summary: '充值，新的在前：状态、到账与支付方的单号',
  right: 'players-money',
  fields: {
    player: optional(Type.String({ maxLength: 100, description: "A player's number, or a whole login name." })),
    state: optional(oneOf(RECHARGE_STATES)),
    odd: optional(oneOf(['1'], 'Only recharges with an irregular payment.')),
    q: optional(
      Type.String({
        maxLength: 100,
        description: 'Number of the recharge, its UUID or the beginning of that, or the provider’s number of the payment.',
      }),
    ),
    ...paging(),
  },
  answer: page(
    object({
      id: id('recharge'),
      orderNo,
      player: playerId,
      playerName: text('Login name.'),
      method: text('The method in words.'),
      state: oneOf(RECHARGE_STATES),
      amountFen: fen('The requested amount.'),
      paidFen: orNull(fen('The amount that arrived.'), 'null: nothing.'),
      bonusFen: fen('The bonus.'),
      odd: text('The irregularity of the payment, in words; empty: none.'),
      createdAt: instant(),
      endedAt: orNull(instant('When it was paid or cancelled, or expired.'), 'null: it can still be paid.'),
      tradeNo: text('The provider’s number of the payment; empty: none.'),
      asked: count('How often the server asked the provider for the state of the payment.'),
    }),
  ),
  example: {
    fields: { state: 'paid' },
    models: {
      items: [
        {
          ...{
            id: '0190a1b2-0000-7000-8000-000000000002',
            orderNo: '20261122-0001235',
            player: 100_001,
            playerName: 'demo',
            method: '网银支付',
            state: 'paid' as const,
          },
          ...{ amountFen: 10_000, paidFen: 10_000, bonusFen: 0, odd: '', createdAt: 1_795_300_000_000, endedAt: 1_795_300_060_000 },
          ...{ tradeNo: 'D20261124000001', asked: 1 },
        },
      ],
      next: null,
    },
  },
});
