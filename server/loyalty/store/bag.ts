/** The bag (背包): the list of the items that a player owns, and the use of an item. */
import { v7 as uuidv7 } from 'uuid';
import type { BagItem, UseItemModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { LoyaltyServices } from '../services.ts';
import { ok, type Querying, refuse, fromDatabase, type StoredAnswer } from '../../platform/index.ts';
import { itemKindOf, type ItemTerms, memberItemTerms, type ItemKind, itemUsageOf } from './items.ts';

type Parts = Pick<LoyaltyServices, 'publication'>;

const NEVER = 9_007_199_254_740_991;

interface Row {
  readonly id: string;
  readonly product: string;
  readonly what: ItemTerms | null;
  readonly count: number;
  readonly got_at: number;
  readonly used_at: number | null;
  readonly expires_at: number | null;
  readonly now: number;
}

interface Asked {
  readonly kind?: ItemKind | undefined;
  readonly state?: 'usable' | 'past' | undefined;
  readonly cursor?: string | undefined;
  readonly size: number;
}

/**
 * The items of a player, the newest first. Equal items that expire at the same instant are one row. Its id is that of the oldest of these
 * items, so the row keeps its place when the player gets another one. Used items are grouped by the instant of their use.
 */
export async function listBag(context: Parts, client: Querying, userId: number, { kind, state = 'usable', cursor, size }: Asked) {
  const from = cursor !== undefined && /^[0-9a-f-]{36}$/.test(cursor) ? cursor : null;
  const { rows } = await client.query<Row>(
    `SELECT * FROM (
       SELECT min(id::text) AS id, product, what, count(*)::int AS count, min(got_at) AS got_at, used_at, expires_at, caipu_now_ms() AS now
         FROM bag_items
        WHERE user_id = $1 AND (used_at IS NULL AND coalesce(expires_at, ${NEVER}) > caipu_now_ms()) = $2
          AND ($3::text IS NULL OR coalesce((SELECT k FROM jsonb_object_keys(what->'gives') AS k LIMIT 1), 'item') = $3)
        GROUP BY product, what, used_at, expires_at) grouped
      WHERE $4::text IS NULL OR id < $4 ORDER BY id DESC LIMIT $5`,
    [userId, state === 'usable', kind ?? null, from, size + 1],
    'bag',
  );
  const worn = await wornBy(client, userId);
  const items = rows.slice(0, size).map((row) => itemOf(context, row, worn));
  return { items, next: rows.length > size ? (items.at(-1)?.itemId ?? null) : null };
}

/** Product names of the avatar and the frame that the player uses. */
async function wornBy(client: Querying, userId: number): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ avatar: string | null; frame: string | null }>(
    'SELECT avatar, frame FROM profiles WHERE user_id = $1',
    [userId],
  );
  return new Set([`avatar:${rows[0]?.avatar ?? ''}`, `frame:${rows[0]?.frame ?? ''}`]);
}

function itemOf(context: Parts, row: Row, worn: ReadonlySet<string>): BagItem {
  const terms = row.what ?? memberItemTerms(row.product);
  const usable = row.used_at === null && (row.expires_at ?? NEVER) > row.now;
  const wears = worn.has(row.product);
  return {
    itemId: row.id,
    name: terms.name,
    note: terms.note,
    picture: terms.picture,
    kind: itemKindOf(terms.gives),
    count: row.count,
    state: usable ? 'usable' : row.used_at === null ? 'expired' : 'used',
    worn: wears,
    gotAt: row.got_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    fen: terms.gives.coupon?.fen ?? null,
    leastFen: terms.gives.coupon?.leastFen ?? null,
    use: usable && !wears ? itemUsageOf(context, terms.gives) : { label: '', to: '', call: false },
  };
}

const refuseState = (state: 'used' | 'expired' | 'worn', msg: string): Envelope<null> =>
  ({ status: STATUS.stateChanged, models: { state }, msg }) as unknown as Envelope<null>;

/** Uses an item of the bag. The transaction holds the player's lock. */
export async function useItem(context: Parts, client: Querying, userId: number, itemId: string): Promise<Envelope<UseItemModels | null>> {
  const { rows } = await client.query<Row>(
    'SELECT id, product, what, 1 AS count, got_at, used_at, expires_at, caipu_now_ms() AS now FROM bag_items WHERE user_id = $1 AND id = $2',
    [userId, itemId],
  );
  const [row] = rows;
  if (row === undefined) return refuse(STATUS.notFound, '背包中没有该物品');
  if (row.used_at !== null) return refuseState('used', '已经使用');
  if ((row.expires_at ?? NEVER) <= row.now) return refuseState('expired', '已经过期');
  const { gives } = row.what ?? memberItemTerms(row.product);
  if (gives.avatar !== undefined) return wear(client, userId, itemId, { avatar: gives.avatar });
  if (gives.frame !== undefined) return wear(client, userId, itemId, { frame: gives.frame });
  if (gives.scratch !== undefined) return takeCard(client, userId, itemId, gives.scratch.card);
  return {
    status: STATUS.needsStep,
    models: { step: 'use', to: itemUsageOf(context, gives).to },
    msg: gives.coupon === undefined ? '请在可用的页面使用' : '使用时自动抵扣',
  } as unknown as Envelope<null>;
}

const walletOf = async (client: Querying, userId: number): Promise<number> => {
  const { rows } = await client.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [userId]);
  return rows[0]?.balance_fen ?? 0;
};

/** Makes an avatar or a frame the player's current one. The item stays in the bag. */
async function wear(
  client: Querying,
  userId: number,
  itemId: string,
  { avatar = null, frame = null }: { readonly avatar?: string | null; readonly frame?: string | null },
): Promise<Envelope<UseItemModels | null>> {
  const { rowCount } = await client.query(
    `INSERT INTO profiles AS p (user_id, avatar, frame) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET avatar = coalesce($2, p.avatar), frame = coalesce($3, p.frame)
      WHERE p.avatar IS DISTINCT FROM coalesce($2, p.avatar) OR p.frame IS DISTINCT FROM coalesce($3, p.frame)`,
    [userId, avatar, frame],
  );
  if (rowCount === 0) return refuseState('worn', '已在使用中');
  return ok({ itemId, says: '已更换', to: '', balanceFen: await walletOf(client, userId) }, '已更换');
}

/** A scratch coupon: the house pays the price of a card into the wallet, and the card is bought like any other. */
async function takeCard(client: Querying, userId: number, itemId: string, card: string): Promise<Envelope<UseItemModels | null>> {
  const { rows } = await client.query<{ id: string; price: number }>(
    `SELECT id, price FROM scratch_pools WHERE card = $1 AND state = 'selling' ORDER BY number LIMIT 1`,
    [card],
  );
  const [pool] = rows;
  if (pool === undefined) return refuse(STATUS.soldOut, '该刮刮乐下一批准备中，刮刮券已保留，请稍后使用');
  const [purchase, cardId] = [uuidv7(), uuidv7()];
  await client.query(`SELECT post($1, 'coupon', 'house:promotions', 'wallet', $2, 'scratch', $3)`, [userId, pool.price, purchase]);
  const { rows: purchases } = await client.query<{ answer: StoredAnswer }>('SELECT take_cards($1, $2::jsonb) AS answer', [
    userId,
    JSON.stringify({ card, pool: pool.id, purchase, ids: [cardId] }),
  ]);
  const answer = fromDatabase<UseItemModels | null>(purchases[0]?.answer as StoredAnswer);
  if (answer.status !== STATUS.ok) return answer;
  await client.query('UPDATE bag_items SET used_at = caipu_now_ms(), used_for = $3 WHERE user_id = $1 AND id = $2', [
    userId,
    itemId,
    purchase,
  ]);
  return ok(
    { itemId, says: '已兑换一张刮刮乐', to: `/Scratch?card=${cardId}`, balanceFen: await walletOf(client, userId) },
    '已兑换一张刮刮乐',
  );
}
