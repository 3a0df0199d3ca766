import type { Querying } from '../db/database.ts';

/** What the main wallet of a player holds, fen. */
export async function walletOf(client: Querying, userId: number): Promise<number> {
  const { rows } = await client.query<{ fen: number }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [userId], 'wallet-of');
  return rows[0]?.fen ?? 0;
}
