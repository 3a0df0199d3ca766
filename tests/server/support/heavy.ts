/** Players with a past of any length, as bets and settlement leave it: tickets, their stakes, and a prize for each twentieth. */
import { toShortTicket } from '../../../server/lottery/draws/sold-tickets.ts';
import { extendHistory } from '../../../server/lottery/draws/history.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import type { TestServer } from './server.ts';
import { gameVersion, singleBet } from './tickets.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';

/** Days over which orders are spread. */
const DAYS = 250;
/** Issues that the orders are on. */
const ISSUES = 5_000;
/** One order of each player is of the second game. */
const GAMES = ['jlffc', 'jsks'] as const;

export interface PlayerHistory {
  readonly userId: number;
  readonly orders: number;
  /** One on each so-many-th issue, the last on the last: 1 is twenty a day. */
  readonly every: number;
}

/**
 * Writes the past of all these players, in the order of time: what belongs to one of them lies among what belongs to the others. Balances after
 * each movement run from what they have, which is taken to be enough.
 */
export async function insertHistories({ context }: Pick<TestServer, 'context'>, pasts: readonly PlayerHistory[]): Promise<void> {
  const { database } = context;
  const versions = GAMES.map((code) => gameVersion({ context }, code));
  for (const version of versions) {
    await extendHistory(context, version, 1);
    await openIssues(context, version);
  }
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers, prizes)
     SELECT s.game, 'past' || n, d.at - 60000, d.at - 10000, d.at, 'settled', s.hash, s.commitment, s.seed, s.numbers, s.prizes
       FROM generate_series(1, ${ISSUES}) n,
            LATERAL (SELECT caipu_now_ms() - 3600000 - ((${ISSUES} - n) * ${DAYS * DAY_MS}::bigint) / ${ISSUES} AS at) d,
            (SELECT DISTINCT ON (game) * FROM issues WHERE game = ANY ($1::text[]) AND backfilled ORDER BY game, draws_at DESC) s`,
    [GAMES],
  );
  // What they have they were given before.
  await database.query(
    `ALTER TABLE movements DISABLE TRIGGER forbid_movement_change; UPDATE movements SET at = at - ${(DAYS + 1) * DAY_MS}; ALTER TABLE movements ENABLE TRIGGER forbid_movement_change`,
  );
  await database.query(
    `INSERT INTO tickets (user_id, id, game, issue, selection, hash, ticket, bets, amount, multiplier, placed_at, due_at, status, prize, settled_at)
     SELECT p.user_id, overlay(uuid_from(i.draws_at - 30000)::text PLACING substr(gen_random_uuid()::text, 15) FROM 15)::uuid, i.game, i.issue,
            decode(md5(n::text), 'hex'), i.hash, g.ticket, 1, 200, 1, i.draws_at - 30000, i.draws_at,
            CASE WHEN w.won THEN 'won' ELSE 'placed' END, CASE WHEN w.won THEN 2000 ELSE 0 END, CASE WHEN w.won THEN i.draws_at + 1000 END
       FROM unnest($1::bigint[], $2::int[], $5::int[]) AS p(user_id, orders, every), generate_series(1, p.orders) n
       JOIN unnest($3::text[], $4::jsonb[]) WITH ORDINALITY AS g(game, ticket, at) ON g.at = CASE n WHEN 3 THEN 2 ELSE 1 END,
            LATERAL (SELECT n % 20 = 0 AS won) w
       JOIN issues i ON true
      WHERE i.game = g.game AND i.issue = 'past' || (${ISSUES} - (p.orders - n) * p.every) ORDER BY i.draws_at`,
    [
      pasts.map(({ userId }) => userId),
      pasts.map(({ orders }) => orders),
      GAMES,
      versions.map((version) => JSON.stringify(toShortTicket(singleBet(version).ticket))),
      pasts.map(({ every }) => every),
    ],
  );
  await database.query(
    `WITH moves AS (
       SELECT user_id, id, placed_at AS at, 'stake' AS kind, 'bet' AS reason, 'wallet' AS debit, 'house:stakes' AS credit, amount, -amount AS change
         FROM tickets
       UNION ALL
       SELECT user_id, id, settled_at, 'prize', 'win', 'house:prizes', 'wallet', prize, prize FROM tickets WHERE status = 'won'),
     run AS (SELECT m.*, w.balance_fen + sum(change) OVER (PARTITION BY user_id ORDER BY at, change, id) AS after FROM moves m JOIN wallets w USING (user_id))
     INSERT INTO movements (user_id, kind, reason, debit, credit, amount, debit_after, credit_after, at, ref)
     SELECT user_id, kind, reason, debit, credit, amount, CASE WHEN debit = 'wallet' THEN after END, CASE WHEN credit = 'wallet' THEN after END, at, id
       FROM run ORDER BY at, change, id`,
  );
  await database.query(
    `UPDATE wallets w SET balance_fen = balance_fen + s.change
       FROM (SELECT user_id, sum(prize - amount) AS change FROM tickets GROUP BY 1) s WHERE s.user_id = w.user_id`,
  );
  await database.query('ANALYZE');
}
