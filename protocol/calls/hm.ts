/**
 * Group buying (合买): several players pay one ticket in shares. Who starts one keeps shares of his own, may guarantee (保底) shares that
 * nobody takes, and asks for a commission on the profit. Amounts are fen.
 */
import { MAX_TICKET_TEXT } from '../limits.ts';
import { call } from './define.ts';
import { resultDetail } from './draws.ts';
import { sportOrder, ticketOrder } from './order.ts';
import { person } from './people.ts';
import {
  count,
  fen,
  flag,
  gameCode,
  instant,
  list,
  object,
  oneOf,
  optional,
  orNull,
  page,
  paging,
  signedFen,
  Type,
  text,
} from './schema.ts';

/** A group order is shown to everybody, so its id is nobody's own; what of it is shown depends on its secrecy. */
const hmId = Type.String({ format: 'uuid', description: 'UUID of the group order.' });
const mid = Type.String({ pattern: '^[0-9]{1,15}$', description: 'Account number of a player.' });
const percent = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description });

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
const item = {
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
export const groupItem = object(item);
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

const HM_ID = '019a2b3c-0000-7000-8000-0000000000a1';
const who = { mid: '100001', name: '蓝天', avatar: '/avatars/rat.svg', level: 1 } as const;
const itemExample = {
  hmId: HM_ID,
  to: `/togetherOrder?id=${HM_ID}`,
  gameCode: 'ssq',
  gameName: '双色球',
  kind: 'ticket',
  issue: '2026136',
  subtitle: '第 2026136 期',
  who,
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

/** What a description and the rules of group buying allow; for the sheet that starts one. */
export const groupTerms = call({
  method: 'GET',
  path: '/api/hm/Terms',
  summary: '合买规则：每份金额、自购比例、佣金、截止',
  session: 'none',
  fields: { gameCode: optional(gameCode) },
  answer: object({
    gameCode: optional(text('The game that was asked for.')),
    allowed: flag('Whether the game that was asked for can be bought in a group; without a game true.'),
    minShareFen: fen('Least price of a share.'),
    minOwnPercent: percent('Least shares of who starts it, in percent of all, rounded up.'),
    maxShares: count('Most shares.'),
    maxCommission: percent('Highest commission.'),
    commissionBase: oneOf(['profit', 'prize'], 'What the commission is a part of, when the prize is above the price.'),
    cancelBelow: percent('Taken and guaranteed shares in percent below which who started it may call it off (撤单).'),
    stopBeforeMs: count('How long before the close of the issue, or the first stop of its matches, it stops.'),
    minLiveMs: count('Least time between start and stop.'),
    maxTitle: count('Most characters of a title.'),
    maxText: count('Most characters of a declaration.'),
    siteShares: percent('Shares in percent that the site adds at the stop when no more are lacking; 0: it adds none.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { gameCode: 'ssq' },
    models: {
      gameCode: 'ssq',
      allowed: true,
      minShareFen: 100,
      minOwnPercent: 5,
      maxShares: 10_000,
      maxCommission: 10,
      commissionBase: 'profit',
      cancelBelow: 50,
      stopBeforeMs: 300_000,
      minLiveMs: 600_000,
      maxTitle: 20,
      maxText: 50,
      siteShares: 0,
    },
  },
});

/** The price of the ticket is `amountFen`; what is paid now is the own and the guaranteed shares. */
export const betTogether = call({
  method: 'POST',
  path: '/api/lottery/bet_together',
  summary: '发起合买',
  changes: 'money',
  session: 'player',
  signed: true,
  keyed: true,
  clientType: true,
  fields: {
    id: Type.String({ format: 'uuid', description: 'UUID that the phone makes for the group order.' }),
    ticket: Type.String({
      minLength: 2,
      maxLength: MAX_TICKET_TEXT,
      contentMediaType: 'application/json',
      description: 'JSON of schemas/ticket.schema.json, or of its $defs/sportTicket: as bet_szc or bet_jc takes it, of one issue.',
    }),
    hash: Type.String({ minLength: 1, maxLength: 64, description: 'Version of the description that the phone priced it under.' }),
    amountFen: fen('Price of the whole ticket that the player was shown.'),
    shares: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Shares; the price must divide by them.' }),
    ownShares: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Shares of who starts it.' }),
    guaranteeShares: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Shares that he guarantees (保底).' }),
    commission: Type.Integer({ minimum: 0, maximum: 100, description: 'Commission in percent of the profit.' }),
    security: groupSecurity,
    title: optional(Type.String({ maxLength: 100, description: 'Title.' })),
    text: optional(Type.String({ maxLength: 200, description: 'Declaration (宣言).' })),
    issue: optional(Type.String({ maxLength: 32, description: 'The issue meant; left out: the one on sale.' })),
  },
  wallet: true,
  answer: object({
    hmId,
    to: text('The route of its detail.'),
    paidFen: fen('Taken from the wallet: own and guaranteed shares.'),
    ownFen: fen('Of it for the own shares.'),
    guaranteeFen: fen('Of it held as the guarantee.'),
    progress: percent('Shares taken in percent, rounded down.'),
    state: groupState,
    stopsAt: instant(),
    balanceFen: fen('Wallet after it, fen.'),
  }),
  refuses: ['issueClosed', 'insufficientFunds', 'overCap', 'notFound', 'disabled', 'descriptionChanged', 'limitReached', 'stateChanged'],
  refusalModels: { issueClosed: Type.Any(), descriptionChanged: Type.Any() },
  example: {
    fields: {
      id: HM_ID,
      ticket: '{"game":"ssq","lines":[{"play":"FS","picks":{"red":[1,2,3,4,5,6],"blue":[1]}}],"multiplier":50}',
      hash: '3f1c9a0e',
      amountFen: 10_000,
      shares: 100,
      ownShares: 10,
      guaranteeShares: 20,
      commission: 5,
      security: 2,
      title: '本期精选',
    },
    models: {
      hmId: HM_ID,
      to: `/togetherOrder?id=${HM_ID}`,
      paidFen: 3_000,
      ownFen: 1_000,
      guaranteeFen: 2_000,
      progress: 10,
      state: 'open',
      stopsAt: 1_795_399_700_000,
      balanceFen: 997_000,
    },
  },
});

export const betJoin = call({
  method: 'POST',
  path: '/api/lottery/bet_join',
  summary: '认购合买份额；最后一份售出即出票',
  changes: 'money',
  session: 'player',
  signed: true,
  keyed: true,
  fields: {
    hmId,
    shares: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Shares; 0: all that are left.' }),
  },
  wallet: true,
  answer: object({
    hmId,
    joinId: Type.String({ format: 'uuid', description: 'UUID of the order of these shares.' }),
    shares: count('Shares taken.'),
    paidFen: fen(),
    soldShares: count('Shares taken by now.'),
    leftShares: count(),
    progress: percent('Shares taken in percent, rounded down.'),
    state: groupState,
    balanceFen: fen('Wallet after it, fen.'),
  }),
  refuses: ['issueClosed', 'insufficientFunds', 'notFound', 'limitReached', 'soldOut', 'stateChanged'],
  refusalModels: {
    soldOut: object({ leftShares: count('Shares that can still be taken.') }),
    stateChanged: object({ state: groupState }),
  },
  example: {
    fields: { hmId: HM_ID, shares: 5 },
    models: {
      hmId: HM_ID,
      joinId: '019a2b3c-0000-7000-8000-0000000000b1',
      shares: 5,
      paidFen: 500,
      soldShares: 65,
      leftShares: 35,
      progress: 65,
      state: 'open',
      balanceFen: 996_500,
    },
  },
});

export const cancelTogether = call({
  method: 'POST',
  path: '/api/hm/Cancel',
  summary: '撤单：未过半的合买由发起人撤销，全部退款',
  changes: 'money',
  session: 'player',
  signed: true,
  keyed: true,
  fields: { hmId },
  wallet: true,
  answer: object({
    hmId,
    refunded: count('Players who were given back what they had paid.'),
    refundFen: fen('Given back to all of them.'),
    balanceFen: fen('Wallet after it, fen.'),
  }),
  refuses: ['notFound', 'stateChanged', 'overCap'],
  refusalModels: { stateChanged: object({ state: groupState }) },
  example: { fields: { hmId: HM_ID }, models: { hmId: HM_ID, refunded: 3, refundFen: 8_000, balanceFen: 999_000 } },
});

/** What who started it may change while it is open: more guarantee, another declaration. */
export const editTogether = call({
  method: 'POST',
  path: '/api/hm/Edit',
  summary: '发起人加保底、改宣言',
  changes: 'money',
  session: 'player',
  signed: true,
  keyed: true,
  fields: {
    hmId,
    guaranteeShares: optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Guaranteed shares from now on, no fewer than before.' }),
    ),
    text: optional(Type.String({ maxLength: 200, description: 'Declaration (宣言).' })),
  },
  wallet: true,
  answer: object({
    hmId,
    guaranteeShares: count(),
    paidFen: fen('Taken from the wallet for more guarantee.'),
    text: text('The declaration.'),
    balanceFen: fen('Wallet after it, fen.'),
  }),
  refuses: ['notFound', 'stateChanged', 'insufficientFunds', 'limitReached', 'overCap', 'issueClosed'],
  refusalModels: { stateChanged: object({ state: groupState }) },
  example: {
    fields: { hmId: HM_ID, guaranteeShares: 30 },
    models: { hmId: HM_ID, guaranteeShares: 30, paidFen: 1_000, text: '稳健复式，欢迎参与', balanceFen: 996_000 },
  },
});

export const GROUP_SORTS = ['progress', 'amount', 'share', 'people', 'record', 'left', 'stop'] as const;
/** Pinned ones stand first on the first page of the sort by progress. */
export const groupList = call({
  method: 'GET',
  path: '/api/hm/list',
  summary: '合买大厅',
  session: 'optional',
  fields: {
    game: optional(gameCode),
    state: optional(oneOf(['open', 'full', 'ended'], 'open (when left out): 招募中. full: 已满员 or played. ended: 已撤单 or 流单.')),
    sort: optional(
      oneOf(
        GROUP_SORTS,
        'progress (when left out): taken and guaranteed shares. amount, share: 金额, 每份. people 人气, record 战绩, left 剩余, stop 截止. Of full and ended ones the newest first.',
      ),
    ),
    order: optional(oneOf(['desc', 'asc'], 'desc when left out; of stop and left asc.')),
    band: optional(oneOf(['w1', 'w5', 'w10', 'more'], 'Price: up to ¥10,000, up to ¥50,000, up to ¥100,000, above.')),
    commissionMax: optional(percent('At most this commission.')),
    guaranteed: optional(flag('1: with a guarantee alone.')),
    ...paging(),
  },
  answer: page(groupItem),
  example: { fields: { size: 20 }, models: { items: [itemExample], next: null } },
});

export const groupOwnList = call({
  method: 'GET',
  path: '/api/hm/QueryTogetherList',
  summary: '我发起的、我参与的、某人发起的合买，新的在前',
  session: 'optional',
  fields: {
    scope: optional(
      oneOf(['mine', 'joined', 'of'], 'mine (when left out): started by who asks. joined: joined by him. of: started by `who`.'),
    ),
    who: optional(mid),
    state: optional(groupState),
    ...paging(),
  },
  answer: page(groupItem),
  refuses: ['notLoggedIn', 'notFound'],
  example: { fields: { scope: 'mine', size: 20 }, models: { items: [itemExample], next: null } },
});

const plan = object(
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
    legs: optional(sportOrder.properties.legs),
  },
  'The plan. Lines or legs are left out while it is hidden.',
);
const split = object(
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
const joinItem = object({
  joinId: Type.String({ format: 'uuid', description: 'UUID of the order of these shares.' }),
  who: person,
  mine: flag('Of the player who asks.'),
  type: joinType,
  typeName: text('发起, 认购, 定制, 保底, 平台.'),
  shares: count(),
  amountFen: fen('Paid for them.'),
  prizeFen: fen('Share of the prize; 0 until it won.'),
  at: instant(),
});
const joinExample = {
  joinId: '019a2b3c-0000-7000-8000-0000000000b1',
  who,
  mine: false,
  type: 'own',
  typeName: '发起',
  shares: 10,
  amountFen: 1_000,
  prizeFen: 0,
  at: 1_795_300_000_000,
} as const;

export const groupDetail = call({
  method: 'GET',
  path: '/api/hm/detail',
  summary: '合买详情',
  session: 'optional',
  fields: { id: hmId },
  answer: object({
    ...item,
    multiplier: count('Multiplier (倍).'),
    ownShares: count('Shares of who started it.'),
    joinFen: fen('Price of the shares that are left.'),
    guaranteeFen: fen('Held as the guarantee.'),
    initiator: flag('Whether who asks started it.'),
    mayJoin: flag('Whether shares can be taken now.'),
    mayCancel: flag('Whether who asks may call it off (撤单) now.'),
    mayEdit: flag('Whether who asks may raise the guarantee and change the declaration now.'),
    commissionText: text('What the commission means, with an example.'),
    drawsAt: optional(instant('The draw of its issue.')),
    firstStartsAt: optional(instant('Kick-off of its first match.')),
    plan,
    result: orNull(resultDetail, 'The draw of its issue; null until then and for matches.'),
    split: orNull(split, 'null until it won.'),
    mine: object(
      {
        shares: count('Shares.'),
        amountFen: fen('Paid for them.'),
        percent: percent('Shares in percent of all, rounded down.'),
        prizeFen: fen('Shares of the prize.'),
        commissionFen: fen('Commission.'),
        refundFen: fen('Given back.'),
        netFen: signedFen('Prize, commission and refund less what was paid.'),
        joins: list(joinItem, 'His shares, oldest first.'),
      },
      'Of the player who asks; all 0 without a session.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: HM_ID },
    models: {
      ...itemExample,
      multiplier: 50,
      ownShares: 10,
      joinFen: 4_000,
      guaranteeFen: 2_000,
      initiator: false,
      mayJoin: true,
      mayCancel: false,
      mayEdit: false,
      commissionText: '盈利时发起人提取盈利的 5%：例如奖金 800 元、方案 100 元，佣金 35 元。',
      drawsAt: 1_795_400_000_000,
      plan: { visible: false, why: '截止后公开', playNames: '', bets: 1, multiplier: 50 },
      result: null,
      split: null,
      mine: { shares: 0, amountFen: 0, percent: 0, prizeFen: 0, commissionFen: 0, refundFen: 0, netFen: 0, joins: [] },
    },
  },
});

export const groupJoins = call({
  method: 'GET',
  path: '/api/hm/joinlist',
  summary: '合买的参与者，先到在前',
  session: 'optional',
  fields: { id: hmId, ...paging() },
  answer: page(joinItem),
  refuses: ['notFound'],
  example: { fields: { id: HM_ID }, models: { items: [joinExample], next: null } },
});

const record = {
  who: person,
  icons: groupIcons,
  orders: count('Group orders that have their result.'),
  wonOrders: count('Of them with a prize.'),
  stakeFen: fen('Prices of them.'),
  prizeFen: fen('Prizes of them.'),
};
const recordExample = { who, icons: [{ icon: 'star', count: 3 }], orders: 12, wonOrders: 4, stakeFen: 120_000, prizeFen: 300_000 } as const;

export const groupRanking = call({
  method: 'GET',
  path: '/api/hm/ranking',
  summary: '合买排行：发起人按中奖金额',
  session: 'optional',
  fields: {
    period: optional(oneOf(['week', 'month', 'all'], 'week (when left out): since Monday. month: since its first day.')),
    game: optional(gameCode),
  },
  answer: object({
    items: list(object({ rank: count('Equal prizes have equal ranks.'), mine: flag('Who asks himself.'), ...record }), 'At most 50.'),
    me: orNull(object({ rank: orNull(count(), 'null: without a prize in this time.'), ...record }), 'Who asks; null without a session.'),
  }),
  example: { fields: { period: 'week' }, models: { items: [{ rank: 1, mine: false, ...recordExample }], me: null } },
});

export const groupRecord = call({
  method: 'GET',
  path: '/api/hm/QueryTotherRank',
  summary: '一位发起人的合买战绩',
  session: 'optional',
  fields: { who: optional(mid) },
  answer: object({
    ...record,
    openOrders: count('Group orders of his that are open now.'),
    started: count('Group orders that he ever started.'),
    biggestFen: fen('Largest prize.'),
    profitFen: fen('Profits of those that had one.'),
    followers: count('Players with a rule (定制) on him.'),
    last10: list(
      object({ hmId, gameName: text(), issue: optional(text()), state: groupState, totalFen: fen(), prizeFen: fen(), at: instant() }),
      'The newest ten that have their result, the newest first.',
    ),
  }),
  refuses: ['notLoggedIn', 'notFound'],
  example: {
    fields: { who: '100001' },
    models: { ...recordExample, openOrders: 1, started: 14, biggestFen: 200_000, profitFen: 220_000, followers: 2, last10: [] },
  },
});

const ruleId = Type.String({ format: 'uuid', description: 'UUID that the phone makes for the rule.' });
export const groupRule = object({
  ruleId,
  creator: person,
  gameCode: optional(text('Of this game alone.')),
  gameName: optional(text()),
  mode: oneOf(['fixed', 'percent'], 'fixed: so much of each order. percent: so much of its price.'),
  fen: fen('Of each order; 0 in mode percent.'),
  percent: percent('Of the price of each order; 0 in mode fixed.'),
  maxFen: optional(fen('Of each order at most, in mode percent.')),
  times: count('How often.'),
  done: count('How often so far.'),
  spentFen: fen('Spent so far.'),
  wonFen: fen('Won so far.'),
  heldFen: fen('Paid in advance and not spent.'),
  minTotalFen: optional(fen('Of orders of this price or above alone.')),
  maxTotalFen: optional(fen('Of orders of this price or below alone.')),
  partial: flag('Fewer shares are left than wanted: takes those.'),
  stopAfterMisses: optional(count('Ends after so many orders without a prize.')),
  minBalanceFen: optional(fen('Waits while the wallet would fall below this.')),
  prepay: flag('Paid in advance.'),
  on: flag('Whether it is switched on.'),
  state: oneOf(['on', 'off', 'ended']),
  why: text('Why it ended: 已完成 10 次; "" otherwise.'),
  createdAt: instant(),
});
const ruleExample = {
  ruleId: '019a2b3c-0000-7000-8000-0000000000c1',
  creator: who,
  mode: 'fixed',
  fen: 1_000,
  percent: 0,
  times: 10,
  done: 0,
  spentFen: 0,
  wonFen: 0,
  heldFen: 0,
  partial: true,
  prepay: false,
  on: true,
  state: 'on',
  why: '',
  createdAt: 1_795_300_000_000,
} as const;

/** Adds a standing rule (定制跟单), or changes the one of this id. What is changed holds from the next order on. */
export const addFollowerRule = call({
  method: 'GET',
  path: '/api/hm/addfollowerrule',
  summary: '定制跟单：自动认购某人发起的合买',
  changes: 'money',
  session: 'player',
  signed: true,
  keyed: true,
  fields: {
    ruleId: optional(
      Type.String({ format: 'uuid', description: 'UUID of the rule, made by the phone; left out: a new rule, which the server names.' }),
    ),
    creatorMid: mid,
    game: optional(gameCode),
    mode: oneOf(['fixed', 'percent'], 'fixed: so much of each order. percent: so much of its price.'),
    fen: optional(fen('Of each order, in mode fixed; rounded down to whole shares.')),
    percent: optional(percent('Of the price of each order, in mode percent.')),
    maxFen: optional(fen('Of each order at most, in mode percent.')),
    times: Type.Integer({ minimum: 1, maximum: 1_000, description: 'How often.' }),
    minTotalFen: optional(fen('Of orders of this price or above alone.')),
    maxTotalFen: optional(fen('Of orders of this price or below alone.')),
    partial: optional(flag('1: takes what is left when that is less than wanted.')),
    stopAfterMisses: optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Ends after so many orders without a prize.' })),
    minBalanceFen: optional(fen('Waits while the wallet would fall below this.')),
    prepay: optional(flag('1: the whole is paid now and held; of mode fixed alone.')),
    on: optional(flag('0: switched off; what is held is given back.')),
  },
  wallet: true,
  answer: object({ rule: groupRule, balanceFen: fen('Wallet after it, fen.') }),
  refuses: ['notFound', 'limitReached', 'insufficientFunds', 'overCap', 'stateChanged'],
  example: {
    fields: { ruleId: ruleExample.ruleId, creatorMid: '100001', mode: 'fixed', fen: 1_000, times: 10, partial: true },
    models: { rule: ruleExample, balanceFen: 1_000_000 },
  },
});

export const groupRules = call({
  method: 'GET',
  path: '/api/hm/RuleList',
  summary: '我的合买定制',
  session: 'player',
  fields: { ...paging() },
  answer: page(groupRule),
  example: { fields: {}, models: { items: [ruleExample], next: null } },
});

export const groupRuleRuns = call({
  method: 'GET',
  path: '/api/hm/RuleRuns',
  summary: '定制的执行记录：跟了哪些、没跟的原因',
  session: 'player',
  fields: { ruleId: optional(ruleId), ...paging() },
  answer: page(
    object({
      runId: text('Id of the run.'),
      ruleId,
      hmId,
      to: text('The route of the group order.'),
      creator: person,
      gameName: text(),
      issue: optional(text()),
      done: flag('Whether shares were taken.'),
      shares: count('Shares taken.'),
      amountFen: fen('Paid for them.'),
      prizeFen: fen('Won with them.'),
      reason: text('Why none were taken: 余额不足; "" otherwise.'),
      at: instant(),
    }),
  ),
  example: { fields: {}, models: { items: [], next: null } },
});
