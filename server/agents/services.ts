/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { LoyaltyServices } from '../loyalty/index.ts';

export type AgentServices = LoyaltyServices;
