/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { PasswordHashingQueue } from '../accounts/index.ts';
import type { AgentServices } from '../agents/index.ts';
import type { ContentServices } from '../content/index.ts';
import type { MiniGameServices } from '../mini-games/index.ts';
import type { SocialServices } from '../social/index.ts';

export interface AdminServices extends MiniGameServices, SocialServices, ContentServices, AgentServices {
  /** The line in which passwords are hashed. */
  readonly hashing: PasswordHashingQueue;
}
