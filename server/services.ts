/** All services of a process. server/make-services.ts makes them once, and each module names those that it works with. */
import type { EarlyRefusals, AccountConcurrency, PublicationState } from './platform/index.ts';
import type { InboxServices } from './inbox/index.ts';
import type { AdminServices } from './admin/index.ts';
import type { DemoServices } from './demo/index.ts';

export interface Services extends InboxServices, AdminServices, DemoServices {
  readonly publicationState: PublicationState;
  /** What one account may take of this process at once. */
  readonly accountConcurrency: AccountConcurrency;
  /** Accounts that go on asking for what they were refused. */
  readonly earlyRefusals: EarlyRefusals;
  /** Spends a nonce of a player (0: nobody's); false when it was seen before. */
  readonly useNonce: (userId: number, nonce: string) => Promise<boolean>;
}
