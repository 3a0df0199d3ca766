/** The services that the functions of this module work with. server/make-services.ts makes them. */
import type { Publication } from '../catalog/index.ts';
import type { CompanyName } from './detail.ts';
import type { OrderKinds } from './order-kinds.ts';
import type { MovementLabels } from './movement-labels.ts';
import type { Database, GameClock } from '../platform/index.ts';

export interface LedgerServices {
  readonly database: Database;
  readonly clock: GameClock;
  readonly publication: Publication;
  readonly companyName: CompanyName;
  readonly orderKinds: OrderKinds;
  readonly movementLabels: MovementLabels;
}
