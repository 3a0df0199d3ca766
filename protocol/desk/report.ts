/** What the house took in and gave out (经营报表), by day or month and by game. */
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, signedFen, text, Type } from '../calls/schema.ts';
import { day } from './day.ts';
import { deskCall } from './define.ts';

const sale = {
  bets: count('Stakes and shares that were paid, plays and cards bought.'),
  soldFen: signedFen('What was staked, less what was given back.'),
  prizeFen: signedFen('Prizes and commissions, less what was taken back.'),
  grossFen: signedFen('Sold, less prizes, whoever pays them: the house, or the pool.'),
  poolFen: signedFen('What pools took in, less what they paid out: it is kept for prizes to come.'),
};
const figures = {
  ...sale,
  offerFen: signedFen('Grants, offers and coupons.'),
  rebateFen: signedFen('Rebates that agents turned into money.'),
  interestFen: fen('Interest of savings.'),
  feeFen: fen('Fees of withdrawals.'),
  storeFen: fen('What the store sold for money.'),
  netFen: signedFen('Everything that the accounts of the house took in, less what they gave out.'),
  rechargeFen: fen(),
  withdrawFen: fen('Withdrawals that were paid.'),
  players: count('Players who staked money on a day; of several days, the sum of the days.'),
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
    oneOf(['today', 'yesterday', 'week', 'month', 'lastMonth'], 'The last 7 days when neither this nor days are asked for.'),
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
    paidBp: orNull(Type.Integer({ description: 'Prizes of what was sold, basis points.' }), 'null: nothing was sold.'),
    periods: list(
      object({ period: text('2026-11-22, or 2026-11 of a month.'), ...figures }),
      'The newest first, those without a movement as well.',
    ),
    line: list(
      object({ label: text('11-22, or 2026-11 of a month.'), soldFen: sale.soldFen, prizeFen: sale.prizeFen, grossFen: sale.grossFen }),
      'The periods once more, the oldest first, for a chart.',
    ),
    games: list(object({ code: text(), name: text(), ...sale }), 'Games in which money moved, the one that sold most first.'),
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
      fen: fen('What they come to.'),
      since: orNull(instant('Unix ms of the game clock: the oldest was asked for.'), 'null: none waits.'),
    }),
    'Every null here: the role does not decide this.',
  ),
  quarantine: orNull(count('Issues and orders.')),
  results: orNull(count('Matches that kicked off hours ago and have no result.')),
  corrections: orNull(count('Corrections of results that a second operator has to sign.')),
  comments: orNull(count('Comments that players reported.')),
};

/** Every operator opens the first page; it has only what the operator's rights cover. */
export const deskNow = deskCall({
  method: 'GET',
  path: '/operator/api/desk/now',
  summary: '首页：严重告警、等着处理的与今天的数',
  right: null,
  fields: {},
  answer: object({
    critical: count('Critical alarms that are so now; 0 for a role that may not see them.'),
    title: text('The first of them; empty: none.'),
    handles: flag('Whether the role decides anything that may wait.'),
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
