/** Notifies a player's phones of new messages, in the transaction of the event. */
import type { Querying } from '../database/database.ts';

export async function announceMessage(client: Querying, userId: number): Promise<void> {
  await client.query(`INSERT INTO outbox (user_id, event) VALUES ($1, '{"type": "message"}')`, [userId], 'tell-message');
}
