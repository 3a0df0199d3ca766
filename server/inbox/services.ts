/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { Push } from './push/push.ts';
import type { SocialServices } from '../social/index.ts';

export interface InboxServices extends SocialServices {
  /** Messages on phones while the app is closed. */
  readonly push: Push;
}
