/** What the calls of group buying (合买) share: the states of a group order and its row as lists, details and events show it. */
import { sportOrder, ticketOrder } from './order.ts';
import { person, recentRecord } from './people.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, orderNo, text, Type } from './schema.ts';

/** A group order is shown to everybody, so its id is nobody's own; what of it is shown depends on its secrecy. */
export const hmId = Type.String({ format: 'uuid', description: 'UUID of the group order.' });
export const groupMid = Type.String({ pattern: '^[0-9]{1,15}$', description: 'Account number of a player.' });
export const percent = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description });

export const GROUP_STATES = ['open', 'played', 'won', 'lost', 'failed', 'cancelled', 'void'] as const;
export const groupState = oneOf(
  GROUP_STATES,
  'open: 招募中. played: 已出票, waits for its result. won, lost. failed: 流单, not full at its stop. cancelled: 已撤单, called off by the starter. void: the issue or all matches were called off. The last three are refunded.',
);
export const groupSecurity = Type.Integer({
  minimum: 0,
  maximum: 3,
  description:
    'The players who see the plan: 0 公开, all; 1 参与后, players who have joined; 2 截止后, all after the stop; 3 保密, only the starter.',
});
export const groupIcons = list(
  object({
    icon: oneOf(['star', 'moon', 'sun', 'crown'], 'star ★, moon ☾, sun ☀, crown ♛.'),
    count: Type.Integer({ minimum: 1, maximum: 9 }),
  }),
  "战绩: medals for the profits of the player's group orders, the largest medal first. Ten of one kind make one of the next kind.",
);

/** A group order as a list shows it. */
export const groupFields = {
  hmId,
  orderNo,
  to: text('The route of its page.'),
  gameCode: text(),
  gameName: text(),
  kind: oneOf(['ticket', 'sport'], 'ticket: a number game. sport: matches.'),
  issue: optional(text('Issue (期) of a number game, or of a game of matches that is sold by issues.')),
  subtitle: text('第 2026136 期, or the first match and the number of matches.'),
  who: person,
  icons: groupIcons,
  record7: recentRecord(7),
  record30: recentRecord(30),
  hot: flag('红人: the starter is among the first in the ranking of the month.'),
  title: text('The title that the starter gave; "" if none.'),
  text: text('The starter\'s declaration (宣言); "" if none.'),
  totalFen: fen('Price of the ticket.'),
  shares: count('Shares in all.'),
  shareFen: fen('Price of a share.'),
  soldShares: count('Taken shares, including those of the starter.'),
  leftShares: count('Free shares.'),
  guaranteeShares: count('Guaranteed shares (保底).'),
  progress: percent('Taken shares in percent, rounded down.'),
  guaranteeProgress: percent('Guaranteed shares in percent, rounded down, at most the free shares.'),
  people: count('Players who have joined, including the starter.'),
  commission: Type.Integer({ minimum: 0, maximum: 100, description: 'Commission in percent of the profit.' }),
  security: groupSecurity,
  securityName: text('公开, 参与后可见, 截止后公开, 保密.'),
  state: groupState,
  stateName: text('招募中, 已出票, 中奖, 未中奖, 已流单, 已撤单, 已退款.'),
  full: flag('满员: every share is taken.'),
  pinned: flag('置顶.'),
  prizeFen: fen('Prize of the whole ticket; 0 until it has won.'),
  startedAt: instant(),
  stopsAt: instant('When it stops. If it is neither full nor guaranteed by then, it is refunded.'),
  myShares: optional(count('Shares of the caller; left out without a session.')),
  myFen: optional(fen('The amount that the caller paid for them.')),
  myPrizeFen: optional(fen("The caller's part of the prize, including a commission.")),
};
export const groupItem = object(groupFields);
/** What the event stream tells of a group order that changed: what of its row, and of its detail, may be another. */
export const groupProgress = object({
  hmId,
  state: groupState,
  stateName: text(),
  soldShares: count(),
  leftShares: count(),
  joinFen: fen('The price of all free shares.'),
  mayJoin: flag('There are free shares.'),
  guaranteeShares: count(),
  guaranteeFen: fen(),
  progress: percent('Taken shares.'),
  guaranteeProgress: percent('Guaranteed shares beyond the taken ones.'),
  people: count(),
  full: flag('All shares are taken.'),
});

export const GROUP_ID = '019a2b3c-0000-7000-8000-0000000000a1';
export const groupPerson = { mid: '100001', name: '蓝天', avatar: '/avatars/rat.svg', level: 1 } as const;
export const groupItemExample = {
  hmId: GROUP_ID,
  orderNo: '20261122-0001234',
  to: `/togetherOrder?id=${GROUP_ID}`,
  gameCode: 'ssq',
  gameName: '双色球',
  kind: 'ticket',
  issue: '2026136',
  subtitle: '第 2026136 期',
  who: groupPerson,
  icons: [{ icon: 'star', count: 3 }],
  record7: { orders: 3, won: 2, returnBp: 12_000 },
  record30: { orders: 12, won: 5, returnBp: 9_650 },
  hot: false,
  title: '本期精选',
  text: '稳健复式，欢迎参与',
  totalFen: 10_000,
  shares: 100,
  shareFen: 100,
  soldShares: 60,
  leftShares: 40,
  guaranteeShares: 20,
  progress: 60,
  guaranteeProgress: 20,
  people: 3,
  commission: 5,
  security: 2,
  securityName: '截止后公开',
  state: 'open',
  stateName: '招募中',
  full: false,
  pinned: false,
  prizeFen: 0,
  startedAt: 1_795_300_000_000,
  stopsAt: 1_795_399_700_000,
} as const;

/** The plan of a group order. */
export const groupPlan = object(
  {
    visible: flag('Whether the caller may see it.'),
    why: text('If not: 截止后公开, 参与后可见, 保密. Otherwise "".'),
    playNames: text('Plays of the ticket, joined by “、”; "" while it is hidden.'),
    passNames: optional(text('Passes (过关) of a ticket of matches.')),
    bets: count('Bets (注).'),
    multiplier: count('Multiplier (倍).'),
    matches: optional(count('Matches (场) of a ticket of matches.')),
    lines: optional(ticketOrder.properties.lines),
    awayFirst: optional(sportOrder.properties.awayFirst),
    pool: optional(sportOrder.properties.pool),
    legs: optional(sportOrder.properties.legs),
  },
  'The plan. Lines or legs are left out while it is hidden.',
);
export const groupSplit = object(
  {
    prizeFen: fen('Prize of the whole ticket.'),
    profitFen: fen('The part above the price.'),
    commissionFen: fen('Paid to the starter.'),
    sharedFen: fen('The amount to share out: prize minus commission.'),
    perShareFen: fen('The amount for each share, rounded down.'),
    remainderFen: fen('The remainder of the rounding, which goes to the starter.'),
  },
  'How the prize was shared out.',
);
const joinType = oneOf(
  ['own', 'join', 'follow', 'guarantee', 'site'],
  'own: shares of the starter. follow: by a rule (定制). guarantee: used 保底. site: added by the site.',
);
export const groupJoin = object({
  joinId: Type.String({ format: 'uuid', description: 'UUID of the order of these shares.' }),
  who: person,
  mine: flag('The row belongs to the caller.'),
  type: joinType,
  typeName: text('发起, 认购, 定制, 保底, 网站.'),
  shares: count(),
  amountFen: fen('The price of these shares.'),
  prizeFen: fen('Share of the prize; 0 until it has won.'),
  at: instant(),
});
export const groupJoinExample = {
  joinId: '019a2b3c-0000-7000-8000-0000000000b1',
  who: groupPerson,
  mine: false,
  type: 'own',
  typeName: '发起',
  shares: 10,
  amountFen: 1_000,
  prizeFen: 0,
  at: 1_795_300_000_000,
} as const;
