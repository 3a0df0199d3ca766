/** What a play follows from, made and shown before it: a secret seed with its SHA-256, and of a gate the posts that it deals. */
import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Hmac } from '../../engine/rules/fairness.ts';
import { postsOf } from '../../engine/small/play.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { Bounded } from '../descriptions/bounded.ts';
import { newSeed } from '../draws/open.ts';
import type { SmallVersion } from './games.ts';

/** An offer that has no clock of its own lasts a day; then another is made. */
const DAY_MS = 86_400_000;

export interface Offer {
  readonly id: string;
  readonly game: string;
  readonly hash: string;
  readonly seed: string;
  readonly commitment: string;
  readonly posts: readonly number[] | null;
  /** ms for which it can be played. */
  readonly ms: number;
}

export const hmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest();

export function makeOffer({ game, hash }: SmallVersion): Offer {
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

/** Offers that this process dealt: most are played here, and then need not be read first. */
const KEPT = 20_000;
const dealt = new Bounded<Offer>(KEPT);

export const remember = (offer: Offer): void => dealt.set(offer.id, offer, 1);

/** An offer by its id, also one that was replaced since; whether it may be played is decided where it is. */
export async function offerById(database: Querying, id: string): Promise<Offer | undefined> {
  const known = dealt.get(id);
  if (known !== undefined) return known;
  const { rows } = await database.query<Omit<Offer, 'ms'>>(
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

/**
 * The offer that a player has at a game, made when he has none, when it is too old or of another version, or when it is the one that he
 * skips. Costs nothing, takes nothing.
 */
export function dealFor(
  { database }: Pick<Context, 'database'>,
  userId: number,
  version: SmallVersion,
  skip: string | undefined,
): Promise<DealtOffer> {
  return database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [userId], 'lock-player');
    const { rows } = await client.query<DealtOffer & { hash: string; now: number }>(
      `SELECT o.id, o.commitment, o.posts, o.expires_at, o.hash, caipu_now_ms() AS now FROM small_offers o WHERE user_id = $1 AND game = $2`,
      [userId, version.game.code],
      'small-offer-of',
    );
    const [row] = rows;
    if (row !== undefined && row.id !== skip && row.hash === version.hash && row.expires_at > row.now) return row;
    const offer = makeOffer(version);
    const { rows: made } = await client.query<{ expires_at: number }>(
      'SELECT deal_small($1, $2, $3::jsonb, caipu_now_ms()) AS expires_at',
      [userId, offer.game, JSON.stringify(offer)],
      'deal-small',
    );
    remember(offer);
    return { id: offer.id, commitment: offer.commitment, posts: offer.posts, expires_at: made[0]?.expires_at ?? 0 };
  });
}
