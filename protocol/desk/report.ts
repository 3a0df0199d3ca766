/** What the house took in and gave out (经营报表), by day or month and by game. */
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, signedFen, text, Type } from '../calls/schema.ts';
import { day } from './day.ts';
import { deskCall } from './define.ts';

const sale = {
  bets: count('Paid stakes and shares, and plays and cards that were bought.'),
  soldFen: signedFen('Stakes minus refunds.'),
  prizeFen: signedFen('Prizes and commissions, minus amounts that were taken back.'),
  grossFen: signedFen('Sales minus prizes, which the house or the pool pays.'),
  poolFen: signedFen('Income of pools minus their payouts. It is reserved for future prizes.'),
};
const figures = {
  ...sale,
  offerFen: signedFen('Grants, offers and coupons.'),
  rebateFen: signedFen('Rebates that agents have turned into money.'),
  interestFen: fen('Interest of savings.'),
  feeFen: fen('Fees of withdrawals.'),
  storeFen: fen('Sales of the store for money.'),
  netFen: signedFen('All income of the accounts of the house minus all their payouts.'),
  rechargeFen: fen(),
  withdrawFen: fen('Withdrawals that were paid.'),
  players: count('Players who staked money on a day. For several days: the sum over the days.'),
  joined: count('Players who registered.'),
};
const saleExample = { bets: 12, soldFen: 120_000, prizeFen: 60_000, grossFen: 60_000, poolFen: 5_000 };
const example = {
  ...saleExample,
  ...{ offerFen: 10_000, rebateFen: 200, interestFen: 30, feeFen: 0, storeFen: 600, netFen: 45_370 },
  ...{ rechargeFen: 50_000, withdrawFen: 20_000, players: 7, joined: 2 },
};

const span = {
  period: optional(
    oneOf(['today', 'yesterday', 'week', 'month', 'lastMonth'], 'A period. If neither this nor days are given: the last 7 days.'),
  ),
  from: optional(day),
  to: optional(day),
};

export const deskReport = deskCall({
  method: 'GET',
  path: '/operator/api/desk/report',
  summary: '经营报表：按天（超过 62 天按月）与按彩种的销售、派奖与收支',
  right: 'reports',
  fields: span,
  answer: object({
    from: day,
    to: day,
    by: oneOf(['day', 'month']),
    asOf: instant('Unix ms of the game clock.'),
    total: object(figures),
    paidBp: orNull(Type.Integer({ description: 'Prizes as a part of the sales, basis points.' }), 'null: nothing was sold.'),
    periods: list(
      object({ period: text('2026-11-22, or 2026-11 of a month.'), ...figures }),
      'All periods, the newest first, including periods without a movement.',
    ),
    line: list(
      object({ label: text('11-22, or 2026-11 of a month.'), soldFen: sale.soldFen, prizeFen: sale.prizeFen, grossFen: sale.grossFen }),
      'The same periods, the oldest first, for a chart.',
    ),
    games: list(object({ code: text(), name: text(), ...sale }), 'Games with movements of money, the largest sales first.'),
  }),
  example: {
    fields: { period: 'today' },
    models: {
      ...{ from: '2026-11-24', to: '2026-11-24', by: 'day', asOf: 1_795_500_000_000, total: example, paidBp: 5_000 },
      periods: [{ period: '2026-11-24', ...example }],
      line: [{ label: '11-24', soldFen: 120_000, prizeFen: 60_000, grossFen: 60_000 }],
      games: [{ code: 'ssq', name: '双色球', ...saleExample }],
    },
  },
});

export const deskReportExport = deskCall({
  method: 'GET',
  path: '/operator/api/desk/report/export',
  summary: '经营报表导出为 CSV',
  right: 'reports',
  fields: { ...span, of: oneOf(['periods', 'games'], 'A row for each day or month, or for each game.') },
  answer: object({
    name: text('File name.'),
    text: text('CSV with a header, UTF-8 with a byte order mark, lines ended by CR LF; amounts in yuan.'),
    rows: count('Rows in it.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { period: 'today', of: 'periods' },
    models: { name: '经营报表-每天-2026-11-24至2026-11-24.csv', text: '\ufeff日期\r\n', rows: 1 },
  },
});

const waiting = {
  withdrawals: orNull(
    object({
      count: count('Withdrawals that wait for a review.'),
      fen: fen('The sum of their amounts.'),
      since: orNull(instant('Unix ms of the game clock when the oldest was requested.'), 'null: none waits.'),
    }),
    'A null here means that the role does not decide this.',
  ),
  quarantine: orNull(count('Issues and orders in quarantine.')),
  results: orNull(count('Matches that kicked off hours ago and have no result.')),
  corrections: orNull(count('Corrections of results that a second operator has to sign.')),
  comments: orNull(count('Comments that players reported.')),
};

/** Every operator opens the first page; it has only what the operator's rights cover. */
export const deskNow = deskCall({
  method: 'GET',
  path: '/operator/api/desk/now',
  summary: '首页：严重告警、待处理的与今天的数',
  right: null,
  fields: {},
  answer: object({
    critical: count('Active critical alarms; 0 for a role that may not see them.'),
    title: text('The first of these alarms; empty: none.'),
    handles: flag('Whether the role decides anything on this list.'),
    waiting: object(waiting),
    today: orNull(object(figures), 'null: the role does not see the report.'),
  }),
  example: {
    fields: {},
    models: {
      critical: 1,
      title: '有一期进了隔离区',
      handles: true,
      waiting: { withdrawals: { count: 2, fen: 40_000, since: 1_795_300_000_000 }, quarantine: 1, results: 0, corrections: 0, comments: 3 },
      today: example,
    },
  },
});
