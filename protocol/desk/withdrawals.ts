/** The review of withdrawals, and the figures that withdrawals follow. */
import { count, fen, flag, id, instant, list, object, optional, orderNo, orNull, page, paging, Type, text } from '../calls/schema.ts';
import { deskCall } from './define.ts';
import { playerId } from './players.ts';
import { signature } from './signature.ts';

const withdrawal = {
  id: id('withdrawal'),
  orderNo,
  player: playerId,
  playerName: text('Login name.'),
  holder: text('Real name, masked. It is complete on the page of a withdrawal, for an operator that may decide it. Empty: not verified.'),
  account: text('Bank and last digits.'),
  newAccount: flag('The account is too new for large amounts.'),
  amountFen: fen(),
  feeFen: fen(),
  step: text('Code of the state.'),
  stepName: text('The state in words.'),
  open: flag('Waits for a decision.'),
  requestedAt: instant(),
  endedAt: orNull(instant()),
  takenBy: text('The operator that reviews it; empty: none.'),
  mine: flag('The caller reviews it.'),
  firstBy: text('The first of two operators that approved it; empty: none.'),
  firstIsMine: flag('The caller approved it first.'),
  needsTwo: flag('Two operators must approve it.'),
};
const withdrawalExample = {
  id: '019a2b3c-0000-7000-8000-000000000002',
  orderNo: '20261122-0001236',
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
  firstIsMine: false,
  needsTwo: false,
} as const;

export const deskWithdrawals = deskCall({
  method: 'GET',
  path: '/operator/api/desk/withdrawals',
  summary: '提现队列：待处理的旧的在前，正在打款的在后；已结束的新的在前',
  right: 'withdrawals',
  fields: {
    show: Type.Enum(['open', 'ended'], { default: 'open' }),
    player: optional(playerId),
    q: optional(Type.String({ maxLength: 64, description: 'Number or UUID of a withdrawal. `show` and `player` are ignored then.' })),
    ...paging(),
  },
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
    own: flag("The caller has an own name, which signs the caller's acts."),
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
    steps: list(object({ text: text(), at: instant(), note: text(), by: text('The operator; empty: the server or the player.') })),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: withdrawalExample.id },
    models: {
      ...withdrawalExample,
      mayDecide: true,
      own: true,
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

const acted = object({ waitsForSecond: flag('Approved once; a second operator must approve it too.') });
const act = (name: string, summary: string) =>
  deskCall({
    method: 'POST',
    path: `/operator/api/desk/withdrawal/${name}`,
    summary,
    right: 'withdrawals-decide',
    fields: { id: id('withdrawal'), by: signature },
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
  fields: { id: id('withdrawal'), reason: Type.String({ minLength: 2, maxLength: 100, pattern: '^[^\\p{C}]+$' }), by: signature },
  answer: acted,
  changes: 'money',
  refuses: ['notFound', 'stateChanged'],
  example: { fields: { id: withdrawalExample.id, reason: '姓名不符' }, models: { waitsForSecond: false } },
});

export const withdrawalFigures = deskCall({
  method: 'GET',
  path: '/operator/api/desk/withdrawals/figures',
  summary: '等待审核与正在打款的笔数，今天已通过的金额',
  right: 'withdrawals',
  fields: {},
  answer: object({
    waiting: count('Withdrawals to decide.'),
    paying: count('Approved, but not answered by the payer yet.'),
    approvedTodayFen: fen('Approved today, minus returned amounts.'),
    approvedADayFen: fen('The most that may be approved in a day.'),
    secondOperatorFen: fen('Two operators must approve withdrawals of this amount or more.'),
    maySet: flag('Whether the role may set the rules.'),
  }),
  example: {
    fields: {},
    models: { maySet: true, waiting: 3, paying: 1, approvedTodayFen: 50_000, approvedADayFen: 100_000_000, secondOperatorFen: 2_000_000 },
  },
});

/** What an operator sets. Amounts are fen, shares are basis points; bounds are the server's (server/payments/withdrawals/rules.ts). */
const whole = (description?: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...(description && { description }) });
const clock = (description: string) => Type.String({ maxLength: 5, description });
const rules = {
  minFen: fen('Least amount.'),
  maxFen: fen('Largest amount.'),
  timesADay: whole(),
  opens: clock('HH:MM on the clock of the product.'),
  closes: clock('HH:MM; 24:00 at the latest.'),
  feeBp: whole(),
  feeMinFen: fen('Least fee.'),
  newAccountHours: whole(),
  newAccountFen: fen('The most that is paid to a new account within its first hours.'),
  passwordHours: whole('Hours without withdrawals after a change of passwords.'),
  codeFromFen: fen('Withdrawals of this amount or more need a code; 0: none.'),
  secondOperatorFen: fen('Two operators must approve withdrawals of this amount or more.'),
  approvedADayFen: fen('The most that may be approved in a day.'),
  toFillTurnoverBp: whole(),
  toFillBonusBp: whole(),
  toFillBonusADayFen: fen('The most bonus in a day.'),
};
const paused = Type.String({ maxLength: 60, description: 'The reason why withdrawals are suspended; empty: they are not.' });
const rulesExample = {
  ...{ minFen: 1_000, maxFen: 5_000_000, timesADay: 3, opens: '00:00', closes: '24:00', feeBp: 0, feeMinFen: 0, newAccountHours: 24 },
  ...{ newAccountFen: 500_000, passwordHours: 24, codeFromFen: 0, secondOperatorFen: 2_000_000, approvedADayFen: 100_000_000 },
  ...{ toFillTurnoverBp: 10_000, toFillBonusBp: 50, toFillBonusADayFen: 10_000, paused: '' },
};

export const withdrawalRules = deskCall({
  method: 'GET',
  path: '/operator/api/desk/withdrawals/rules',
  summary: '提现限额',
  right: 'withdrawals-rules',
  fields: {},
  answer: object({ ...rules, paused }),
  example: { fields: {}, models: rulesExample },
});

const optionalRules = Object.fromEntries(Object.entries(rules).map(([name, schema]) => [name, optional(schema)])) as {
  readonly [N in keyof typeof rules]: ReturnType<typeof optional<(typeof rules)[N]>>;
};
export const setWithdrawalRules = deskCall({
  method: 'POST',
  path: '/operator/api/desk/withdrawals/rules/set',
  summary: '修改提现限额，对新的申请立即生效；没有写的不变',
  right: 'withdrawals-rules',
  fields: { ...optionalRules, paused: optional(paused), resume: optional(flag('Withdrawals are no longer suspended.')), by: signature },
  answer: object({ ...rules, paused }),
  changes: 'state',
  refuses: ['stateChanged'],
  example: { fields: { minFen: 1_000 }, models: rulesExample },
});
