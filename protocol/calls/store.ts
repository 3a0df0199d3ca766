/** The store (商城) and the bag (背包): what is sold for points or money, buying it, what a player owns, and using it. */
import { call } from './define.ts';
import { count, fen, gameCode, id, instant, list, object, oneOf, optional, orNull, page, paging, text, Type } from './schema.ts';

const productId = Type.String({ minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9_-]+$', description: 'Code of a product.' });
const shelf = oneOf(['items', 'looks', 'coupons', 'exchange'], 'The tab: items 道具, looks 头像, coupons 红包, exchange 兑换.');

export const product = object({
  id: text(),
  name: text(),
  note: text('The effect, in one line.'),
  terms: text("For a coupon: the bets that it is for; '' for other products."),
  kind: shelf,
  picture: text('Address of its picture.'),
  pricePoints: orNull(count('The price of one in points.'), 'null: it is sold for money.'),
  priceFen: orNull(fen('The price of one in fen.'), 'null: it is sold for points.'),
  stock: orNull(count('The present stock, by the limit of the day and in all.'), 'null: unlimited.'),
  stockText: text("The stock in words: 今日剩 3 件 or 剩 3 件; '' if it is unlimited."),
  limit: text("The limit for one player in words; '' if there is none."),
  mine: count('How many the player bought; 0 without a session.'),
  most: count('How many the player may buy now, regardless of the balance; 0: none.'),
  level: count('Member level from which it may be bought.'),
  levelName: text("The name of the level; '' if there is none."),
  startsAt: orNull(instant(), 'null: from the beginning.'),
  endsAt: orNull(instant('When its sale ends.'), 'null: until further notice.'),
  keepDays: orNull(count('Days for which it can be used.'), 'null: for ever.'),
  state: oneOf(
    ['selling', 'soon', 'soldOut', 'level', 'limit', 'exchanged', 'owned', 'disabled'],
    "Whether the player may buy it now, or the reason why not. limit: the player's limit is reached. exchanged: the day's limit of purchases for points is reached.",
  ),
  why: text("The reason why not, in Chinese; '' if the player may buy it."),
});

const example = {
  id: 'rename',
  name: '改名卡',
  note: '30 天内再改一次昵称',
  terms: '',
  kind: 'items',
  picture: '/goods/rename.svg',
  pricePoints: 300,
  priceFen: null,
  stock: 20,
  stockText: '今日剩 20 件',
  limit: '每天 3 件',
  mine: 1,
  most: 2,
  level: 0,
  levelName: '',
  startsAt: null,
  endsAt: null,
  keepDays: null,
  state: 'selling',
  why: '',
} as const;

export const getProductList = call({
  method: 'GET',
  path: '/api/Store/GetProductList',
  summary: '商城：商品、价格、库存与限购',
  session: 'optional',
  fields: {
    kind: optional(shelf),
    productId: optional(productId),
    ...paging(),
  },
  answer: object({
    items: list(product, 'In the order of the shelf.'),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    exchangesLeft: orNull(count('How often the player may still buy for points today.'), 'null: without a session.'),
    balancePoints: count('Points of the player; 0 without a session.'),
    balanceFen: fen('Main wallet, fen; 0 without a session.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { kind: 'items' },
    models: { items: [example], next: null, exchangesLeft: 2, balancePoints: 820, balanceFen: 1_000_000 },
  },
});

export const buyProduct = call({
  method: 'POST',
  path: '/api/Store/BuyProduct',
  summary: '购买商品：积分或余额，直接放进背包',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: {
    productId,
    count: Type.Integer({ minimum: 1, maximum: 99, default: 1, description: 'How many.' }),
    price: optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000_000,
        description: 'The price of one in points or fen, as shown to the player. A different price is refused.',
      }),
    ),
  },
  answer: object({
    items: list(object({ itemId: id('thing in the bag'), name: text() })),
    name: text(),
    count: count(),
    paidPoints: count('Points that were paid.'),
    paidFen: fen('Fen that were paid.'),
    balancePoints: count('Points after the call.'),
    balanceFen: fen('Main wallet after the call, fen.'),
  }),
  refuses: ['notFound', 'disabled', 'soldOut', 'needsStep', 'limitReached', 'insufficientFunds', 'stateChanged', 'descriptionChanged'],
  refusalModels: {
    soldOut: object({ left: count('The remaining number.') }),
    limitReached: orNull(object({ left: count('How many the player may still buy now.') })),
  },
  example: {
    fields: { productId: 'rename', count: 1 },
    models: {
      items: [{ itemId: '019a2b3c-0000-7000-8000-0000000000d1', name: '改名卡' }],
      name: '改名卡',
      count: 1,
      paidPoints: 300,
      paidFen: 0,
      balancePoints: 520,
      balanceFen: 1_000_000,
    },
  },
});

const owned = object({
  itemId: id('thing in the bag'),
  name: text(),
  note: text('The effect, in one line.'),
  picture: text('Address of its picture.'),
  kind: oneOf(['item', 'avatar', 'frame', 'emotes', 'coupon', 'scratch']),
  count: count('The number of these items with the same end.'),
  state: oneOf(['usable', 'used', 'expired']),
  worn: Type.Boolean({ description: 'The picture or frame is in use now.' }),
  gotAt: instant(),
  expiresAt: orNull(instant('When it expires.'), 'null: never.'),
  usedAt: orNull(instant()),
  fen: orNull(fen('The amount that a coupon pays.')),
  leastFen: orNull(fen('The smallest bet for which the coupon can be used.')),
  use: object(
    {
      label: text("The text of the button; '' if none."),
      to: text('The route of the page on which it is used.'),
      call: Type.Boolean({ description: 'The call UseItem uses it.' }),
    },
    'How it is used.',
  ),
});

export const queryInventory = call({
  method: 'GET',
  path: '/api/UserCenter/QueryInventory',
  summary: '背包：可用的，或已用与过期的',
  session: 'player',
  fields: {
    kind: optional(oneOf(['item', 'avatar', 'frame', 'emotes', 'coupon', 'scratch'], 'Only this kind.')),
    state: optional(oneOf(['usable', 'past'], 'past: used or expired. usable when left out.')),
    ...paging(),
  },
  answer: page(owned, 'The newest first.'),
  example: {
    fields: { state: 'usable' },
    models: {
      items: [
        {
          itemId: '019a2b3c-0000-7000-8000-0000000000d1',
          name: '改名卡',
          note: '30 天内再改一次昵称',
          picture: '/goods/rename.svg',
          kind: 'item',
          count: 2,
          state: 'usable',
          worn: false,
          gotAt: 1_790_000_000_000,
          expiresAt: null,
          usedAt: null,
          fen: null,
          leastFen: null,
          use: { label: '去改名', to: '/setUserName', call: false },
        },
      ],
      next: null,
    },
  },
});

export const useItem = call({
  method: 'POST',
  path: '/api/UserCenter/UseItem',
  summary: '使用背包里的东西：换上头像或头像框，用刮刮券换卡',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: { itemId: id('thing in the bag') },
  answer: object({
    itemId: id('thing in the bag'),
    says: text('The result in Chinese.'),
    to: text("The route of the page that shows it; '' if none."),
    balanceFen: fen('Main wallet after the call, fen.'),
  }),
  refuses: ['notFound', 'stateChanged', 'needsStep', 'soldOut', 'limitReached', 'insufficientFunds'],
  refusalModels: {
    needsStep: object({ step: Type.Literal('use'), to: text('The route of the page on which it is used.') }),
    stateChanged: object({ state: oneOf(['used', 'expired', 'worn']) }),
    soldOut: Type.Unknown(),
  },
  example: {
    fields: { itemId: '019a2b3c-0000-7000-8000-0000000000d1' },
    models: { itemId: '019a2b3c-0000-7000-8000-0000000000d1', says: '已更换', to: '', balanceFen: 1_000_000 },
  },
});

export const betCoupons = call({
  method: 'GET',
  path: '/api/UserCenter/BetCoupons',
  summary: '投注可用的红包，抵得最多的在前',
  session: 'player',
  fields: { gameCode },
  answer: object({
    items: list(
      object({
        itemId: id('thing in the bag'),
        name: text(),
        fen: fen('The amount that it pays.'),
        leastFen: fen('The smallest bet for which it can be used.'),
        terms: text('The bets that it is for, in Chinese.'),
        expiresAt: orNull(instant('When it expires.'), 'null: never.'),
      }),
      'The largest amount first, then the earliest end; at most 50.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { gameCode: 'ssq' },
    models: {
      items: [
        {
          itemId: '019a2b3c-0000-7000-8000-0000000000d2',
          name: '2 元红包',
          fen: 200,
          leastFen: 1_000,
          terms: '满 10 元可用 · 全部彩种',
          expiresAt: 1_790_000_000_000,
        },
      ],
    },
  },
});
