/** What may stand on the other side of /api/fund/in and /api/fund/out. Each kind of target is one file of this folder and one line of registry.ts. */
import type { FundMove, FundMoveModels } from '../../../protocol/calls.ts';
import type { Envelope } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import type { FieldsOf } from '../../../protocol/calls/define.ts';
import type { fundIn } from '../../../protocol/calls/fund-move.ts';

/** What the player asked for. `amountFen` is there: without it the call lists. */
export interface MoveRequest {
  readonly userId: number;
  /** The key of the request, and so its id for an outside company. */
  readonly key: string;
  readonly target: string;
  readonly amountFen: number;
  readonly fields: FieldsOf<typeof fundIn>;
  /** For the cashier's address: where the request came from, the installation and the brand, and where the connection came to. */
  readonly address: string;
  readonly device: string;
  readonly brand: string;
  readonly localAddress: string | undefined;
}

export interface MovesQuery {
  readonly direction?: 'in' | 'out' | undefined;
  /** A target or its kind; undefined: all of this kind. */
  readonly target?: string | undefined;
  readonly state?: string | undefined;
  /** Only what began before this instant (unix ms), and of the same instant what has a smaller id. */
  readonly before?: { readonly at: number; readonly id: string } | undefined;
  readonly size: number;
}

export type MoveAnswer = Envelope<FundMoveModels | null>;

export interface FundTarget {
  /** True for the targets of this kind; `kind` alone (card, cashier …) is also asked, for lists. */
  matches(target: string, context: PaymentServices): boolean;
  /**
   * Moves money into the main wallet, or begins to. In the idempotent transaction, under the player's lock: `client` and nothing else. An
   * answer that is not ok takes back what it wrote. Left out: there is no way in from here.
   */
  readonly in?: (context: PaymentServices, client: Querying, request: MoveRequest) => Promise<MoveAnswer>;
  /** The same out of the main wallet. */
  readonly out?: (context: PaymentServices, client: Querying, request: MoveRequest) => Promise<MoveAnswer>;
  /** What happens after the transaction, with nothing locked: calling an outside company. The player gets its answer. */
  readonly after?: (context: PaymentServices, request: MoveRequest, answer: FundMoveModels) => Promise<FundMoveModels>;
  /** A player's movements of this kind, newest first (by `at`, then `id`, both descending). */
  list(context: PaymentServices, client: Querying, userId: number, query: MovesQuery): Promise<FundMove[]>;
}
