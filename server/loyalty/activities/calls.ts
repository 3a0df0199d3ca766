/** Activity/List, Activity/Detail (at Activity/{hash} too) and Activity/Claim. */
import * as calls from '../../../protocol/calls/activity.ts';
import { postDue } from '../member/growth.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { LoyaltyServices } from '../services.ts';
import { handle, type HandledCall, ok, runIdempotent, type Querying, refuse } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { noteClaim, giveReward } from '../member/rewards.ts';
import { activityRef } from './movement-label.ts';
import { rewardText } from '../member/rules.ts';
import { type Today, todayOf } from '../member/tasks.ts';
import { findActivity, claimCode, progressIn, listedActivities, activityRowOf, activityRuleText, activityState } from './activities.ts';

const GONE = '活动不存在或已下线';
const refuseState = (state: 'before' | 'open' | 'claimed' | 'ended', msg: string): Envelope<null> =>
  ({ status: STATUS.stateChanged, models: { state }, msg }) as unknown as Envelope<null>;

export function activityCalls(context: LoyaltyServices): HandledCall[] {
  const { database } = context;
  const today = async (client: Querying): Promise<Today> => {
    const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'now');
    return todayOf(rows[0]?.now ?? 0, productOffset(context.publication));
  };
  return [
    handle(calls.activityList, async ({ player }) => {
      const now = await today(database);
      const items = [];
      for (const activity of listedActivities(context, now)) items.push(await activityRowOf(database, player?.id, activity, now));
      return ok({ items, next: null });
    }),
    handle(calls.activityDetail, async ({ fields: { hash }, player }) => {
      const activity = findActivity(context, hash);
      if (activity === undefined) return refuse(STATUS.notFound, GONE);
      const row = await activityRowOf(database, player?.id, activity, await today(database));
      return ok({
        ...row,
        blocks: activity.blocks.map(({ title, text }) => ({ title, text })),
        rule: activityRuleText(activity),
        to: activity.rule.to ?? '',
      });
    }),
    handle(calls.claimActivity, ({ fields: { hash }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const activity = findActivity(context, hash);
        if (activity === undefined) return refuse(STATUS.notFound, GONE);
        const now = await today(client);
        const state = activityState(activity, now);
        if (state !== 'running') return refuseState(state, state === 'before' ? '活动未开始' : '活动已结束');
        if ((await progressIn(client, userId, activity, now)) < activity.rule.of)
          return refuseState('open', `尚未完成：${activityRuleText(activity)}`);
        if (!(await noteClaim(client, userId, claimCode(activity)))) return refuseState('claimed', '您已领取过');
        await giveReward(client, userId, activity.gives, 'activity', activityRef(userId, activity.id));
        const { rows } = await client.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [userId]);
        const reward = rewardText(activity.gives);
        return ok(
          { hash, reward, balancePoints: (await postDue(client, userId, now.offset)).points, balanceFen: rows[0]?.balance_fen ?? 0 },
          `已领取 ${reward}`,
        );
      }),
    ),
  ];
}
