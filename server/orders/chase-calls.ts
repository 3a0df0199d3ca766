/** Chases (追号): the issues that one may reach, and what became of one. */
import { sql } from 'kysely';
import { STATUS } from '../../protocol/status.ts';
import type { CancelChaseModels, ChaseIssuesModels, OrderStatus } from '../../protocol/calls.ts';
import { chaseIssues } from '../../protocol/calls/lottery.ts';
import { cancelChase, chaseDetail } from '../../protocol/calls/order.ts';
import { formatLine, priceTicket } from '../../engine/rules/index.ts';
import type { Context } from '../context.ts';
import { type HandledCall, handle, ok, refuse } from '../web/call.ts';
import { onceForKey } from '../web/keyed.ts';
import { STATUS_SQL } from './order-calls.ts';

/** Not frozen by the database's clock: the same condition that cancel_chase asks. */
const CANCELLABLE = sql<boolean>`tickets.status = 'placed' AND issues.state = 'open' AND issues.closes_at > caipu_now_ms()`;

export function chaseCalls(context: Context): HandledCall[] {
  const { database, games } = context;
  return [
    handle(chaseIssues, async ({ fields }) => {
      const version = games.published(fields.gameCode.toLowerCase());
      if (version === undefined) return refuse(STATUS.notFound, '没有这个彩种');
      const { code, caps } = version.game;
      const { rows } = await database.query<ChaseIssuesModels['items'][number]>(
        `SELECT issue, opens_at AS "opensAt", closes_at AS "closesAt", draws_at AS "drawsAt" FROM issues
          WHERE game = $1 AND state = 'open' AND closes_at > caipu_now_ms() ORDER BY closes_at LIMIT $2`,
        [code, caps.issues],
        'chase-issues',
      );
      return ok({ gameCode: code, maxQishu: caps.issues, maxBeishu: caps.multiplier, items: rows });
    }),
    handle(cancelChase, ({ fields: { chaseId }, keyed }) =>
      onceForKey(context, keyed, async (client, userId) => {
        const { rows } = await client.query<{ done: Omit<CancelChaseModels, 'chaseId'> | null }>('SELECT cancel_chase($1, $2) AS done', [
          userId,
          chaseId,
        ]);
        const done = rows[0]?.done ?? null;
        if (done === null) return refuse(STATUS.notFound, '追号不存在');
        return ok({ chaseId, ...done }, done.issues > 0 ? `已停止追号，退回 ${done.issues} 期` : '没有可以取消的期次');
      }),
    ),
    handle(chaseDetail, async ({ fields: { chaseId }, player }) => {
      const chase = await database.kysely
        .selectFrom('chases')
        .selectAll()
        .where('user_id', '=', player.id)
        .where('id', '=', chaseId)
        .executeTakeFirst();
      if (chase === undefined) return refuse(STATUS.notFound, '追号不存在');
      const version = await games.byHash(chase.hash);
      const rows = await database.kysely
        .selectFrom('tickets')
        .innerJoin('issues', (join) => join.onRef('issues.game', '=', 'tickets.game').onRef('issues.issue', '=', 'tickets.issue'))
        .where('tickets.user_id', '=', player.id)
        .where('tickets.chase_id', '=', chaseId)
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
      return ok({
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
    }),
  ];
}
