/** A bet that its player releases (发单) for others to copy: the module of copy betting fills this in when the server starts. */
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import type { SportBetFields } from '../../../protocol/calls.ts';
import type { Envelope } from '../../../protocol/status.ts';
import type { SportVersion } from '../versions.ts';

export interface ReleaseRequest {
  readonly id: string;
  readonly commissionBp: number;
  readonly security: number;
  readonly text: string;
  readonly leastFen: number | undefined;
}

export type ReleaseFields = Pick<SportBetFields, 'release' | 'commission' | 'security' | 'text' | 'minFollowFen'>;

/** A bet as it is sold; amounts in fen, `maxFen` null where no highest prize is known. */
export interface ReleasedBet {
  readonly version: SportVersion;
  readonly ticket: SportTicket;
  readonly amountFen: number;
  readonly maxFen: number | null;
}

export interface Releases {
  /** The wish in the fields of a bet; undefined when the bet is not to be released, an envelope when it cannot be. */
  read(fields: ReleaseFields, userId: number): Promise<ReleaseRequest | undefined | Envelope<null>>;
  /** What the database needs to release the bet (add_release); an envelope when this bet cannot be released. */
  of(wish: ReleaseRequest, bet: ReleasedBet): Readonly<Record<string, unknown>> | Envelope<null>;
}
