/** The quarantine (隔离区) on the desk: what could not be frozen, drawn or settled, and what an operator does about it. */
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, paging, Type, text } from '../calls/schema.ts';
import { deskCall } from './define.ts';
import { playerId } from './players.ts';

const entryId = Type.Integer({ minimum: 1, maximum: 999_999_999_999_999, description: 'Number of the entry.' });

const entry = {
  id: entryId,
  what: oneOf(
    ['issue', 'ticket', 'sport', 'group'],
    'issue: a whole issue. The others are one order: of a number game, of matches, or the ticket of a group order (合买).',
  ),
  game: text('Code of the game.'),
  gameName: text('The name of the game; its code if the game no longer exists.'),
  issue: text('Issue (期). For an order of matches: the match, outright or issue that could not be settled.'),
  issueName: text('The same in words.'),
  step: oneOf(['freeze', 'draw', 'settle']),
  reason: text('The error, up to 500 characters.'),
  heldAt: instant(),
  tries: count('Tries so far.'),
  retryAt: instant('When the server tries again.'),
  player: orNull(playerId, 'The player of the order; for a group order, its starter. null: an issue.'),
  playerName: text('Login name; empty: an issue.'),
  amountFen: orNull(fen('Stake of the order.'), 'null: an issue.'),
};
const entryExample = {
  id: 12,
  what: 'ticket',
  game: 'ssq',
  gameName: '双色球',
  issue: '2026139',
  issueName: '第 2026139 期',
  step: 'settle',
  reason: 'the description 0f3c is not stored',
  heldAt: 1_795_300_000_000,
  tries: 3,
  retryAt: 1_795_300_240_000,
  player: 100_001,
  playerName: 'demo',
  amountFen: 200,
} as const;

export const deskQuarantine = deskCall({
  method: 'GET',
  path: '/operator/api/desk/quarantine',
  summary: '隔离区：等待处理的期次与订单，旧的在前',
  right: 'quarantine',
  fields: { what: optional(oneOf(['issue', 'order'])), ...paging() },
  answer: object({
    items: list(object(entry)),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    issues: count('Issues that wait, on all pages.'),
    orders: count('Orders that wait, on all pages.'),
  }),
  example: { fields: {}, models: { items: [entryExample], next: null, issues: 0, orders: 1 } },
});

export const deskQuarantineEntry = deskCall({
  method: 'GET',
  path: '/operator/api/desk/quarantine/entry',
  summary: '隔离区的一项，和退款会退回什么',
  right: 'quarantine',
  fields: { id: entryId },
  answer: object({
    ...entry,
    order: orNull(Type.String(), 'The order that the desk opens; for a group order, the share of its starter. null: an issue.'),
    drawn: flag('The issue has its numbers, so prizes that were paid stay paid.'),
    givesBack: object({
      orders: count('Orders whose stake is refunded.'),
      people: count('Players who get a refund. Players of a group order are counted separately.'),
      fen: fen('The sum of the stakes.'),
    }),
    follow: text('Games whose issue is computed from this draw and is cancelled with it; empty: none, or an order.'),
    mayOrder: flag('Whether the role may open the order.'),
    mayPlayer: flag('Whether the role may open the player.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: 12 },
    models: {
      ...entryExample,
      order: '019a2b3c-0000-7000-8000-000000000001',
      drawn: true,
      givesBack: { orders: 1, people: 1, fen: 200 },
      follow: '',
      mayOrder: true,
      mayPlayer: true,
    },
  },
});

export const retryQuarantined = deskCall({
  method: 'POST',
  path: '/operator/api/desk/quarantine/retry',
  summary: '马上再试一次',
  right: 'quarantine',
  fields: { id: entryId },
  answer: object({}),
  changes: 'state',
  refuses: ['notFound'],
  example: { fields: { id: 12 }, models: {} },
});

export const refundQuarantined = deskCall({
  method: 'POST',
  path: '/operator/api/desk/quarantine/refund',
  summary: '放弃并退款：订单的注金马上退回；整期取消，注金由结算分批退回',
  right: 'quarantine',
  fields: {
    id: entryId,
    fen: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`givesBack.fen` as the operator has read it. If the sum has changed, the call is refused and nothing is refunded.',
    }),
  },
  answer: object({ orders: count('Orders whose stake is refunded.'), fen: fen('The sum of the stakes.') }),
  changes: 'money',
  refuses: ['notFound', 'stateChanged'],
  example: { fields: { id: 12, fen: 200 }, models: { orders: 1, fen: 200 } },
});
