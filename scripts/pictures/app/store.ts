/** States of the store, the bag and activities for pictures. The answers of the calls are made here, with the products of `games/`. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ActivityDescription } from '../../../engine/descriptions/activities/types.ts';
import type { ProductDescription } from '../../../engine/descriptions/store/types.ts';
import type { ActivityPage, ActivityRow, BagItem, ProductListModels, StoreProduct } from '../../../protocol/calls.ts';
import { activityDetail } from '../../../protocol/calls/activity.ts';
import { getProductList, queryInventory } from '../../../protocol/calls/store.ts';
import { answered, at, dialog, LONG_FEN, press, state, type State, then, uuid, waiting, without } from './ways.ts';

const NOW = Date.now();
const DAY = 86_400_000;
const folder = (name: string) => new URL(`../../../games/${name}/`, import.meta.url);
const described = <T>(name: string): T[] =>
  readdirSync(folder(name)).map((file) => JSON.parse(readFileSync(new URL(file, folder(name)), 'utf8')) as T);
const PRODUCTS = described<ProductDescription>('store').sort((a, b) => (a.order ?? 0) - (b.order ?? 0));

const LIST = '/api/Store/GetProductList';
const BAG = '/api/UserCenter/QueryInventory';
const [PRODUCT] = getProductList.example.models.items as [StoreProduct];
const [ITEM] = queryInventory.example.models.items as [BagItem];

const shown = ({ code, name, note, shelf, picture, price, stock, limit, level = 0, keepDays }: ProductDescription): StoreProduct => ({
  ...PRODUCT,
  id: code,
  name,
  note,
  kind: shelf,
  picture,
  pricePoints: price.points ?? null,
  priceFen: price.fen ?? null,
  stock: stock?.day ?? null,
  stockText: stock?.day === undefined ? '' : `今日剩 ${stock.day} 件`,
  limit: limit?.day === undefined ? '' : `每天 ${limit.day} 件`,
  mine: 0,
  most: limit?.day ?? 99,
  level,
  levelName: level === 0 ? '' : `V${level}`,
  keepDays: keepDays ?? null,
  ...(level > 1 ? { state: 'level' as const, why: `V${level} 起可购买`, most: 0 } : {}),
});
const shelf = (name: StoreProduct['kind'], patch: Partial<StoreProduct> = {}): ProductListModels => ({
  items: PRODUCTS.filter((product) => product.shelf === name).map((product) => ({ ...shown(product), ...patch })),
  next: null,
  exchangesLeft: 2,
  balancePoints: 820,
  balanceFen: 98_765,
});
const sheet = (models: ProductListModels, path = '/Store') =>
  answered(
    { [LIST]: models },
    then(path, async (page) => {
      await press(page, new RegExp(`^${models.items[0]?.name}`));
      await dialog(page);
    }),
  );

const owned = (n: number, patch: Partial<BagItem>): BagItem => ({
  ...ITEM,
  itemId: uuid(300 + n),
  gotAt: NOW - n * DAY,
  count: 1,
  ...patch,
});
const bag: BagItem[] = [
  owned(0, { count: 3 }),
  owned(1, {
    name: '2 元红包',
    note: '投注时可抵 2 元',
    picture: '/goods/coupon.svg',
    kind: 'coupon',
    expiresAt: NOW + 6 * DAY,
    fen: 200,
    leastFen: 1_000,
    use: { label: '去使用', to: '/MoreLottery', call: false },
  }),
  owned(2, {
    name: '头像框 · 金环',
    note: '装饰头像外圈，全站展示',
    picture: '/goods/frame-gold.svg',
    kind: 'frame',
    worn: true,
    use: { label: '', to: '', call: false },
  }),
  owned(3, {
    name: '头像 · 招财猫',
    note: '在主页、榜单和评论中展示',
    picture: '/avatars/lucky-cat.svg',
    kind: 'avatar',
    use: { label: '立即使用', to: '', call: true },
  }),
  owned(4, {
    name: '灯火好运刮刮券',
    note: '可兑换 1 张“灯火好运”刮刮乐',
    picture: '/goods/scratch.svg',
    kind: 'scratch',
    expiresAt: NOW + 20 * DAY,
    use: { label: '兑换刮刮乐', to: '', call: true },
  }),
];
const past = bag.slice(0, 2).map((item, n) => ({
  ...item,
  ...(n === 0 ? { state: 'used' as const, usedAt: NOW - DAY } : { state: 'expired' as const, expiresAt: NOW - DAY }),
  use: { label: '', to: '', call: false },
}));

const ACTIVITIES = described<ActivityDescription>('activities').sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
const row = ({ id, title, note }: ActivityDescription, n: number): ActivityRow => ({
  ...(activityDetail.example.models as ActivityRow),
  hash: id,
  title,
  note,
  state: n === 2 ? 'before' : 'running',
  startsAt: NOW - 10 * DAY + (n === 2 ? 60 * DAY : 0),
  endsAt: NOW + 20 * DAY + (n === 2 ? 60 * DAY : 0),
  mine:
    n === 2
      ? { state: 'closed', doneBp: 0, text: '活动未开始', claimedAt: null }
      : {
          state: n === 0 ? 'ready' : 'open',
          doneBp: n === 0 ? 10_000 : 4_400,
          text: n === 0 ? '签到 7 / 7 天' : '投注 22 / 50 元',
          claimedAt: null,
        },
});
const page = (n: number, patch: Partial<ActivityPage> = {}): ActivityPage => {
  const activity = ACTIVITIES[n] as ActivityDescription;
  return {
    ...row(activity, n),
    reward: n === 1 ? '5 元礼金' : '100 积分、补签卡 ×1',
    blocks: activity.blocks,
    rule: n === 1 ? '投注满 50 元' : '签到满 7 天',
    to: activity.rule.to ?? '',
    ...patch,
  };
};
const detail = (models: ActivityPage) => answered({ '/api/Activity/Detail': models }, at(`/ActivityDetail?id=${models.hash}`));

export const STORE_STATES: readonly State[] = [
  state('store', '商城', 'bettor', answered({ [LIST]: shelf('items') }, at('/Store'))),
  state('store-looks', '商城，头像', 'bettor', answered({ [LIST]: shelf('looks') }, at('/Store?shelf=looks'))),
  state(
    'store-coupons',
    '商城，红包',
    'bettor',
    answered({ [LIST]: shelf('coupons', { terms: '满 20.00 元可用 · 竞技彩' }) }, at('/Store?shelf=coupons')),
  ),
  { ...state('store-loading', '商城，加载中', 'bettor', waiting(/GetProductList/, '/Store')), loading: true },
  state('store-error', '商城，服务器不在', 'bettor', without(/GetProductList/, at('/Store'))),
  state('store-product', '商品', 'bettor', sheet(shelf('items'))),
  state('store-short', '商品，积分不足', 'bettor', sheet(shelf('items', { pricePoints: LONG_FEN }))),
  state(
    'store-sold-out',
    '商品，已售罄',
    'bettor',
    sheet(shelf('items', { state: 'soldOut', why: '今日已售罄，明天再来', stock: 0, stockText: '今日剩 0 件', most: 0 })),
  ),
  state('bag', '背包', 'bettor', answered({ [BAG]: { items: bag, next: null } }, at('/MyBag'))),
  state('bag-past', '背包，已用与过期', 'bettor', answered({ [BAG]: { items: past, next: null } }, at('/MyBag?tab=past'))),
  state('bag-empty', '背包，空的', 'newcomer', answered({ [BAG]: { items: [], next: null } }, at('/MyBag'))),
  state('activity-ready', '活动，可领取', 'bettor', detail(page(0))),
  state('activity-open', '活动，进行中', 'bettor', detail(page(1))),
  state(
    'activity-ended',
    '活动，已结束',
    'bettor',
    detail(page(1, { state: 'ended', mine: { state: 'closed', doneBp: 0, text: '活动已结束', claimedAt: null } })),
  ),
];
