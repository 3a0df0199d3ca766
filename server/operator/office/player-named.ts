/** Whose lists the desk is asked for. */
import { nameKey } from '../../accounts/accounts.ts';
import type { Querying } from '../../db/database.ts';

export const NO_SUCH_PLAYER = '没有这位玩家：请填编号，或完整的用户名';

/** The number of a player by his number or his whole login name; null: there is none of this name. A number is not looked up. */
export async function playerNamed(client: Querying, who: string): Promise<number | null> {
  if (/^[1-9][0-9]{0,14}$/.test(who)) return Number(who);
  const { rows } = await client.query<{ id: number }>('SELECT id FROM users WHERE name_key = $1 AND id > 0', [nameKey(who)]);
  return rows[0]?.id ?? null;
}
