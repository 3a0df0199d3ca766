/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { Accounts } from './accounts.ts';
import type { AccountHooks } from './hooks.ts';
import type { Sessions } from './sessions.ts';
import type { PresenceQueue } from './presence-upkeep.ts';
import type { Publication } from '../catalog/index.ts';
import type { CompanyName, OrderKinds } from '../ledger/index.ts';
import type { RateLimiter, Database, GameClock, Messages, EncryptionAtRest } from '../platform/index.ts';

export interface AccountServices {
  readonly database: Database;
  readonly clock: GameClock;
  readonly publication: Publication;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  /** Whether a request may be made at all. */
  readonly rateLimiter: RateLimiter;
  /** Encrypts what the database must not hold in clear. */
  readonly encryption: EncryptionAtRest;
  /** Text messages and e-mail to players. */
  readonly messages: Messages;
  /** Said to players while the server is under maintenance; '' while it works. */
  readonly maintenance: string;
  readonly companyName: CompanyName;
  readonly orderKinds: OrderKinds;
  /** Players who are here, and for whom what was counted is to be written. */
  readonly upkeep: PresenceQueue;
  /** What the modules above do when something happens to an account. */
  readonly hooks: AccountHooks;
}
