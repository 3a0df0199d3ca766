/** What stands in the store, and whether a player may buy it now. */
import { DAY_MS } from '../../platform/index.ts';
import type { ProductDescription } from '../../../engine/descriptions/store/types.ts';
import type { StoreProduct } from '../../../protocol/calls.ts';
import type { LoyaltyServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { levelAt, MEMBER_RULES } from '../member/rules.ts';
import type { Today } from '../member/tasks.ts';
import { couponText, itemKindOf, KINDS_OWNED_ONCE, itemKey } from './items.ts';

/** The day that product_sales counts altogether under. */
export const ALL_DAYS = -1;
/** Most that one purchase takes. */
const MOST_AT_ONCE = 99;

/** What of a product has been sold, to all and to this player. */
export interface ProductSales {
  readonly all: number;
  readonly today: number;
  readonly mine: number;
  readonly mineToday: number;
}

/** A player as the store looks at him; undefined: a visitor. */
export interface Buyer {
  readonly id: number;
  readonly level: number;
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const startOf = (date: string, { offset }: Today): number => dayOf(date) * DAY_MS - offset;

/** Its sale has not begun. */
export const isBeforeSale = ({ from }: ProductDescription, { day }: Today): boolean => from !== undefined && dayOf(from) > day;

/** Its sale is over: it is not shown any more. */
export const isSaleOver = ({ to }: ProductDescription, { day }: Today): boolean => to !== undefined && dayOf(to) < day;

export async function productSalesOf(
  client: Querying,
  codes: readonly string[],
  buyer: Buyer | undefined,
  day: number,
): Promise<Map<string, ProductSales>> {
  const { rows } = await client.query<{ product: string } & ProductSales>(
    `SELECT c.product, coalesce(a.sold, 0)::int AS all, coalesce(t.sold, 0)::int AS today,
            coalesce(p.mine, 0)::int AS mine, coalesce(p.today, 0)::int AS "mineToday"
       FROM unnest($1::text[]) AS c(product)
       LEFT JOIN product_sales a ON a.product = c.product AND a.day = ${ALL_DAYS}
       LEFT JOIN product_sales t ON t.product = c.product AND t.day = $3
       LEFT JOIN LATERAL (SELECT sum(count) AS mine, sum(count) FILTER (WHERE day = $3) AS today
                            FROM purchases WHERE user_id = $2 AND product = c.product) p ON true`,
    [codes, buyer?.id ?? 0, day],
    'store-sold',
  );
  return new Map(rows.map((row) => [row.product, row]));
}

/** Purchases for points that a player may still make today (`exchangesADay` of member.json); undefined: nobody is logged in. */
export async function exchangesLeft(client: Querying, buyer: Buyer | undefined, day: number): Promise<number | undefined> {
  if (buyer === undefined) return undefined;
  const { rows } = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM purchases WHERE user_id = $1 AND day = $2 AND points > 0',
    [buyer.id, day],
    'store-exchanges',
  );
  return Math.max(0, MEMBER_RULES.exchangesADay - (rows[0]?.n ?? 0));
}

export const exchangesText = (): string => `每天最多用积分兑换 ${MEMBER_RULES.exchangesADay} 次，今日已用完，请明天再来`;

/** What of a bound is left. */
interface Left {
  readonly left: number;
  /** The stock is that of the day; more comes tomorrow. */
  readonly ofDay: boolean;
}

/** undefined: there is no bound. */
function leftOf(bound: number | undefined, boundOfDay: number | undefined, used: number, usedToday: number): Left | undefined {
  if (bound === undefined && boundOfDay === undefined) return undefined;
  const [forGood, today] = [(bound ?? Number.POSITIVE_INFINITY) - used, (boundOfDay ?? Number.POSITIVE_INFINITY) - usedToday];
  return { left: Math.max(0, Math.min(forGood, today)), ofDay: today < forGood };
}

export const stockLeft = ({ stock }: ProductDescription, sold: ProductSales) => leftOf(stock?.total, stock?.day, sold.all, sold.today);
export const purchaseLimitLeft = ({ limit }: ProductDescription, sold: ProductSales) =>
  leftOf(limit?.account, limit?.day, sold.mine, sold.mineToday);

export const soldOutText = ({ ofDay }: Left): string => (ofDay ? '今日已售罄，明天再来' : '已售罄');

/** The text for a player at the purchase limit, of the day or of the account. */
export const purchaseLimitReachedText = ({ limit }: ProductDescription, { ofDay }: Left): string =>
  ofDay ? `今日限购 ${limit?.day} 件，已达上限，请明天再来` : `每人限购 ${limit?.account} 件，已达上限`;

/** How many one player may buy, in words. */
export const purchaseLimitText = ({ limit }: ProductDescription): string =>
  [
    ...(limit?.day === undefined ? [] : [`每天 ${limit.day} 件`]),
    ...(limit?.account === undefined ? [] : [`每人 ${limit.account} 件`]),
  ].join('，');

interface Judged {
  readonly state: StoreProduct['state'];
  readonly why: string;
}

function purchaseState(
  product: ProductDescription,
  buyer: Buyer | undefined,
  has: boolean,
  {
    stock,
    limit,
    exchanges,
    today,
  }: {
    readonly stock: Left | undefined;
    readonly limit: Left | undefined;
    readonly exchanges: number | undefined;
    readonly today: Today;
  },
): Judged {
  if (product.disabled !== undefined) return { state: 'disabled', why: product.disabled };
  if (isBeforeSale(product, today)) return { state: 'soon', why: '尚未开售' };
  if (has) return { state: 'owned', why: '已拥有' };
  if (buyer !== undefined && buyer.level < (product.level ?? 0))
    return { state: 'level', why: `${levelAt(product.level ?? 0).name} 起可购买` };
  if (limit?.left === 0) return { state: 'limit', why: purchaseLimitReachedText(product, limit) };
  if (stock?.left === 0) return { state: 'soldOut', why: soldOutText(stock) };
  // The daily limit of exchanges is the player's and not the product's, so the product may be available tomorrow.
  if (exchanges === 0 && product.price.points !== undefined) return { state: 'exchanged', why: exchangesText() };
  return { state: 'selling', why: '' };
}

export async function shelfOf(
  context: LoyaltyServices,
  client: Querying,
  products: readonly ProductDescription[],
  buyer: Buyer | undefined,
  exchanges: number | undefined,
  today: Today,
): Promise<StoreProduct[]> {
  const sold = await productSalesOf(
    client,
    products.map(({ code }) => code),
    buyer,
    today.day,
  );
  const has = await ownedForGood(client, buyer);
  return products.map((product) => {
    const { code, name, note, shelf, picture, price, level = 0, from, to, keepDays, gives } = product;
    const counts = sold.get(code) ?? { all: 0, today: 0, mine: 0, mineToday: 0 };
    const [stock, limit] = [stockLeft(product, counts), purchaseLimitLeft(product, counts)];
    const { state, why } = purchaseState(product, buyer, has.has(itemKey(gives, code)), { stock, limit, exchanges, today });
    return {
      id: code,
      name,
      note,
      terms: gives.coupon === undefined ? '' : couponText(context, gives.coupon),
      kind: shelf,
      picture,
      pricePoints: price.points ?? null,
      priceFen: price.fen ?? null,
      stock: stock?.left ?? null,
      stockText: stock === undefined ? '' : `${stock.ofDay ? '今日' : ''}剩 ${stock.left} 件`,
      limit: purchaseLimitText(product),
      mine: counts.mine,
      most:
        state !== 'selling'
          ? 0
          : isOwnedOnce(product)
            ? 1
            : Math.min(stock?.left ?? MOST_AT_ONCE, limit?.left ?? MOST_AT_ONCE, MOST_AT_ONCE),
      level,
      levelName: level === 0 ? '' : levelAt(level).name,
      startsAt: from === undefined ? null : startOf(from, today),
      endsAt: to === undefined ? null : startOf(to, today) + DAY_MS,
      keepDays: keepDays ?? null,
      state,
      why,
    };
  });
}

/** Pictures, frames and sets of emotes: one is enough, and it is for good. */
export const isOwnedOnce = ({ gives }: Pick<ProductDescription, 'gives'>): boolean =>
  KINDS_OWNED_ONCE.some((kind) => kind === itemKindOf(gives));

async function ownedForGood(client: Querying, buyer: Buyer | undefined): Promise<ReadonlySet<string>> {
  if (buyer === undefined) return new Set();
  const { rows } = await client.query<{ product: string }>(
    `SELECT DISTINCT product FROM bag_items WHERE user_id = $1 AND split_part(product, ':', 1) = ANY ($2)`,
    [buyer.id, KINDS_OWNED_ONCE],
    'store-looks',
  );
  return new Set(rows.map(({ product }) => product));
}
