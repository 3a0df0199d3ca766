/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { AccountServices } from '../accounts/index.ts';
import type { LedgerServices } from '../ledger/index.ts';
import type { CompanyTransfers } from './providers/companies/transfer-service.ts';
import type { OutsideOptions } from './providers/providers.ts';
import type { RechargeService } from './recharges/recharge-service.ts';
import type { Alarms } from '../platform/index.ts';

export interface PaymentServices extends LedgerServices, AccountServices {
  readonly recharge: RechargeService;
  readonly outside: OutsideOptions;
  /** Companies of games that keep money of players, and what is on its way to them. */
  readonly companies: CompanyTransfers;
  /** For what an operator must look at. */
  readonly alarms: Alarms;
}
