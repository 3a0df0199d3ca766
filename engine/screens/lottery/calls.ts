/**
 * What the game blocks read of the answers to their calls (specification section 7); the paths are the Host's (`gameCalls`).
 * The engine does not import the protocol of the product; a product whose API differs maps it in its Host.
 * Instants are unix ms of the server's clock, amounts are fen.
 */
import type { Draw } from '../../descriptions/types.ts';
import type { ClockIssue } from '../../machines/draw-clock.ts';
import { LOST_STATUS, type Submission } from '../../machines/submission.ts';

/** Business statuses that the slip answers in its own words. */
export const REFUSED = {
  notLoggedIn: 2,
  issueClosed: 4,
  insufficientFunds: 5,
  overCap: 6,
  descriptionChanged: 12,
} as const;

/** Refusals that a slip answers with a next step; any other stands on it in the server's words. */
export function hasWayOn(status: number): boolean {
  const { notLoggedIn, issueClosed, descriptionChanged, insufficientFunds } = REFUSED;
  return [notLoggedIn, issueClosed, descriptionChanged, insufficientFunds, LOST_STATUS].includes(status);
}

/** Whether a submission carries a slip, which is empty once it is accepted. One that is asked about once more (unread.ts) carries none. */
export const carriesSlip = (submission: Submission | null): boolean => Object.keys(submission?.params ?? {}).length > 0;

export interface OnSale extends ClockIssue {
  readonly commit: string;
}

export interface Result {
  readonly gameCode: string;
  readonly issue: string;
  readonly numbers: Draw['numbers'];
  /** What is said of it beside its numbers. */
  readonly facts?: readonly string[];
  readonly drawsAt: number;
  readonly hash: string;
  readonly proof: { readonly commit: string; readonly seed: string };
  /** demo: a demonstration draw; imported: a past draw from elsewhere; cancelled: not played. Left out: drawn where the game is sold. */
  readonly origin?: 'demo' | 'imported' | 'cancelled';
}

export interface Page {
  readonly gameCode: string;
  readonly hash: string;
  readonly current: OnSale | null;
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
export interface Placed {
  /** Of a chase: the order of its first issue. */
  readonly orderId: string;
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
