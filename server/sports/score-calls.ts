/** What players ask of the matches that they have bets on, and how the bets of a cup stand among each other. */
import { cupRank, orderMatches } from '../../protocol/calls/scores.ts';
import { STATUS } from '../../protocol/status.ts';
import type { SportServices } from './services.ts';
import { answerCacheOf } from '../lottery/index.ts';
import { PERSON_COLUMNS, PERSON_JOINS, toPerson, type PersonRow } from '../accounts/index.ts';
import { handle, type HandledCall, ok, orderNoSql, refuse } from '../platform/index.ts';

/** Maximum number of open orders in the list of own matches. */
const LATEST_ORDERS = 100;
/** Real ms that a ranking serves: it is the same for everyone. */
const RANK_SERVES_MS = 60_000;
const LISTED = 50;

interface HeldRow {
  readonly id: string;
  readonly order_no: string;
  readonly game: string;
  readonly status: 'placed' | 'held' | 'won' | 'lost' | 'cancelled';
  readonly amount: number;
  readonly placed_at: number;
  readonly matches: readonly string[];
}

/** The matches of a player's latest orders, the newest order first: his own rows alone, by the key of the table. */
const HELD = `SELECT s.id, ${orderNoSql('s')} AS order_no, s.game, s.status, s.amount, s.placed_at,
    ARRAY(SELECT e->>'match' FROM jsonb_array_elements(s.ticket->'matches') e) AS matches
  FROM sport_orders s WHERE s.user_id = $1 AND s.ticket ? 'matches'
    AND (s.release_id IS NULL OR plan_hidden_until(s.release_id, s.user_id) IS NULL) ORDER BY s.id DESC LIMIT ${LATEST_ORDERS}`;

interface RankRow extends PersonRow {
  readonly place: number;
  readonly orders: number;
  readonly won: number;
  readonly stake: number;
  readonly prize: number;
}

/**
 * Settled orders with matches of the cup only, and settled bets on its winner. They are found by the legs of the cup's
 * matches, so that orders on other matches are not read. A refund is no stake. A player that switched ranks off or
 * hides orders has no place, as in the ranks of releases and group orders.
 */
const RANK = `WITH held AS (
    SELECT l.user_id, l.order_id FROM matches m JOIN sport_legs l ON l.game = ANY($2::text[]) AND l.match_id = m.id WHERE m.league = $1
    UNION
    SELECT l.user_id, l.order_id FROM sport_legs l WHERE l.game = ANY($3::text[]) AND l.match_id LIKE 'outright/%'),
  settled AS (
    SELECT s.user_id, count(*)::int AS orders, count(*) FILTER (WHERE s.status = 'won')::int AS won,
           sum(s.amount - s.refund)::bigint AS stake, sum(s.prize)::bigint AS prize
      FROM held h JOIN sport_orders s ON s.user_id = h.user_id AND s.id = h.order_id
     WHERE s.status IN ('won', 'lost')
       AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(coalesce(s.ticket->'matches', '[]'::jsonb)) e LEFT JOIN matches m ON m.id = e->>'match'
                        WHERE m.league IS DISTINCT FROM $1)
     GROUP BY s.user_id)
  SELECT ${PERSON_COLUMNS}, r.orders, r.won, r.stake, r.prize, rank() OVER (ORDER BY r.prize - r.stake DESC)::int AS place
    FROM settled r JOIN users u ON u.id = r.user_id ${PERSON_JOINS}
   WHERE coalesce(p.show_ranks, true) AND coalesce(p.show_orders, 'after') <> 'hidden'
   ORDER BY place, u.id`;

export function scoreCalls(context: SportServices): HandledCall[] {
  const { database, sports, clock } = context;
  const cache = answerCacheOf(context);
  const nameOf = (game: string): string => sports.published(game)?.sport.name ?? game;

  const ranked = (cup: string) =>
    cache.get(
      `cup-rank/${cup}`,
      async () => {
        const games = sports.all().map(({ sport }) => sport.code);
        const outrights = sports.outrights().flatMap(({ outright }) => (outright.cup === cup ? [outright.code] : []));
        const { rows } = await database.query<RankRow>(RANK, [cup, games, outrights], 'cup-rank');
        return { value: { at: clock.now(), rows } };
      },
      { mostMs: RANK_SERVES_MS },
    );

  return [
    handle(orderMatches, async ({ fields: { match }, player }) => {
      const { rows } = await database.query<HeldRow>(HELD, [player.id], 'held-matches');
      return ok({
        items: rows.flatMap(({ id, order_no, game, status, amount, placed_at, matches }) =>
          matches
            .filter((each) => match === undefined || each === match)
            .map((each) => ({
              match: each,
              orderId: id,
              orderNo: order_no,
              gameCode: game,
              gameName: nameOf(game),
              status: status === 'placed' || status === 'held' ? ('pending' as const) : status,
              amountFen: amount,
              placedAt: placed_at,
            })),
        ),
      });
    }),
    handle(cupRank, async ({ fields: { cup: written }, player }) => {
      const cup = [...sports.leagues().keys()].find((code) => code.toLowerCase() === written.toLowerCase());
      if (cup === undefined) return refuse(STATUS.notFound, '赛事不存在');
      const { at, rows } = await ranked(cup);
      const ownRow = player && rows.find(({ id }) => id === player.id);
      return ok({
        cup,
        countedAt: at,
        items: rows.slice(0, LISTED).map((row) => ({
          place: row.place,
          who: toPerson(row).name,
          mine: row.id === player?.id,
          orders: row.orders,
          wonOrders: row.won,
          stakeFen: row.stake,
          prizeFen: row.prize,
          netFen: row.prize - row.stake,
        })),
        ...(ownRow ? { own: { place: ownRow.place, orders: ownRow.orders, netFen: ownRow.prize - ownRow.stake } } : {}),
      });
    }),
  ];
}
