/** Who follows whom (关注). */
import type { Querying } from '../db/database.ts';

/** The players whom a player follows, by user id: for lists of what they released. */
export async function followedBy(client: Querying, userId: number): Promise<readonly number[]> {
  const { rows } = await client.query<{ target: number }>('SELECT target FROM attention WHERE user_id = $1', [userId], 'followed-by');
  return rows.map(({ target }) => target);
}
