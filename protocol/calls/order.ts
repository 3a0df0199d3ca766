/** /api/order: a player's own orders. An id of somebody else's finds nothing. */
import { call, KEY } from './define.ts';
import { lineNumbers, numbers, resultDetail, ticket } from './draws.ts';
import { fundItem } from './fund.ts';
import {
  count,
  fen,
  flag,
  id,
  instant,
  list,
  object,
  oneOf,
  optional,
  orderNo,
  orNull,
  page,
  paging,
  signedFen,
  Type,
  text,
} from './schema.ts';

const date = (description: string) => Type.String({ format: 'date', description });
const ORDER_STATUS = ['pending', 'won', 'lost', 'cancelled'] as const;
export const orderStatus = oneOf(ORDER_STATUS, 'pending: waits for the draw. cancelled: refunded.');

/** What every kind of order says of itself. */
const head = {
  orderId: id('order'),
  orderNo,
  title: text('The subject: the game, the match, the card.'),
  subtitle: text('The bet.'),
  to: text('The route of its page.'),
  gameCode: text(),
  gameName: text(),
  issue: text('Issue (期) that decides it; for a chase, its last issue.'),
  unit: oneOf(['fen', 'points', 'score', 'growth'], 'Unit of amountFen and prizeFen.'),
  amountFen: fen(),
  status: orderStatus,
  prizeFen: fen(),
  placedAt: instant(),
};
const chaseId = optional(Type.String({ format: 'uuid', description: 'The chase (追号) to which this issue belongs.' }));
/** What a list shows of a ticket's numbers. */
const firstLine = {
  numbers: optional(lineNumbers),
  lineCount: optional(count('Lines of the ticket; `numbers` are those of the first line.')),
};
const chaseProgress = {
  issuesDrawn: optional(count('The number of drawn issues of a chase.')),
  stakeFen: optional(fen('For a chase: the stakes on its issues, without refunds.')),
};
const groupShares = {
  hmId: optional(Type.String({ format: 'uuid', description: 'The group order (合买) of these shares.' })),
  shares: optional(count('The number of shares.')),
  sharesName: optional(text('发起, 认购, 定制, 保底.')),
};
/** What only some kinds have is left out by the others: one list shows them all. */
const item = {
  ...head,
  kind: oneOf(
    ['ticket', 'chase', 'sport', 'group'],
    'ticket: one issue of a number game. chase (追号): several issues, each a separate ticket. sport: a ticket of matches, or an outright. group (合买): shares of a group order.',
  ),
  playNames: optional(text('Plays of the ticket, joined by “、”.')),
  bets: optional(count('Bets (注) of a ticket.')),
  multiplier: optional(count('Multiplier (倍) of a ticket.')),
  matches: optional(count('Matches (场) of a ticket of matches.')),
  passNames: optional(text('Its passes, joined by “、”: 2串1.')),
  wonLegs: optional(count('Matches of the ticket with a winning pick so far.')),
  issues: optional(count('Issues (期) of a chase.')),
  ...chaseProgress,
  ...groupShares,
  ...firstLine,
  dayStakeFen: optional(fen('Stakes of all orders of the same day, without refunds. Only in the list of all orders.')),
  dayPrizeFen: optional(fen('Prizes of these orders so far.')),
  drawnAt: optional(
    instant('When it was drawn, or its last match had a result; for a refunded order, the planned time. Only with `by: drawn`.'),
  ),
  chaseId,
};
export const orderItem = object(item);

const orderExample = {
  orderId: '019a2b3c-0000-7000-8000-000000000001',
  orderNo: '20261122-0001234',
  kind: 'ticket',
  title: '吉林分分彩',
  subtitle: '前三直选 第 20261122001 期',
  to: '/orderDetails?orderId=019a2b3c-0000-7000-8000-000000000001',
  gameCode: 'jlffc',
  gameName: '吉林分分彩',
  playNames: '前三直选',
  issue: '20261122001',
  unit: 'fen',
  bets: 1,
  multiplier: 1,
  amountFen: 200,
  status: 'pending',
  prizeFen: 0,
  placedAt: 1_795_300_000_000,
} as const;
const numbersExample = [
  { label: '万', look: 'digit', tone: 'red', values: ['1'] },
  { label: '千', look: 'digit', tone: 'red', values: ['2'] },
  { label: '百', look: 'digit', tone: 'red', values: ['3'] },
] as const;
const ticketExample = { game: 'jlffc', lines: [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }] };

export const orders = call({
  method: 'GET',
  path: '/api/order/list',
  summary: '投注记录，新的在前',
  session: 'player',
  fields: {
    status: optional(oneOf(ORDER_STATUS, 'Only orders of this status. Chases have only pending and cancelled.')),
    kind: optional(
      oneOf(
        ['ticket', 'chase', 'sport', 'group'],
        'Only orders of this kind. Left out: all kinds, and a chase (追号) is listed as its tickets.',
      ),
    ),
    whole: optional(flag('1: a chase (追号) is one row instead of its tickets. Not together with `kind` or `by: drawn`.')),
    game: optional(Type.String({ minLength: 1, maxLength: 32, description: 'Only orders of the game with this code.' })),
    from: optional(date("First day, yyyy-MM-dd on the product's wall clock.")),
    to: optional(date('Last day.')),
    by: optional(
      oneOf(
        ['placed', 'drawn'],
        'The meaning of the days. placed (when left out): the day of the order. drawn: the day of the draw, the latest first, without orders that still wait. /api/Score/BetReport counts by days of the draw.',
      ),
    ),
    ...paging(),
  },
  answer: object({
    ...page(orderItem).properties,
    gameName: optional(text('Name of the requested game.')),
  }),
  example: { fields: { status: 'pending', size: 20 }, models: { items: [orderExample], next: null } },
});

export const openOrders = call({
  method: 'GET',
  path: '/api/order/open',
  summary: '待开奖的订单：几单、多少、下一次开奖',
  session: 'player',
  fields: {},
  answer: object({
    count: count('Orders that wait for a draw; a chase (追号) counts once.'),
    stakeFen: fen('Stakes of the orders that still wait.'),
    next: orNull(
      object({ gameCode: text(), gameName: text(), issue: text('Issue (期).'), drawsAt: instant() }),
      'The order that is drawn next; null if none waits.',
    ),
  }),
  example: {
    fields: {},
    models: {
      count: 2,
      stakeFen: 600,
      next: { gameCode: 'jlffc', gameName: '吉林分分彩', issue: '20261122001', drawsAt: 1_795_300_060_000 },
    },
  },
});

/** A detail has a branch for each kind of order. */
const ledger = list(fundItem, 'Movements of money of the order and of its parts, oldest first.');
export const ticketOrder = object({
  ...head,
  kind: Type.Literal('ticket'),
  playNames: text('Plays of the ticket, joined by “、”.'),
  bets: count('Bets (注).'),
  multiplier: count('Multiplier (倍).'),
  ...firstLine,
  chaseId,
  hash: text('Version of the description at the sale, by which it is settled.'),
  ticket,
  lines: list(
    object({
      playName: text(),
      text: text('The picks in the usual notation: "胆 01 02 拖 05 … + 09".'),
      numbers: lineNumbers,
      prize: optional(text('The prize of one bet, by the version at the sale and the day of the draw: ¥13, ¥5–¥3,000.')),
      terms: optional(
        text('Digest of price, prizes and rule of the line. It is equal for every version that sells the line on the same terms.'),
      ),
      bets: count('Bets (注).'),
      amountFen: fen(),
      prizeFen: fen(),
      wins: list(object({ tierName: text(), count: count('Winning bets.'), prizeFen: fen() })),
    }),
  ),
  drawsAt: instant(),
  closesAt: instant(),
  commit: text('Hex SHA-256 of the seed, published before sale.'),
  result: orNull(resultDetail, 'null until it is drawn.'),
  ledger,
});
const chaseModels = object({
  chaseId: id('chase'),
  orderNo,
  gameCode: text(),
  gameName: text(),
  hash: text('Version of the description at the sale.'),
  ticket,
  lines: list(
    object({
      playName: text(),
      text: text(),
      numbers: lineNumbers,
      prize: optional(text('The prize of one bet.')),
      bets: count(),
      amountFen: fen(),
    }),
    'Bets and fen of one issue with multiplier 1 (倍).',
  ),
  stopOnWin: flag('中奖即停: a win refunds the later issues.'),
  stoppedBy: orNull(Type.String(), 'The issue whose win stopped it.'),
  cancelledAt: orNull(Type.Integer({ unit: 'ms' }), 'When its player stopped it by hand.'),
  state: oneOf(
    ['running', 'stopped', 'cancelled', 'done'],
    'stopped: by a win. cancelled: by hand. In both cases no issue waits any more.',
  ),
  bets: count('Bets of one issue.'),
  issues: count('Issues played.'),
  issuesLeft: count('Issues that wait for their draw.'),
  issuesCancellable: count('The remaining issues that the player can still cancel, because they are not frozen.'),
  amountFen: fen(),
  prizeFen: fen(),
  refundFen: fen(),
  placedAt: instant(),
  items: list(
    object({
      orderId: id('order'),
      issue: text(),
      multiplier: count(),
      amountFen: fen(),
      prizeFen: fen(),
      status: orderStatus,
      drawsAt: instant(),
      numbers: orNull(numbers, 'null until it is drawn.'),
    }),
    'The issues played, in order.',
  ),
});
export const chaseOrder = object({
  ...head,
  kind: Type.Literal('chase'),
  issues: count('Issues (期) of the chase.'),
  bets: optional(count('Bets (注) of one issue.')),
  playNames: optional(text('Plays of its ticket, joined by “、”.')),
  ...chaseProgress,
  ...firstLine,
  chase: chaseModels,
  ledger,
});

const pick = object({
  play: text('Play code.'),
  playName: text(),
  number: optional(text('The handicap or line that the play uses, as sold and as printed: −1, 219.5.')),
  choice: text('Choice code.'),
  name: text('Name of the choice.'),
  odds: text('Odds at the sale; the final odds if those count and are known; "" if there are none.'),
  hit: optional(flag('Whether the pick won. Left out until the match has a result. In a void match every pick wins.')),
  void: optional(flag('The match has a result, but without the value that this play needs. The odds are then 1, and every pick wins.')),
});

/** A match of an order, as its player picked it. */
export const sportLeg = object({
  match: text('Id of the match.'),
  code: text('Code of the match: 周六001.'),
  day: optional(text('Sale day of the match, yyyy-MM-dd. Its result is listed under this day.')),
  league: text(),
  home: text(),
  away: text(),
  startsAt: instant(),
  state: text('State of the match: selling, suspended, stopped, live, finished, postponed, abandoned, cancelled.'),
  numbers: Type.Record(Type.String(), Type.String(), { description: 'Handicap, line: decimals by code, as sold.' }),
  banker: optional(flag('胆.')),
  measures: optional(
    Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }), {
      description: 'Home and away by measure, once the match has a result. A cup tie also has extra (加时后) and penalties (点球).',
    }),
  ),
  void: optional(flag('The match is void: its odds are 1, and every pick wins. In a pool every pick is right.')),
  voidText: optional(text('The void part of the match and its consequence, in words.')),
  picks: list(pick),
});

export const sportOrder = object({
  ...head,
  kind: Type.Literal('sport'),
  hash: text('Version of the description at the sale, by which it is settled.'),
  passes: list(object({ code: text(), name: text() }), 'Empty for a pool and for outrights.'),
  hiddenUntil: optional(instant('It follows a release (跟单) whose plan is hidden until this instant; then it has legs.')),
  follows: optional(
    object(
      { releaseId: id('release'), commissionFen: fen('The part of the profit that goes to the releasing player; 0 until it has won.') },
      'It follows a release (跟单). The prizes of `wins` are before the commission, `prizeFen` is after it.',
    ),
  ),
  bets: count('Bets (注), the multiplier included.'),
  multiplier: count('Multiplier (倍).'),
  matches: count('Matches (场) of the ticket.'),
  passNames: text('Its passes, joined by “、”: 2串1.'),
  playNames: text('Plays of the ticket, joined by “、”.'),
  awayFirst: optional(Type.Literal(true, { description: 'The away side is shown first, as usual in this sport.' })),
  pool: optional(Type.Literal(true, { description: 'A pool (奖池) pays, by the number of right picks.' })),
  legs: list(sportLeg, 'The matches, in the order of the ticket.'),
  ticket: optional(
    object(
      {
        matches: list(
          object({
            match: text(),
            numbers: optional(Type.Record(Type.String(), Type.String())),
            banker: optional(flag()),
            picks: Type.Record(Type.String(), Type.Union([Type.Record(Type.String(), Type.String()), Type.Array(Type.String())])),
          }),
        ),
        passes: list(text()),
      },
      'The ticket as sold, for listing its single bets (distinctBets of engine/rules/sports). Left out for outrights.',
    ),
  ),
  outrights: list(
    object({
      market: text(),
      marketName: text(),
      code: text(),
      name: text('Team, or both teams.'),
      odds: text('Odds sold.'),
      times: count('Bets (注).'),
      state: oneOf(['open', 'won', 'lost', 'void']),
      prizeFen: fen(),
    }),
    'Outrights; empty for a ticket of matches.',
  ),
  wonLegs: count('Matches with a winning pick so far.'),
  wins: list(
    object({
      tier: text('Code of the pass, or the tier of a pool.'),
      name: text(),
      legs: count('Matches of these bets.'),
      count: count('Winning bets.'),
      prizeFen: fen(),
    }),
    'Empty until it is settled.',
  ),
  minFen: orNull(fen(), 'The least prize if the ticket wins, as sold; null if it is known only after the matches.'),
  maxFen: orNull(fen(), 'Largest prize, as sold.'),
  units: optional(
    object(
      {
        plan: oneOf(['average', 'hot', 'cold', 'own']),
        times: list(count(), 'The multiplier of each single bet, in the order of `distinctBets` of engine/rules/sports.'),
      },
      '奖金优化.',
    ),
  ),
  refundFen: fen('The refund, for void matches of a single bet or for a cancelled ticket.'),
  ledger,
});

export const groupOrder = object({
  ...head,
  kind: Type.Literal('group'),
  hmId: Type.String({ format: 'uuid', description: 'The group order (合买) of these shares. `to` is its route.' }),
  shares: count('The number of shares.'),
  sharesName: text('发起, 认购, 定制, 保底.'),
  sharesOf: count('All shares of the group order.'),
  totalFen: fen('Price of the whole ticket.'),
  commissionFen: fen("The commission of the player, listed with the player's own shares."),
  ledger,
});

export const orderDetail = call({
  method: 'GET',
  path: '/api/order/detail',
  summary: '订单详情，不论种类',
  session: 'player',
  fields: { orderId: id('order') },
  answer: Type.Union([ticketOrder, chaseOrder, sportOrder, groupOrder]),
  refuses: ['notFound'],
  example: {
    fields: { orderId: orderExample.orderId },
    models: {
      ...orderExample,
      numbers: numbersExample,
      lineCount: 1,
      hash: '3f1c9a0e',
      ticket: ticketExample,
      lines: [{ playName: '前三直选', text: '1 | 2 | 3', numbers: numbersExample, bets: 1, amountFen: 200, prizeFen: 0, wins: [] }],
      drawsAt: 1_795_300_060_000,
      closesAt: 1_795_300_055_000,
      commit: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      result: null,
      ledger: [],
    },
  },
});

/** Orders of one look at results. */
export const MOST_RESULT_ORDERS = 10;
const IDS = `^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${MOST_RESULT_ORDERS - 1}}$`;

const settledOrder = object({
  orderId: id('order'),
  orderNo,
  gameCode: text(),
  gameName: text(),
  issue: text('Issue (期).'),
  to: text('The route of its page.'),
  status: orderStatus,
  amountFen: fen(),
  prizeFen: fen(),
  netFen: signedFen('Prize minus stake.'),
  placedAt: instant(),
  result: orNull(resultDetail),
  lines: list(
    object({ playName: text(), numbers: lineNumbers, prizeFen: fen(), tiers: text('Names of the winning tiers, joined by “、”.') }),
    'The lines that won.',
  ),
  sport: optional(
    object(
      {
        passNames: text('Its passes, joined by “、”: 2串1.'),
        matches: count('Matches (场) of the ticket; 0 for an outright.'),
        wonLegs: count('Matches with a winning pick.'),
        wins: list(object({ name: text('Pass, or tier of a pool.'), count: count('Winning bets.'), prizeFen: fen() })),
      },
      'For a bet on matches.',
    ),
  ),
});

export const orderResults = call({
  method: 'GET',
  path: '/api/order/results',
  summary: '几张订单的开奖结果：奖金、净额、中奖的号码',
  session: 'player',
  fields: {
    orderIds: Type.String({
      pattern: IDS,
      description: `UUIDs of orders, by commas, at most ${MOST_RESULT_ORDERS}; those that wait are left out.`,
    }),
  },
  answer: object({
    items: list(settledOrder),
    amountFen: fen('The sum of the stakes.'),
    prizeFen: fen('The sum of the prizes.'),
    netFen: signedFen('Prizes minus stakes.'),
  }),
  example: {
    fields: { orderIds: orderExample.orderId },
    models: {
      items: [
        {
          orderId: orderExample.orderId,
          orderNo: orderExample.orderNo,
          gameCode: orderExample.gameCode,
          gameName: orderExample.gameName,
          issue: orderExample.issue,
          to: orderExample.to,
          status: 'lost',
          amountFen: 200,
          prizeFen: 0,
          netFen: -200,
          placedAt: orderExample.placedAt,
          result: null,
          lines: [],
        },
      ],
      amountFen: 200,
      prizeFen: 0,
      netFen: -200,
    },
  },
});

export const outcome = call({
  method: 'GET',
  path: '/api/order/outcome',
  summary: '一个请求编号的结果；没有结果的编号就此作废',
  changes: 'state',
  session: 'player',
  signed: true,
  fields: { key: Type.String({ pattern: KEY.source, description: 'The Idempotency-Key to look up.' }) },
  answer: object({
    state: oneOf(
      ['done', 'unknown'],
      'unknown: nothing was done under this key. The key is now invalid, so nothing can be done with it later.',
    ),
    httpStatus: optional(Type.Integer({ minimum: 200, maximum: 599 })),
    answer: optional(object({ status: count('Business status.'), models: Type.Unknown(), msg: text() }, 'The first answer.')),
  }),
  example: { fields: { key: '019a2b3c-0000-7000-8000-00000000000a' }, models: { state: 'unknown' } },
});

export const chaseDetail = call({
  method: 'GET',
  path: '/api/Order/ChaseDetail',
  summary: '追号详情',
  session: 'player',
  fields: { chaseId: id('chase') },
  answer: chaseModels,
  refuses: ['notFound'],
  example: {
    fields: { chaseId: '019a2b3c-0000-7000-8000-000000000002' },
    models: {
      chaseId: '019a2b3c-0000-7000-8000-000000000002',
      orderNo: '20261122-0001233',
      gameCode: 'jlffc',
      gameName: '吉林分分彩',
      hash: '3f1c9a0e',
      ticket: ticketExample,
      lines: [{ playName: '前三直选', text: '1 | 2 | 3', numbers: numbersExample, bets: 1, amountFen: 200 }],
      stopOnWin: true,
      stoppedBy: null,
      cancelledAt: null,
      state: 'running',
      bets: 1,
      issues: 1,
      issuesLeft: 1,
      issuesCancellable: 1,
      amountFen: 200,
      prizeFen: 0,
      refundFen: 0,
      placedAt: 1_795_300_000_000,
      items: [
        {
          orderId: orderExample.orderId,
          issue: '20261122001',
          multiplier: 1,
          amountFen: 200,
          prizeFen: 0,
          status: 'pending',
          drawsAt: 1_795_300_060_000,
          numbers: null,
        },
      ],
    },
  },
});

export const cancelChase = call({
  method: 'POST',
  path: '/api/Order/CancelChase',
  summary: '停止追号：未截止的期次取消并退款',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { chaseId: id('chase') },
  answer: object({
    chaseId: id('chase'),
    issues: count('Issues that this call cancelled; 0 if there was none left.'),
    refundFen: fen('The refund for them, fen.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { chaseId: '019a2b3c-0000-7000-8000-000000000002' },
    models: { chaseId: '019a2b3c-0000-7000-8000-000000000002', issues: 3, refundFen: 600 },
  },
});
