/** Gives a player what he earned, through the ledger and into his bag. Called in a transaction that holds the player's lock. */
import { v7 as uuidv7 } from 'uuid';
import type { Querying } from '../../platform/index.ts';
import { requireTurnover } from '../../payments/index.ts';
import { MEMBER_RULES, type Reward } from './rules.ts';

/** Why, as movements.json names it for points and money; `growth` is for tasks alone. */
export type RewardReason = 'checkin' | 'task' | 'gift' | 'birthday' | 'invite' | 'offline' | 'activity';

/** Writes the movements and things of a reward. `of`: number of the source, which its movements name. */
export async function giveReward(client: Querying, userId: number, reward: Reward, why: RewardReason, of?: string): Promise<void> {
  const { fen = 0, points = 0, growth = 0, items = {} } = reward;
  const post = (kind: string, debit: string, credit: string, amount: number, reason: string) =>
    amount > 0
      ? client.query('SELECT post($1, $2, $3, $4, $5, $6, $7)', [userId, kind, debit, credit, amount, reason, of ?? null])
      : undefined;
  if (fen > 0) {
    const ref = of ?? uuidv7();
    const { rows } = await client.query<{ now: number }>(
      `SELECT caipu_now_ms() AS now, post($1, 'bonus', 'house:promotions', 'wallet', $2, $3, $4)`,
      [userId, fen, why, ref],
    );
    await requireTurnover(client, userId, { why: 'bonus', requiredFen: fen * MEMBER_RULES.giftTurnoverTimes, ref }, rows[0]?.now ?? 0);
  }
  await post('points', 'house:points', 'points', points, why);
  await post('growth', 'house:growth', 'growth', growth, why);
  for (const [product, count] of Object.entries(items))
    for (let n = 0; n < count; n += 1)
      await client.query('INSERT INTO bag_items (user_id, id, product, source, got_at) VALUES ($1, $2, $3, $4, caipu_now_ms())', [
        userId,
        uuidv7(),
        product,
        why,
      ]);
}

/** Notes a claim. False: it was claimed before. */
export async function noteClaim(client: Querying, userId: number, code: string, period = ''): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO member_claims (user_id, code, period, at) VALUES ($1, $2, $3, caipu_now_ms()) ON CONFLICT DO NOTHING',
    [userId, code, period],
  );
  return rowCount > 0;
}

/** Uses up one thing. False: he has none. */
export async function consumeItem(client: Querying, userId: number, product: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE bag_items SET used_at = caipu_now_ms() WHERE user_id = $1 AND id = (
       SELECT id FROM bag_items WHERE user_id = $1 AND product = $2 AND used_at IS NULL AND coalesce(expires_at, 9007199254740991) > caipu_now_ms()
        ORDER BY expires_at NULLS LAST, id LIMIT 1)`,
    [userId, product],
  );
  return rowCount > 0;
}

export async function itemsLeft(client: Querying, userId: number, product: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM bag_items WHERE user_id = $1 AND product = $2 AND used_at IS NULL
        AND coalesce(expires_at, 9007199254740991) > caipu_now_ms()`,
    [userId, product],
  );
  return rows[0]?.n ?? 0;
}
