/**
 * Group buying (合买): several players pay one ticket in shares. The player that starts one keeps shares, may guarantee (保底) the shares
 * that no player takes, and may ask for a commission on the profit. Amounts are fen.
 */
import { MAX_TICKET_TEXT } from '../limits.ts';
import { call } from './define.ts';
import { overLimits } from './lottery.ts';
import { resultDetail } from './draws.ts';
import {
  GROUP_ID,
  groupFields,
  groupItem,
  groupItemExample,
  groupJoin,
  groupJoinExample,
  groupMid,
  groupPlan,
  groupSecurity,
  groupSplit,
  groupState,
  hmId,
  percent,
} from './hm-shapes.ts';
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

/** What a description and the rules of group buying allow; for the sheet that starts one. */
export const groupTerms = call({
  method: 'GET',
  path: '/api/hm/Terms',
  summary: '合买规则：每份金额、自购比例、佣金、截止',
  session: 'none',
  fields: { gameCode: optional(gameCode) },
  answer: object({
    gameCode: optional(text('The requested game.')),
    allowed: flag('Whether the requested game can be bought in a group; true without a game.'),
    minShareFen: fen('Least price of a share.'),
    minOwnPercent: percent('The least shares of the starter, in percent of all, rounded up.'),
    maxShares: count('Most shares.'),
    maxCommission: percent('Highest commission.'),
    commissionBase: oneOf(['profit', 'prize'], 'The base of the commission, if the prize is above the price.'),
    cancelBelow: percent('The starter may call it off (撤单) while taken and guaranteed shares are below this percentage.'),
    stopBeforeMs: count('The time between its stop and the close of the issue, or the first stop of its matches.'),
    minLiveMs: count('Least time between start and stop.'),
    maxTitle: count('Most characters of a title.'),
    maxText: count('Most characters of a declaration.'),
    siteShares: percent('The most lacking shares, in percent, that the site adds at the stop; 0: none.'),
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
export const startGroupBuy = call({
  method: 'POST',
  path: '/api/lottery/bet_together',
  summary: '发起合买',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  clientType: true,
  fields: {
    id: Type.String({ format: 'uuid', description: 'UUID of the group order, made by the client.' }),
    ticket: Type.String({
      minLength: 2,
      maxLength: MAX_TICKET_TEXT,
      contentMediaType: 'application/json',
      description: 'A ticket of one issue, as in bet_szc or bet_jc: JSON of schemas/ticket.schema.json, or of its $defs/sportTicket.',
    }),
    hash: Type.String({ minLength: 1, maxLength: 64, description: 'Version of the description from which the client computed the price.' }),
    amountFen: fen('Price of the whole ticket, as shown to the player.'),
    shares: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The number of shares. The price must be divisible by it.' }),
    ownShares: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Shares of the starter.' }),
    guaranteeShares: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Shares that the starter guarantees (保底).' }),
    commission: Type.Integer({ minimum: 0, maximum: 100, description: 'Commission in percent of the profit.' }),
    security: groupSecurity,
    title: optional(Type.String({ maxLength: 100, description: 'Title.' })),
    text: optional(Type.String({ maxLength: 200, description: 'Declaration (宣言).' })),
    issue: optional(Type.String({ maxLength: 32, description: 'The issue; left out: the issue on sale.' })),
  },
  wallet: true,
  answer: object({
    hmId,
    to: text('The route of its page.'),
    paidFen: fen('The amount taken from the wallet, for own and guaranteed shares.'),
    ownFen: fen('The part for the own shares.'),
    guaranteeFen: fen('The part held as the guarantee.'),
    progress: percent('Taken shares in percent, rounded down.'),
    state: groupState,
    stopsAt: instant(),
    balanceFen: fen('Wallet after the call, fen.'),
  }),
  refuses: [
    'issueClosed',
    'insufficientFunds',
    'overCap',
    'soldOut',
    'notFound',
    'disabled',
    'descriptionChanged',
    'limitReached',
    'stateChanged',
  ],
  refusalModels: { ...overLimits, issueClosed: Type.Any(), descriptionChanged: Type.Any() },
  example: {
    fields: {
      id: GROUP_ID,
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
      hmId: GROUP_ID,
      to: `/togetherOrder?id=${GROUP_ID}`,
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
  idempotent: true,
  fields: {
    hmId,
    shares: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The number of shares; 0: all free shares.' }),
  },
  wallet: true,
  answer: object({
    hmId,
    joinId: Type.String({ format: 'uuid', description: 'UUID of the order of these shares.' }),
    shares: count('Shares taken.'),
    paidFen: fen(),
    soldShares: count('Shares taken by now.'),
    leftShares: count(),
    progress: percent('Taken shares in percent, rounded down.'),
    state: groupState,
    balanceFen: fen('Wallet after the call, fen.'),
  }),
  refuses: ['issueClosed', 'insufficientFunds', 'notFound', 'limitReached', 'soldOut', 'stateChanged'],
  refusalModels: {
    soldOut: object({ leftShares: count('Free shares.') }),
    stateChanged: object({ state: groupState }),
  },
  example: {
    fields: { hmId: GROUP_ID, shares: 5 },
    models: {
      hmId: GROUP_ID,
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

export const cancelGroupBuy = call({
  method: 'POST',
  path: '/api/hm/Cancel',
  summary: '撤单：未过半的合买由发起人撤销，全部退款',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { hmId },
  wallet: true,
  answer: object({
    hmId,
    refunded: count('Players who got a refund.'),
    refundFen: fen('The sum of the refunds.'),
    balanceFen: fen('Wallet after the call, fen.'),
  }),
  refuses: ['notFound', 'stateChanged', 'overCap'],
  refusalModels: { stateChanged: object({ state: groupState }) },
  example: { fields: { hmId: GROUP_ID }, models: { hmId: GROUP_ID, refunded: 3, refundFen: 8_000, balanceFen: 999_000 } },
});

/** What who started it may change while it is open: more guarantee, another declaration. */
export const editGroupBuy = call({
  method: 'POST',
  path: '/api/hm/Edit',
  summary: '发起人加保底、改宣言',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    hmId,
    guaranteeShares: optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Guaranteed shares from now on, at least as many as before.' }),
    ),
    text: optional(Type.String({ maxLength: 200, description: 'Declaration (宣言).' })),
    clear: optional(oneOf(['text'], 'Deletes the declaration, because an empty field counts as left out.')),
  },
  wallet: true,
  answer: object({
    hmId,
    guaranteeShares: count(),
    paidFen: fen('The amount taken from the wallet for the additional guarantee.'),
    text: text('The declaration.'),
    balanceFen: fen('Wallet after the call, fen.'),
  }),
  refuses: ['notFound', 'stateChanged', 'insufficientFunds', 'limitReached', 'overCap', 'issueClosed'],
  refusalModels: { stateChanged: object({ state: groupState }) },
  example: {
    fields: { hmId: GROUP_ID, guaranteeShares: 30 },
    models: { hmId: GROUP_ID, guaranteeShares: 30, paidFen: 1_000, text: '稳健复式，欢迎参与', balanceFen: 996_000 },
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
        'progress (when left out): taken and guaranteed shares. amount, share: 金额, 每份. people 人气, record 战绩, left 剩余, stop 截止. Full and ended ones: the newest first.',
      ),
    ),
    order: optional(oneOf(['desc', 'asc'], 'desc when left out; for stop and left: asc.')),
    band: optional(oneOf(['w1', 'w5', 'w10', 'more'], 'Ranges of the price: up to ¥10,000, up to ¥50,000, up to ¥100,000, above.')),
    commissionMax: optional(percent('The largest commission.')),
    guaranteed: optional(flag('1: only with a guarantee.')),
    ...paging(),
    cursor: optional(Type.String({ maxLength: 640, description: '`next` of the page before; left out: the first page.' })),
  },
  answer: page(groupItem, 'Pinned (置顶) open group orders that match come first, on the first page.'),
  example: { fields: { size: 20 }, models: { items: [groupItemExample], next: null } },
});

export const groupOwnList = call({
  method: 'GET',
  path: '/api/hm/QueryTogetherList',
  summary: '我发起的、我参与的、某人发起的合买，新的在前',
  session: 'optional',
  fields: {
    scope: optional(
      oneOf(['mine', 'joined', 'of'], 'mine (when left out): started by the caller. joined: joined by the caller. of: started by `who`.'),
    ),
    who: optional(groupMid),
    state: optional(groupState),
    ...paging(),
  },
  answer: page(groupItem),
  refuses: ['notLoggedIn', 'notFound'],
  example: { fields: { scope: 'mine', size: 20 }, models: { items: [groupItemExample], next: null } },
});

/** Of players alone, as its page /togetherOrder is; the lobby is everybody's. */
export const groupDetail = call({
  method: 'GET',
  path: '/api/hm/detail',
  summary: '合买详情',
  session: 'player',
  fields: { id: hmId },
  answer: object({
    ...groupFields,
    multiplier: count('Multiplier (倍).'),
    ownShares: count('Shares of the starter.'),
    joinFen: fen('Price of the free shares.'),
    guaranteeFen: fen('Held as the guarantee.'),
    initiator: flag('Whether the caller started it.'),
    mayJoin: flag('Whether shares can be taken now.'),
    mayCancel: flag('Whether the caller may call it off (撤单) now.'),
    mayEdit: flag('Whether the caller may raise the guarantee and change the declaration now.'),
    commissionText: text('An explanation of the commission, with an example.'),
    drawsAt: optional(instant('The draw of its issue.')),
    firstStartsAt: optional(instant('Kick-off of its first match.')),
    plan: groupPlan,
    result: orNull(resultDetail, 'The draw of its issue; null until then and for matches.'),
    split: orNull(groupSplit, 'null until it won.'),
    mine: object(
      {
        shares: count('Shares.'),
        amountFen: fen('The price of these shares.'),
        percent: percent('Shares in percent of all, rounded down.'),
        prizeFen: fen('Shares of the prize.'),
        commissionFen: fen('Commission.'),
        refundFen: fen('The refund.'),
        netFen: signedFen('Prize, commission and refund, minus the payment.'),
        joins: list(groupJoin, "The player's shares, oldest first."),
      },
      'The row belongs to the caller.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: GROUP_ID },
    models: {
      ...groupItemExample,
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
  summary: '合买的参与者：先是自己的，再按先到的次序',
  session: 'player',
  fields: { id: hmId, ...paging() },
  answer: page(groupJoin),
  refuses: ['notFound'],
  example: { fields: { id: GROUP_ID }, models: { items: [groupJoinExample], next: null } },
});
