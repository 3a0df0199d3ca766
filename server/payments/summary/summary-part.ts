/** What a part of the product adds to /api/fund/Summary. Each is one entry of registry.ts. */
import type { FundSummaryModels } from '../../../protocol/calls.ts';
import type { PaymentServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';

export type SummaryFigures = Partial<Pick<FundSummaryModels, 'outside' | 'withdraw' | 'heldFen'>> & {
  /** Steps of the security list that this part knows of. */
  readonly steps?: Partial<FundSummaryModels['steps']>;
};

/** Reads its figures of a player. `client` may be a transaction's; no other company is called while it is open. */
export type SummaryPart = (context: PaymentServices, client: Querying, userId: number) => Promise<SummaryFigures>;
