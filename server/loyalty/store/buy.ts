/**
 * Buying. One transaction under the player's key: what may be bought is decided from rows that this transaction holds, so that nobody buys
 * the last one twice; points or money and the things in the bag are written together.
 *
 *   session → the player's lock, key, nonce → level, limits → stock rows (altogether, then of the day) → purse → bag
 */
import { v7 as uuidv7 } from 'uuid';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { ProductDescription } from '../../../engine/descriptions/store/types.ts';
import type { BuyProductModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { LoyaltyServices } from '../services.ts';
import { ok, type Querying, refuse, refuseStep } from '../../platform/index.ts';
import { purseBalance } from '../../ledger/index.ts';
import { levelAt } from '../member/rules.ts';
import type { Today } from '../member/tasks.ts';
import { refuseByLimits } from '../../accounts/index.ts';
import {
  ALL_DAYS,
  type Buyer,
  exchangesLeft,
  exchangesText,
  isSaleOver,
  isOwnedOnce,
  purchaseLimitLeft,
  purchaseLimitReachedText,
  purchaseLimitText,
  type ProductSales,
  productSalesOf,
  soldOutText,
  stockLeft,
} from './shelf.ts';
import { ownsItem, itemKey, addToBag, itemTermsOf } from './items.ts';

const GONE = '商品已下架';
const refuseWith = (status: number, models: unknown, msg: string): Envelope<null> => ({ status, models, msg }) as unknown as Envelope<null>;

interface Wanted {
  readonly productId: string;
  readonly count: number;
  /** For one, as the player was shown. */
  readonly price?: number | undefined;
}

export async function buyProduct(
  context: LoyaltyServices,
  client: Querying,
  buyer: Buyer,
  { productId, count, price }: Wanted,
  today: Today,
): Promise<Envelope<BuyProductModels | null>> {
  const product = context.publication.products().get(productId);
  if (product === undefined || isSaleOver(product, today)) return refuse(STATUS.notFound, GONE);
  if (product.disabled !== undefined) return refuse(STATUS.disabled, product.disabled);
  if (product.from !== undefined && Date.parse(`${product.from}T00:00:00Z`) > today.now + today.offset)
    return refuse(STATUS.stateChanged, '尚未开售');
  const { points = 0, fen = 0 } = product.price;
  if (price !== undefined && price !== points + fen) return refuse(STATUS.descriptionChanged, '价格已变化，请核对新价格后再购买');
  const key = itemKey(product.gives, product.code);
  if (isOwnedOnce(product)) {
    if (count > 1) return refuseWith(STATUS.limitReached, { left: 1 }, '该商品限购 1 件');
    if (await ownsItem(client, buyer.id, key)) return refuse(STATUS.stateChanged, '已拥有，无需重复购买');
  }
  if (buyer.level < (product.level ?? 0))
    return refuseStep({ step: 'level', to: '/levelPrivilege' }, `${levelAt(product.level ?? 0).name} 起可购买`);
  const sold = (await productSalesOf(client, [product.code], buyer, today.day)).get(product.code) as ProductSales;
  const mayBuy = purchaseLimitLeft(product, sold);
  if (mayBuy !== undefined && count > mayBuy.left)
    return refuseWith(
      STATUS.limitReached,
      { left: mayBuy.left },
      mayBuy.left === 0 ? purchaseLimitReachedText(product, mayBuy) : `${purchaseLimitText(product)}，还可购买 ${mayBuy.left} 件`,
    );
  if (points > 0 && (await exchangesLeft(client, buyer, today.day)) === 0)
    return refuseWith(STATUS.limitReached, { left: 0 }, exchangesText());
  const forbidden = fen === 0 ? undefined : await refuseByLimits(context, client, buyer.id, 'stake', fen * count);
  if (forbidden !== undefined) return forbidden;
  const short = await takeFromStock(client, product, count, today.day);
  if (short !== undefined) return short;
  return pay(client, buyer, { product, key, count, day: today.day });
}

/** Counts the sale, or returns the rest of the stock. A purchase that fails after this is rolled back as a whole. */
async function takeFromStock(
  client: Querying,
  product: ProductDescription,
  count: number,
  day: number,
): Promise<Envelope<null> | undefined> {
  const bounds = [
    ...(product.stock?.total === undefined ? [] : [[ALL_DAYS, product.stock.total] as const]),
    ...(product.stock?.day === undefined ? [] : [[day, product.stock.day] as const]),
  ];
  for (const [on, bound] of bounds) {
    // The row is held from here to the end: two that want the last one come one after the other.
    const { rowCount } = await client.query(
      `INSERT INTO product_sales AS s (product, day, sold) SELECT $1, $2::int, $3::bigint WHERE $3::bigint <= $4::bigint
       ON CONFLICT (product, day) DO UPDATE SET sold = s.sold + excluded.sold WHERE s.sold + excluded.sold <= $4::bigint`,
      [product.code, on, count, bound],
      'store-take',
    );
    if (rowCount > 0) continue;
    const sold = (await productSalesOf(client, [product.code], undefined, day)).get(product.code) as ProductSales;
    const stock = stockLeft(product, sold) ?? { left: 0, ofDay: on === day };
    return refuseWith(STATUS.soldOut, { left: stock.left }, stock.left === 0 ? soldOutText(stock) : `只剩 ${stock.left} 件`);
  }
  return undefined;
}

async function pay(
  client: Querying,
  buyer: Buyer,
  {
    product,
    key,
    count,
    day,
  }: { readonly product: ProductDescription; readonly key: string; readonly count: number; readonly day: number },
): Promise<Envelope<BuyProductModels | null>> {
  const [points, fen] = [(product.price.points ?? 0) * count, (product.price.fen ?? 0) * count];
  const id = uuidv7();
  const [kind, purse, amount, reason] =
    fen > 0 ? (['store', 'wallet', fen, 'buy'] as const) : (['pointsSpend', 'points', points, 'store'] as const);
  const { rows } = await client.query<{ left: number | null; now: number }>(
    `SELECT post($1, $2, $3, 'house:store', $4, $5, $6) AS left, caipu_now_ms() AS now`,
    [buyer.id, kind, purse, amount, reason, id],
    'store-pay',
  );
  const { left = null, now = 0 } = rows[0] ?? {};
  if (left === null) {
    if (fen > 0) return refuse(STATUS.insufficientFunds, `余额不足，需支付 ${formatMoney(fen)} 元`);
    return refuse(STATUS.insufficientFunds, `积分不足，还差 ${points - (await purseBalance(client, buyer.id, 'points'))} 积分`);
  }
  if (fen > 0) await client.query(`SELECT announce_balance($1, 'wallet', 'fen', $2)`, [buyer.id, left]);
  await client.query('INSERT INTO purchases (user_id, id, product, count, day, points, fen, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
    buyer.id,
    id,
    product.code,
    count,
    day,
    points,
    fen,
    now,
  ]);
  const ids = await addToBag(client, buyer.id, { key, thing: itemTermsOf(product), source: 'store', now }, count);
  const { rows: wallet } = await client.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [buyer.id]);
  return ok(
    {
      items: ids.map((itemId) => ({ itemId, name: product.name })),
      name: product.name,
      count,
      paidPoints: points,
      paidFen: fen,
      balancePoints: await purseBalance(client, buyer.id, 'points'),
      balanceFen: wallet[0]?.balance_fen ?? 0,
    },
    '购买成功，已放进背包',
  );
}
