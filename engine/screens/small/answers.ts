/** What the calls of small games answer, as far as the blocks read it. */
import type { SmallBet } from '../../small/types.ts';

export interface Offer {
  readonly play: string;
  readonly commit: string;
  readonly posts: readonly number[] | null;
  readonly expiresAt: number;
}

export interface Odds {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  readonly pays: string;
  readonly chance: string;
  readonly fraction: string;
  readonly returns: string;
  readonly exact: string;
}

export interface PlayCheck {
  /** Why no play is taken now; '' when one is. */
  readonly reason: string;
  readonly gameCode: string;
  readonly name: string;
  readonly hash: string;
  readonly minFen: number;
  readonly maxFen: number;
  readonly roundFen: number;
  readonly stepFen: number;
  readonly quickFen: readonly number[];
  readonly postTimes: number;
  readonly balanceFen: number;
  readonly shared: boolean;
  readonly offer: Offer;
  readonly drawsAt: number | null;
  readonly mineFen: number;
  /** What lies in this round, by bet; left out or empty where there are no rounds. */
  readonly mine?: readonly SmallBet[];
  /** What the player had in the round that `last` begins with. */
  readonly before?: {
    readonly bets: readonly (SmallBet & { readonly prizeFen: number })[];
    readonly stakeFen: number;
    readonly prizeFen: number;
  } | null;
  readonly odds: readonly Odds[];
  readonly last: readonly { readonly round: string; readonly dice: readonly number[]; readonly text: string }[];
}

export interface Proof {
  readonly commit: string;
  readonly seed: string;
  readonly phoneSeed: string;
  readonly name: string;
  readonly hash: string;
}

export interface Played {
  readonly playId: string;
  readonly gameCode: string;
  readonly status: 'placed' | 'won' | 'lost';
  readonly bets: readonly (SmallBet & { readonly prizeFen: number })[];
  readonly stakeFen: number;
  readonly costFen: number;
  readonly prizeFen: number;
  readonly outcome: Partial<{ posts: readonly number[]; card: number; stops: readonly number[]; dice: readonly number[] }>;
  readonly result: string;
  readonly book: readonly { readonly at: number; readonly do: string; readonly index: number }[];
  readonly proof: Proof | null;
  readonly next: Offer | null;
  readonly balanceFen: number;
}
