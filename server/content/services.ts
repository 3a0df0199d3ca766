/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { Tally } from '../platform/index.ts';
import type { PaymentServices } from '../payments/index.ts';
import type { SportServices } from '../sports/index.ts';

export interface ContentServices extends PaymentServices, SportServices {
  /** How often articles are opened. */
  readonly articleReads: Tally;
}
