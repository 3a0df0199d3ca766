/** Steps that run now and then while a player is present (server/accounts/presence-upkeep.ts). They store figures that are otherwise calculated when read. */
import { productOffset } from './catalog/index.ts';
import { makeNotices } from './inbox/index.ts';
import { postDue, makeInvitationCode, rewardFriends } from './loyalty/index.ts';
import { refreshBalances, updateTurnover } from './payments/index.ts';
import type { Querying } from './platform/index.ts';
import type { Services } from './services.ts';
import { writeWinRecord } from './social/index.ts';

type Write = (client: Querying, userId: number) => Promise<unknown>;

/** Each by itself, so that the player's lock is held for a moment; and not now where something else happens at the player. */
export function upkeepSteps(context: Services): readonly ((userId: number) => Promise<void>)[] {
  const writes: readonly Write[] = [
    (client, userId) => updateTurnover(client, userId, context.orderKinds),
    (client, userId) => postDue(client, userId, productOffset(context.publication)),
    makeInvitationCode,
    rewardFriends,
    (client, userId) => makeNotices(client, userId, context.publication),
    (client, userId) => writeWinRecord(context, client, userId),
  ];
  const locked = (write: Write) => (userId: number) =>
    context.database.transaction(async (client) => {
      const { rows } = await client.query<{ free: boolean }>('SELECT try_lock_player($1) AS free', [userId], 'try-lock-player');
      if (rows[0]?.free === true) await write(client, userId);
    });
  return [(userId) => refreshBalances(context, userId), ...writes.map(locked)];
}
