/** Offers of small games, made before a play: a secret seed, its SHA-256, which the player sees, and in a gate the dealt posts. */
import { DAY_MS } from '../../platform/index.ts';
import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Hmac } from '../../../engine/rules/fairness.ts';
import { postsOf } from '../../../engine/small/play.ts';
import type { MiniGameServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { LruCache } from '../../catalog/index.ts';
import { newSeed } from '../../lottery/index.ts';
import type { SmallVersion } from './games.ts';

export interface SmallOffer {
  readonly id: string;
  readonly game: string;
  readonly hash: string;
  readonly seed: string;
  readonly commitment: string;
  readonly posts: readonly number[] | null;
  /** Ms for which a new offer can be played. 0 in an offer that was read from the database. */
  readonly ms: number;
}

export const hmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();

export function makeOffer({ game, hash }: SmallVersion): SmallOffer {
  const { seed, commitment } = newSeed();
  const id = uuidv7();
  return {
    id,
    game: game.code,
    hash,
    seed,
    commitment,
    posts: postsOf(game, id, Buffer.from(seed, 'hex'), hmac) ?? null,
    ms: game.gate === undefined ? DAY_MS : game.gate.handSeconds * 1000,
  };
}

/** Most offers that this process remembers. Most plays come to the process that dealt the offer, which then need not query it. */
const KEPT = 20_000;
const dealt = new LruCache<SmallOffer>(KEPT);

export const cacheOffer = (offer: SmallOffer): void => dealt.set(offer.id, offer, 1);

/** An offer by its id, even if it was replaced since. The database decides at the play whether the offer is valid. */
export async function offerById(database: Querying, id: string): Promise<SmallOffer | undefined> {
  const cachedOffer = dealt.get(id);
  if (cachedOffer !== undefined) return cachedOffer;
  const { rows } = await database.query<Omit<SmallOffer, 'ms'>>(
    'SELECT id, game, hash, seed, commitment, posts FROM small_offers WHERE id = $1',
    [id],
    'small-offer',
  );
  return rows[0] === undefined ? undefined : { ...rows[0], ms: 0 };
}

export interface DealtOffer {
  readonly id: string;
  readonly commitment: string;
  readonly posts: readonly number[] | null;
  readonly expires_at: number;
}

interface Found extends DealtOffer {
  readonly hash: string;
  readonly now: number;
}

async function standing(
  client: Querying,
  userId: number,
  { game, hash }: SmallVersion,
  skip: string | undefined,
): Promise<Found | undefined> {
  const { rows } = await client.query<Found>(
    `SELECT o.id, o.commitment, o.posts, o.expires_at, o.hash, caipu_now_ms() AS now FROM small_offers o WHERE user_id = $1 AND game = $2`,
    [userId, game.code],
    'small-offer-of',
  );
  return rows.find((row) => row.id !== skip && row.hash === hash && row.expires_at > row.now);
}

/**
 * The player's valid offer in a game, or a new one. A new one is dealt when there is none, when the present one has expired or belongs to
 * another version, or when the player skips it (`skip`: its id). Neither costs the player money. The request is a GET, so the service
 * `deals` of the process writes the new offer (decision 0018).
 */
export async function dealOffer(
  { database, deals }: Pick<MiniGameServices, 'database' | 'deals'>,
  userId: number,
  version: SmallVersion,
  skip: string | undefined,
): Promise<DealtOffer> {
  const there = await standing(database, userId, version, skip);
  if (there !== undefined) return there;
  return deals.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [userId], 'lock-player');
    const row = await standing(client, userId, version, skip);
    if (row !== undefined) return row;
    const offer = makeOffer(version);
    const { rows: inserted } = await client.query<{ expires_at: number }>(
      'SELECT deal_small($1, $2, $3::jsonb, caipu_now_ms()) AS expires_at',
      [userId, offer.game, JSON.stringify(offer)],
      'deal-small',
    );
    cacheOffer(offer);
    return { id: offer.id, commitment: offer.commitment, posts: offer.posts, expires_at: inserted[0]?.expires_at ?? 0 };
  });
}
