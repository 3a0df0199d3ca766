/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { SportServices } from '../sports/index.ts';

export type SocialServices = SportServices;
