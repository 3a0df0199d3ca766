/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { ScratchPools } from './scratch/pools.ts';
import type { SmallGames } from './small/games.ts';
import type { Database, IdempotencyBatcher, Querying } from '../platform/index.ts';
import type { SportServices } from '../sports/index.ts';

export interface MiniGameServices extends SportServices {
  /** Pools of scratch cards. */
  readonly scratch: ScratchPools;
  /** Small games beside the draws. */
  readonly smalls: SmallGames;
  /** The database that writes offers and rounds of small games. A GET uses it too, if there is no current offer or round (small/offers.ts). */
  readonly deals: Database;
  /** Sends plays of small games to the database. */
  readonly plays: IdempotencyBatcher;
  /** Sends entries of quizzes to the database. */
  readonly entries: IdempotencyBatcher;
  /** Posts the points that a player has earned up to now. The caller holds the player's lock in its transaction. */
  readonly postPoints: (client: Querying, userId: number) => Promise<unknown>;
}
