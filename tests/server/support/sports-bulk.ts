/** Inserts tickets on matches into the database, with legs and movements but without the call, for tests of other things than the sale. */
import type { Querying } from '../../../server/platform/database/database.ts';

/** First balance of each of these players, in fen. */
const FUNDS = 1_000_000_000_000;

/**
 * Sells single bets of 2.00 yuan on a match of jczq to new players, alternately on home at odds of 1.85 and on away at 3.60. `others`: the
 * tickets are spread over these matches instead of `match`: ticket n is on match n modulo their number.
 */
export async function insertSportTickets(
  database: Querying,
  hash: string,
  { match, others = [match], tickets, users }: { match: string; others?: readonly string[]; tickets: number; users: number },
): Promise<void> {
  const prefix = `sport${Math.random().toString(36).slice(2, 10)}`;
  await database.query(`SELECT register_user($1 || n, $1 || n, 'x', ${FUNDS}) FROM generate_series(1, ${users}) n`, [prefix]);
  await database.query(
    `WITH buyers AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at FROM users WHERE starts_with(name, $2)),
     sold AS (
       INSERT INTO sport_orders (user_id, id, game, hash, ticket, bets, amount, multiplier, min_fen, max_fen, placed_at)
       SELECT b.id, gen_random_uuid(), 'jczq', $1,
              jsonb_build_object('game', 'jczq', 'multiplier', 1, 'passes', '["1_1"]'::jsonb, 'matches', jsonb_build_array(jsonb_build_object(
                'match', ($3::text[])[1 + t.n % ${others.length}],
                'picks', CASE (t.n / ${others.length}) % 2 WHEN 0 THEN '{"BRQSPF":{"3":"1.85"}}'::jsonb ELSE '{"BRQSPF":{"0":"3.60"}}'::jsonb END))),
              1, 200, 1, 370, 720, caipu_now_ms()
         FROM generate_series(0, ${tickets - 1}) t(n) JOIN buyers b ON b.at = (t.n / ${2 * others.length}) % ${users}
       RETURNING user_id, id, ticket, amount, placed_at),
     legs AS (
       INSERT INTO sport_legs (game, match_id, user_id, order_id)
       SELECT 'jczq', ticket->'matches'->0->>'match', user_id, id FROM sold)
     INSERT INTO movements (user_id, kind, reason, debit, credit, amount, debit_after, at, ref)
     SELECT user_id, 'stake', 'bet', 'wallet', 'house:stakes', amount, ${FUNDS} - sum(amount) OVER (PARTITION BY user_id ORDER BY id), placed_at, id
       FROM sold ORDER BY user_id, id`,
    [hash, prefix, others],
  );
  await database.query(
    `UPDATE wallets w SET balance_fen = ${FUNDS} - coalesce((SELECT sum(amount) FROM sport_orders t WHERE t.user_id = w.user_id), 0)
       FROM users u WHERE u.id = w.user_id AND starts_with(u.name, $1)`,
    [prefix],
  );
}
