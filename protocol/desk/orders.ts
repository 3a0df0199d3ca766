/** Orders and withdrawals on the desk. */
import { orderStatus } from '../calls/order.ts';
import {
  count,
  fen,
  flag,
  id,
  instant,
  list,
  object,
  oneOf,
  optional,
  orNull,
  page,
  paging,
  signedFen,
  Type,
  text,
} from '../calls/schema.ts';
import { day } from './day.ts';
import { deskCall } from './define.ts';
import { playerId } from './players.ts';

const ORDER_KINDS = ['ticket', 'chase', 'sport', 'group'] as const;

const order = {
  id: id('order'),
  player: playerId,
  playerName: text('Login name.'),
  kind: oneOf(ORDER_KINDS),
  title: text('The game, the match.'),
  subtitle: text('What was bet on it.'),
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
    player: optional(Type.String({ maxLength: 40, description: 'Number of a player, or his whole user name.' })),
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
    lines: list(object({ name: text('Play.'), picks: text('What was picked.') }), 'Of a ticket of numbers; empty for other kinds.'),
    bets: count('Bets (注); 0: the kind has none.'),
    multiplier: count('Multiplier (倍); 0: the kind has none.'),
    ledger: list(
      object({ name: text('What moved.'), amount: signedFen('In `unit`, negative leaves the player.'), unit: text(), at: instant() }),
      'Movements of money, oldest first; empty where the role may not see money.',
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

const withdrawal = {
  id: id('withdrawal'),
  player: playerId,
  playerName: text('Login name.'),
  holder: text('Real name, masked.'),
  account: text('Bank and last digits.'),
  newAccount: flag('The account is too new for large amounts.'),
  amountFen: fen(),
  feeFen: fen(),
  step: text('Code of the state.'),
  stepName: text('The state in words.'),
  open: flag('Waits for a decision.'),
  requestedAt: instant(),
  endedAt: orNull(instant()),
  takenBy: text('Who reviews it; empty: nobody.'),
  mine: flag('Whoever asks reviews it.'),
  firstBy: text('Who approved it first, where two must; empty: nobody.'),
  needsTwo: flag('Two operators must approve it.'),
};
const withdrawalExample = {
  id: '019a2b3c-0000-7000-8000-000000000002',
  player: 100_001,
  playerName: 'demo',
  holder: '张*',
  account: '工商银行 尾号 6789',
  newAccount: false,
  amountFen: 50_000,
  feeFen: 0,
  step: 'requested',
  stepName: '已申请',
  open: true,
  requestedAt: 1_795_300_000_000,
  endedAt: null,
  takenBy: '',
  mine: false,
  firstBy: '',
  needsTwo: false,
} as const;

export const deskWithdrawals = deskCall({
  method: 'GET',
  path: '/operator/api/desk/withdrawals',
  summary: '提现队列：待处理的旧的在前，已结束的新的在前',
  right: 'withdrawals',
  fields: { show: Type.Enum(['open', 'ended'], { default: 'open' }), player: optional(playerId), ...paging() },
  answer: page(object(withdrawal)),
  example: { fields: { show: 'open' }, models: { items: [withdrawalExample], next: null } },
});

export const deskWithdrawal = deskCall({
  method: 'GET',
  path: '/operator/api/desk/withdrawal',
  summary: '一笔提现和审核要看的数',
  right: 'withdrawals',
  fields: { id: id('withdrawal') },
  answer: object({
    ...withdrawal,
    mayDecide: flag('Whether the role may decide it.'),
    facts: orNull(
      object({
        registeredAt: instant(),
        walletFen: fen(),
        rechargedFen: fen(),
        bonusFen: fen(),
        paidFen: fen(),
        stakedFen: fen(),
        wonFen: fen(),
        earlier: count(),
        sentBack: count(),
        boundAt: instant(),
        openFen: fen('Turnover that is still open.'),
      }),
      'null: the role may not see money.',
    ),
    steps: list(object({ text: text(), at: instant(), note: text(), by: text('Empty: the server or the player.') })),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: withdrawalExample.id },
    models: {
      ...withdrawalExample,
      mayDecide: true,
      facts: {
        registeredAt: 1_795_200_000_000,
        walletFen: 900_000,
        rechargedFen: 0,
        bonusFen: 0,
        paidFen: 0,
        stakedFen: 200,
        wonFen: 0,
        earlier: 0,
        sentBack: 0,
        boundAt: 1_795_210_000_000,
        openFen: 0,
      },
      steps: [{ text: '待审核', at: 1_795_300_000_000, note: '', by: '' }],
    },
  },
});

const acted = object({ waitsForSecond: flag('Approved once; another operator must too.') });
const act = (name: string, summary: string) =>
  deskCall({
    method: 'POST',
    path: `/operator/api/desk/withdrawal/${name}`,
    summary,
    right: 'withdrawals-decide',
    fields: { id: id('withdrawal') },
    answer: acted,
    changes: 'money',
    refuses: ['notFound', 'stateChanged', 'limitReached'],
    example: { fields: { id: withdrawalExample.id }, models: { waitsForSecond: false } },
  });
export const takeWithdrawal = act('take', '开始审核一笔提现');
export const releaseWithdrawal = act('release', '放回队列');
export const approveWithdrawal = act('approve', '通过一笔提现');
export const refuseWithdrawal = deskCall({
  method: 'POST',
  path: '/operator/api/desk/withdrawal/refuse',
  summary: '拒绝一笔提现，说明理由，金额退回',
  right: 'withdrawals-decide',
  fields: { id: id('withdrawal'), reason: Type.String({ minLength: 2, maxLength: 100, pattern: '^[^\\p{C}]+$' }) },
  answer: acted,
  changes: 'money',
  refuses: ['notFound', 'stateChanged'],
  example: { fields: { id: withdrawalExample.id, reason: '姓名不符' }, models: { waitsForSecond: false } },
});
