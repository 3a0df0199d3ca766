/** What is thrown away once it is old: nonces, hints for phones, sessions, keys. Some at a time, so that no bet waits long. */
import type { Database } from '../db/database.ts';

const NONCE_LIFE_MS = 620_000;
/** Game ms that a refusal is remembered for under its key. What was done under a key is known for as long as the order is. */
export const KEY_LIFE_MS = 7 * 86_400_000;
const AT_ONCE = 2_000;

export async function prune(database: Database, stop: () => boolean): Promise<void> {
  await database.query('DELETE FROM nonces WHERE at < caipu_now_ms() - $1', [NONCE_LIFE_MS]);
  await pruneOutbox(database, stop);
  await database.query('DELETE FROM sessions WHERE expires_at < caipu_now_ms()');
  await pruneKeys(database, stop);
}

/** Forgets hints older than ten real minutes, the oldest some at a time: by the key, which is the order in which they came. */
async function pruneOutbox(database: Database, stop: () => boolean): Promise<void> {
  while (!stop()) {
    const { rowCount } = await database.query(
      `DELETE FROM outbox WHERE (tx, seq) IN (SELECT tx, seq FROM outbox ORDER BY tx, seq LIMIT ${AT_ONCE})
          AND at < clock_timestamp() - interval '10 minutes'`,
    );
    if (rowCount < AT_ONCE) return;
  }
}

/** Forgets keys older than a week under which nothing was done, some at a time. Returns how many. */
export async function pruneKeys(database: Database, stop: () => boolean = () => false): Promise<number> {
  let pruned = 0;
  while (!stop()) {
    const { rowCount } = await database.query(
      `DELETE FROM idempotency WHERE ctid = ANY(ARRAY(SELECT ctid FROM idempotency WHERE answer->>'status' IS DISTINCT FROM '0' AND at < caipu_now_ms() - $1::bigint LIMIT ${AT_ONCE}))`,
      [KEY_LIFE_MS],
    );
    pruned += rowCount;
    if (rowCount < AT_ONCE) break;
  }
  return pruned;
}
