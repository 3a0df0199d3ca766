import type { Querying } from '../platform/index.ts';

/** What the main wallet of a player holds, fen. */
export async function walletBalance(client: Querying, userId: number): Promise<number> {
  const { rows } = await client.query<{ fen: number }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [userId], 'wallet-of');
  return rows[0]?.fen ?? 0;
}

export async function purseBalance(client: Querying, userId: number, purse: string): Promise<number> {
  const { rows } = await client.query<{ balance: number }>('SELECT balance FROM purses WHERE user_id = $1 AND purse = $2', [userId, purse]);
  return rows[0]?.balance ?? 0;
}
