/**
 * /api/fund/in and /api/fund/out: everything that enters or leaves the main wallet by the player's own wish, and the list of it. What stands
 * on the other side is the target: the cashier (recharge), a card or an Alipay account (withdrawal), 余额宝, or a company of games.
 */
import { call } from './define.ts';
import { fen, instant, list, object, oneOf, optional, orderNo, page, paging, Type, text } from './schema.ts';

const target = Type.String({
  maxLength: 64,
  pattern: '^(cashier|yuebao|(card|alipay):[0-9a-fA-F-]{36}|[A-Za-z0-9_]{1,32})$',
  description: 'cashier, card:<id>, alipay:<id>, yuebao, or the code of a company of games.',
});

const step = object({
  text: text('What happened, in Chinese.'),
  at: optional(instant('The time; left out while the step is in the future.')),
  state: optional(oneOf(['done', 'now', 'next', 'failed'], 'The state of the step.')),
});

/** One wish of a player to move money, and its outcome. */
export const fundMove = object({
  id: text('Id of the recharge, withdrawal or transfer.'),
  orderNo: optional(orderNo),
  direction: oneOf(['in', 'out'], 'in: into the main wallet; out: out of it.'),
  target: text('As in the request.'),
  name: text('The name of the target in Chinese: 招商银行 尾号 1234.'),
  amountFen: fen('The requested amount, fen.'),
  feeFen: optional(fen('Fee, fen.')),
  state: text('The state, which depends on the kind: pending, reviewing, paid, refused … (terms.json has the words).'),
  note: optional(text('The reason of a refusal, or what it is waiting for, in Chinese.')),
  at: instant(),
  endedAt: optional(instant('When it ended.')),
  steps: optional(list(step, 'The steps in order, past and future.')),
  canCancel: optional(Type.Boolean({ description: 'The player can still cancel it.' })),
  to: optional(text('The route that continues it, for a recharge that waits for its payment.')),
});

const fields = {
  target: optional(target),
  amountFen: optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000_000,
      unit: 'fen',
      description: 'The amount, fen. Left out: the call lists the movements of this direction.',
    }),
  ),
  fundPwd: optional(
    Type.String({ maxLength: 64, secret: true, format: 'password', description: 'Fund password, if the target needs it.' }),
  ),
  code: optional(
    Type.String({
      maxLength: 12,
      secret: true,
      description: 'The code of six digits that SendCode sent for a withdrawal, if the terms require one.',
    }),
  ),
  method: optional(Type.String({ maxLength: 32, description: 'Way of paying, for the cashier.' })),
  city: optional(Type.String({ maxLength: 32, description: 'Code of the list of regions, for the cashier.' })),
  province: optional(Type.String({ maxLength: 32, description: 'Code of the list of regions, for the cashier.' })),
  bankcode: optional(Type.String({ maxLength: 16, description: 'Bank to pay with, for the cashier.' })),
  ...paging(),
};

const answer = object({
  balanceFen: fen('Main wallet after the call, fen.'),
  move: optional(fundMove),
  url: optional(text('Address of the cashier, which opens in the frame.')),
  expiresAt: optional(instant('The end of the time for payment.')),
  confirmsAt: optional(instant('When it begins to earn in 余额宝.')),
  firstIncomeAt: optional(instant('When its first income is paid.')),
  yuebaoFen: optional(fen('The confirmed balance of 余额宝 after the call.')),
  pendingFen: optional(fen('The unconfirmed balance of 余额宝 after the call.')),
  companyFen: optional(fen('The balance of the player that the company reports.')),
  items: optional(list(fundMove, 'Without amountFen: the movements of this direction, newest first.')),
  next: optional(Type.Union([Type.String(), Type.Null()])),
});

const refuses = ['insufficientFunds', 'overCap', 'notFound', 'disabled', 'needsStep', 'wrongCode', 'limitReached', 'stateChanged'] as const;

const example = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  target: 'yuebao',
  name: '余额宝',
  amountFen: 100_000,
  at: 1_795_300_000_000,
} as const;

export const fundIn = call({
  method: 'GET',
  path: '/api/fund/in',
  summary: '转入主钱包：充值、余额宝转出、由游戏转回；不带金额则列出转入记录',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields,
  answer,
  refuses,
  example: {
    fields: { size: 20 },
    models: { balanceFen: 1_100_000, items: [{ ...example, direction: 'in', state: 'done' }], next: null },
  },
});

export const fundOut = call({
  method: 'GET',
  path: '/api/fund/out',
  summary: '转出主钱包：提现、转入余额宝、转至游戏；不带金额则列出转出记录',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields,
  answer,
  refuses,
  example: {
    fields: { size: 20 },
    models: { balanceFen: 900_000, items: [{ ...example, direction: 'out', state: 'done' }], next: null },
  },
});

export const fundMoves = call({
  method: 'GET',
  path: '/api/fund/Moves',
  summary: '充值、提现与转账记录，新的在前',
  session: 'player',
  fields: {
    direction: optional(oneOf(['in', 'out'], 'Left out: both directions.')),
    target: optional(
      Type.String({
        maxLength: 64,
        pattern: '^[A-Za-z0-9_:-]+$',
        description: 'A target, or its kind: cashier, card, alipay, yuebao, a company.',
      }),
    ),
    state: optional(Type.String({ maxLength: 32, pattern: '^[A-Za-z]+$', description: 'Only movements in this state.' })),
    ...paging(),
  },
  answer: page(fundMove),
  example: { fields: { size: 20 }, models: { items: [{ ...example, direction: 'out', state: 'done' }], next: null } },
});
