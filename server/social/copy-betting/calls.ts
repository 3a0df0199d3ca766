/** The calls of follow-betting (跟单). */
import * as calls from '../../../protocol/calls/follow.ts';
import { queryFollowOrderRank } from '../../../protocol/calls/follow-ranks.ts';
import { editReleaseOrderFollowRule, queryFollowRuleRuns, queryReleaseOrderFollowRuleList } from '../../../protocol/calls/follow-rules.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import { handle, type HandledCall, ok, runIdempotent, refuse } from '../../platform/index.ts';
import { followRelease } from './follow-bet.ts';
import { releaseDetail } from './detail.ts';
import { listFollowers, listReleases, listOwnReleases } from './release-lists.ts';
import { rankReleasers } from './ranks.ts';
import { findRelease, releaseStateOf } from './rows.ts';
import { saveFollowRule, followRulesOf, followRuleRunsOf } from './follow-rules.ts';

const unknown = () => refuse(STATUS.notFound, '宝单不存在');

export function followCalls(context: SocialServices): HandledCall[] {
  const { database } = context;
  return [
    handle(calls.queryFDList, async ({ fields: { game, sort, cursor, size }, player }) =>
      ok(await listReleases(context, { which: 'all', asker: player?.id, game, sort, cursor, size })),
    ),
    handle(calls.queryFDRecommend, async ({ fields: { game, sort, cursor, size }, player }) =>
      ok(await listReleases(context, { which: 'recommended', asker: player?.id, game, sort, cursor, size })),
    ),
    handle(calls.queryOKamiReleaseOrderList, async ({ fields: { game, sort, cursor, size }, player }) =>
      ok(await listReleases(context, { which: 'okami', asker: player?.id, game, sort, cursor, size })),
    ),
    handle(calls.queryAttentionUserFollowOrderList, async ({ fields: { game, sort, cursor, size }, player }) =>
      ok(await listReleases(context, { which: 'attention', asker: player.id, game, sort, cursor, size })),
    ),
    handle(calls.queryReleaseDetailInfo, async ({ fields: { releaseId }, player }) => {
      const release = await releaseDetail(context, releaseId, player?.id);
      return release === undefined ? unknown() : ok(release);
    }),
    handle(calls.queryReleaseFollowList, async ({ fields: { releaseId, cursor, size }, player }) =>
      (await findRelease(database, releaseId, player?.id)) === undefined
        ? unknown()
        : ok(await listFollowers(context, releaseId, player?.id, { cursor, size })),
    ),
    handle(calls.queryFollowOrderList, async ({ fields: { scope = 'follows', status, cursor, size }, player }) =>
      ok(await listOwnReleases(context, player.id, { scope, status, cursor, size })),
    ),
    handle(queryFollowOrderRank, async ({ fields: { type = 'hit', period = 'week', game }, player }) =>
      ok(await rankReleasers(context, { type, period, game, asker: player?.id })),
    ),
    handle(calls.betJcFollow, ({ fields, idempotentRequest }) => followRelease(context, fields, idempotentRequest)),
    handle(calls.withdrawRelease, ({ fields: { releaseId }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const { rows } = await client.query<{ followers: number }>(
          `UPDATE releases SET withdrawn_at = caipu_now_ms()
            WHERE id = $1 AND user_id = $2 AND withdrawn_at IS NULL AND stops_at > caipu_now_ms() RETURNING followers`,
          [releaseId, userId],
        );
        const [withdrawn] = rows;
        if (withdrawn !== undefined) return ok({ releaseId, followers: withdrawn.followers }, '已撤回');
        const release = await findRelease(client, releaseId, userId);
        if (release === undefined || release.user_id !== userId) return unknown();
        const status = releaseStateOf(release);
        const msg = status === 'withdrawn' ? '宝单已撤回' : '宝单已截止，不能撤回';
        return { status: STATUS.stateChanged, models: { status } as never, msg };
      }),
    ),
    handle(queryReleaseOrderFollowRuleList, async ({ player }) => ok({ items: await followRulesOf(database, player.id) })),
    handle(editReleaseOrderFollowRule, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => saveFollowRule(context, client, userId, fields)),
    ),
    handle(queryFollowRuleRuns, async ({ fields: { ruleId, cursor, size }, player }) =>
      ok(await followRuleRunsOf(database, player.id, { ruleId, cursor, size })),
    ),
  ];
}
