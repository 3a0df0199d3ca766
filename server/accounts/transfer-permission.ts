/** A player may use the transfer centre after one recharge (GameTransferPermission). */
import type { Querying } from '../platform/index.ts';

/** Refusal of all other players, to the letter of the specification (section 5). */
export const TRANSFER_LOCKED_TEXT = '需首充激活账号 开启转账中心';

/** The condition `kind <> 'stake'` is that of the partial index movements_by_kind. */
export async function mayTransfer(client: Querying, userId: number): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM movements WHERE user_id = $1 AND kind = 'recharge' AND kind <> 'stake' LIMIT 1`,
    [userId],
    'may-transfer',
  );
  return rows.length > 0;
}
