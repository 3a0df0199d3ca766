/** Calls of chases (追号): the issues that a chase may have, the details of a chase, and stopping it. */
import type { CancelChaseModels, ChaseIssuesModels } from '../../../protocol/calls.ts';
import { chaseIssues } from '../../../protocol/calls/lottery.ts';
import { cancelChase, chaseDetail as chaseDetailCall } from '../../../protocol/calls/order.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { LotteryServices } from '../services.ts';
import { gameCodeOf } from '../../catalog/index.ts';
import { handle, type HandledCall, ok, runIdempotent, refuse, markShared } from '../../platform/index.ts';
import { answerCacheOf } from '../draws/answer-cache.ts';
import { chaseDetail } from './chase-kind.ts';
import { findOrder } from './orders.ts';

export function chaseCalls(context: LotteryServices): HandledCall[] {
  const { database, games } = context;
  return [
    handle(chaseIssues, async ({ fields }) => {
      const version = games.published(gameCodeOf(context, fields.gameCode));
      if (version === undefined) return refuse(STATUS.notFound, '彩种不存在');
      const { code, caps } = version.game;
      const read = async () => {
        const { rows } = await database.query<ChaseIssuesModels['items'][number]>(
          `SELECT issue, opens_at AS "opensAt", closes_at AS "closesAt", draws_at AS "drawsAt" FROM issues
            WHERE game = $1 AND state = 'open' AND closes_at > caipu_now_ms() ORDER BY closes_at LIMIT $2`,
          [code, caps.issues],
          'chase-issues',
        );
        const value: ChaseIssuesModels = { gameCode: code, maxQishu: caps.issues, maxBeishu: caps.multiplier, items: rows };
        return { value: markShared(value), until: rows.length < caps.issues ? 0 : rows[0]?.closesAt };
      };
      return ok(await answerCacheOf(context).get(`chase ${code} ${version.hash}`, read, { game: code }));
    }),
    handle(cancelChase, ({ fields: { chaseId }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const { rows } = await client.query<{ done: Omit<CancelChaseModels, 'chaseId'> | null }>('SELECT cancel_chase($1, $2) AS done', [
          userId,
          chaseId,
        ]);
        const done = rows[0]?.done ?? null;
        if (done === null) return refuse(STATUS.notFound, '追号不存在');
        return ok({ chaseId, ...done }, done.issues > 0 ? `已停止追号，退回 ${done.issues} 期` : '没有可以取消的期次');
      }),
    ),
    handle(chaseDetailCall, async ({ fields: { chaseId }, player }) => {
      const head = await findOrder(database, player.id, chaseId);
      return head?.kind === 'chase' ? ok(await chaseDetail(context, head)) : refuse(STATUS.notFound, '追号不存在');
    }),
  ];
}
