/** /api/Protection: limits, breaks and exclusions that a player sets himself, and what he spent against what came back. */
import { call } from './define.ts';
import { count, fen, instant, list, object, oneOf, optional, orNull, signedFen, Type, text } from './schema.ts';

const what = oneOf(['deposit', 'stake', 'loss', 'time'], 'The limited quantity: recharges, stakes, losses or time of play.');
const period = oneOf(['day', 'week', 'month'], "The period, in the product's time zone; weeks begin on Monday.");

const limit = object({
  what,
  period,
  limitFen: orNull(fen('The limit; null: none, or a limit of time.')),
  limitMinutes: orNull(count('The limit of time, minutes; null: none, or a limit of money.')),
  usedFen: fen('The used part. It is 0 for time, and for a loss while the player is in profit.'),
  usedMinutes: count('The used part of a limit of time, whole minutes; otherwise 0.'),
  nextAt: orNull(instant('When the next limit takes effect; null: no change is planned.')),
  nextFen: orNull(fen('The next limit; null with `nextAt`: no limit from then on.')),
  nextMinutes: orNull(count('The next limit of time.')),
});

const block = object({
  kind: oneOf(['break', 'exclusion'], 'A break (休息) or a self-exclusion (自我排除).'),
  until: instant('Until then the player can neither bet nor recharge.'),
});

const pause = object({ code: text(), name: text('How long, in Chinese.') });

export const playerLimits = call({
  method: 'GET',
  path: '/api/Protection/State',
  summary: '玩家保护：自己设定的限额、休息与自我排除',
  session: 'player',
  fields: {},
  answer: object({
    limits: list(limit, 'All possible limits, set or not.'),
    block: orNull(block, 'Null: the player may play.'),
    breaks: list(pause, 'The possible breaks.'),
    exclusions: list(pause, 'The possible exclusions.'),
  }),
  example: {
    fields: {},
    models: {
      limits: [
        {
          what: 'stake',
          period: 'day',
          limitFen: 10_000,
          limitMinutes: null,
          usedFen: 2_400,
          usedMinutes: 0,
          nextAt: null,
          nextFen: null,
          nextMinutes: null,
        },
      ],
      block: null,
      breaks: [{ code: 'day', name: '1 天' }],
      exclusions: [{ code: 'halfYear', name: '半年' }],
    },
  },
});

export const setLimit = call({
  method: 'POST',
  path: '/api/Protection/SetLimit',
  summary: '设定、降低、提高或取消一项限额：降低即时生效，提高与取消 24 小时后生效',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    what,
    period,
    limitFen: optional(fen('A limit of money. If `limitMinutes` is left out too: no limit.')),
    limitMinutes: optional(Type.Integer({ minimum: 0, maximum: 44_640, description: 'A limit of time, minutes.' })),
  },
  answer: limit,
  example: {
    fields: { what: 'stake', period: 'day', limitFen: 10_000 },
    models: {
      what: 'stake',
      period: 'day',
      limitFen: 10_000,
      limitMinutes: null,
      usedFen: 0,
      usedMinutes: 0,
      nextAt: null,
      nextFen: null,
      nextMinutes: null,
    },
  },
});

export const pausePlay = call({
  method: 'POST',
  path: '/api/Protection/Pause',
  summary: '休息一段时间，或自我排除（同时停止追号）',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    kind: oneOf(['break', 'exclusion'], 'A break (休息) or a self-exclusion (自我排除).'),
    code: Type.String({ minLength: 1, maxLength: 32, description: 'One of the breaks or exclusions of the state.' }),
  },
  wallet: true,
  answer: object({
    block,
    chases: count('Chases with cancelled issues.'),
    refundFen: fen('The refund for them.'),
    balanceFen: fen('Wallet after the call, fen.'),
  }),
  refuses: ['notFound', 'stateChanged'],
  refusalModels: { stateChanged: block },
  example: {
    fields: { kind: 'exclusion', code: 'halfYear' },
    models: { block: { kind: 'exclusion', until: 1_810_800_000_000 }, chases: 1, refundFen: 1_800, balanceFen: 998_200 },
  },
});

const figures = {
  spentFen: fen('Spending on games: stakes, and transfers to companies.'),
  backFen: fen('Returns: prizes, refunds, and transfers from companies.'),
  netFen: signedFen('Returns minus spending; a negative value is a loss.'),
};

export const spending = call({
  method: 'GET',
  path: '/api/Protection/Report',
  summary: '投入与返回：总计、各彩种、每日',
  session: 'player',
  fields: { span: optional(oneOf(['week', 'month', 'year'], 'The last 7 days, 30 days (when left out) or 12 months.')) },
  answer: object({
    ...figures,
    games: list(object({ name: text('The game, or the company.'), ...figures }), 'By spending, the largest first.'),
    items: list(
      object({ label: text('The day (11-22) or the month (2026-11).'), ...figures }),
      'Every day, or for a year every month, the oldest first.',
    ),
    playedMinutes: count('Minutes of play in this period.'),
    since: instant('The beginning of the period.'),
  }),
  example: {
    fields: { span: 'week' },
    models: {
      spentFen: 10_000,
      backFen: 6_400,
      netFen: -3_600,
      games: [{ name: '双色球', spentFen: 10_000, backFen: 6_400, netFen: -3_600 }],
      items: [{ label: '11-22', spentFen: 10_000, backFen: 6_400, netFen: -3_600 }],
      playedMinutes: 42,
      since: 1_795_300_000_000,
    },
  },
});

export const sitting = call({
  method: 'GET',
  path: '/api/Protection/Sitting',
  summary: '这一次玩了多久、投入与返回多少',
  session: 'player',
  fields: {},
  answer: object({ minutes: count('Minutes of play without a break.'), ...figures, since: instant('When it began.') }),
  example: { fields: {}, models: { minutes: 30, spentFen: 2_000, backFen: 0, netFen: -2_000, since: 1_795_300_000_000 } },
});

export const sittingSeen = call({
  method: 'POST',
  path: '/api/Protection/Seen',
  summary: '已看过提醒，继续',
  changes: 'state',
  session: 'player',
  signed: true,
  fields: {},
  answer: Type.Null(),
  example: { fields: {}, models: null },
});
