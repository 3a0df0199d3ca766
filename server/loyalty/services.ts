/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { LotteryServices } from '../lottery/index.ts';
import type { Tally } from '../platform/index.ts';
import type { PaymentServices } from '../payments/index.ts';

export interface LoyaltyServices extends PaymentServices, LotteryServices {
  /** How often promotion links are looked at. */
  readonly visits: Tally;
}
