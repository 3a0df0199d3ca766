/** Store/GetProductList, Store/BuyProduct, UserCenter/QueryInventory, UserCenter/BetCoupons and UserCenter/UseItem. */
import * as calls from '../../../protocol/calls/store.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { LoyaltyServices } from '../services.ts';
import { handle, type HandledCall, ok, runIdempotent, type Querying, refuse } from '../../platform/index.ts';
import { gameCodeOf, productOffset } from '../../catalog/index.ts';
import { postDue, memberStateOf } from '../member/growth.ts';
import { walletBalance } from '../../ledger/index.ts';
import { type Today, todayOf } from '../member/tasks.ts';
import { listBag, useItem } from './bag.ts';
import { buyProduct } from './buy.ts';
import { betCoupons } from './coupons.ts';
import { type Buyer, exchangesLeft, isSaleOver, shelfOf } from './shelf.ts';

/** Place of a product whose description has no `order`. */
const LAST = 100_000;

export function storeCalls(context: LoyaltyServices): HandledCall[] {
  const { database } = context;
  const offset = () => productOffset(context.publication);
  const today = async (client: Querying): Promise<Today> => {
    const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'now');
    return todayOf(rows[0]?.now ?? 0, offset());
  };
  /** Posts the points that the player has earned by play, so that the player can spend them. */
  const buyerOf = async (client: Querying, id: number): Promise<Buyer> => {
    const { window } = await postDue(client, id, offset());
    return { id, level: window.level };
  };

  return [
    handle(calls.getProductList, async ({ fields: { kind, productId, cursor, size }, player }) => {
      const standing = player === undefined ? undefined : await memberStateOf(database, player.id, offset());
      const buyer = player && { id: player.id, level: standing?.window.level ?? 0 };
      const now = await today(database);
      const all = [...context.publication.products().values()]
        .filter((product) => !isSaleOver(product, now) && (kind === undefined || product.shelf === kind))
        .filter(({ code }) => productId === undefined || code === productId)
        .sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST) || (a.code < b.code ? -1 : 1));
      if (productId !== undefined && all.length === 0) return refuse(STATUS.notFound, '商品已下架');
      const after = cursor === undefined ? 0 : all.findIndex(({ code }) => code === cursor) + 1;
      const shown = all.slice(after, after + size);
      const exchanges = await exchangesLeft(database, buyer, now.day);
      return ok({
        items: await shelfOf(context, database, shown, buyer, exchanges, now),
        exchangesLeft: exchanges ?? null,
        next: after + size < all.length ? (shown.at(-1)?.code ?? null) : null,
        balancePoints: standing?.points ?? 0,
        balanceFen: buyer === undefined ? 0 : await walletBalance(database, buyer.id),
      });
    }),
    handle(calls.buyProduct, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) =>
        buyProduct(context, client, await buyerOf(client, userId), fields, await today(client)),
      ),
    ),
    handle(calls.queryInventory, async ({ fields, player }) => ok(await listBag(context, database, player.id, fields))),
    handle(calls.betCoupons, async ({ fields, player }) => {
      const coupons = await betCoupons(context, database, player.id, gameCodeOf(context, fields.gameCode));
      return coupons === undefined ? refuse(STATUS.notFound, '彩种不存在或已下线') : ok(coupons);
    }),
    handle(calls.useItem, ({ fields: { itemId }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => useItem(context, client, userId, itemId)),
    ),
  ];
}
