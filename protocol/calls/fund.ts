/** /api/fund: a player's own ledger, in sentences. */
import movements from '../movements.json' with { type: 'json' };
import { call } from './define.ts';
import { lineNumbers } from './draws.ts';
import { count, fen, flag, id, instant, list, object, oneOf, optional, orderNo, orNull, paging, signedFen, text, Type } from './schema.ts';

/** Every kind of movement that is described, and what a ledger is filtered by. */
const FUND_TYPES = movements.map(({ kind }) => kind);
export const FUND_GROUPS = [...new Set(movements.map(({ group }) => group))];

const MOVEMENT_KINDS = new Set(FUND_TYPES);
const date = (description: string) => Type.String({ format: 'date', description });
const amount = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, unit: 'fen', description });

/** What a ledger is narrowed down by; the list and its export take the same. */
const narrowed = {
  type: optional(oneOf(FUND_TYPES, 'Only movements of this kind.')),
  group: optional(oneOf(FUND_GROUPS, 'Only movements of this group of kinds. Not together with `type`.')),
  kinds: optional(
    Type.String({
      maxLength: 400,
      pattern: '^[A-Za-z]+(,[A-Za-z]+)*$',
      description: 'Kinds, separated by commas. Not together with `type` or `group`.',
    }),
  ),
  from: optional(date("First day, yyyy-MM-dd on the product's wall clock.")),
  to: optional(date('Last day.')),
  min: optional(amount('Least amount without its sign, fen.')),
  max: optional(amount('Greatest amount, fen.')),
  q: optional(
    Type.String({
      maxLength: 36,
      pattern: '^[0-9A-Za-z-]+$',
      description: 'Number of a movement, beginning of an order number, or issue (期).',
    }),
  ),
};

/** Names of `kinds` that no movement has. */
export const unknownKinds = (kinds: readonly string[]): string[] => kinds.filter((kind) => !MOVEMENT_KINDS.has(kind));

export const fundItem = object({
  id: text(),
  type: text('Kind of movement: grant, stake, prize, refund …'),
  group: text('The group of the kind: stake, prize, refund, income, withdraw or transfer.'),
  title: text('The kind and the subject, in Chinese.'),
  label: text('The kind in words: 投注, 派奖 …'),
  subject: optional(
    text(
      'The subject: the game and its issue or round, the scratch card, the question of a quiz, the product of the store, the offer or activity, or the account of a withdrawal.',
    ),
  ),
  numbers: optional(lineNumbers),
  lineCount: optional(count('Lines of its order; `numbers` are those of the first line. Only in the list.')),
  amountFen: signedFen('Fen; a negative amount leaves the wallet.'),
  balanceFen: fen('Wallet after the call, fen.'),
  at: instant(),
  orderId: optional(id('order')),
  orderNo: optional(orderNo),
  to: optional(text('The route of its order, play or card.')),
  dayInFen: optional(
    fen("Income of all movements of the same day, without transfers between the player's own purses. Only in the list of all movements."),
  ),
  dayOutFen: optional(fen('Expenses of the same movements.')),
  monthInFen: optional(fen('Amounts that entered the wallet in its month, as in `sums`. Only in the list.')),
  monthOutFen: optional(fen('Amounts that left the wallet.')),
});

export const funds = call({
  method: 'GET',
  path: '/api/fund/list',
  summary: '资金明细，新的在前',
  session: 'player',
  fields: {
    ...narrowed,
    ...paging(),
  },
  answer: object({
    items: list(fundItem),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    sums: optional(
      list(
        object({ month: text('yyyy-MM'), inFen: fen('Amounts that entered the wallet.'), outFen: fen('Amounts that left the wallet.') }),
        "For each month on this page, the sums of all movements that the filter selects. Without a kind, transfers between the player's own purses are not counted.",
      ),
    ),
  }),
  example: {
    fields: { type: 'grant', size: 20 },
    models: {
      items: [
        {
          id: '12',
          type: 'grant',
          group: 'income',
          title: '注册赠送演示金',
          label: '注册赠送演示金',
          amountFen: 1_000_000,
          balanceFen: 1_000_000,
          at: 1_795_300_000_000,
        },
      ],
      next: null,
    },
  },
});

export const fundToday = call({
  method: 'GET',
  path: '/api/fund/Today',
  summary: '今日投注、中奖与盈亏',
  session: 'player',
  fields: {},
  answer: object({
    stakeFen: fen('Staked today, fen.'),
    refundFen: fen('Stakes refunded today.'),
    prizeFen: fen('Won today.'),
    netFen: signedFen('Prizes and refunds minus stakes, fen.'),
  }),
  example: { fields: {}, models: { stakeFen: 2_000, refundFen: 0, prizeFen: 1_700, netFen: -300 } },
});

export const fundDetail = call({
  method: 'GET',
  path: '/api/fund/Detail',
  summary: '账单详情：一笔流水从哪里到哪里',
  session: 'player',
  fields: { id: Type.String({ pattern: '^[0-9]{1,15}$', description: 'Number of the movement.' }) },
  answer: object({
    ...fundItem.properties,
    source: text('The purse that it left, in Chinese: 主钱包, 余额宝 …'),
    target: text('The purse that it entered, in Chinese.'),
    beforeFen: optional(fen('Wallet before the movement; left out if it does not change the wallet.')),
    state: oneOf(['done']),
    ref: optional(text('UUID of its subject.')),
    refNo: optional({
      ...orderNo,
      description: 'Number of its subject for people, if that has one: an order, a recharge, a withdrawal or a transfer.',
    }),
    note: optional(text('The reason why a withdrawal was returned, as the player reads it.')),
    related: list(
      object({ id: text(), label: text(), amountFen: signedFen('Fen; a negative amount leaves the wallet.'), at: instant() }),
      'Other movements of the same subject, in order of time.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: '12' },
    models: {
      id: '12',
      type: 'grant',
      group: 'income',
      title: '注册赠送演示金',
      label: '注册赠送演示金',
      amountFen: 1_000_000,
      balanceFen: 1_000_000,
      at: 1_795_300_000_000,
      source: '平台',
      target: '主钱包',
      beforeFen: 0,
      state: 'done',
      related: [],
    },
  },
});

const NOTHING = {
  ...{ rechargeFen: 0, withdrawFen: 0, stakeFen: 0, prizeFen: 0, refundFen: 0 },
  ...{ commissionFen: 0, incomeFen: 0, offerFen: 0, storeFen: 0, netFen: 0 },
};

const sums = {
  rechargeFen: signedFen('充值.'),
  withdrawFen: signedFen('提现 with its fees, minus returned amounts.'),
  stakeFen: signedFen('投注.'),
  prizeFen: signedFen('奖金.'),
  refundFen: signedFen('退款.'),
  commissionFen: signedFen('佣金 and 返点.'),
  incomeFen: signedFen('收益.'),
  offerFen: signedFen('活动 and 赠送, minus returned parts of coupons.'),
  storeFen: signedFen('商城购物.'),
  netFen: signedFen('净额: the sum of all of these.'),
};

export const fundReport = call({
  method: 'GET',
  path: '/api/fund/Report',
  summary: '账户明细：按日或按月汇总',
  session: 'player',
  fields: {
    by: Type.Enum(['day', 'month'], { default: 'day', description: 'A row for each day or month.' }),
    from: optional(date('First day, yyyy-MM-dd; 30 days or 12 months back when left out.')),
    to: optional(date('Last day; today when left out.')),
  },
  answer: object({
    items: list(
      object({
        period: text('yyyy-MM-dd or yyyy-MM.'),
        inFen: fen('Amounts that entered the account.'),
        outFen: fen('Amounts that left the account, as positive numbers.'),
        ...sums,
      }),
      'Rows with movements, the newest first.',
    ),
    days: list(object({ period: text(), ...sums }), 'All periods in order, for a chart; 62 at most.'),
    total: object({ inFen: fen(), outFen: fen(), ...sums }),
    from: text('yyyy-MM-dd'),
    to: text('yyyy-MM-dd'),
  }),
  example: {
    fields: { by: 'day' },
    models: { items: [], days: [], total: { inFen: 0, outFen: 0, ...NOTHING }, from: '2026-10-24', to: '2026-11-22' },
  },
});

export const fundExport = call({
  method: 'GET',
  path: '/api/fund/Export',
  summary: '资金明细导出为 CSV',
  session: 'player',
  fields: narrowed,
  answer: object({
    name: text('File name.'),
    text: text('CSV with a header, UTF-8 with a byte order mark, lines ended by CR LF.'),
    rows: count('The number of movements.'),
    complete: flag('The file has all rows. Otherwise it has only the newest.'),
  }),
  example: { fields: {}, models: { name: '资金明细.csv', text: '\ufeff时间\r\n', rows: 0, complete: true } },
});
