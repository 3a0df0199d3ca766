/** What happens to an account and concerns modules above this one. They fill these in when the server starts. */
import type { Querying } from '../platform/index.ts';

export interface Invited {
  readonly invitee: number;
  /** The code that the new player registered with. */
  readonly code: string;
  /** Hash of the installation that registers; undefined when it sends no id. */
  readonly device: string | undefined;
}

export interface AccountHooks {
  /** In the transaction of a registration with an invitation code. */
  invited(client: Querying, invited: Invited): Promise<void>;
  /** In the transaction of a self-exclusion: standing rules that stake by themselves end. `why` is shown to the player. */
  excluded(client: Querying, userId: number, why: string): Promise<void>;
  /** What is written now and then while a player is here (upkeep.ts), one after the other. */
  readonly upkeep: readonly ((userId: number) => Promise<void>)[];
  /** Hours without withdrawals after the fund password was changed or the login password was reset. */
  restHours(client: Querying): Promise<number>;
}
