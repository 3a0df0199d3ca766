/** /api/order: a player's own orders. An id of somebody else's finds nothing. */
import { call, KEY } from './define.ts';
import { lineNumbers, numbers, resultDetail, ticket } from './draws.ts';
import { fundItem } from './fund.ts';
import { count, fen, flag, id, instant, list, object, oneOf, optional, orNull, page, paging, signedFen, Type, text } from './schema.ts';

const date = (description: string) => Type.String({ format: 'date', description });
const ORDER_STATUS = ['pending', 'won', 'lost', 'cancelled'] as const;
export const orderStatus = oneOf(ORDER_STATUS, 'pending: waits for the draw. cancelled: refunded.');

/** What every kind of order says of itself. */
const head = {
  orderId: id('order'),
  title: text('The subject: the game, the match, the card.'),
  subtitle: text('What was bet on it.'),
  to: text('The route of its detail.'),
  gameCode: text(),
  gameName: text(),
  issue: text('Issue (期) that decides it; of a chase the last one that is played.'),
  unit: oneOf(['fen', 'points', 'score', 'growth'], 'Unit of amountFen and prizeFen.'),
  amountFen: fen(),
  status: orderStatus,
  prizeFen: fen(),
  placedAt: instant(),
};
const chaseId = optional(Type.String({ format: 'uuid', description: 'The chase (追号) that it is one issue of.' }));
/** What a list shows of a ticket's numbers. */
const firstLine = {
  numbers: optional(lineNumbers),
  lineCount: optional(count('Lines of the ticket; `numbers` are those of the first.')),
};
const chaseProgress = {
  issuesDrawn: optional(count('Of the issues of a chase, how many are drawn.')),
  stakeFen: optional(fen('Of a chase: staked on its issues, without what was refunded.')),
};
const groupShares = {
  hmId: optional(Type.String({ format: 'uuid', description: 'The group order (合买) that these shares are of.' })),
  shares: optional(count('Shares of it.')),
  sharesName: optional(text('发起, 认购, 定制, 保底.')),
};
/** What only some kinds have is left out by the others: one list shows them all. */
const item = {
  ...head,
  kind: oneOf(
    ['ticket', 'chase', 'sport', 'group'],
    'ticket: one issue of a number game. chase (追号): several issues, each a ticket of its own. sport: a ticket of matches, or bets on who wins a cup. group (合买): shares of a group order.',
  ),
  playNames: optional(text('Plays of the ticket, joined by “、”.')),
  bets: optional(count('Bets (注) of a ticket.')),
  multiplier: optional(count('Multiplier (倍) of a ticket.')),
  matches: optional(count('Matches (场) of a ticket of matches.')),
  passNames: optional(text('Its passes, joined by “、”: 2串1.')),
  wonLegs: optional(count('Matches of it in which something picked has come true so far.')),
  issues: optional(count('Issues (期) of a chase.')),
  ...chaseProgress,
  ...groupShares,
  ...firstLine,
  dayStakeFen: optional(fen('Staked on all orders placed on the same day, without what was refunded. In the list of all orders alone.')),
  dayPrizeFen: optional(fen('What they have won so far.')),
  drawnAt: optional(
    instant(
      'When it was drawn, or the last of its matches had its result; for one that was given back, when it would have been. With `by: drawn` alone.',
    ),
  ),
  chaseId,
};
export const orderItem = object(item);

const orderExample = {
  orderId: '019a2b3c-0000-7000-8000-000000000001',
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
    status: optional(oneOf(ORDER_STATUS, 'Orders of this status alone; of chases pending and cancelled only.')),
    kind: optional(
      oneOf(['ticket', 'chase', 'sport', 'group'], 'Orders of this kind alone; left out: all, a chase (追号) by its tickets.'),
    ),
    whole: optional(flag('1: a chase (追号) stands once, for all its tickets. Not together with `kind`, nor with `by: drawn`.')),
    game: optional(Type.String({ minLength: 1, maxLength: 32, description: 'Orders of the game of this code alone.' })),
    from: optional(date("First day, yyyy-MM-dd on the product's wall clock.")),
    to: optional(date('Last day.')),
    by: optional(
      oneOf(
        ['placed', 'drawn'],
        'What the days are of. placed, which is meant when it is left out: the days on which orders were placed. drawn: those on which they were drawn, the latest draw first; what still waits is left out. /api/Score/BetReport counts by these days.',
      ),
    ),
    ...paging(),
  },
  answer: object({
    ...page(orderItem).properties,
    gameName: optional(text('Name of the game that was asked for.')),
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
    stakeFen: fen('Staked on what still waits.'),
    next: orNull(
      object({ gameCode: text(), gameName: text(), issue: text('Issue (期).'), drawsAt: instant() }),
      'What is drawn first; null when nothing waits.',
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
  hash: text('Version of the description that it was sold under and is settled by.'),
  ticket,
  lines: list(
    object({
      playName: text(),
      text: text('The picks as a player writes them: "胆 01 02 拖 05 … + 09".'),
      numbers: lineNumbers,
      prize: optional(text('What one bet of it wins by the version that it was sold under, on the day of the draw: ¥13, ¥5–¥3,000.')),
      terms: optional(text('Digest of price, prizes and rule of the line: equal where another version would sell it on the same terms.')),
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
  gameCode: text(),
  gameName: text(),
  hash: text('Version of the description that it was sold under.'),
  ticket,
  lines: list(
    object({
      playName: text(),
      text: text(),
      numbers: lineNumbers,
      prize: optional(text('What one bet of it wins.')),
      bets: count(),
      amountFen: fen(),
    }),
    'Bets and fen of one issue at one time (倍).',
  ),
  stopOnWin: flag('中奖即停: a win refunds the later issues.'),
  stoppedBy: orNull(Type.String(), 'The issue whose win stopped it.'),
  cancelledAt: orNull(Type.Integer({ unit: 'ms' }), 'When its player stopped it by hand.'),
  state: oneOf(['running', 'stopped', 'cancelled', 'done'], 'stopped: by a win; cancelled: by hand; nothing waits any more in either.'),
  bets: count('Bets of one issue.'),
  issues: count('Issues played.'),
  issuesLeft: count('Issues that wait for their draw.'),
  issuesCancellable: count('Of those that are left, how many its player may still cancel: they are not frozen.'),
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
  number: optional(text('Handicap or line of the match that the play depends on, as sold and as printed: −1, 219.5.')),
  choice: text('Choice code.'),
  name: text('Name of the choice.'),
  odds: text('Odds sold; the final ones where those pay and are known; "" where there are none.'),
  hit: optional(flag('Whether it came true; left out until the match has its result. In a void match everything did.')),
  void: optional(flag('The match has its result, and not what this play goes by: its odds are one, everything picked of it counts.')),
});

/** A match of an order, as its player picked it. */
export const sportLeg = object({
  match: text('Id of the match.'),
  code: text('Code of the match: 周六001.'),
  day: optional(text('Sale day of the match, yyyy-MM-dd: its result stands under it.')),
  league: text(),
  home: text(),
  away: text(),
  startsAt: instant(),
  state: text('State of the match as it is sold: selling, suspended, stopped, live, finished, postponed, abandoned, cancelled.'),
  numbers: Type.Record(Type.String(), Type.String(), { description: 'Handicap, line: decimals by code, as sold.' }),
  banker: optional(flag('胆.')),
  measures: optional(
    Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }), {
      description: 'Home and away by measure, when the match has its result; of a cup tie also extra (加时后) and penalties (点球).',
    }),
  ),
  void: optional(flag('The match is void: its odds are one, everything picked counts; of a pool everything picked is right.')),
  voidText: optional(text('What of it is void, and what that counts as, in words.')),
  picks: list(pick),
});

export const sportOrder = object({
  ...head,
  kind: Type.Literal('sport'),
  hash: text('Version of the description that it was sold under and is settled by.'),
  passes: list(object({ code: text(), name: text() }), 'Empty for a pool and for bets on who wins a cup.'),
  hiddenUntil: optional(instant('It follows a release (跟单) whose plan is not shown yet: from then on there are legs.')),
  follows: optional(
    object(
      { releaseId: id('release'), commissionFen: fen('What of the profit went to who released it; 0 until it has won.') },
      'It follows a release (跟单). The prizes of `wins` are before the commission, `prizeFen` is after it.',
    ),
  ),
  bets: count('Bets (注), the multiplier included.'),
  multiplier: count('Multiplier (倍).'),
  matches: count('Matches (场) of the ticket.'),
  passNames: text('Its passes, joined by “、”: 2串1.'),
  playNames: text('Plays of the ticket, joined by “、”.'),
  awayFirst: optional(Type.Literal(true, { description: 'The away side stands first, as this sport prints its matches.' })),
  pool: optional(Type.Literal(true, { description: 'A pool (奖池) pays, by how much of the ticket is right.' })),
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
      'The ticket as it was sold, for who lists its single bets (distinctBets of engine/rules/sports). Left out of bets on a cup.',
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
    'Bets on who wins a cup; empty for a ticket of matches.',
  ),
  wonLegs: count('Matches in which something picked has come true so far.'),
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
  minFen: orNull(fen(), 'Least prize above nothing, as sold; null where it is known only after the matches.'),
  maxFen: orNull(fen(), 'Largest prize, as sold.'),
  units: optional(
    object(
      {
        plan: oneOf(['average', 'hot', 'cold', 'own']),
        times: list(count(), 'How often each single bet is played, in the order of `distinctBets` of engine/rules/sports.'),
      },
      '奖金优化.',
    ),
  ),
  refundFen: fen('What was given back: void matches of a single bet, a ticket that was taken back.'),
  ledger,
});

export const groupOrder = object({
  ...head,
  kind: Type.Literal('group'),
  hmId: Type.String({ format: 'uuid', description: 'The group order (合买) that these shares are of; `to` leads to it.' }),
  shares: count('Shares of it.'),
  sharesName: text('发起, 认购, 定制, 保底.'),
  sharesOf: count('Shares of all.'),
  totalFen: fen('Price of the whole ticket.'),
  commissionFen: fen('Commission that the player was paid, with his own shares.'),
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
  gameCode: text(),
  gameName: text(),
  issue: text('Issue (期).'),
  to: text('The route of its detail.'),
  status: orderStatus,
  amountFen: fen(),
  prizeFen: fen(),
  netFen: signedFen('Prize less stake.'),
  result: orNull(resultDetail),
  lines: list(
    object({ playName: text(), numbers: lineNumbers, prizeFen: fen(), tiers: text('Names of the tiers that it won, joined by “、”.') }),
    'The lines that won.',
  ),
  sport: optional(
    object(
      {
        passNames: text('Its passes, joined by “、”: 2串1.'),
        matches: count('Matches (场) of the ticket; 0 for a bet on who wins a cup.'),
        wonLegs: count('Matches in which something picked came true.'),
        wins: list(object({ name: text('Pass, or tier of a pool.'), count: count('Winning bets.'), prizeFen: fen() })),
      },
      'Of a bet on matches.',
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
    amountFen: fen('Stakes of all of them.'),
    prizeFen: fen('Prizes of all of them.'),
    netFen: signedFen('Prizes less stakes.'),
  }),
  example: {
    fields: { orderIds: orderExample.orderId },
    models: {
      items: [
        {
          orderId: orderExample.orderId,
          gameCode: orderExample.gameCode,
          gameName: orderExample.gameName,
          issue: orderExample.issue,
          to: orderExample.to,
          status: 'lost',
          amountFen: 200,
          prizeFen: 0,
          netFen: -200,
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
  fields: { key: Type.String({ pattern: KEY.source, description: 'The Idempotency-Key that is asked about.' }) },
  answer: object({
    state: oneOf(['done', 'unknown'], 'unknown: nothing was done under this key, and now nothing will be (the key is burnt).'),
    httpStatus: optional(Type.Integer({ minimum: 200, maximum: 599 })),
    answer: optional(object({ status: count('Business status.'), models: Type.Unknown(), msg: text() }, 'The answer as first given.')),
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
  keyed: true,
  fields: { chaseId: id('chase') },
  answer: object({
    chaseId: id('chase'),
    issues: count('Issues that this very call cancelled; 0 when there was nothing left to cancel.'),
    refundFen: fen('What it gave back for them, fen.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { chaseId: '019a2b3c-0000-7000-8000-000000000002' },
    models: { chaseId: '019a2b3c-0000-7000-8000-000000000002', issues: 3, refundFen: 600 },
  },
});
