/** /api/Score: reports of agents (代理), rebates and files of them. They hold sums and never the orders of another player. */
import { bp, score } from './agent-shapes.ts';
import { call } from './define.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, paging, signedFen, text, Type } from './schema.ts';

const date = (description: string) => Type.String({ format: 'date', description });
const period = {
  period: optional(
    oneOf(
      ['today', 'yesterday', 'week', 'month', 'lastMonth'],
      'A period, not together with `from` and `to`. If all are left out: the last seven days.',
    ),
  ),
  from: optional(date("First day, yyyy-MM-dd on the product's wall clock; not before 2017-01-01.")),
  to: optional(date('Last day; at most 400 days.')),
};
const scope = oneOf(
  ['self', 'direct', 'team'],
  'self: own orders. direct: orders of the players directly below. team: own orders and those of all players below.',
);
const ofScope = optional(scope);

/** The span that was answered for, and how current it is. */
const span = {
  from: text('yyyy-MM-dd'),
  to: text('yyyy-MM-dd'),
  scope,
  asOf: instant('The instant up to which figures are counted; 0: none yet.'),
  hidden: flag(
    'Some prizes, refunds, recharges, withdrawals and nets are null, because sums of so few players would reveal single players.',
  ),
  nearest: text('If the period has no figures: the nearest day with figures. Otherwise empty.'),
  agent: flag('The player has a rate in some family, or has asked to be an agent.'),
};

const played = {
  players: count('Players, each counted once for each day.'),
  bets: count('Orders.'),
  stakeFen: fen('投注.'),
  validFen: fen('有效投注: stakes minus refunds and minus the parts paid by coupons.'),
  prizeFen: orNull(fen(), '派奖. null: so few players played that the sum would reveal single players.'),
  refundFen: orNull(fen(), '退款; null as for prizes.'),
  rebateScore: score('The earnings of the agent.'),
  netFen: orNull(signedFen('盈亏 of the players: prizes and refunds minus stakes; null as for prizes.')),
};
const samplePlayed = {
  players: 3,
  bets: 12,
  stakeFen: 24_000,
  validFen: 24_000,
  prizeFen: 9_000,
  refundFen: 0,
  rebateScore: 480,
  netFen: -15_000,
};
const sampleSpan = {
  from: '2026-11-17',
  to: '2026-11-23',
  scope: 'team',
  asOf: 1_795_300_000_000,
  hidden: false,
  nearest: '',
  agent: true,
} as const;

export const scoreGameReport = call({
  method: 'GET',
  path: '/api/Score/GameReport',
  summary: '游戏报表：各彩种的汇总',
  session: 'player',
  fields: {
    ...period,
    scope: ofScope,
    sort: optional(
      Type.String({
        pattern: '^-?(name|players|bets|stake|valid|prize|refund|rebate|net)$',
        description: 'The order; "-" before it means descending. -stake when left out.',
      }),
    ),
  },
  answer: object({ rows: list(object({ gameCode: text(), name: text(), ...played })), total: object(played), ...span }),
  example: {
    fields: { period: 'week', scope: 'team' },
    models: { rows: [{ gameCode: 'ssq', name: '双色球', ...samplePlayed }], total: samplePlayed, ...sampleSpan },
  },
});

const account = {
  active: count('Players who played, by day.'),
  joined: count('New players.'),
  rechargeFen: orNull(fen(), '充值; null as for prizes.'),
  withdrawFen: orNull(fen(), '提现; null as for prizes.'),
  commissionFen: orNull(signedFen('佣金 of group orders and releases; null as for prizes.')),
  offerFen: orNull(signedFen('活动 and 赠送; null as for prizes.')),
};
const sampleAccount = { active: 3, joined: 1, rechargeFen: 10_000, withdrawFen: 0, commissionFen: 0, offerFen: 1_000_000 };

export const scoreReport = call({
  method: 'GET',
  path: '/api/Score/Report',
  summary: '积分报表：每天的汇总',
  session: 'player',
  fields: { ...period, scope: ofScope },
  answer: object({
    items: list(
      object({ day: text('yyyy-MM-dd'), ...played, ...account, corrected: flag('A part was taken back later.') }),
      'Days with figures, the newest first.',
    ),
    days: list(
      object({ day: text(), stakeFen: fen(), validFen: fen(), rebateScore: score('Sums of the day.'), active: count() }),
      'Every day of the period in order, for a chart; at most the last 62.',
    ),
    total: object({ ...played, ...account }),
    ...span,
  }),
  example: {
    fields: { period: 'week', scope: 'team' },
    models: {
      items: [{ day: '2026-11-23', ...samplePlayed, ...sampleAccount, corrected: false }],
      days: [{ day: '2026-11-23', stakeFen: 24_000, validFen: 24_000, rebateScore: 480, active: 3 }],
      total: { ...samplePlayed, ...sampleAccount },
      ...sampleSpan,
    },
  },
});

const returnState = oneOf(
  ['due', 'posted', 'taken'],
  'due: calculated, but not booked. posted: booked. taken: a part was taken back, or will be.',
);

export const scoreReturn = object({
  returnId: text(),
  day: text('yyyy-MM-dd'),
  who: text('The player that played, masked; 我 for the agent.'),
  level: count('Levels below the agent; 0 is the agent.'),
  gameCode: text(),
  gameName: text(),
  family: text('Name of the family.'),
  baseFen: fen('The base of the calculation: a sum of the day.'),
  bp: bp("The agent's rate minus the rate of the level below."),
  score: score('The present calculation.'),
  takenScore: score('The part of the booked amount that was taken back later.'),
  state: returnState,
});

export const scoreReturnList = call({
  method: 'GET',
  path: '/api/Score/ReturnList',
  summary: '返点列表，新的在前',
  session: 'player',
  fields: { ...period, state: optional(returnState), ...paging() },
  answer: object({
    items: list(scoreReturn),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    sumScore: score('The present calculation for the whole period.'),
    balanceScore: score('Rebates that can be turned into money.'),
    expectedScore: score('Calculated, but not booked yet.'),
    owedScore: score('The amount to take back from the next rebates.'),
    leastScore: score('The least amount that can be turned into money.'),
    from: text('yyyy-MM-dd'),
    to: text('yyyy-MM-dd'),
    agent: span.agent,
  }),
  example: {
    fields: { period: 'week', size: 20 },
    models: {
      items: [
        {
          returnId: '20780-100002-ssq-number',
          day: '2026-11-23',
          who: '小***鱼',
          level: 1,
          gameCode: 'ssq',
          gameName: '双色球',
          family: '数字彩',
          baseFen: 10_000,
          bp: 100,
          score: 100,
          takenScore: 0,
          state: 'due',
        },
      ],
      next: null,
      sumScore: 100,
      balanceScore: 0,
      expectedScore: 100,
      owedScore: 0,
      leastScore: 100,
      from: '2026-11-17',
      to: '2026-11-23',
      agent: true,
    },
  },
});

export const scoreBetReport = call({
  method: 'GET',
  path: '/api/Score/BetReport',
  summary: '投注报表：按日、彩种与结果',
  session: 'player',
  fields: {
    ...period,
    scope: ofScope,
    game: optional(Type.String({ minLength: 1, maxLength: 32, description: 'Code of a game.' })),
    status: optional(oneOf(['won', 'lost', 'back'], 'Only rows with such orders. back: the whole stake was refunded.')),
    ...paging(),
  },
  answer: object({
    items: list(
      object({
        rowId: text(),
        day: text('yyyy-MM-dd: the day of the draw, for orders of all days. Without a draw: the day of the end.'),
        gameCode: text(),
        gameName: text(),
        bets: count('Orders.'),
        wonBets: orNull(count(), 'null: so few players played that the sum would reveal single players.'),
        lostBets: orNull(count()),
        backBets: orNull(count()),
        stakeFen: fen('投注.'),
        validFen: fen('有效投注.'),
        prizeFen: orNull(fen(), '派奖.'),
        refundFen: orNull(fen(), '退款.'),
        netFen: orNull(signedFen('盈亏.')),
        to: text("The page with the caller's own orders of the row, which were drawn on its day; empty for orders of others."),
      }),
    ),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    total: object(played),
    games: list(object({ gameCode: text(), name: text() }), 'Games of the period, for a filter.'),
    ...span,
  }),
  example: {
    fields: { period: 'week', scope: 'self', size: 20 },
    models: {
      items: [
        {
          rowId: '2026-11-23-ssq',
          day: '2026-11-23',
          gameCode: 'ssq',
          gameName: '双色球',
          bets: 4,
          wonBets: 1,
          lostBets: 3,
          backBets: 0,
          stakeFen: 8_000,
          validFen: 8_000,
          prizeFen: 500,
          refundFen: 0,
          netFen: -7_500,
          to: '/betRecord?game=ssq&by=drawn&from=2026-11-23&to=2026-11-23',
        },
      ],
      next: null,
      total: samplePlayed,
      games: [{ gameCode: 'ssq', name: '双色球' }],
      ...sampleSpan,
      scope: 'self',
    },
  },
});

export const scoreExport = call({
  method: 'GET',
  path: '/api/Score/Export',
  summary: '报表导出为 CSV',
  session: 'player',
  fields: {
    report: oneOf(['game', 'day', 'return', 'bet'], 'Which report.'),
    ...period,
    scope: ofScope,
    game: optional(Type.String({ minLength: 1, maxLength: 32, description: 'For the bet report: a game.' })),
    status: optional(oneOf(['won', 'lost', 'back'], 'For the bet report.')),
    state: optional(returnState),
  },
  answer: object({
    name: text('File name.'),
    text: text('CSV with a header, UTF-8 with a byte order mark, lines ended by CR LF.'),
    rows: count('Rows in it.'),
    complete: flag('The file has all rows. Otherwise it has only the newest.'),
  }),
  refuses: ['notFound'],
  example: { fields: { report: 'day' }, models: { name: '积分报表.csv', text: '\ufeff日期\r\n', rows: 1, complete: true } },
});
