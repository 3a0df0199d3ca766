/** /api/BankCard: the cards and Alipay accounts that a player is paid out to. Their numbers come in and never go out. */
import { call } from './define.ts';
import { count, fen, flag, id, instant, list, object, oneOf, optional, Type, text } from './schema.ts';

const secret = (description: string, pattern: string) => Type.String({ secret: true, format: 'password', pattern, description });
const fundPwd = secret('Fund password: 6 digits.', '^[0-9]{6}$');
const place = (description: string) => Type.String({ maxLength: 12, pattern: '^[0-9A-Za-z_-]+$', description });
const branch = Type.String({ maxLength: 40, description: 'Branch of the bank.' });
const bankCode = Type.String({ maxLength: 8, pattern: '^[A-Z0-9]+$', description: 'Code of the bank, as /api/BankCard/Banks lists it.' });

const newId = Type.String({ format: 'uuid', description: 'UUID of the account, made by the client. Left out: the server makes one.' });

const held = {
  holderMask: text('The real name, masked: 张**.'),
  isDefault: flag('The account is offered first.'),
  usableAt: instant('When the limit for new accounts ends.'),
  boundAt: instant(),
};

export const withdrawalCard = object({
  id: id('card'),
  kind: oneOf(['bank']),
  bankCode: text(),
  bankName: text(),
  cardType: oneOf(['debit', 'credit']),
  last4: text('The last four digits.'),
  ...held,
  province: text('Code of the list of regions; empty: not given.'),
  city: text(),
  branch: text(),
});

export const withdrawalAlipay = object({ id: id('account'), kind: oneOf(['alipay']), account: text('Masked: 138****8000.'), ...held });

const CARD = {
  id: '019a2b3c-0000-7000-8000-0000000000c1',
  kind: 'bank',
  bankCode: 'CMB',
  bankName: '招商银行',
  cardType: 'debit',
  last4: '1234',
  holderMask: '张**',
  isDefault: true,
  usableAt: 1_795_386_400_000,
  boundAt: 1_795_300_000_000,
  province: '44',
  city: '4403',
  branch: '',
} as const;
const ALIPAY = {
  id: '019a2b3c-0000-7000-8000-0000000000a1',
  kind: 'alipay',
  account: '138****8000',
  holderMask: '张**',
  isDefault: true,
  usableAt: 1_795_386_400_000,
  boundAt: 1_795_300_000_000,
} as const;

const holderMask = text('The real name to which accounts must belong, masked; empty until it is known.');
const terms = {
  max: count('The most accounts that can be bound.'),
  newAccountHours: count('Hours for which a new account has a limit; 0: no limit.'),
  newAccountFen: fen('The most that is paid to a new account in that time, in all, fen.'),
};
const TERMS = { newAccountHours: 24, newAccountFen: 500_000 };

export const walletList = call({
  method: 'GET',
  path: '/api/BankCard/WalletList',
  summary: '我的银行卡',
  session: 'player',
  fields: {},
  answer: object({ items: list(withdrawalCard), holderMask, ...terms }),
  example: { fields: {}, models: { items: [CARD], holderMask: '张**', max: 5, ...TERMS } },
});

export const banks = call({
  method: 'GET',
  path: '/api/BankCard/Banks',
  summary: '可绑定的银行',
  session: 'player',
  fields: {},
  answer: object({ items: list(object({ code: text(), name: text() })) }),
  example: { fields: {}, models: { items: [{ code: 'CMB', name: '招商银行' }] } },
});

export const recognizeCard = call({
  method: 'GET',
  path: '/api/BankCard/Recognize',
  summary: '由卡号前几位识别银行',
  session: 'player',
  fields: {
    bin: Type.String({ pattern: '^[0-9]{6,8}$', description: 'The first 6 to 8 digits. A client never sends more digits of a card.' }),
  },
  answer: object({
    known: flag('False: no table has these digits, so the player chooses the bank.'),
    bankCode: text(),
    bankName: text(),
    cardType: text('debit or credit; empty if unknown.'),
  }),
  example: { fields: { bin: '622588' }, models: { known: true, bankCode: 'CMB', bankName: '招商银行', cardType: 'debit' } },
});

export const demoCard = call({
  method: 'GET',
  path: '/api/BankCard/DemoCard',
  summary: '演示卡号：格式正确的储蓄卡号',
  session: 'player',
  fields: {},
  answer: object({ cardNo: text('A made-up number of a debit card, with a right check digit.') }),
  example: { fields: {}, models: { cardNo: '6225880000001234566' } },
});

export const bindWallet = call({
  method: 'POST',
  path: '/api/BankCard/BindWallet',
  summary: '绑定银行卡',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    id: optional(newId),
    cardNo: secret('Number of the card: 16 to 19 digits.', '^[0-9]{16,19}$'),
    bankCode,
    province: place('Code of the list of regions.'),
    city: place('Code of the list of regions.'),
    branch: optional(branch),
    fundPwd,
  },
  answer: withdrawalCard,
  refuses: ['needsStep', 'wrongCode', 'limitReached', 'stateChanged'],
  example: {
    fields: {
      id: CARD.id,
      cardNo: '6225880000001234',
      bankCode: 'CMB',
      province: '44',
      city: '4403',
      fundPwd: '270915',
    },
    models: CARD,
  },
});

export const setWallet = call({
  method: 'POST',
  path: '/api/BankCard/SetWallet',
  summary: '设默认银行卡，改开户行',
  changes: 'state',
  session: 'player',
  signed: true,
  fields: {
    id: id('card'),
    isDefault: optional(Type.Boolean({ description: 'The account is offered first from now on.' })),
    province: optional(place('Code of the list of regions.')),
    city: optional(place('Code of the list of regions.')),
    branch: optional(branch),
  },
  answer: withdrawalCard,
  refuses: ['notFound'],
  example: { fields: { id: CARD.id, isDefault: true }, models: CARD },
});

export const deleteWallet = call({
  method: 'POST',
  path: '/api/BankCard/DeleteWallet',
  summary: '删除银行卡',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { id: id('card'), fundPwd },
  answer: object({ id: id('card') }),
  refuses: ['notFound', 'needsStep', 'wrongCode', 'stateChanged'],
  example: { fields: { id: CARD.id, fundPwd: '270915' }, models: { id: CARD.id } },
});

export const alipayList = call({
  method: 'GET',
  path: '/api/BankCard/AlipayList',
  summary: '我的支付宝',
  session: 'player',
  fields: {},
  answer: object({ items: list(withdrawalAlipay), holderMask, ...terms }),
  example: { fields: {}, models: { items: [ALIPAY], holderMask: '张**', max: 3, ...TERMS } },
});

export const bindAlipay = call({
  method: 'POST',
  path: '/api/BankCard/BindAlipay',
  summary: '绑定支付宝',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    id: optional(newId),
    account: Type.String({
      minLength: 5,
      maxLength: 100,
      secret: true,
      format: 'password',
      description: 'Mobile number or e-mail address.',
    }),
    fundPwd,
  },
  answer: withdrawalAlipay,
  refuses: ['needsStep', 'wrongCode', 'limitReached', 'stateChanged'],
  example: { fields: { id: ALIPAY.id, account: '13812348000', fundPwd: '270915' }, models: ALIPAY },
});

export const setAlipay = call({
  method: 'POST',
  path: '/api/BankCard/SetAlipay',
  summary: '设默认支付宝',
  changes: 'state',
  session: 'player',
  signed: true,
  fields: { id: id('account'), isDefault: optional(Type.Boolean({ description: 'The account is offered first from now on.' })) },
  answer: withdrawalAlipay,
  refuses: ['notFound'],
  example: { fields: { id: ALIPAY.id, isDefault: true }, models: ALIPAY },
});

export const deleteAlipay = call({
  method: 'POST',
  path: '/api/BankCard/DeleteAlipay',
  summary: '删除支付宝',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { id: id('account'), fundPwd },
  answer: object({ id: id('account') }),
  refuses: ['notFound', 'needsStep', 'wrongCode', 'stateChanged'],
  example: { fields: { id: ALIPAY.id, fundPwd: '270915' }, models: { id: ALIPAY.id } },
});
