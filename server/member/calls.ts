/** /api/UserCenter and /api/Account of the member: profile, level, tasks, check-in, absences, invitations. */
import {
  checkin,
  checkinRecord,
  claimReward,
  friends,
  gifts,
  growthList,
  invitation,
  levels,
  offlineReward,
  setName,
  setProfile,
  tasks,
} from '../../protocol/calls/member.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { productOffset } from '../descriptions/product-clock.ts';
import { listMovements } from '../money/funds.ts';
import { type HandledCall, handle, ok } from '../web/call.ts';
import { onceForKey } from '../web/keyed.ts';
import { checkIn, recordOf } from './checkin.ts';
import { friendsOf, invitationOf } from './invite.ts';
import { levelsOf } from './levels.ts';
import { claimAbsence } from './offline.ts';
import { change, profileOf, rename } from './profile.ts';
import { claim, giftsOf, tasksOf, type Today, todayOf } from './tasks.ts';
import { catchUp } from './growth.ts';

export function memberCalls(context: Context): HandledCall[] {
  const { database } = context;
  const offset = () => productOffset(context.publication);
  /** By the clock of the database, which decides what day it is. */
  const today = async (client: Querying): Promise<Today> => {
    const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'now');
    return todayOf(rows[0]?.now ?? 0, offset());
  };
  /** Brings growth and level up to now, which nobody does before somebody looks, and reads under the player's lock. */
  const caughtUp = <T>(userId: number, read: (client: Querying, now: Today) => Promise<T>): Promise<T> =>
    database.transaction(async (client) => {
      await client.query('SELECT lock_player($1)', [userId]);
      await catchUp(client, userId, offset());
      return read(client, await today(client));
    });
  const count = (items: readonly { readonly status: string }[]) => items.filter(({ status }) => status === 'ready').length;

  return [
    handle(setProfile, ({ fields, keyed }) =>
      onceForKey(context, keyed, async (client, userId) => {
        const refused = await change(context, client, userId, fields);
        if (refused !== undefined) return refused;
        const { rows } = await client.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [userId]);
        return ok(await profileOf(context, client, userId, rows[0]?.name ?? ''), '已保存');
      }),
    ),
    handle(setName, ({ fields: { name }, keyed }) => onceForKey(context, keyed, (client, userId) => rename(context, client, userId, name))),
    handle(levels, async ({ player }) => ok(await caughtUp(player.id, (client, now) => levelsOf(client, player.id, now)))),
    handle(growthList, async ({ fields: { purse = 'growth', cursor, size }, player }) => {
      await caughtUp(player.id, async () => undefined);
      const { items, next } = await listMovements(context, player.id, {
        purse,
        size,
        cursor: cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined,
      });
      return ok({
        items: items.map(({ id, label, subject = '', amountFen, balanceFen, at }) => ({
          ...{ id, label, subject, at },
          ...{ amount: amountFen, balance: balanceFen },
        })),
        next,
      });
    }),
    handle(tasks, async ({ player }) => {
      const items = await tasksOf(context, database, player.id, await today(database));
      return ok({ items, ready: count(items) });
    }),
    handle(gifts, async ({ player }) => {
      const items = await caughtUp(player.id, (client, now) => giftsOf(client, player.id, now));
      return ok({ items, ready: count(items) });
    }),
    handle(claimReward, ({ fields: { code }, keyed }) =>
      onceForKey(context, keyed, async (client, userId) => claim(context, client, userId, code, await today(client))),
    ),
    handle(checkinRecord, async ({ fields: { month }, player }) => ok(await recordOf(database, player.id, await today(database), month))),
    handle(checkin, ({ fields: { day }, keyed }) =>
      onceForKey(context, keyed, async (client, userId) => {
        const { rows } = await client.query<{ since: number }>('SELECT created_at AS since FROM users WHERE id = $1', [userId]);
        return checkIn(client, userId, await today(client), rows[0]?.since ?? 0, day);
      }),
    ),
    handle(offlineReward, ({ keyed }) =>
      onceForKey(context, keyed, async (client, userId) => claimAbsence(context, client, userId, await today(client))),
    ),
    handle(friends, async ({ fields: { cursor, size }, player }) =>
      ok(
        await friendsOf(context, player.id, {
          cursor: cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined,
          size,
        }),
      ),
    ),
    handle(invitation, async ({ fields: { code } }) => ok(await invitationOf(context, code))),
  ];
}
