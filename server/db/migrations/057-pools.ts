import { inOrder } from './statements.ts';

/**
 * Pools (奖池) of games with floating prizes: what each holds, kept beside its movements, and what was done with it for each issue. A game has no
 * row before its first issue is settled under this version; what was settled before was paid by the house and stays so.
 */
export const pools = inOrder([
  // balance: the sum of the movements of the account pool:<game>.
  'CREATE TABLE pools (game text PRIMARY KEY, balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0))',
  // All amounts fen. carried: what the issues before left; stakes: on plays with floating prizes, of which permille were fed; added: by the house.
  // promised: what the winners get out of it, paid: what of that was paid. shares: fen of a winning bet by "play/tier".
  `CREATE TABLE issue_pools (
     game text NOT NULL, issue text NOT NULL, at bigint NOT NULL, permille int NOT NULL CHECK (permille BETWEEN 0 AND 1000),
     stakes bigint NOT NULL CHECK (stakes >= 0), carried bigint NOT NULL, fed bigint NOT NULL CHECK (fed >= 0), added bigint NOT NULL CHECK (added >= 0),
     promised bigint NOT NULL DEFAULT 0 CHECK (promised >= 0), paid bigint NOT NULL DEFAULT 0 CHECK (paid BETWEEN 0 AND promised),
     shares jsonb NOT NULL DEFAULT '{}',
     PRIMARY KEY (game, issue))`,
  'CREATE INDEX issue_pools_owing ON issue_pools (game) WHERE paid <> promised',
  // Orders that were given back after their stake had been fed: the pool gives its part back.
  'CREATE TABLE pool_returns (user_id bigint NOT NULL, order_id uuid NOT NULL, game text NOT NULL, issue text NOT NULL, PRIMARY KEY (user_id, order_id))',
]);
