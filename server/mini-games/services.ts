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
  /** Deals offers and opens rounds of small games, also where a GET asks for one (small/offers.ts). */
  readonly deals: Database;
  /** Plays of small games, and entries of quizzes. */
  readonly plays: IdempotencyBatcher;
  readonly entries: IdempotencyBatcher;
  /** Posts the points that a player has earned up to now. The caller's transaction holds the player's lock. */
  readonly postPoints: (client: Querying, userId: number) => Promise<unknown>;
}
