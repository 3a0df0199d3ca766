/** Finds the player that an operator typed into a filter of the desk. */
import { normalizeName } from '../../accounts/index.ts';
import type { Querying } from '../../platform/index.ts';

export const NO_SUCH_PLAYER = '没有这位玩家，请填写编号或完整的用户名';

/** Id of the player with this id or this whole login name. Null if no player has the name. An id is returned without a look-up. */
export async function findPlayerId(client: Querying, who: string): Promise<number | null> {
  if (/^[1-9][0-9]{0,14}$/.test(who)) return Number(who);
  const { rows } = await client.query<{ id: number }>('SELECT id FROM users WHERE name_key = $1 AND id > 0', [normalizeName(who)]);
  return rows[0]?.id ?? null;
}
