/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { Push } from './push/push.ts';
import type { SocialServices } from '../social/index.ts';

export interface InboxServices extends SocialServices {
  /** Sends push messages to phones, also while the app is closed. */
  readonly push: Push;
}
