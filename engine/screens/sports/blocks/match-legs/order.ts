/** What the block reads of an order, and what it works out of it. */
import type { PickedOdds } from '../../../../machines/picked-matches.ts';

export interface OrderPick {
  readonly play: string;
  readonly playName: string;
  /** The handicap or line that it was sold with. */
  readonly number?: string;
  readonly choice: string;
  readonly name: string;
  readonly odds: string;
  readonly hit?: boolean;
  /** The match has its result, and not what this play goes by. */
  readonly void?: boolean;
}

export type Pair = readonly [number, number];

export interface OrderLeg {
  readonly match: string;
  readonly code: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly startsAt: number;
  readonly state: string;
  readonly numbers: Readonly<Record<string, string>>;
  readonly banker?: boolean;
  readonly measures?: Readonly<Record<string, Pair>>;
  readonly void?: boolean;
  /** What of it is void, and what that counts as, in words. */
  readonly voidText?: string;
  readonly picks: readonly OrderPick[];
}

export interface SportOrder {
  readonly gameCode: string;
  readonly hash: string;
  readonly status: string;
  readonly multiplier: number;
  /** Left out of a plan that others only look at. */
  readonly passes?: readonly { readonly code: string; readonly name: string }[];
  readonly awayFirst?: boolean;
  /** A pool pays, by how much is right; what is void is right. */
  readonly pool?: boolean;
  readonly legs: readonly OrderLeg[];
  readonly wonLegs: number;
  readonly ticket?: {
    readonly matches: readonly {
      readonly match: string;
      readonly banker?: boolean;
      readonly picks: PickedOdds | Readonly<Record<string, readonly string[]>>;
    }[];
    readonly passes: readonly string[];
  };
  readonly units?: { readonly times: readonly number[] };
}

export interface LiveMatch {
  readonly id: string;
  readonly state: string;
  readonly clock?: { readonly from: number; readonly minute: number; readonly minuteMs: number };
  readonly measures: Readonly<Record<string, Pair>>;
}

export const isOrder = (value: unknown): value is SportOrder =>
  typeof value === 'object' && value !== null && Array.isArray((value as SportOrder).legs);

export type Outcome = 'won' | 'lost' | 'void' | 'open';

/** How a match of the order ended for the player. */
export function outcomeOf(leg: OrderLeg): Outcome {
  if (leg.void) return 'void';
  const decided = leg.picks.filter(({ hit }) => hit !== undefined);
  if (decided.some((pick) => pick.hit && !pick.void)) return 'won';
  if (decided.some((pick) => pick.void)) return 'void';
  return decided.length > 0 && decided.length === leg.picks.length ? 'lost' : 'open';
}

/** 已中 2/4 场，1 场未结束: in words, what the order waits for. */
export function progressText({ legs, passes = [], status, pool = false }: SportOrder): string {
  const outcomes = legs.map(outcomeOf);
  const count = (outcome: Outcome): number => outcomes.filter((each) => each === outcome).length;
  const [won, lost, open, voided] = [count('won'), count('lost'), count('open'), count('void')];
  const parts = [`已中 ${pool ? won + voided : won}/${legs.length} 场`];
  if (voided > 0) parts.push(`${voided} 场无效${pool ? '算对' : '按 1.00 计'}`);
  if (open > 0 && status === 'pending') parts.push(`${open} 场未结束`);
  // Fewer matches are left than the shortest bet joins.
  const least = Math.min(...passes.map(({ code }) => shortest(code)));
  if (open > 0 && Number.isFinite(least) && legs.length - lost < least) parts.push('已不可能中奖');
  return parts.join('，');
}

/** The least matches that a bet of a pass can join: a pass of one bet joins all of its matches, the others may join two. */
function shortest(code: string): number {
  const [matches = '1', bets = '1'] = code.split('_');
  return bets === '1' ? Number(matches) : 1;
}
