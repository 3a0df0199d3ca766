/**
 * /api/fund/in and /api/fund/out: everything that enters or leaves the main wallet by the player's own wish, and the list of it. What stands
 * on the other side is the target: the cashier (recharge), a card or an Alipay account (withdrawal), 余额宝, or a company of games.
 */
import { call } from './define.ts';
import { fen, instant, list, object, oneOf, optional, page, paging, Type, text } from './schema.ts';

const target = Type.String({
  maxLength: 64,
  pattern: '^(cashier|yuebao|(card|alipay):[0-9a-fA-F-]{36}|[A-Za-z0-9_]{1,32})$',
  description: 'cashier, card:<id>, alipay:<id>, yuebao, or the code of a company of games.',
});

const step = object({
  text: text('What happened, in Chinese.'),
  at: optional(instant('When; left out while it is still to come.')),
  state: optional(oneOf(['done', 'now', 'next', 'failed'], 'How it stands.')),
});

/** One wish of a player to move money, and what became of it. */
export const fundMove = object({
  id: text('Id of the recharge, withdrawal or transfer.'),
  direction: oneOf(['in', 'out'], 'in enters the main wallet, out leaves it.'),
  target: text('As in the request.'),
  name: text('What the target is called, in Chinese: 招商银行 尾号 1234.'),
  amountFen: fen('Fen that the player asked for.'),
  feeFen: optional(fen('Fee, fen.')),
  state: text('State of its own kind: pending, reviewing, paid, refused … (terms.json says it in words).'),
  note: optional(text('Why it was refused, or what is awaited, in Chinese.')),
  at: instant(),
  endedAt: optional(instant('When it came to its end.')),
  steps: optional(list(step, 'What happened, in order, and what is to come.')),
  canCancel: optional(Type.Boolean({ description: 'The player can still take it back.' })),
  to: optional(text('Route that goes on with it: a recharge that waits for its payment.')),
});

const fields = {
  target: optional(target),
  amountFen: optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, unit: 'fen', description: 'Fen; left out: the list of this direction.' }),
  ),
  fundPwd: optional(
    Type.String({ maxLength: 64, secret: true, format: 'password', description: 'Fund password, where the target asks for it.' }),
  ),
  code: optional(
    Type.String({
      maxLength: 12,
      secret: true,
      description: 'Code of six digits that SendCode sent for a withdrawal, where its terms ask for one.',
    }),
  ),
  method: optional(Type.String({ maxLength: 32, description: 'Way of paying, for the cashier.' })),
  city: optional(Type.String({ maxLength: 32, description: 'Code of the list of regions, for the cashier.' })),
  province: optional(Type.String({ maxLength: 32, description: 'Code of the list of regions, for the cashier.' })),
  bankcode: optional(Type.String({ maxLength: 16, description: 'Bank to pay with, for the cashier.' })),
  ...paging(),
};

const answer = object({
  balanceFen: fen('Main wallet after it, fen.'),
  move: optional(fundMove),
  url: optional(text('Address of the cashier, to be opened in the frame.')),
  expiresAt: optional(instant('Until when it can be paid.')),
  confirmsAt: optional(instant('When 余额宝 counts it.')),
  firstIncomeAt: optional(instant('When its first income comes.')),
  yuebaoFen: optional(fen('余额宝 after it, confirmed.')),
  pendingFen: optional(fen('余额宝 after it, not confirmed yet.')),
  companyFen: optional(fen('What the company says that the player holds there.')),
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
  keyed: true,
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
  keyed: true,
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
    direction: optional(oneOf(['in', 'out'], 'Left out: both.')),
    target: optional(
      Type.String({
        maxLength: 64,
        pattern: '^[A-Za-z0-9_:-]+$',
        description: 'A target, or its kind: cashier, card, alipay, yuebao, a company.',
      }),
    ),
    state: optional(Type.String({ maxLength: 32, pattern: '^[A-Za-z]+$', description: 'Those in this state alone.' })),
    ...paging(),
  },
  answer: page(fundMove),
  example: { fields: { size: 20 }, models: { items: [{ ...example, direction: 'out', state: 'done' }], next: null } },
});
