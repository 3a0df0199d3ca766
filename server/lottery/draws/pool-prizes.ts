/** The conditions of the pool (`poolPrizes` of a description) in force for an issue: the pool after the issue before decides. */
import { poolPrizesInForce } from '../../../engine/descriptions/pool-prizes.ts';
import type { Game } from '../../../engine/descriptions/types.ts';
import type { Querying } from '../../platform/index.ts';

type PoolGame = Pick<Game, 'code' | 'poolFen' | 'poolSeedFen' | 'poolPrizes'>;

/** `before`: of the issue before; null for the first one, whose pool is the described beginning. `restFen`: the unpromised pool after it. */
function inForce({ poolFen, poolSeedFen = poolFen, poolPrizes }: PoolGame, before: readonly string[] | null, restFen: number): string[] {
  return poolPrizesInForce(poolPrizes, before ?? [], Math.max(poolFen, before === null ? poolSeedFen : restFen));
}

/** Ids for an issue whose pool has just been opened (`open_pool`), stored with it. */
export async function storePoolPrizes(client: Querying, game: PoolGame, issue: string): Promise<readonly string[]> {
  if (game.poolPrizes === undefined) return [];
  const { rows } = await client.query<{ carried: number; before: string[] | null }>(
    `SELECT carried, (SELECT in_force FROM issue_pools WHERE game = $1 AND issue <> $2 ORDER BY at DESC, issue DESC LIMIT 1) AS before
       FROM issue_pools WHERE game = $1 AND issue = $2`,
    [game.code, issue],
  );
  const { carried = 0, before = null } = rows[0] ?? {};
  const ids = inForce(game, before, carried);
  await client.query('UPDATE issue_pools SET in_force = $3::text[] WHERE game = $1 AND issue = $2', [game.code, issue, ids]);
  return ids;
}

/** Ids for the next issue, by the pool as it is now. They are final when the issue before has its prizes. */
export async function currentPoolPrizes(database: Pick<Querying, 'query'>, game: PoolGame): Promise<readonly string[]> {
  if (game.poolPrizes === undefined) return [];
  const { rows } = await database.query<{ rest: number; before: string[] | null }>(
    `SELECT unpromised_pool($1) AS rest, (SELECT in_force FROM issue_pools WHERE game = $1 ORDER BY at DESC, issue DESC LIMIT 1) AS before`,
    [game.code],
    'pool-prizes-now',
  );
  const { rest = 0, before = null } = rows[0] ?? {};
  return inForce(game, before, rest);
}
