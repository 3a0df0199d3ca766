/** A chase (追号): an order with a ticket for each issue. The list of all orders has its tickets and not the chase. */
import type { Draw } from '../../../engine/descriptions/types.ts';
import { compiledGame, formatLine, lineNumbers, lineTerms, priceTicket } from '../../../engine/rules/index.ts';
import type { ChaseDetailModels, OrderStatus } from '../../../protocol/calls.ts';
import type { Tables } from '../../platform/index.ts';
import type { OrderHead, OrderKind } from '../../ledger/index.ts';
import type { TicketParts } from './ticket-kind.ts';
import { firstLinePicks, ticketPlayNames, soldVersionOf } from './picks.ts';

type Chase = Pick<Tables['chases'], 'hash' | 'ticket' | 'bets' | 'issues' | 'stop_on_win' | 'stopped_by' | 'cancelled_at'>;

interface ChaseRow extends Pick<Chase, 'issues' | 'hash' | 'ticket' | 'bets'> {
  readonly won: number;
  readonly played: number;
  readonly drawn: number;
  readonly stake: number;
  readonly prize: number;
}

type ChaseParts = Pick<TicketParts, 'database' | 'games' | 'gameName'>;

const route = (id: string): string => `/orderDetails?chaseId=${id}`;

export const chaseKind = ({ database, games, gameName }: ChaseParts): OrderKind => ({
  kind: 'chase',
  table: 'chases',
  listed: false,
  // The order row of a chase has no prize; its tickets have them. So the list cannot be filtered by won or lost.
  statuses: ['pending', 'cancelled'],
  async summaries(heads) {
    const { rows } = await database.query<ChaseRow>(
      `SELECT c.issues, c.hash, c.ticket, c.bets, count(*) FILTER (WHERE p.status = 'won')::int AS won,
              count(*) FILTER (WHERE p.status <> 'cancelled')::int AS played, coalesce(sum(p.prize), 0)::bigint AS prize,
              count(*) FILTER (WHERE p.status = 'won' OR p.status = 'placed' AND i.state = 'settled')::int AS drawn,
              coalesce(sum(p.amount) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS stake
         FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS o(user_id, id, at)
         JOIN chases c USING (user_id, id) JOIN tickets p ON p.user_id = o.user_id AND p.parent = o.id
         LEFT JOIN issues i ON i.game = p.game AND i.issue = p.issue
        GROUP BY o.at, c.user_id, c.id ORDER BY o.at`,
      [heads.map(({ user_id }) => user_id), heads.map(({ id }) => id)],
      'chase-summaries',
    );
    return Promise.all(
      rows.map(async ({ issues, hash, ticket, bets, won, played, drawn, stake, prize }, at) => {
        const head = heads[at] as OrderHead;
        const ended: OrderStatus = won > 0 ? 'won' : played > 0 ? 'lost' : 'cancelled';
        const version = await soldVersionOf(games, hash, head.game);
        const name = version?.game.name ?? head.game;
        return {
          title: name,
          subtitle: `追号 ${issues} 期`,
          to: route(head.id),
          status: head.shown === 'pending' ? 'pending' : ended,
          gameName: name,
          issues,
          issuesDrawn: drawn,
          stakeFen: stake,
          bets,
          playNames: ticketPlayNames(ticket, version),
          prizeFen: prize,
          ...firstLinePicks(ticket, version),
        };
      }),
    );
  },
  detail: async (head) => ({ chase: await chaseDetail({ database, games }, head) }),
  route,
  subject: ({ game }) => `${gameName(game)} 追号`,
});

/** The details of a chase: its picks, and the state of each issue. */
export async function chaseDetail(
  { database, games }: Pick<ChaseParts, 'database' | 'games'>,
  head: OrderHead,
): Promise<ChaseDetailModels> {
  const { rows: chases } = await database.query<Chase>(
    'SELECT hash, ticket, bets, issues, stop_on_win, stopped_by, cancelled_at FROM chases WHERE user_id = $1 AND id = $2',
    [head.user_id, head.id],
  );
  const chase = chases[0];
  if (chase === undefined) throw new Error(`order ${head.id} has no chase`);
  const { rows } = await database.query<ChaseDetailModels['items'][number] & { readonly cancellable: boolean }>(
    // Cancellable: still on sale by the database's clock. cancel_chase checks the same condition.
    `SELECT o.id AS "orderId", o.issue, o.multiplier, o.amount AS "amountFen", o.prize AS "prizeFen", i.draws_at AS "drawsAt", i.numbers,
            CASE o.status WHEN 'placed' THEN CASE i.state WHEN 'settled' THEN 'lost' ELSE 'pending' END WHEN 'held' THEN 'pending' ELSE o.status END AS status,
            o.status = 'placed' AND i.state = 'open' AND i.closes_at > caipu_now_ms() AS cancellable
       FROM tickets o JOIN issues i ON i.game = o.game AND i.issue = o.issue
      WHERE o.user_id = $1 AND o.parent = $2 ORDER BY i.closes_at`,
    [head.user_id, head.id],
    'chase-parts',
  );
  const version = await soldVersionOf(games, chase.hash, head.game);
  // The page shows the prizes that apply at the first draw. Each later issue pays those that apply at its own draw.
  const compiled = version && compiledGame(version.game, rows[0]?.drawsAt);
  const sum = (status: OrderStatus | '', of: 'amountFen' | 'prizeFen') =>
    rows.reduce((total, row) => (status === '' || row.status === status ? total + row[of] : total), 0);
  const waiting = rows.filter((row) => row.status === 'pending').length;
  return {
    chaseId: head.id,
    orderNo: head.order_no,
    gameCode: head.game,
    gameName: version?.game.name ?? head.game,
    hash: chase.hash,
    ticket: chase.ticket,
    lines: chase.ticket.lines.map((line) => {
      const play = compiled?.play(line.play)?.play;
      if (compiled === undefined || play === undefined)
        return { playName: line.play, text: '', numbers: [], bets: chase.bets, amountFen: 0 };
      const price = priceTicket(compiled, { game: head.game, lines: [line] });
      return {
        playName: play.name,
        text: formatLine(play, line),
        numbers: [...lineNumbers(compiled.game.draw.zones, play, line)],
        prize: lineTerms(compiled.game, play, line).prize,
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
    amountFen: head.amount,
    prizeFen: sum('', 'prizeFen'),
    refundFen: sum('cancelled', 'amountFen'),
    placedAt: head.placed_at,
    items: rows.map(({ cancellable: _cancellable, ...item }) => ({ ...item, numbers: item.numbers as Draw['numbers'] | null })),
  };
}
