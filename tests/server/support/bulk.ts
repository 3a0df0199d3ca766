/** Tickets sold by hand, with their ledger, where selling is not what is tested. */
import type { Querying } from '../../../server/platform/database/database.ts';

export interface BulkIssue {
  readonly issue: string;
  readonly hash: string;
  readonly draws_at: number | string;
}

/**
 * Sells `tickets` of 前三直选 on an issue of jlffc to `users` new players. 万位 takes every `step`-th digit from the ticket's number on, the
 * others all: with 1 each of them wins whatever is drawn, with 2 every second of the ten selections does.
 */
export async function insertTickets(
  database: Querying,
  to: BulkIssue,
  { tickets, users, step }: { tickets: number; users: number; step: 1 | 2 },
) {
  const prefix = `bulk${Math.random().toString(36).slice(2, 10)}`;
  const FUNDS = 1_000_000_000;
  const { rows } = await database.query<{ now: number | string }>('SELECT caipu_now_ms() AS now');
  const placed = rows[0]?.now;
  const digits = 10 / step;
  await database.query(`SELECT register_user($1 || n, $1 || n, 'x', ${FUNDS}) FROM generate_series(1, ${users}) n`, [prefix]);
  await database.query(
    `INSERT INTO tickets (user_id, id, game, issue, selection, hash, ticket, bets, amount, multiplier, placed_at, due_at)
     SELECT u.id, gen_random_uuid(), 'jlffc', $1, '\\x00'::bytea || decode(md5($2 || t.n % 10), 'hex'), $2,
            short_ticket(jsonb_build_object('game', 'jlffc', 'lines', jsonb_build_array(jsonb_build_object('play', 'Q3_ZX', 'picks', jsonb_build_object(
              'wan', (SELECT jsonb_agg((t.n + ${step} * d) % 10 ORDER BY d) FROM generate_series(0, ${digits - 1}) d),
              'qian', '[0,1,2,3,4,5,6,7,8,9]'::jsonb, 'bai', '[0,1,2,3,4,5,6,7,8,9]'::jsonb))))),
            ${digits * 100}, ${digits * 20_000}, 1, $3, $4
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS at FROM users WHERE starts_with(name, $5)) u
       JOIN generate_series(0, ${tickets} - 1) t(n) ON t.n % ${users} = u.at - 1`,
    [to.issue, to.hash, placed, to.draws_at, prefix],
  );
  await database.query(
    `WITH moved AS (
       SELECT o.user_id, o.id, o.amount, ${FUNDS} - sum(o.amount) OVER (PARTITION BY o.user_id ORDER BY o.id) AS balance
         FROM orders o JOIN users u ON u.id = o.user_id WHERE starts_with(u.name, $2))
     INSERT INTO movements (user_id, kind, reason, debit, credit, amount, debit_after, at, ref)
     SELECT user_id, 'stake', 'bet', 'wallet', 'house:stakes', amount, balance, $1, id FROM moved ORDER BY user_id, id`,
    [placed, prefix],
  );
  await database.query(
    `UPDATE wallets w SET balance_fen = balance_fen - (SELECT coalesce(sum(amount), 0) FROM orders t WHERE t.user_id = w.user_id)
       FROM users u WHERE u.id = w.user_id AND starts_with(u.name, $1)`,
    [prefix],
  );
}
