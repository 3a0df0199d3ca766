/** A number ticket: one issue of a number game, by itself or as a part of a chase (追号). */
import type { Game, Ticket } from '../../../engine/descriptions/types.ts';
import { compiledGame, type Draw, formatLine, lineHits, lineNumbers, lineTerms, priceTicket } from '../../../engine/rules/index.ts';
import type { TicketOrderModels } from '../../../protocol/calls.ts';
import type { Database, ShortTicket, StoredWin } from '../../platform/index.ts';
import { ticketHashSql, toWholeTickets } from '../draws/sold-tickets.ts';
import type { GameName, Games, GameVersion } from '../../catalog/index.ts';
import type { OrderKind } from '../../ledger/index.ts';
import type { DrawResults } from '../draws/results.ts';
import { firstLinePicks, ticketPlayNames, soldVersionOf } from './picks.ts';

export interface TicketParts {
  readonly database: Database;
  readonly games: Games;
  readonly results: Pick<DrawResults, 'one'>;
  readonly gameName: GameName;
}

type TicketDetail = Pick<TicketOrderModels, 'hash' | 'ticket' | 'lines' | 'drawsAt' | 'closesAt' | 'commit' | 'result'>;

const route = (id: string): string => `/orderDetails?orderId=${id}`;

export const ticketKind = ({ database, games, results, gameName }: TicketParts): OrderKind => ({
  kind: 'ticket',
  table: 'tickets',
  listed: true,
  statuses: ['pending', 'won', 'lost', 'cancelled'],
  async summaries(heads) {
    const { rows } = await database.query<{ hash: string; ticket: ShortTicket; bets: number; multiplier: number }>(
      `SELECT ${ticketHashSql('t')} AS hash, t.ticket, t.bets, t.multiplier
         FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS o(user_id, id, at) JOIN tickets t USING (user_id, id) ORDER BY o.at`,
      [heads.map(({ user_id }) => user_id), heads.map(({ id }) => id)],
      'ticket-summaries',
    );
    const sold = toWholeTickets(rows, (_, at) => heads[at]?.game ?? '');
    return Promise.all(
      sold.map(async ({ hash, ticket, bets, multiplier }, at) => {
        const code = heads[at]?.game ?? '';
        const version = await soldVersionOf(games, hash, code);
        const name = version?.game.name ?? code;
        const plays = ticketPlayNames(ticket, version);
        return {
          title: name,
          subtitle: `${plays} 第 ${heads[at]?.issue} 期`,
          to: route(heads[at]?.id ?? ''),
          gameName: name,
          playNames: plays,
          bets,
          multiplier,
          ...firstLinePicks(ticket, version),
        };
      }),
    );
  },
  async picks(userId, ids) {
    const { rows } = await database.query<{ game: string; hash: string; ticket: ShortTicket }>(
      `SELECT t.game, ${ticketHashSql('t')} AS hash, t.ticket FROM unnest($2::uuid[]) WITH ORDINALITY AS o(id, at) JOIN tickets t ON t.user_id = $1 AND t.id = o.id ORDER BY o.at`,
      [userId, ids],
      'ticket-picks',
    );
    const sold = toWholeTickets(rows, ({ game }) => game);
    return Promise.all(sold.map(async ({ game, hash, ticket }) => firstLinePicks(ticket, await soldVersionOf(games, hash, game))));
  },
  async detail(head) {
    const { rows } = await database.query<{ hash: string; ticket: ShortTicket; draws_at: number; closes_at: number; commitment: string }>(
      `SELECT ${ticketHashSql('t')} AS hash, t.ticket, i.draws_at, i.closes_at, i.commitment
         FROM tickets t JOIN issues i ON i.game = t.game AND i.issue = t.issue WHERE t.user_id = $1 AND t.id = $2`,
      [head.user_id, head.id],
      'ticket-detail',
    );
    const [row] = toWholeTickets(rows, () => head.game);
    if (row === undefined) throw new Error(`order ${head.id} has no ticket`);
    const { hash, ticket } = row;
    const result = (await results.one(head.game, head.issue ?? '')) ?? null;
    const detail: TicketDetail = {
      hash,
      ticket,
      lines: ticketLinesOf(
        ticket,
        (head.outcome ?? []) as readonly StoredWin[],
        await soldVersionOf(games, hash, head.game),
        row.draws_at,
        result ?? undefined,
      ),
      drawsAt: row.draws_at,
      closesAt: row.closes_at,
      commit: row.commitment,
      result,
    };
    return { ...detail };
  },
  route,
  subject: ({ game, issue }) => `${gameName(game)}${issue === null ? '' : ` 第 ${issue} 期`}`,
});

/** Every tier of the description has its name, those too that pay only under a condition of the pool. */
function tierNameOf({ playGroups }: Game, code: string, tier: string): string {
  const play = playGroups.flatMap(({ plays }) => plays).find((each) => each.code === code);
  return play?.prizes.find((prize) => prize.tier === tier)?.name ?? tier;
}

/** Lines of an issue drawn at `drawsAt` (unix ms), with what each won, and with the numbers of its own that count in the draw. */
export function ticketLinesOf(
  ticket: Ticket,
  wins: readonly StoredWin[],
  version: GameVersion | undefined,
  drawsAt: number,
  result?: Draw,
): TicketOrderModels['lines'] {
  if (version === undefined)
    return ticket.lines.map(({ play }) => ({ playName: play, text: '', numbers: [], bets: 0, amountFen: 0, prizeFen: 0, wins: [] }));
  // What a set of numbers holds and what a tier pays may change with the day: they are those of the day of the draw.
  const compiled = compiledGame(version.game, drawsAt);
  const { game } = compiled;
  return ticket.lines.map((line, index) => {
    const play = compiled.play(line.play)?.play;
    const price = play === undefined ? { bets: 0n, amountFen: 0n } : priceTicket(compiled, { ...ticket, lines: [line] });
    const winsOfLine = wins.filter((win) => win.line === index);
    const hits = result && play && lineHits(compiled, line, { numbers: result.numbers });
    const terms = play && lineTerms(game, play, line);
    return {
      playName: play?.name ?? line.play,
      text: play === undefined ? '' : formatLine(play, line),
      numbers: play === undefined ? [] : [...lineNumbers(game.draw.zones, play, line, hits ? { hits } : {})],
      ...(terms === undefined ? {} : { prize: terms.prize, terms: terms.digest }),
      bets: Number(price.bets),
      amountFen: Number(price.amountFen),
      prizeFen: winsOfLine.reduce((sum, win) => sum + win.prizeFen, 0),
      wins: winsOfLine.map((win) => ({
        tierName: tierNameOf(version.game, line.play, win.tier),
        count: win.count,
        prizeFen: win.prizeFen,
      })),
    };
  });
}
