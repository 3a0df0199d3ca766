/** /api/fund/Recharge…: what the recharge page shows and keeps. The recharge itself is /api/fund/in with the target `cashier` (fund-move.ts). */
import { call } from './define.ts';
import { fundMove } from './fund-move.ts';
import { count, fen, flag, id, instant, list, object, oneOf, optional, Type, text } from './schema.ts';

const method = object({
  code: text(),
  name: text(),
  icon: text('Name of an icon.'),
  minFen: fen('Least, fen.'),
  maxFen: fen('Most, fen.'),
  time: text('When the money arrives, in Chinese.'),
  turnoverPoints: Type.Integer({
    minimum: 0,
    description: 'The part of a recharge that must be staked before a withdrawal, basis points.',
  }),
  turnoverShare: text('The same as a decimal: 0.5.'),
  off: optional(text('The reason why it cannot be used now.')),
});

const pending = object({
  rechargeId: id('recharge'),
  name: text('The method.'),
  amountFen: fen(),
  url: optional(text('Address of the cashier, for the frame. Left out if there is no cashier.')),
  at: instant(),
  expiresAt: instant('The end of the time for payment.'),
});

const rechargeState = object({
  rechargeId: id('recharge'),
  state: oneOf(['pending', 'paid', 'cancelled', 'expired'], 'The outcome.'),
  amountFen: fen('The amount that arrived, or the requested amount.'),
  balanceFen: fen('Main wallet, fen.'),
});

const region = Type.String({
  maxLength: 32,
  pattern: '^[A-Za-z0-9]+(/[A-Za-z0-9]+)*$',
  description: 'Codes of province and city, joined by /.',
});

const settings = {
  quick: list(fen(), 'Quick amounts, fen.'),
  usual: text('Code of the preselected method; empty: none.'),
  region: text('Codes of province and city; empty: none.'),
  notify: flag('The player gets a message when a recharge arrives.'),
};

export const rechargeOptions = call({
  method: 'GET',
  path: '/api/fund/RechargeOptions',
  summary: '充值页：方式、限额、赠送与待支付订单',
  session: 'player',
  fields: { rechargeId: optional(Type.String({ maxLength: 64, description: 'Id of a recharge, which the answer has as `asked`.' })) },
  answer: object({
    open: flag('There is a cashier.'),
    minFen: fen('The least amount of all open methods, fen.'),
    maxFen: fen('The largest amount of all open methods, fen.'),
    ...settings,
    methods: list(method),
    bonus: optional(
      object({
        fromFen: fen('The least recharge for the bonus.'),
        share: text('The bonus as a decimal of the amount: 0.01.'),
        maxFen: fen('The largest bonus.'),
        left: count('How often the bonus can still be given today.'),
        multiple: count('The turnover before the bonus can be withdrawn, as a multiple of it.'),
      }),
    ),
    pending: list(pending, 'Recharges that wait for their payment, newest first.'),
    mostPending: count('The most recharges that may wait at a time.'),
    recent: list(fundMove, 'The latest finished recharges.'),
    asked: optional(fundMove),
  }),
  example: {
    fields: {},
    models: {
      open: true,
      minFen: 1_000,
      maxFen: 5_000_000,
      quick: [5_000, 10_000],
      usual: 'alipay',
      region: '',
      notify: true,
      methods: [
        {
          code: 'alipay',
          name: '支付宝',
          icon: 'recharge',
          minFen: 1_000,
          maxFen: 2_000_000,
          time: '即时到账',
          turnoverPoints: 5_000,
          turnoverShare: '0.5',
        },
      ],
      bonus: { fromFen: 100_000, share: '0.01', maxFen: 10_000, left: 3, multiple: 3 },
      pending: [],
      mostPending: 3,
      recent: [],
    },
  },
});

export const setRecharge = call({
  method: 'POST',
  path: '/api/fund/SetRecharge',
  summary: '保存充值设置',
  session: 'player',
  changes: 'state',
  signed: true,
  fields: {
    ...Object.fromEntries(
      ([1, 2, 3, 4, 5, 6] as const).map((place) => [
        `quick${place}`,
        optional(
          Type.Integer({
            minimum: 100,
            maximum: 1_000_000_000,
            unit: 'fen',
            description: 'A quick amount, fen. If all are left out: the usual amounts.',
          }),
        ),
      ]),
    ),
    method: optional(Type.String({ maxLength: 32, description: 'Code of the preselected method.' })),
    region: optional(region),
    notify: optional(flag('Left out: yes.')),
  },
  answer: object(settings),
  refuses: ['notFound'],
  example: {
    fields: { method: 'alipay', notify: true },
    models: { quick: [5_000, 10_000], usual: 'alipay', region: '', notify: true },
  },
});

const one = { rechargeId: id('recharge') };
const example = {
  fields: { rechargeId: '0190a1b2-0000-7000-8000-000000000001' },
  models: { rechargeId: '0190a1b2-0000-7000-8000-000000000001', state: 'pending' as const, amountFen: 10_000, balanceFen: 1_000_000 },
};

export const rechargeQuery = call({
  method: 'POST',
  path: '/api/fund/RechargeQuery',
  summary: '向支付方再查一次充值结果',
  session: 'player',
  changes: 'state',
  signed: true,
  wallet: true,
  fields: one,
  answer: rechargeState,
  refuses: ['notFound', 'disabled'],
  example,
});

export const rechargeCancel = call({
  method: 'POST',
  path: '/api/fund/RechargeCancel',
  summary: '取消待支付的充值',
  session: 'player',
  changes: 'state',
  signed: true,
  wallet: true,
  fields: one,
  answer: rechargeState,
  refuses: ['notFound', 'stateChanged'],
  example: { ...example, models: { ...example.models, state: 'cancelled' as const } },
});
