/** Chases (追号): the issues that one may reach, and what became of one. */
import { createHash } from 'node:crypto';
import { STATUS } from '../../protocol/status.ts';
import type { ChaseDetailModels, ChaseIssuesModels } from '../../protocol/calls.ts';
import { type Player, tokenHash } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import { type Call, ok, refuse } from '../web/call.ts';
import { KEY } from './bet-calls.ts';
import { chaseDetail } from './chase-kind.ts';
import { findOrder, UUID } from './orders.ts';

export function chaseCalls(context: Context): Call<string>[] {
  const { database, games } = context;
  return [
    {
      method: 'GET',
      path: '/api/lottery/ChaseIssues',
      summary: '可追号的期次：从在售期起，最多为该彩种的追号期数上限',
      fields: { gameCode: { type: 'string', minLength: 1, maxLength: 32 } },
      required: ['gameCode'],
      async handle({ fields }) {
        const version = games.published((fields.gameCode ?? '').toLowerCase());
        if (version === undefined) return refuse(STATUS.notFound, '没有这个彩种');
        const { code, caps } = version.game;
        const { rows } = await database.query<ChaseIssuesModels['items'][number]>(
          `SELECT issue, opens_at AS "opensAt", closes_at AS "closesAt", draws_at AS "drawsAt" FROM issues
            WHERE game = $1 AND state = 'open' AND closes_at > caipu_now_ms() ORDER BY closes_at LIMIT $2`,
          [code, caps.issues],
          'chase-issues',
        );
        return ok<ChaseIssuesModels>({ gameCode: code, maxQishu: caps.issues, maxBeishu: caps.multiplier, items: rows });
      },
    },
    {
      method: 'POST',
      path: '/api/Order/CancelChase',
      summary: '停止追号：未截止的期次取消并退款',
      fields: { chaseId: { type: 'string', minLength: 1, maxLength: 64 } },
      required: ['chaseId'],
      session: 'token',
      ownNonce: true,
      async handle({ fields, token, nonce, request }) {
        const chaseId = fields.chaseId ?? '';
        if (!UUID.test(chaseId)) return refuse(STATUS.notFound, '追号不存在');
        const key = request.headers['idempotency-key'];
        if (key !== undefined && (typeof key !== 'string' || !KEY.test(key)))
          return refuse(STATUS.invalid, '请求编号 Idempotency-Key 不正确（8–64 位字母、数字、- 或 _）');
        const bodyHash = createHash('sha256').update(chaseId.toLowerCase()).digest('hex');
        return context.bets.cancelChase({ token: tokenHash(token), nonce: nonce as string, key, bodyHash, chase: chaseId });
      },
    },
    {
      method: 'GET',
      path: '/api/Order/ChaseDetail',
      summary: '追号详情',
      fields: { chaseId: { type: 'string', minLength: 1, maxLength: 64 } },
      required: ['chaseId'],
      session: 'required',
      async handle({ fields, player }) {
        const head = await findOrder(database, (player as Player).id, fields.chaseId ?? '');
        return head?.kind === 'chase' ? ok<ChaseDetailModels>(await chaseDetail(context, head)) : refuse(STATUS.notFound, '追号不存在');
      },
    },
  ];
}
