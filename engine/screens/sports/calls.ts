/**
 * What the blocks of sports games read of the answers to their calls; the paths are the Host's (`sportCalls`). The engine does not import
 * the protocol of the product. Instants are unix ms of the server's clock, odds and numbers decimal texts.
 */
import type { CrestParts } from '../kit/crest.tsx';
import type { SportGame } from '../../descriptions/sports/types.ts';
import type { OfferState, PickedOdds } from '../../machines/picked-matches.ts';

/** Paths of the calls that blocks of sports games make. */
export interface SportCalls {
  /** Matches on sale with the odds of the row. */
  readonly page: string;
  /** Odds of all plays of some matches. */
  readonly options: string;
  /** Places a ticket. */
  readonly bet: string;
  /** Places a ticket whose single bets are each played so often (奖金优化). */
  readonly optimised: string;
  /** Offers a ticket to other players as a group order (合买); left out where there is none. */
  readonly groupBuy?: string;
}

export interface LoadedSport {
  readonly hash: string;
  readonly sport: SportGame;
}

declare module '../core/contract.ts' {
  interface Host {
    /** A sports game with its table of passes; present where there are such games. */
    loadSport?(code: string, hash?: string): Promise<LoadedSport>;
    readonly sportCalls?: SportCalls;
  }
}

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly rank?: number;
  /** How its crest is drawn; chosen by its code when left out. */
  readonly crest?: CrestParts;
}

export interface League {
  readonly code: string;
  readonly name: string;
  readonly short: string;
  readonly tone: string;
  readonly five?: true;
}

/** A match as one game sells it. */
export interface Offer {
  readonly id: string;
  readonly code: string;
  /** Sale day, yyyy-MM-dd. */
  readonly day: string;
  readonly league: string;
  readonly home: Team;
  readonly away: Team;
  readonly startsAt: number;
  readonly singleStopsAt: number;
  readonly passStopsAt: number;
  readonly state: OfferState;
  readonly reason?: string;
  readonly numbers: Readonly<Record<string, string>>;
  readonly singles: readonly string[];
  readonly closed: readonly string[];
  /** Of the plays of the row; OptionData brings those of the others. */
  readonly odds: PickedOdds;
  readonly measures?: Readonly<Record<string, readonly [number, number]>>;
  readonly version: number;
}

export interface SportIssue {
  readonly issue: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly state: 'coming' | 'selling' | 'closed' | 'settled' | 'cancelled';
}

export interface OfferPage {
  readonly game: string;
  readonly hash: string;
  readonly version: number;
  /** false: only what changed after `since`. */
  readonly full: boolean;
  readonly demo: boolean;
  readonly issue?: string;
  readonly issues?: readonly SportIssue[];
  readonly pool?: { readonly poolFen: number; readonly carriedFen: number };
  readonly leagues: readonly League[];
  readonly matches: readonly Offer[];
  readonly removed: readonly string[];
  readonly notices: readonly string[];
}

/** For subscribers of the topic `offers:<game>`; a client that is older than `from` loads by `since`. */
export interface OffersEvent {
  readonly game: string;
  readonly from: number;
  readonly version: number;
  readonly matches: readonly Offer[];
  readonly removed: readonly string[];
}

export interface OptionData {
  readonly game: string;
  readonly version: number;
  readonly matches: readonly { readonly id: string; readonly version: number; readonly odds: PickedOdds }[];
}
