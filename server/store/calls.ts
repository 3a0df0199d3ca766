/** Store/GetProductList, Store/BuyProduct, UserCenter/QueryInventory and UserCenter/UseItem. */
import * as calls from '../../protocol/calls/store.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { productOffset } from '../descriptions/product-clock.ts';
import { catchUp } from '../member/growth.ts';
import { purseOf } from '../member/rewards.ts';
import { type Today, todayOf } from '../member/tasks.ts';
import { walletOf } from '../money/wallet.ts';
import { gameCodeOf } from '../descriptions/game-code.ts';
import { type HandledCall, handle, ok, refuse } from '../web/call.ts';
import { onceForKey } from '../web/keyed.ts';
import { bagOf, use } from './bag.ts';
import { buy } from './buy.ts';
import { betCoupons } from './coupons.ts';
import { type Buyer, exchangesLeft, isOver, shelfOf } from './shelf.ts';

const LAST = 100_000;

export function storeCalls(context: Context): HandledCall[] {
  const { database } = context;
  const offset = () => productOffset(context.publication);
  const today = async (client: Querying): Promise<Today> => {
    const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'now');
    return todayOf(rows[0]?.now ?? 0, offset());
  };
  /** Points of play are posted when somebody looks, and so is the level. */
  const buyerOf = async (client: Querying, id: number): Promise<Buyer> => {
    const { level } = await catchUp(client, id, offset());
    return { id, level };
  };

  return [
    handle(calls.getProductList, async ({ fields: { kind, productId, cursor, size }, player }) => {
      const buyer =
        player === undefined
          ? undefined
          : await database.transaction(async (client) => {
              await client.query('SELECT lock_player($1)', [player.id]);
              return buyerOf(client, player.id);
            });
      const now = await today(database);
      const all = [...context.publication.products().values()]
        .filter((product) => !isOver(product, now) && (kind === undefined || product.shelf === kind))
        .filter(({ code }) => productId === undefined || code === productId)
        .sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST) || (a.code < b.code ? -1 : 1));
      if (productId !== undefined && all.length === 0) return refuse(STATUS.notFound, '这件商品已下架');
      const after = cursor === undefined ? 0 : all.findIndex(({ code }) => code === cursor) + 1;
      const shown = all.slice(after, after + size);
      const exchanges = await exchangesLeft(database, buyer, now.day);
      return ok({
        items: await shelfOf(context, database, shown, buyer, exchanges, now),
        exchangesLeft: exchanges ?? null,
        next: after + size < all.length ? (shown.at(-1)?.code ?? null) : null,
        balancePoints: buyer === undefined ? 0 : await purseOf(database, buyer.id, 'points'),
        balanceFen: buyer === undefined ? 0 : await walletOf(database, buyer.id),
      });
    }),
    handle(calls.buyProduct, ({ fields, keyed }) =>
      onceForKey(context, keyed, async (client, userId) =>
        buy(context, client, await buyerOf(client, userId), fields, await today(client)),
      ),
    ),
    handle(calls.queryInventory, async ({ fields, player }) => ok(await bagOf(context, database, player.id, fields))),
    handle(calls.betCoupons, async ({ fields, player }) => {
      const found = await betCoupons(context, database, player.id, gameCodeOf(context, fields.gameCode));
      return found === undefined ? refuse(STATUS.notFound, '没有这个彩种，或已下线') : ok(found);
    }),
    handle(calls.useItem, ({ fields: { itemId }, keyed }) =>
      onceForKey(context, keyed, (client, userId) => use(context, client, userId, itemId)),
    ),
  ];
}
