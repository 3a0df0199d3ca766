/** Calls of agents (代理) under /api/Score. Each call shows and changes only the logged-in player and the players below that player. */
import { v7 as uuidv7 } from 'uuid';
import { scoreBetReport, scoreExport, scoreGameReport, scoreReport, scoreReturnList } from '../../protocol/calls/agent-reports.ts';
import {
  scoreApply,
  scoreCreateLink,
  scoreDiscount,
  scoreMove,
  scorePromote,
  scoreSetRebate,
  scoreStopLink,
  scoreSubagent,
  scoreWithdraw,
} from '../../protocol/calls/agents.ts';
import { STATUS } from '../../protocol/status.ts';
import type { AgentServices } from './services.ts';
import { csvOf, purseBalance } from '../ledger/index.ts';
import { isoDateOf, handle, type HandledCall, ok, runIdempotent, refuse, refuseField } from '../platform/index.ts';
import { exportReport } from './export-report.ts';
import { currentDayNumber } from './join.ts';
import { rateSettingsOf, setRebate } from './rates.ts';
import { betReportOf, dayReportOf, gameReportOf, rebateReportOf } from './reports.ts';
import { AGENT_RULES } from './rules.ts';
import { dayRangeOf } from './day-range.ts';
import { grantStartRates, createLink, moveAgent, promotionOf, agentRatesOf, subagentsOf } from './tree.ts';

export function agentCalls(context: AgentServices): HandledCall[] {
  return [
    handle(scorePromote, async ({ player }) => ok(await promotionOf(context, player.id))),
    handle(scoreApply, ({ idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const today = await currentDayNumber(context, client);
        const refused = await grantStartRates(client, userId, today + 1);
        return refused ?? ok({ rates: await agentRatesOf(client, userId, today) }, '已成为代理，返点明天 00:00 生效');
      }),
    ),
    handle(scoreCreateLink, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => createLink(context, client, userId, fields)),
    ),
    handle(scoreStopLink, ({ fields: { linkId }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const { rows } = await client.query(
          'UPDATE agent_links SET stopped_at = coalesce(stopped_at, caipu_now_ms()) WHERE user_id = $1 AND id = $2 RETURNING id',
          [userId, linkId],
        );
        return rows.length === 0 ? refuse(STATUS.notFound, '推广链接不存在') : ok({ linkId }, '已停用');
      }),
    ),
    handle(scoreDiscount, ({ fields: { who }, player }) => rateSettingsOf(context, player.id, who)),
    handle(scoreSetRebate, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => setRebate(context, client, userId, fields)),
    ),
    handle(scoreMove, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => moveAgent(context, client, userId, fields)),
    ),
    handle(scoreSubagent, ({ fields, player }) => subagentsOf(context, player.id, fields)),
    handle(scoreGameReport, async ({ fields, player }) => {
      const span = await dayRangeOf(context, fields);
      return 'status' in span ? span : ok(await gameReportOf(context, player.id, span, fields.sort));
    }),
    handle(scoreReport, async ({ fields, player }) => {
      const span = await dayRangeOf(context, fields);
      return 'status' in span ? span : ok(await dayReportOf(context, player.id, span));
    }),
    handle(scoreReturnList, async ({ fields: { state, cursor, size, ...fields }, player }) => {
      const span = await dayRangeOf(context, fields);
      return 'status' in span ? span : ok(await rebateReportOf(context, player.id, span, { state, cursor, size }));
    }),
    handle(scoreBetReport, async ({ fields: { game, status, cursor, size, ...fields }, player }) => {
      const span = await dayRangeOf(context, fields);
      return 'status' in span ? span : ok(await betReportOf(context, player.id, span, { game, status, cursor, size }));
    }),
    handle(scoreExport, async ({ fields: { report, game, status, state, ...fields }, player }) => {
      const span = await dayRangeOf(context, fields);
      if ('status' in span) return span;
      const { name, header, rows, complete } = await exportReport(context, player.id, report, span, { game, status, state });
      if (rows.length === 0) return refuse(STATUS.notFound, '这段时间没有数据，不能导出；请换一个日期范围');
      return ok(
        { name: `${name}-${isoDateOf(span.from)}至${isoDateOf(span.to)}.csv`, text: csvOf([header, ...rows]), rows: rows.length, complete },
        complete ? `已导出 ${rows.length} 行` : `只导出最近 ${rows.length} 行，请缩小日期范围`,
      );
    }),
    handle(scoreWithdraw, ({ fields: { score }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const { leastScore } = AGENT_RULES.withdraw;
        if (score < leastScore) return refuseField('score', `至少 ${leastScore} 积分`);
        const ref = uuidv7();
        const { rows } = await client.query<{ left: number | null }>(
          `SELECT post($1, 'rebateOut', 'score', 'house:rebate', $2, 'request', $3) AS left`,
          [userId, score, ref],
        );
        const left = rows[0]?.left ?? null;
        if (left === null) return refuse(STATUS.insufficientFunds, `积分不足，现有 ${await purseBalance(client, userId, 'score')} 积分`);
        const { rows: paid } = await client.query<{ fen: number }>(
          `SELECT post($1, 'rebateIn', 'house:rebate', 'wallet', $2, 'request', $3) AS fen`,
          [userId, score, ref],
        );
        const balanceFen = paid[0]?.fen ?? 0;
        await client.query(`SELECT announce_balance($1, 'wallet', 'fen', $2), announce_balance($1, 'score', 'score', $3)`, [
          userId,
          balanceFen,
          left,
        ]);
        return ok({ score, balanceScore: left, balanceFen }, '已转入余额');
      }),
    ),
  ];
}
