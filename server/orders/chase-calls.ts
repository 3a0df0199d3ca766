/** Chases (追号): the issues that one may reach, and what became of one. */
import { sql } from 'kysely';
import { STATUS } from '../../protocol/status.ts';
import type { CancelChaseModels, ChaseDetailModels, ChaseIssuesModels, OrderStatus } from '../../protocol/calls.ts';
import { formatLine, priceTicket } from '../../engine/rules/index.ts';
import type { Player } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import { type Call, ok, refuse } from '../web/call.ts';
import { STATUS_SQL, UUID } from './order-calls.ts';

/** Not frozen by the database's clock: the same condition that cancel_chase asks. */
const CANCELLABLE = sql<boolean>`tickets.status = 'placed' AND issues.state = 'open' AND issues.closes_at > caipu_now_ms()`;

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
      session: 'required',
      async handle({ fields, player }) {
        const chaseId = fields.chaseId ?? '';
        if (!UUID.test(chaseId)) return refuse(STATUS.notFound, '追号不存在');
        const { rows } = await database.query<{ done: Omit<CancelChaseModels, 'chaseId'> | null }>('SELECT cancel_chase($1, $2) AS done', [
          (player as Player).id,
          chaseId,
        ]);
        const done = rows[0]?.done ?? null;
        if (done === null) return refuse(STATUS.notFound, '追号不存在');
        return ok<CancelChaseModels>({ chaseId, ...done }, done.issues > 0 ? `已停止追号，退回 ${done.issues} 期` : '没有可以取消的期次');
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
        const id = fields.chaseId ?? '';
        const userId = (player as Player).id;
        const chase = UUID.test(id)
          ? await database.kysely.selectFrom('chases').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
          : undefined;
        if (chase === undefined) return refuse(STATUS.notFound, '追号不存在');
        const version = await games.byHash(chase.hash);
        const rows = await database.kysely
          .selectFrom('tickets')
          .innerJoin('issues', (join) => join.onRef('issues.game', '=', 'tickets.game').onRef('issues.issue', '=', 'tickets.issue'))
          .where('tickets.user_id', '=', userId)
          .where('tickets.chase_id', '=', id)
          .orderBy('issues.closes_at')
          .select([
            'tickets.id as orderId',
            'tickets.issue',
            'tickets.multiplier',
            'tickets.amount_fen as amountFen',
            'tickets.prize_fen as prizeFen',
            'issues.draws_at as drawsAt',
            'issues.numbers',
            CANCELLABLE.as('cancellable'),
            STATUS_SQL.as('status'),
          ])
          .execute();
        const sum = (status: OrderStatus | '', of: 'amountFen' | 'prizeFen') =>
          rows.reduce((total, row) => (status === '' || row.status === status ? total + row[of] : total), 0);
        const waiting = rows.filter((row) => row.status === 'pending').length;
        return ok<ChaseDetailModels>({
          chaseId: chase.id,
          gameCode: chase.game,
          gameName: version.game.name,
          hash: chase.hash,
          ticket: chase.ticket,
          lines: chase.ticket.lines.map((line) => {
            const play = version.compiled.play(line.play)?.play;
            const price = priceTicket(version.compiled, { game: chase.game, lines: [line] });
            return {
              playName: play?.name ?? line.play,
              text: play === undefined ? '' : formatLine(play, line),
              bets: Number(price.bets),
              amountFen: Number(price.amountFen),
            };
          }),
          stopOnWin: chase.stop_on_win,
          stoppedBy: chase.stopped_by,
          cancelledAt: chase.cancelled_at,
          state: waiting > 0 ? 'running' : chase.stopped_by !== null ? 'stopped' : chase.cancelled_at !== null ? 'cancelled' : 'done',
          bets: chase.bets,
          issues: chase.issues,
          issuesLeft: waiting,
          issuesCancellable: rows.filter((row) => row.cancellable).length,
          amountFen: chase.amount_fen,
          prizeFen: sum('', 'prizeFen'),
          refundFen: sum('cancelled', 'amountFen'),
          placedAt: chase.placed_at,
          items: rows.map(({ orderId, issue, multiplier, amountFen, prizeFen, status, drawsAt, numbers }) => ({
            orderId,
            issue,
            multiplier,
            amountFen,
            prizeFen,
            status,
            drawsAt,
            numbers: numbers ?? null,
          })),
        });
      },
    },
  ];
}
