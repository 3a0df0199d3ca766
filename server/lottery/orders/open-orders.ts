/** What a player waits for, in one line: how many orders, how much is staked on them, and what is drawn next. */
import type { OpenOrdersModels } from '../../../protocol/calls.ts';
import type { Database } from '../../platform/index.ts';
import type { GameName } from '../../catalog/index.ts';
import type { OrderKinds } from '../../ledger/index.ts';

interface Row {
  readonly count: number;
  readonly stake: number;
  readonly game: string | null;
  readonly issue: string | null;
  readonly due: number | null;
}

/**
 * One statement, found by (user_id, due_at) from the oldest draw that is not settled: what waits and no more. An order of several parts
 * counts once; its stake is that of the parts that still wait.
 */
export async function openOrders(
  { database, gameName, orderKinds }: { readonly database: Database; readonly gameName: GameName; readonly orderKinds: OrderKinds },
  userId: number,
): Promise<OpenOrdersModels> {
  const counted = [...orderKinds.values()].filter(({ listed }) => listed).map(({ kind }) => kind);
  const { rows } = await database.query<Row>(
    `SELECT count(DISTINCT coalesce(o.parent, o.id))::int AS count, coalesce(sum(o.amount), 0)::bigint AS stake,
            (array_agg(o.game ORDER BY o.due_at, o.id))[1] AS game, (array_agg(o.issue ORDER BY o.due_at, o.id))[1] AS issue,
            min(o.due_at) AS due
       FROM orders o
      WHERE o.user_id = $1 AND o.unit = 'fen' AND o.kind = ANY($2::text[]) AND (o.status = 'held' OR o.status = 'placed'
        AND o.due_at >= (SELECT coalesce(min(draws_at), ${Number.MAX_SAFE_INTEGER}) FROM issues WHERE state IN ('open', 'frozen', 'drawn'))
        AND (SELECT i.state FROM issues i WHERE i.game = o.game AND i.issue = o.issue) IS DISTINCT FROM 'settled')`,
    [userId, counted],
    'open-orders',
  );
  const { count = 0, stake = 0, game = null, issue = null, due = null } = rows[0] ?? {};
  if (game === null || issue === null || due === null) return { count, stakeFen: stake, next: null };
  return {
    count,
    stakeFen: stake,
    next: { gameCode: game, gameName: gameName(game), issue, drawsAt: due },
  };
}
