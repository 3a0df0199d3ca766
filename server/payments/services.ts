/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { AccountServices } from '../accounts/index.ts';
import type { LedgerServices } from '../ledger/index.ts';
import type { CompanyDesk } from './providers/companies/desk.ts';
import type { OutsideOptions } from './providers/providers.ts';
import type { RechargeDesk } from './recharges/desk.ts';
import type { Alarms } from '../platform/index.ts';

export interface PaymentServices extends LedgerServices, AccountServices {
  readonly recharge: RechargeDesk;
  readonly outside: OutsideOptions;
  /** Companies of games that keep money of players, and what is on its way to them. */
  readonly companies: CompanyDesk;
  /** For what an operator must look at. */
  readonly alarms: Alarms;
}
