/**
 * What the game blocks read of the answers to their calls (specification section 7); the paths are the Host's (`gameCalls`).
 * The engine does not import the protocol of the product; a product whose API differs maps it in its Host.
 * Instants are unix ms of the server's clock, amounts are fen.
 */
import type { Draw } from '../../descriptions/types.ts';
import type { ClockIssue } from '../../machines/draw-clock.ts';

/** Paths of the calls that the game blocks make. */
export interface GameCalls {
  /** The issue on sale, the last draws and the omission figures. */
  readonly page: string;
  /** Places a ticket. */
  readonly bet: string;
  /** Issues that a chase (追号) may reach. */
  readonly chase: string;
  /** Offers a ticket to other players as a group order (合买); left out where there is none. */
  readonly groupBuy?: string;
  /** Coupons (红包) of the player that fit a game (`gameCode`), the best first; left out where there are none. */
  readonly coupons?: string;
  /** What of the limits (限额) of a game's issues is taken (`gameCode`, `issues`); left out where games have none. */
  readonly limits?: string;
  /** Past draws as bare numbers, the newest first (`size` of them, `only=numbers`); left out where there are none but those of the page. */
  readonly draws?: string;
  /** An order with the ticket that it was, by its `orderId`; left out where orders cannot be played again. */
  readonly orderLines?: string;
  /** Most characters of a ticket as JSON that one request carries, of one issue and in a chase; no bound when left out. */
  readonly ticketText?: { readonly single: number; readonly chase: number };
}

declare module '../core/contract.ts' {
  interface Host {
    readonly gameCalls: GameCalls;
  }
}

export interface IssueWithCommit extends ClockIssue {
  readonly commit: string;
}

export interface Result {
  readonly gameCode: string;
  readonly issue: string;
  readonly numbers: Draw['numbers'];
  /** Facts beside its numbers. */
  readonly facts?: readonly string[];
  readonly drawsAt: number;
  readonly hash: string;
  readonly proof: { readonly commit: string; readonly seed: string };
  /** demo: a demonstration draw; imported: a past draw from elsewhere; cancelled: not played. Left out: drawn where the game is sold. */
  readonly origin?: 'demo' | 'imported' | 'cancelled';
}

export interface GamePage {
  readonly gameCode: string;
  readonly hash: string;
  readonly current: IssueWithCommit | null;
  readonly latest: readonly Result[];
  readonly omission: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Issues that a chase (追号) may reach, the one on sale first. */
export interface ChaseIssues {
  readonly items: readonly ClockIssue[];
}

/** What is taken of the limits (限额) of issues; keys are those of rules/limits.ts. */
export interface LimitsUsed {
  readonly used: readonly { readonly issue: string; readonly key: string; readonly own: boolean; readonly usedFen: number }[];
}

/** Answer to an accepted bet. */
export interface PlacedOrder {
  /** Id of the order. For a chase: of the order of its first issue. */
  readonly orderId: string;
  /** The order number. For a chase: that of the chase. */
  readonly orderNo?: string;
  readonly chaseId?: string;
  /** Issues of a chase. */
  readonly issues?: number;
  readonly gameCode: string;
  readonly issue: string;
  readonly bets: number;
  readonly amountFen: number;
  readonly balanceFen: number;
  readonly drawsAt: number;
  /** What a coupon (红包) paid of it. */
  readonly couponFen?: number;
}
