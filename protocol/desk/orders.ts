/** Orders on the desk. */
import { orderStatus } from '../calls/order.ts';
import { count, fen, id, instant, list, object, oneOf, optional, orderNo, page, paging, signedFen, Type, text } from '../calls/schema.ts';
import { day } from './day.ts';
import { deskCall } from './define.ts';
import { playerId } from './players.ts';

const ORDER_KINDS = ['ticket', 'chase', 'sport', 'group'] as const;

const order = {
  id: id('order'),
  orderNo,
  player: playerId,
  playerName: text('Login name.'),
  kind: oneOf(ORDER_KINDS),
  title: text('The game, the match.'),
  subtitle: text('The bet.'),
  gameCode: text(),
  issue: text('Issue (期) that decides it; empty: none.'),
  unit: oneOf(['fen', 'points', 'score', 'growth']),
  amountFen: fen(),
  prizeFen: fen(),
  status: orderStatus,
  placedAt: instant(),
};
const orderExample = {
  id: '019a2b3c-0000-7000-8000-000000000001',
  orderNo: '20261122-0001234',
  player: 100_001,
  playerName: 'demo',
  kind: 'ticket',
  title: '双色球',
  subtitle: '标准 第 2026139 期',
  gameCode: 'ssq',
  issue: '2026139',
  unit: 'fen',
  amountFen: 200,
  prizeFen: 0,
  status: 'pending',
  placedAt: 1_795_300_000_000,
} as const;

export const deskOrders = deskCall({
  method: 'GET',
  path: '/operator/api/desk/orders',
  summary: '订单，新的在前；没有玩家或期号时一次最多查 3 天',
  right: 'orders',
  fields: {
    q: optional(
      Type.String({
        maxLength: 64,
        description:
          'Number or UUID of an order, of a group order (合买) or of a release (宝单). All other fields but `size` are ignored then.',
      }),
    ),
    player: optional(Type.String({ maxLength: 40, description: 'Number of a player, or a whole user name.' })),
    game: optional(Type.String({ maxLength: 32, description: 'Game code.' })),
    issue: optional(Type.String({ maxLength: 32, description: 'Issue (期); together with `game`.' })),
    status: optional(orderStatus),
    kind: optional(oneOf(ORDER_KINDS)),
    from: optional(day),
    to: optional(day),
    ...paging(),
  },
  answer: page(object(order)),
  example: { fields: { player: '100001' }, models: { items: [orderExample], next: null } },
});

export const deskOrder = deskCall({
  method: 'GET',
  path: '/operator/api/desk/order',
  summary: '一张订单；查看记入审计',
  right: 'orders',
  fields: { player: playerId, id: id('order') },
  answer: object({
    ...order,
    lines: list(object({ name: text('Play.'), picks: text('The picks.') }), 'For a ticket of a number game; empty for other kinds.'),
    bets: count('Bets (注); 0: the kind has none.'),
    multiplier: count('Multiplier (倍); 0: the kind has none.'),
    ledger: list(
      object({
        name: text('The kind of movement.'),
        amount: signedFen('The amount in `unit`; a negative amount leaves the player.'),
        unit: text(),
        at: instant(),
      }),
      'Movements of money, oldest first; empty if the role may not see money.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { player: 100_001, id: orderExample.id },
    models: {
      ...orderExample,
      lines: [{ name: '标准', picks: '红球 01 02 03 04 05 06 蓝球 07' }],
      bets: 1,
      multiplier: 1,
      ledger: [{ name: '投注', amount: -200, unit: 'fen', at: 1_795_300_000_000 }],
    },
  },
});
