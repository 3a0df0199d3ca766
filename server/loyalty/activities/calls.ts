/** Activity/List, Activity/Detail (at Activity/{hash} too) and Activity/Claim. */
import * as calls from '../../../protocol/calls/activity.ts';
import { catchUp } from '../member/growth.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { LoyaltyServices } from '../services.ts';
import { handle, type HandledCall, ok, runIdempotent, type Querying, refuse } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { claimOnce, give } from '../member/rewards.ts';
import { activityRef } from './subject.ts';
import { rewardText } from '../member/rules.ts';
import { type Today, todayOf } from '../member/tasks.ts';
import { byId, claimCode, doneOf, listed, rowOf, ruleText, stateOf } from './activities.ts';

const GONE = '没有这个活动，或已下线';
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
      for (const activity of listed(context, now)) items.push(await rowOf(database, player?.id, activity, now));
      return ok({ items, next: null });
    }),
    handle(calls.activityDetail, async ({ fields: { hash }, player }) => {
      const activity = byId(context, hash);
      if (activity === undefined) return refuse(STATUS.notFound, GONE);
      const row = await rowOf(database, player?.id, activity, await today(database));
      return ok({
        ...row,
        blocks: activity.blocks.map(({ title, text }) => ({ title, text })),
        rule: ruleText(activity),
        to: activity.rule.to ?? '',
      });
    }),
    handle(calls.claimActivity, ({ fields: { hash }, keyed }) =>
      runIdempotent(context, keyed, async (client, userId) => {
        const activity = byId(context, hash);
        if (activity === undefined) return refuse(STATUS.notFound, GONE);
        const now = await today(client);
        const state = stateOf(activity, now);
        if (state !== 'running') return refuseState(state, state === 'before' ? '活动还没有开始' : '活动已结束');
        if ((await doneOf(client, userId, activity, now)) < activity.rule.of)
          return refuseState('open', `还没有完成：${ruleText(activity)}`);
        if (!(await claimOnce(client, userId, claimCode(activity)))) return refuseState('claimed', '已经领取过了');
        await give(client, userId, activity.gives, 'activity', activityRef(userId, activity.id));
        const { rows } = await client.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [userId]);
        const reward = rewardText(activity.gives);
        return ok(
          { hash, reward, balancePoints: (await catchUp(client, userId, now.offset)).points, balanceFen: rows[0]?.balance_fen ?? 0 },
          `已领取 ${reward}`,
        );
      }),
    ),
  ];
}
