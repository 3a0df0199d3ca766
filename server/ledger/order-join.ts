import { orderNoSql } from '../platform/index.ts';

/**
 * SQL: the order `o` that a row belongs to, all NULL where there is none. `user` and `id` are columns of the row, or parameters.
 *
 * LIMIT keeps the planner from making a plain join of it. In an outer join on `o.user_id = f.user_id`, with `f.user_id = $1` beside it, it counts
 * both conditions on the player, takes him for somebody with next to no orders, and may read them all for each row to find one by its id.
 */
export const orderJoinSql = (user: string, id: string): string =>
  `LEFT JOIN LATERAL (SELECT x.kind, x.game, x.issue, x.parent, ${orderNoSql('x')} AS order_no FROM orders x WHERE x.user_id = ${user} AND x.id = ${id} LIMIT 1) o ON true`;
