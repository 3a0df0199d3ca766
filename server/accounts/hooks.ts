/** Events of an account that modules above this one handle. The server sets the handlers when it starts. */
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
  /** Functions that store derived data of a player, such as turnover. presence-upkeep.ts calls them in turn, about every ten minutes of activity. */
  readonly upkeep: readonly ((userId: number) => Promise<void>)[];
  /** Hours without withdrawals after the fund password was changed or the login password was reset. */
  withdrawalRestHours(client: Querying): Promise<number>;
}
