/** What a call under an idempotency key is given, and how it keeps its promise: one effect and one answer for each key. */
import { createHash } from 'node:crypto';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { Player } from './player.ts';
import type { Database, Querying } from '../database/database.ts';
import type { StoredAnswer } from '../database/tables.ts';
import { retryOnUniqueViolation } from '../database/unique-violation.ts';

export interface IdempotentRequest {
  /** The header Idempotency-Key, of its form. */
  readonly key: string;
  /** Hash of path and fields (requestHash), hex: what a repeated key must match. */
  readonly bodyHash: string;
  /** Nonce of the signature, not spent yet: the call's own transaction does that. */
  readonly nonce: string;
  /** SHA-256 of the session's token; whose it is, is decided in the call's own transaction. */
  readonly tokenHash: string;
  /** Whose session it is, for what has to be known before that transaction; undefined when it is no longer honoured. */
  player(): Promise<Player | undefined>;
}

/**
 * Path and fields in one canonical text: a key that comes back with anything else is refused. `hash` is given for a call with secrets among
 * its fields: a plain hash of six digits that the database keeps would be guessed from a copy of it.
 */
export function requestHash(
  path: string,
  texts: readonly (readonly [name: string, text: string])[],
  hash: (text: string) => string = (text) => createHash('sha256').update(text).digest('hex'),
): string {
  return hash(JSON.stringify([path.toLowerCase(), texts]));
}

/** The one beginning of every idempotent transaction: session, the player's lock, key, nonce (server/platform/database/sql/idempotency.sql). */
const START = 'SELECT session_player($1) AS user_id, start_idempotent(session_player($1), $2, $3, $4) AS answer';

async function start(
  client: Querying,
  { tokenHash, nonce, key, bodyHash }: IdempotentRequest,
): Promise<{ userId: number; answer: StoredAnswer | null }> {
  const { rows } = await client.query<{ user_id: number; answer: StoredAnswer | null }>(
    START,
    [tokenHash, nonce, key, bodyHash],
    'start-idempotent',
  );
  return { userId: rows[0]?.user_id ?? 0, answer: rows[0]?.answer ?? null };
}

const refusalWrites = new WeakMap<Envelope<unknown>, (client: Querying) => Promise<unknown>>();

/**
 * A refusal that leaves something behind all the same, such as a wrong try at a code that has to be counted. `write` runs in the idempotent
 * transaction, after what the work wrote was taken back. The work must answer with this very object.
 */
export function refuseWithWrite<T>(refusal: Envelope<T>, write: (client: Querying) => Promise<unknown>): Envelope<T> {
  refusalWrites.set(refusal, write);
  return refusal;
}

/**
 * Runs `work` once for a key, in one transaction that also stores its answer. Every repetition of the request gets
 * this answer; when `work` throws nothing has happened. An answer that refuses leaves nothing else behind (but see refuseWithWrite): the
 * writes of `work` are rolled back. It runs a second time when another player was faster to write the same unique value.
 */
export function runIdempotent<T>(
  { database }: { readonly database: Database },
  idempotentRequest: IdempotentRequest,
  work: (client: Querying, userId: number) => Promise<Envelope<T>>,
): Promise<Envelope<T>> {
  const once = async (client: Querying): Promise<Envelope<T>> => {
    const { userId, answer: earlier } = await start(client, idempotentRequest);
    if (earlier !== null) return earlier as Envelope<T>;
    await client.query('SAVEPOINT work');
    const answer = await work(client, userId);
    if (answer.status !== STATUS.ok) {
      await client.query('ROLLBACK TO SAVEPOINT work');
      await refusalWrites.get(answer)?.(client);
    }
    await client.query('SELECT finish_idempotent($1, $2, $3, $4::jsonb, caipu_now_ms())', [
      userId,
      idempotentRequest.key,
      idempotentRequest.bodyHash,
      JSON.stringify(answer),
    ]);
    return answer;
  };
  return retryOnUniqueViolation(() => database.transaction(once));
}

/**
 * A refusal that a call finds before its transaction, stored like any other answer: a later copy of the request, from another tab or
 * by a slower way, must not succeed after the player saw the refusal. An earlier answer of the key comes first, and so does an ended
 * session.
 */
export const refuseIdempotent = (
  context: { readonly database: Database },
  idempotentRequest: IdempotentRequest,
  refusal: Envelope<null>,
): Promise<Envelope<null>> => runIdempotent(context, idempotentRequest, async () => refusal);
