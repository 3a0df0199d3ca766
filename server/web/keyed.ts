/** What a call under an idempotency key is given, and how it keeps its promise: one effect and one answer for each key. */
import { createHash } from 'node:crypto';
import { type Envelope, STATUS, TEXT_OF_STATUS } from '../../protocol/status.ts';
import type { Player } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import type { StoredAnswer } from '../db/tables.ts';

export interface Keyed {
  /** The header Idempotency-Key, of its form. */
  readonly key: string;
  /** SHA-256 of path and fields, hex: what a repeated key must match. */
  readonly bodyHash: string;
  /** Nonce of the signature, not spent yet: the call's own transaction does that. */
  readonly nonce: string;
  /** SHA-256 of the session's token; whose it is, is decided in the call's own transaction. */
  readonly tokenHash: string;
  /** Whose session it is, for what has to be known before that transaction; undefined when it is no longer honoured. */
  player(): Promise<Player | undefined>;
}

/** Path and fields in one canonical text: a key that comes back with anything else is refused. */
export function bodyHashOf(path: string, texts: readonly (readonly [name: string, text: string])[]): string {
  return createHash('sha256')
    .update(JSON.stringify([path.toLowerCase(), texts]))
    .digest('hex');
}

const refusal = (status: 2 | 3 | 7, msg: string = TEXT_OF_STATUS[status]) => ({ status, models: null, msg });

/**
 * What stands above a refusal of ours: a session that is gone, the answer that this key already has, or a nonce that was seen before.
 * undefined: nothing does. For calls that find a fault before their transaction; such a refusal is not remembered under the key.
 */
export async function earlierAnswer(context: Context, keyed: Keyed): Promise<Envelope<unknown> | undefined> {
  const player = await keyed.player();
  if (player === undefined) return refusal(STATUS.notLoggedIn, '登录已失效，请重新登录');
  const fresh = await context.useNonce(keyed.nonce);
  const row = await context.database.kysely
    .selectFrom('idempotency')
    .select(['body_hash', 'answer'])
    .where('user_id', '=', player.id)
    .where('key', '=', keyed.key)
    .executeTakeFirst();
  if (row?.body_hash === keyed.bodyHash) return row.answer;
  if (row !== undefined) return refusal(STATUS.keyConflict);
  return fresh ? undefined : refusal(STATUS.badSignature, '请求已被使用，请重新提交');
}

/**
 * Runs `work` once for a key, in one transaction that also remembers its answer: session, then one at a time per player key and nonce,
 * then the work. What `work` answers is what every repetition of the request is told; when it throws nothing has happened.
 */
export function onceForKey<T>(
  { database }: Context,
  keyed: Keyed,
  work: (client: Querying, userId: number) => Promise<Envelope<T>>,
): Promise<Envelope<T>> {
  return database.transaction(async (client) => {
    const { rows: sessions } = await client.query<{ user_id: number }>(
      'SELECT user_id FROM sessions WHERE token_hash = $1 AND expires_at > caipu_now_ms()',
      [keyed.tokenHash],
    );
    const userId = sessions[0]?.user_id;
    if (userId === undefined) return refusal(STATUS.notLoggedIn, '登录已失效，请重新登录') as Envelope<never>;
    await client.query('SELECT pg_advisory_xact_lock(1, ($1::bigint & 2147483647)::int)', [userId]);
    const { rows: nonces } = await client.query<{ fresh: boolean }>('SELECT use_nonce($1) AS fresh', [keyed.nonce]);
    const { rows: earlier } = await client.query<{ body_hash: string; answer: StoredAnswer }>(
      'SELECT body_hash, answer FROM idempotency WHERE user_id = $1 AND key = $2',
      [userId, keyed.key],
    );
    const [known] = earlier;
    if (known?.body_hash === keyed.bodyHash) return known.answer as Envelope<T>;
    if (known !== undefined) return refusal(STATUS.keyConflict) as Envelope<never>;
    if (nonces[0]?.fresh !== true) return refusal(STATUS.badSignature, '请求已被使用，请重新提交') as Envelope<never>;
    const answer = await work(client, userId);
    await client.query('INSERT INTO idempotency (user_id, key, body_hash, answer, at) VALUES ($1, $2, $3, $4::jsonb, caipu_now_ms())', [
      userId,
      keyed.key,
      keyed.bodyHash,
      JSON.stringify(answer),
    ]);
    return answer;
  });
}
