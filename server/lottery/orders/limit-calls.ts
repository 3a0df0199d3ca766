/** Present use of the limits (限额) of issues, for the slip: the phone shows the rest before it sends. The database decides. */
import type { LotteryLimitsModels } from '../../../protocol/calls.ts';
import { lotteryLimits } from '../../../protocol/calls/lottery.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { LotteryServices } from '../services.ts';
import { gameCodeOf } from '../../catalog/index.ts';
import { handle, type HandledCall, ok, refuse } from '../../platform/index.ts';

/** As many issues as the longest chase that a game can allow. */
const MOST_ISSUES = 1_000;

export function limitCalls(context: LotteryServices): HandledCall[] {
  const { database, games } = context;
  return [
    handle(lotteryLimits, async ({ fields, player }) => {
      const version = games.published(gameCodeOf(context, fields.gameCode));
      if (version === undefined) return refuse(STATUS.notFound, '彩种不存在');
      const { code, limits } = version.game;
      const issues = fields.issues.split(',');
      if (issues.length > MOST_ISSUES) return refuse(STATUS.invalid, `一次最多查 ${MOST_ISSUES} 期（/issues）`);
      if (limits === undefined) return ok({ gameCode: code, used: [] });
      const { rows } = await database.query<LotteryLimitsModels['used'][number]>(
        `SELECT u.issue, u.key, u.user_id <> 0 AS own,
                u.used_fen - coalesce((SELECT sum(r.fen) FROM stake_limit_returns r
                   WHERE r.game = u.game AND r.issue = u.issue AND r.user_id = u.user_id AND r.key = u.key), 0)::bigint AS "usedFen"
           FROM unnest($2::text[]) AS i(issue) JOIN stake_limit_uses u ON u.game = $1 AND u.issue = i.issue AND u.user_id = ANY($3::bigint[])
          ORDER BY u.issue, u.user_id, u.key`,
        [code, issues, player === undefined ? [0] : [0, player.id]],
        'limits-used',
      );
      return ok({ gameCode: code, used: rows.filter(({ usedFen }) => usedFen > 0) });
    }),
  ];
}
