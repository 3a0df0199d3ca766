/** Tells a player's phones, in the transaction of what happened, that his messages have something new. */
import type { Querying } from '../db/database.ts';

export async function tellMessage(client: Querying, userId: number): Promise<void> {
  await client.query(`INSERT INTO outbox (user_id, event) VALUES ($1, '{"type": "message"}')`, [userId], 'tell-message');
}
