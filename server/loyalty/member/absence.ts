/** Points for an absence (离线奖励), claimed once for each. How long it was follows from heartbeats that the server saw. */
import type { OfflineRewardModels } from '../../../protocol/calls.ts';
import { postDue } from './growth.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { LoyaltyServices } from '../services.ts';
import { MINUTE_MS, ok, type Querying, refuse } from '../../platform/index.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import { recordPresence } from '../../accounts/index.ts';
import { noteClaim, giveReward } from './rewards.ts';
import { MEMBER_RULES } from './rules.ts';
import type { Today } from './tasks.ts';

/** How many the player $1 claimed since $2. */
const CLAIMED_SINCE = `(SELECT count(*)::int FROM member_claims WHERE user_id = $1 AND code = 'offline' AND at >= $2)`;

/** 38 分钟, 6 小时 20 分, 3 天 2 小时. */
export function durationText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 0) return `${days} 天${hours > 0 ? ` ${hours} 小时` : ''}`;
  if (hours > 0) return `${hours} 小时${rest > 0 ? ` ${rest} 分` : ''}`;
  return `${minutes} 分钟`;
}

interface Absence {
  readonly left_at: number;
  readonly back_at: number;
}

const lengthOf = (context: Pick<LoyaltyServices, 'clock'>, { left_at, back_at }: Absence): number =>
  Math.floor((back_at - left_at) / Math.max(1, context.clock.speed) / MINUTE_MS);
const pointsFor = (minutes: number): number => {
  const { mostMinutes, minutesEach, points } = MEMBER_RULES.offline;
  return Math.floor(Math.min(minutes, mostMinutes) / minutesEach) * points;
};

/** The absence that can be claimed now; null: none, or today's are used up. Also the one that ends with this visit, before its first heartbeat. */
export async function claimableAbsenceOf(
  context: Pick<LoyaltyServices, 'clock' | 'publication'>,
  client: Querying,
  userId: number,
): Promise<{ readonly minutes: number; readonly long: string; readonly points: number } | null> {
  const { rows } = await client.query<{ seen_at: number; left_at: number | null; back_at: number | null; claimed: boolean; today: number }>(
    `SELECT p.seen_at, p.left_at, p.back_at, ${CLAIMED_SINCE} AS today,
            EXISTS (SELECT 1 FROM member_claims c WHERE c.user_id = $1 AND c.code = 'offline' AND c.period = p.left_at::text) AS claimed
       FROM presence p WHERE p.user_id = $1`,
    [userId, dayStart(context.clock.now(), productOffset(context.publication))],
  );
  const [row] = rows;
  if (row === undefined || row.today >= MEMBER_RULES.offline.mostADay) return null;
  const present = lengthOf(context, { left_at: row.seen_at, back_at: context.clock.now() });
  const minutes =
    present >= MEMBER_RULES.offline.fromMinutes
      ? present
      : row.left_at === null || row.back_at === null || row.claimed
        ? 0
        : lengthOf(context, { left_at: row.left_at, back_at: row.back_at });
  return minutes >= MEMBER_RULES.offline.fromMinutes ? { minutes, long: durationText(minutes), points: pointsFor(minutes) } : null;
}

/** Claims the absence before this visit. The transaction holds the player's lock. */
export async function claimAbsence(
  context: LoyaltyServices,
  client: Querying,
  userId: number,
  { day, offset, now }: Today,
): Promise<Envelope<OfflineRewardModels | null>> {
  const { left_at, back_at } = await recordPresence(context, client, userId);
  if (left_at === null || back_at === null) return refuse(STATUS.stateChanged, '没有可以领取的离线奖励');
  const { rows } = await client.query<{ n: number }>(`SELECT ${CLAIMED_SINCE} AS n`, [userId, day * 86_400_000 - offset]);
  if ((rows[0]?.n ?? 0) >= MEMBER_RULES.offline.mostADay)
    return refuse(STATUS.limitReached, `离线奖励每天最多领 ${MEMBER_RULES.offline.mostADay} 次`);
  const minutes = lengthOf(context, { left_at, back_at });
  if (minutes < MEMBER_RULES.offline.fromMinutes || !(await noteClaim(client, userId, 'offline', String(left_at))))
    return refuse(STATUS.stateChanged, '没有可以领取的离线奖励');
  const points = pointsFor(minutes);
  await giveReward(client, userId, { points }, 'offline');
  return ok(
    {
      minutes,
      points,
      balancePoints: (await postDue(client, userId, offset)).points,
      nextAt: now + MEMBER_RULES.offline.fromMinutes * MINUTE_MS,
    },
    `已领取 ${points} 积分`,
  );
}
