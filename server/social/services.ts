/** The services of this module. server/make-services.ts makes them. */
import type { SportServices } from '../sports/index.ts';

export type SocialServices = SportServices;
