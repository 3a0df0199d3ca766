import { inOrder } from './statements.ts';

/**
 * Limits of issues (限额): what was taken of each, which orders took it, and what was given back and not yet subtracted. A game without
 * limits has no row here.
 */
export const issueLimits = inOrder([
  // key: of engine/rules/limits.ts. user_id: whose stake; 0: what may have to be paid, over all players.
  `CREATE TABLE limit_uses (
     game text NOT NULL, issue text NOT NULL, key text NOT NULL, user_id bigint NOT NULL,
     used_fen bigint NOT NULL DEFAULT 0 CHECK (used_fen >= 0),
     PRIMARY KEY (game, issue, user_id, key))`,
  // user_id and order_id: of the ticket (0 and its own id for a group order). takes: [{key, user_id, fen}].
  `CREATE TABLE limit_takes (
     game text NOT NULL, issue text NOT NULL, user_id bigint NOT NULL, order_id uuid NOT NULL, takes jsonb NOT NULL,
     PRIMARY KEY (game, issue, user_id, order_id))`,
  `CREATE TABLE limit_returns (
     game text NOT NULL, issue text NOT NULL, key text NOT NULL, user_id bigint NOT NULL, fen bigint NOT NULL CHECK (fen > 0))`,
  'CREATE INDEX limit_returns_of ON limit_returns (game, issue, user_id, key)',
]);
