/** Withdrawals beside /api/fund/out: their terms, taking one back, and 提现转充值. */
import { call } from './define.ts';
import { fundMove } from './fund-move.ts';
import { count, fen, flag, id, instant, list, object, oneOf, optional, text, Type } from './schema.ts';

export const withdrawTerms = object({
  timesLeft: count('Remaining requests today.'),
  timesADay: count(),
  minFen: fen('Least amount, fen.'),
  maxFen: fen('Largest amount, fen.'),
  opens: text('HH:MM on the product’s clock.'),
  closes: text('HH:MM; a time at or before `opens` is on the next day.'),
  openNow: flag('Requests are accepted now.'),
  feeBp: count('Fee in basis points of the amount.'),
  feeMinFen: fen('Least fee, fen.'),
  feeRate: text('The fee as a decimal of the amount: 0.0050.'),
  newAccountFen: fen('The most that is paid to a new account before its `usableAt`, fen.'),
  paused: text('The reason why nothing can be withdrawn now; empty if it can.'),
  coolingUntil: Type.Integer({
    minimum: 0,
    unit: 'ms',
    description: 'The end of the hold on withdrawals after a change of passwords, unix ms; 0: no hold.',
  }),
  codeFromFen: fen('Withdrawals of this amount or more need a code; 0: none.'),
  codeBy: oneOf(['mobile', 'email', ''], "How the code is sent; '': neither phone nor e-mail is bound."),
  codeTo: text('The address to which it is sent, masked; empty: none.'),
  accounts: list(
    object({
      target: text('The target as in fund/out: card:<id>, alipay:<id>.'),
      name: text('The name: 招商银行 尾号 1234.'),
      isDefault: flag(),
      usableAt: instant('When the limit for new accounts ends.'),
    }),
    'Cards, then Alipay accounts. The default of each kind comes first.',
  ),
  open: list(fundMove, 'Withdrawals in progress, the newest first.'),
});

const TERMS = {
  timesLeft: 3,
  timesADay: 3,
  minFen: 1_000,
  maxFen: 5_000_000,
  opens: '00:00',
  closes: '24:00',
  openNow: true,
  feeBp: 0,
  feeMinFen: 0,
  feeRate: '0.0000',
  newAccountFen: 500_000,
  paused: '',
  coolingUntil: 0,
  codeFromFen: 0,
  codeBy: 'mobile',
  codeTo: '138****8000',
  accounts: [
    { target: 'card:019a2b3c-0000-7000-8000-0000000000c1', name: '招商银行 尾号 1234', isDefault: true, usableAt: 1_795_386_400_000 },
  ],
  open: [],
} as const;

export const withdrawQuery = call({
  method: 'GET',
  path: '/api/fund/WithdrawTerms',
  summary: '提现条件：次数、限额、时间、手续费',
  session: 'player',
  fields: {},
  answer: withdrawTerms,
  example: { fields: {}, models: TERMS },
});

const MOVE = {
  id: '0190a1b2-0000-7000-8000-000000000002',
  direction: 'out',
  target: 'card:019a2b3c-0000-7000-8000-0000000000c1',
  name: '招商银行 尾号 1234',
  amountFen: 100_000,
  feeFen: 0,
  state: 'withdrawn',
  at: 1_795_300_000_000,
  endedAt: 1_795_300_060_000,
  steps: [
    { text: '已申请', at: 1_795_300_000_000, state: 'done' },
    { text: '已撤回', at: 1_795_300_060_000, state: 'done' },
  ],
  canCancel: false,
} as const;

export const takeBack = call({
  method: 'POST',
  path: '/api/fund/TakeBack',
  summary: '撤回还未审核的提现',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: { withdrawId: id('withdrawal') },
  answer: object({ balanceFen: fen('Main wallet after the call, fen.'), move: fundMove }),
  refuses: ['notFound', 'stateChanged'],
  refusalModels: { stateChanged: object({ state: text('The present kind.') }) },
  example: { fields: { withdrawId: MOVE.id }, models: { balanceFen: 1_000_000, move: MOVE } },
});

export const withdrawToFill = call({
  method: 'GET',
  path: '/api/fund/withdrawToFillmoney',
  summary: '提现转充值：一笔已申请的提现，或可提现金额的一部分',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: {
    withdrawId: optional(id('withdrawal')),
    amountFen: optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, unit: 'fen', description: 'The part that could be withdrawn, fen.' }),
    ),
  },
  answer: object({
    bonusFen: fen('The bonus that it brought, fen.'),
    requiredFen: fen('The turnover before it can be withdrawn, fen.'),
    balanceFen: fen('Main wallet after the call, fen.'),
  }),
  refuses: ['insufficientFunds', 'notFound', 'stateChanged', 'limitReached'],
  refusalModels: { stateChanged: object({ state: text('The present state of the withdrawal.') }) },
  example: { fields: { amountFen: 100_000 }, models: { bonusFen: 1_000, requiredFen: 53_000, balanceFen: 1_001_000 } },
});

export const fillTerms = call({
  method: 'GET',
  path: '/api/fund/FillTerms',
  summary: '可转充值的提现与金额、红利和流水条件、转充值记录',
  session: 'player',
  fields: {},
  answer: object({
    withdrawableFen: fen('The amount that could be withdrawn, fen.'),
    minFen: fen('Least amount, fen.'),
    bonusRate: text('Bonus as a decimal of the amount: 0.0100.'),
    bonusLeftFen: fen('The largest bonus today, fen.'),
    bonusTurnover: count('The turnover, as a multiple of the bonus.'),
    turnoverRate: text('The turnover, as a decimal of the amount.'),
    open: list(fundMove, 'Withdrawals that can still be turned into a recharge.'),
    fills: list(
      object({
        id: id('fill'),
        ofWithdrawal: flag('The recharge comes from a withdrawal; otherwise from the wallet.'),
        amountFen: fen(),
        bonusFen: fen(),
        requiredFen: fen(),
        at: instant(),
      }),
      'Amounts that were turned into a recharge, newest first.',
    ),
  }),
  example: {
    fields: {},
    models: {
      withdrawableFen: 800_000,
      minFen: 1_000,
      bonusRate: '0.0100',
      bonusLeftFen: 10_000,
      bonusTurnover: 3,
      turnoverRate: '0.5000',
      open: [],
      fills: [],
    },
  },
});
