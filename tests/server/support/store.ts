/** Products and things in a player's bag, for tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProductDescription } from '../../../engine/descriptions/store/types.ts';
import { AVATARS } from '../../../server/catalog/tables/avatars.ts';
import { addToBag } from '../../../server/loyalty/store/items.ts';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

/** The description of a rename card for 300 points, with the properties of `patch`. */
export const productWith = (code: string, patch: Partial<ProductDescription> = {}): ProductDescription => ({
  $schema: '../../schemas/product.schema.json',
  format: 1,
  kind: 'product',
  code,
  name: '改名卡',
  note: '30 天内再改一次昵称',
  shelf: 'items',
  picture: '/goods/rename.svg',
  price: { points: 300 },
  gives: { item: 'rename' },
  ...patch,
});

const PENNY = 'penny-card';
type World = { readonly server: TestServer; readonly owner: Client };

/** Publishes a product for one point and gives the owner 100 points. Returns the product's code. */
export async function addProduct({ server, owner }: World): Promise<string> {
  if (!server.context.publication.products().has(PENNY)) {
    mkdirSync(join(server.gamesDir, 'store'), { recursive: true });
    writeFileSync(join(server.gamesDir, 'store', `${PENNY}.json`), JSON.stringify(productWith(PENNY, { price: { points: 1 } })));
    await server.context.publication.refresh();
  }
  await server.context.database.query(`SELECT post($1, 'points', 'house:points', 'points', 100, 'task', NULL)`, [owner.userId]);
  return PENNY;
}

const LOOKS = AVATARS.filter(({ bought }) => bought === true).map(({ id }) => id);
let looks = 0;
/** A picture in the owner's bag that is not the one he wears. */
export async function newAvatar({ server, owner }: World): Promise<string> {
  looks += 1;
  const avatar = LOOKS[looks % LOOKS.length] as string;
  const [id] = await addToBag(
    server.context.database,
    owner.userId,
    {
      key: `avatar:${avatar}`,
      thing: { name: '头像', note: '', picture: `/avatars/${avatar}.svg`, gives: { avatar } },
      source: 'store',
      now: 1,
    },
    1,
  );
  return id as string;
}

/** A coupon for all games in the owner's bag. */
export async function newCoupon({ server, owner }: World): Promise<string> {
  const gives = { coupon: { fen: 100, leastFen: 1_000, for: 'all' as const, backDays: 7 } };
  const thing = { name: '1 元红包', note: '', picture: '/goods/coupon.svg', gives };
  const [id] = await addToBag(server.context.database, owner.userId, { key: 'coupon', thing, source: 'store', now: 1 }, 1);
  return id as string;
}
