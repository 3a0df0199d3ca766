/** The switches of a player on what others may see of him. Every list, detail and rank of other people's orders asks here. */
import type { Querying } from '../../platform/index.ts';

export interface PrivacySettings {
  /** Visibility of a player's orders: public, public after the close, hidden. */
  readonly showOrders: 'public' | 'after' | 'hidden';
  /** He stands in ranks. */
  readonly showRanks: boolean;
  /** Others may follow his orders. */
  readonly allowFollow: boolean;
}
/** The settings of a player who has chosen none. The columns of `profiles` have the same defaults. */
const UNCHOSEN: PrivacySettings = { showOrders: 'after', showRanks: true, allowFollow: true };

/** The switches of these players, by user id: one statement however many they are. */
export async function privacySettingsOf(client: Querying, userIds: readonly number[]): Promise<(userId: number) => PrivacySettings> {
  const { rows } = await client.query<PrivacySettings & { id: number }>(
    `SELECT user_id AS id, show_orders AS "showOrders", show_ranks AS "showRanks", allow_follow AS "allowFollow"
       FROM profiles WHERE user_id = ANY($1::bigint[])`,
    [[...new Set(userIds)]],
    'switches',
  );
  const settingsByUser = new Map(rows.map(({ id, ...switches }) => [id, switches]));
  return (userId) => settingsByUser.get(userId) ?? UNCHOSEN;
}

/** Whether an owner shows his orders to nobody and `asker` (undefined: nobody logged in) is somebody else. @public */
export async function isHiddenFrom(client: Querying, owner: number, asker: number | undefined): Promise<boolean> {
  if (owner === asker) return false;
  return (await privacySettingsOf(client, [owner]))(owner).showOrders === 'hidden';
}
