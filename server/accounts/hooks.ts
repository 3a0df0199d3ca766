/** What happens to an account and concerns modules above this one. They fill these in when the server starts. */
import type { Querying } from '../platform/index.ts';

export interface Invitation {
  readonly invitee: number;
  /** The code that the new player registered with. */
  readonly code: string;
  /** Hash of the installation that registers; undefined when it sends no id. */
  readonly device: string | undefined;
}

export interface AccountHooks {
  /** In the transaction of a registration with an invitation code. */
  onInvited(client: Querying, invited: Invitation): Promise<void>;
  /** In the transaction of a self-exclusion: standing rules that stake by themselves end. `why` is shown to the player. */
  onSelfExclusion(client: Querying, userId: number, why: string): Promise<void>;
  /** What is written now and then while a player is here (presence-upkeep.ts), one after the other. */
  readonly upkeep: readonly ((userId: number) => Promise<void>)[];
  /** Hours without withdrawals after the fund password was changed or the login password was reset. */
  withdrawalRestHours(client: Querying): Promise<number>;
}
