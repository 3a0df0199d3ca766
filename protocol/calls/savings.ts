/** 余额宝: what a player has there, what it earned and at which rates. Moving money in and out is /api/fund/out and /api/fund/in. */
import { call } from './define.ts';
import { count, fen, flag, id, instant, list, object, oneOf, optional, orNull, page, paging, signedFen, text, Type } from './schema.ts';

const lot = object({
  id: id('amount that was moved in'),
  amountFen: fen(),
  at: instant(),
  confirmsAt: instant('When it begins to earn.'),
  firstIncomeAt: instant('When its first income is paid.'),
});

const rate = object({
  day: instant('When the day began.'),
  r4: count('Income of the day for 10,000 yuan, in 1/10,000 yuan (万份收益).'),
  income: text('The same in yuan: 0.5500.'),
  yieldBp: optional(count('七日年化, basis points, rounded down. Left out while fewer than seven days are known.')),
});

export const yuEBao = call({
  method: 'GET',
  path: '/api/fund/YuEBao',
  summary: '余额宝：总额、收益、七日年化、待确认与规则',
  session: 'player',
  fields: {},
  answer: object({
    totalFen: fen('Confirmed and pending.'),
    confirmedFen: fen('The amount that earns and can be moved out.'),
    pendingFen: fen('The amount that was moved in and does not earn yet.'),
    yesterdayFen: orNull(fen('Income of yesterday.'), 'null: it is not posted yet.'),
    incomeFen: fen('All income so far.'),
    balanceFen: fen('Main wallet, fen.'),
    income: text('万份收益 of the last finished day, yuan.'),
    yearYield: orNull(text('七日年化 in percent: 2.007.'), 'null: fewer than seven days are known.'),
    rates: list(rate, 'Finished days, the oldest first; 30 at most.'),
    week: list(rate, 'The last seven of them.'),
    lots: list(lot, 'Amounts that do not earn yet, the earliest first.'),
    now: object(
      {
        confirmsAt: instant(),
        firstIncomeAt: instant(),
        cutoffAt: instant('Today at the cut-off.'),
        incomeAt: instant('The time of day from which the income of yesterday is posted.'),
      },
      'When money that is moved in now begins to earn.',
    ),
    auto: object({ on: flag(), keepFen: fen('The amount that stays in the wallet.') }),
    leastInFen: fen('Least amount moved in.'),
    mostOutFen: fen('The most that can be moved out at a time.'),
    mostOutDayFen: fen('The most that can be moved out in a day.'),
    outLeftFen: fen('The amount that can still be moved out today.'),
  }),
  example: {
    fields: {},
    models: {
      totalFen: 1_000_000,
      confirmedFen: 900_000,
      pendingFen: 100_000,
      yesterdayFen: 49,
      incomeFen: 1_234,
      balanceFen: 50_000,
      income: '0.5500',
      yearYield: '2.007',
      rates: [{ day: 1_795_276_800_000, r4: 5_500, income: '0.5500', yieldBp: 200 }],
      week: [{ day: 1_795_276_800_000, r4: 5_500, income: '0.5500', yieldBp: 200 }],
      lots: [
        {
          id: '0190a1b2-0000-7000-8000-000000000001',
          amountFen: 100_000,
          at: 1_795_300_000_000,
          confirmsAt: 1_795_363_200_000,
          firstIncomeAt: 1_795_449_900_000,
        },
      ],
      now: { confirmsAt: 1_795_363_200_000, firstIncomeAt: 1_795_449_900_000, cutoffAt: 1_795_330_800_000, incomeAt: 1_795_277_100_000 },
      auto: { on: false, keepFen: 0 },
      leastInFen: 100,
      mostOutFen: 5_000_000,
      mostOutDayFen: 20_000_000,
      outLeftFen: 20_000_000,
    },
  },
});

export const yuEBaoList = call({
  method: 'GET',
  path: '/api/fund/YuEBaoList',
  summary: '余额宝记录：转入、转出与每日收益，新的在前',
  session: 'player',
  fields: { type: optional(oneOf(['in', 'out', 'income'], 'Left out: all.')), ...paging() },
  answer: page(
    object({
      id: text(),
      type: oneOf(['in', 'out', 'income']),
      title: text('The kind in Chinese.'),
      amountFen: signedFen('Fen; a negative amount leaves 余额宝.'),
      at: instant(),
      day: optional(instant('The beginning of the day of the income.')),
      note: optional(text('For an amount that was moved in: whether it earns.')),
    }),
  ),
  example: {
    fields: { size: 20 },
    models: { items: [{ id: '12', type: 'income', title: '余额宝收益', amountFen: 49, at: 1_795_277_100_000 }], next: null },
  },
});

export const yuEBaoCancel = call({
  method: 'POST',
  path: '/api/fund/YuEBaoCancel',
  summary: '撤回一笔待确认的余额宝转入',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: { lotId: id('amount that was moved in') },
  answer: object({ balanceFen: fen('Main wallet after the call, fen.'), amountFen: fen('The refund.') }),
  refuses: ['notFound', 'stateChanged'],
  example: {
    fields: { lotId: '0190a1b2-0000-7000-8000-000000000001' },
    models: { balanceFen: 150_000, amountFen: 100_000 },
  },
});

export const yuEBaoAuto = call({
  method: 'POST',
  path: '/api/fund/YuEBaoAuto',
  summary: '每晚自动转入余额宝：开关与钱包留存金额',
  session: 'player',
  changes: 'state',
  signed: true,
  idempotent: true,
  fields: {
    on: Type.Boolean({ description: 'Whether the amount above `keepFen` is moved in every night.' }),
    keepFen: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      unit: 'fen',
      default: 0,
      description: 'The amount that stays in the wallet.',
    }),
  },
  answer: object({ on: flag(), keepFen: fen('The amount that stays in the wallet.') }),
  example: { fields: { on: true, keepFen: 10_000 }, models: { on: true, keepFen: 10_000 } },
});
