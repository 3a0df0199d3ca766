/** What the calls of group buying (合买) share: the states of a group order and its row as lists, details and events show it. */
import { sportOrder, ticketOrder } from './order.ts';
import { person } from './people.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, text, Type } from './schema.ts';

/** A group order is shown to everybody, so its id is nobody's own; what of it is shown depends on its secrecy. */
export const hmId = Type.String({ format: 'uuid', description: 'UUID of the group order.' });
export const groupMid = Type.String({ pattern: '^[0-9]{1,15}$', description: 'Account number of a player.' });
export const percent = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description });

export const GROUP_STATES = ['open', 'played', 'won', 'lost', 'failed', 'cancelled', 'void'] as const;
export const groupState = oneOf(
  GROUP_STATES,
  'open: 招募中. played: 已出票, waits for its result. won, lost. failed: 流单, not full at its stop. cancelled: 已撤单 by who started it. void: the issue or all matches were called off. The last three are refunded.',
);
export const groupSecurity = Type.Integer({
  minimum: 0,
  maximum: 3,
  description:
    'Who sees the plan: 0 公开 everybody, 1 参与后 who has joined, 2 截止后 everybody after the stop, 3 保密 nobody but who started it.',
});
export const groupIcons = list(
  object({
    icon: oneOf(['star', 'moon', 'sun', 'crown'], 'star ★, moon ☾, sun ☀, crown ♛.'),
    count: Type.Integer({ minimum: 1, maximum: 9 }),
  }),
  '战绩: profits of his group orders, the largest icon first; ten of one make one of the next.',
);

/** A group order as a list shows it. */
export const groupFields = {
  hmId,
  to: text('The route of its detail.'),
  gameCode: text(),
  gameName: text(),
  kind: oneOf(['ticket', 'sport'], 'ticket: a number game. sport: matches.'),
  issue: optional(text('Issue (期) of a number game, or of a game of matches that is sold by issues.')),
  subtitle: text('第 2026136 期, or the first match and how many there are.'),
  who: person,
  icons: groupIcons,
  hot: flag('红人: among the first of the ranking of the month.'),
  title: text('What who started it calls it; "" when he gave no title.'),
  text: text('His declaration (宣言); "" when there is none.'),
  totalFen: fen('Price of the ticket.'),
  shares: count('Shares in all.'),
  shareFen: fen('Price of a share.'),
  soldShares: count('Shares taken, his own included.'),
  leftShares: count('Shares that can still be taken.'),
  guaranteeShares: count('Shares that are guaranteed (保底).'),
  progress: percent('Shares taken in percent, rounded down.'),
  guaranteeProgress: percent('Guaranteed shares in percent, rounded down, no more than are left.'),
  people: count('Players who have joined, who started it included.'),
  commission: Type.Integer({ minimum: 0, maximum: 100, description: 'Commission in percent of the profit.' }),
  security: groupSecurity,
  securityName: text('公开, 参与后可见, 截止后公开, 保密.'),
  state: groupState,
  stateName: text('招募中, 已出票, 中奖, 未中奖, 已流单, 已撤单, 已退款.'),
  full: flag('满员: every share is taken.'),
  pinned: flag('置顶.'),
  prizeFen: fen('Prize of the whole ticket; 0 until it won.'),
  startedAt: instant(),
  stopsAt: instant('When it stops: full or guaranteed by then, or refunded.'),
  myShares: optional(count('Shares of the player who asks; left out without a session.')),
  myFen: optional(fen('What the player who asks has paid for them.')),
  myPrizeFen: optional(fen('What the player who asks was paid of the prize, his commission included.')),
};
export const groupItem = object(groupFields);
/** What the event stream tells of a group order that changed: what of its row, and of its detail, may be another. */
export const groupProgress = object({
  hmId,
  state: groupState,
  stateName: text(),
  soldShares: count(),
  leftShares: count(),
  joinFen: fen('What all shares that are left cost.'),
  mayJoin: flag('There are shares left.'),
  guaranteeShares: count(),
  guaranteeFen: fen(),
  progress: percent('Taken shares.'),
  guaranteeProgress: percent('Guaranteed shares on top of them.'),
  people: count(),
  full: flag('All shares are taken.'),
});

export const GROUP_ID = '019a2b3c-0000-7000-8000-0000000000a1';
export const groupPerson = { mid: '100001', name: '蓝天', avatar: '/avatars/rat.svg', level: 1 } as const;
export const groupItemExample = {
  hmId: GROUP_ID,
  to: `/togetherOrder?id=${GROUP_ID}`,
  gameCode: 'ssq',
  gameName: '双色球',
  kind: 'ticket',
  issue: '2026136',
  subtitle: '第 2026136 期',
  who: groupPerson,
  icons: [{ icon: 'star', count: 3 }],
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
    visible: flag('Whether who asks may see it.'),
    why: text('When not: 截止后公开, 参与后可见, 保密. Else "".'),
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
    profitFen: fen('Of it above the price.'),
    commissionFen: fen('Paid to who started it.'),
    sharedFen: fen('Shared out: prize less commission.'),
    perShareFen: fen('For each share, rounded down.'),
    remainderFen: fen('What rounding left: to who started it.'),
  },
  'How the prize was shared out.',
);
const joinType = oneOf(
  ['own', 'join', 'follow', 'guarantee', 'site'],
  'own: of who started it. follow: by a rule (定制). guarantee: 保底 that was used. site: added by the site.',
);
export const groupJoin = object({
  joinId: Type.String({ format: 'uuid', description: 'UUID of the order of these shares.' }),
  who: person,
  mine: flag('Of the player who asks.'),
  type: joinType,
  typeName: text('发起, 认购, 定制, 保底, 站点.'),
  shares: count(),
  amountFen: fen('Paid for them.'),
  prizeFen: fen('Share of the prize; 0 until it won.'),
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
