/** /api/fund: a player's own ledger, in sentences. */
import movements from '../movements.json' with { type: 'json' };
import { call } from './define.ts';
import { lineNumbers } from './draws.ts';
import { count, fen, flag, id, instant, list, object, oneOf, optional, orNull, paging, signedFen, text, Type } from './schema.ts';

/** Every kind of movement that is described, and what a ledger is filtered by. */
const FUND_TYPES = movements.map(({ kind }) => kind);
export const FUND_GROUPS = [...new Set(movements.map(({ group }) => group))];

const MOVEMENT_KINDS = new Set(FUND_TYPES);
const date = (description: string) => Type.String({ format: 'date', description });
const amount = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, unit: 'fen', description });

/** What a ledger is narrowed down by; the list and its export take the same. */
const narrowed = {
  type: optional(oneOf(FUND_TYPES, 'Movements of this kind alone.')),
  group: optional(oneOf(FUND_GROUPS, 'Movements of the kinds of this group alone. Not together with `type`.')),
  kinds: optional(
    Type.String({
      maxLength: 400,
      pattern: '^[A-Za-z]+(,[A-Za-z]+)*$',
      description: 'Kinds by commas. Not together with `type` or `group`.',
    }),
  ),
  from: optional(date("First day, yyyy-MM-dd on the product's wall clock.")),
  to: optional(date('Last day.')),
  min: optional(amount('Least amount, fen, whatever its sign.')),
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
  group: text('What the kind counts as: stake, prize, refund, income, withdraw or transfer.'),
  title: text('What it was, in Chinese, and of what.'),
  label: text('What it was: 投注, 派奖 …'),
  subject: optional(
    text(
      'Of what: the game and its issue or round, the scratch card, the question of a quiz, what was bought in the store, which offer or activity gave it, to which account was withdrawn.',
    ),
  ),
  numbers: optional(lineNumbers),
  lineCount: optional(count('Lines of the order that it belongs to; `numbers` are those of the first. In the list alone.')),
  amountFen: signedFen('Fen; negative leaves the wallet.'),
  balanceFen: fen('Wallet after it, fen.'),
  at: instant(),
  orderId: optional(id('order')),
  to: optional(text('The route of the order, or of the play or card, that it belongs to.')),
  dayInFen: optional(
    fen(
      'What all movements of the same day brought in, less those that only change the place of money. In the list of all movements alone.',
    ),
  ),
  dayOutFen: optional(fen('What they took out.')),
  monthInFen: optional(fen('`sums` of its month: what entered the wallet. In the list alone.')),
  monthOutFen: optional(fen('What left it.')),
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
        object({ month: text('yyyy-MM'), inFen: fen('What entered the wallet.'), outFen: fen('What left it.') }),
        'Of each month on this page: the sums of all its movements that the list is narrowed down to; without a kind, less those that only change the place of money.',
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
    refundFen: fen('Stakes given back today.'),
    prizeFen: fen('Won today.'),
    netFen: signedFen('Prizes and refunds less stakes, fen.'),
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
    source: text('What it left, in Chinese: 主钱包, 余额宝 …'),
    target: text('What it entered, in Chinese.'),
    beforeFen: optional(fen('Wallet before it; left out where it does not touch the wallet.')),
    state: oneOf(['done']),
    ref: optional(text('Number of what it belongs to.')),
    note: optional(text('Why a withdrawal was sent back, as its player is told it.')),
    related: list(
      object({ id: text(), label: text(), amountFen: signedFen('Fen; negative leaves the wallet.'), at: instant() }),
      'Other movements of the same thing, in the order in which they happened.',
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
  withdrawFen: signedFen('提现 with its fees, less what came back.'),
  stakeFen: signedFen('投注.'),
  prizeFen: signedFen('奖金.'),
  refundFen: signedFen('退款.'),
  commissionFen: signedFen('佣金 and 返点.'),
  incomeFen: signedFen('收益.'),
  offerFen: signedFen('活动 and 赠送, less what of coupons went back.'),
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
        inFen: fen('What entered the account.'),
        outFen: fen('What left it, positive.'),
        ...sums,
      }),
      'Rows in which something happened, the newest first.',
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
    rows: count('Movements in it.'),
    complete: flag('All of them; else only the newest are in it.'),
  }),
  example: { fields: {}, models: { name: '资金明细.csv', text: '\ufeff时间\r\n', rows: 0, complete: true } },
});
