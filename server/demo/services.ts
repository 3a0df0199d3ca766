/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { AgentServices } from '../agents/index.ts';
import type { Sports } from '../sports/index.ts';

export interface DemoServices extends AgentServices {
  /** Games on matches, outrights and leagues. */
  readonly sports: Sports;
  /** Signing key of a brand code, from the brand's description. */
  readonly signingKey: (brand: string) => string | undefined;
}
