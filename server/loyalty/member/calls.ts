/** Calls of members under /api/UserCenter and /api/Account: profile, level, tasks, check-in, absences, invitations. */
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
} from '../../../protocol/calls/member.ts';
import { queryProfileList } from '../../../protocol/calls/user-center.ts';
import { userInfoOf } from '../../accounts/index.ts';
import type { LoyaltyServices } from '../services.ts';
import { handle, type HandledCall, ok, runIdempotent, type Querying } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { checkIn, checkInRecordOf } from './checkin.ts';
import { friendsOf, invitationOf } from './invite.ts';
import { levelsOf } from './levels.ts';
import { claimAbsence } from './absence.ts';
import { changeProfile, memberProfileOf, setNickname } from './profile.ts';
import { claimByCode, giftsOf, tasksOf, type Today, todayOf } from './tasks.ts';
import { growthMovements } from './growth-list.ts';

export function memberCalls(context: LoyaltyServices): HandledCall[] {
  const { database } = context;
  const offset = () => productOffset(context.publication);
  /** The present day, by the clock of the database. */
  const today = async (client: Querying): Promise<Today> => {
    const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'now');
    return todayOf(rows[0]?.now ?? 0, offset());
  };
  const readAtNow = <T>(read: (client: Querying, now: Today) => Promise<T>): Promise<T> =>
    database.snapshot(async (client) => read(client, await today(client)));
  const count = (items: readonly { readonly status: string }[]) => items.filter(({ status }) => status === 'ready').length;

  return [
    handle(queryProfileList, async ({ player }) =>
      ok({
        user: await userInfoOf(context, player),
        balanceFen: player.balanceFen,
        ...(await memberProfileOf(context, context.database, player.id, player.name)),
      }),
    ),
    handle(setProfile, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const refused = await changeProfile(context, client, userId, fields);
        if (refused !== undefined) return refused;
        const { rows } = await client.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [userId]);
        return ok(await memberProfileOf(context, client, userId, rows[0]?.name ?? ''), '已保存');
      }),
    ),
    handle(setName, ({ fields: { name }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => setNickname(context, client, userId, name)),
    ),
    handle(levels, async ({ player }) => ok(await readAtNow((client, now) => levelsOf(client, player.id, now)))),
    handle(growthList, async ({ fields: { purse = 'growth', cursor, size }, player }) => {
      const from = cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
      return ok(await growthMovements(context, player.id, offset(), { purse, from, size }));
    }),
    handle(tasks, async ({ player }) => {
      const items = await tasksOf(context, database, player.id, await today(database));
      return ok({ items, ready: count(items) });
    }),
    handle(gifts, async ({ player }) => {
      const items = await readAtNow((client, now) => giftsOf(client, player.id, now));
      return ok({ items, ready: count(items) });
    }),
    handle(claimReward, ({ fields: { code }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => claimByCode(context, client, userId, code, await today(client))),
    ),
    handle(checkinRecord, async ({ fields: { month }, player }) =>
      ok(await checkInRecordOf(database, player.id, await today(database), month)),
    ),
    handle(checkin, ({ fields: { day }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const { rows } = await client.query<{ since: number }>('SELECT created_at AS since FROM users WHERE id = $1', [userId]);
        return checkIn(client, userId, await today(client), rows[0]?.since ?? 0, day);
      }),
    ),
    handle(offlineReward, ({ idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => claimAbsence(context, client, userId, await today(client))),
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
