/** How matches can be joined on a slip: passes (过关), bankers (胆), single bets (单关). Pure; match-slip.ts is the machine. */
import type { PickedMatch } from './picked-matches.ts';

/** What of a game's description decides how matches are joined. */
export interface SlipRules {
  readonly hash: string;
  /** The table of passes; none in a game with a pool. */
  readonly passes: readonly { readonly code: string; readonly matches: number; readonly legs: readonly number[] }[];
  /** Most legs of a bet, by play. */
  readonly plays: Readonly<Record<string, number>>;
  /** Matches of a bet of a pool, by play; `matches` is how many an issue has. */
  readonly pool?: { readonly matches: number; readonly choose: Readonly<Record<string, number>> };
  readonly caps: { readonly matches: number; readonly legs: number; readonly multiplier: number };
  /** Bets are sold at the current odds; otherwise moved odds do not matter. */
  readonly priced: boolean;
}

export interface JoinedInput {
  readonly rules: SlipRules;
  readonly legs: readonly PickedMatch[];
  /** What the player chose; null: all matches joined. */
  readonly passes: readonly string[] | null;
}

export interface Joined {
  /** Most matches that one bet joins: of the game and of each play that is picked. */
  readonly most: number;
  /** Passes that these matches and bankers allow. */
  readonly possible: readonly string[];
  /** Those that are bet: what the player chose, or all matches joined. */
  readonly chosen: readonly string[];
  /** Most bankers. */
  readonly bankers: number;
  /** Matches that are still wanted; 0 when the ticket can be bet. */
  readonly lacking: number;
}

/** How matches can be joined on a slip, and are. */
export function joined({ rules, legs, passes }: JoinedInput): Joined {
  const bankers = legs.filter(({ banker }) => banker).length;
  const plays = new Set(legs.flatMap((leg) => Object.keys(leg.picks)));
  const { pool } = rules;
  if (pool) {
    const choose = Math.max(0, ...[...plays].map((play) => pool.choose[play] ?? 0));
    // Where every match is in every bet, a banker says nothing.
    const most = choose === pool.matches ? 0 : Math.max(0, Math.min(choose, legs.length) - 1);
    return { most: choose, possible: [], chosen: [], bankers: most, lacking: Math.max(0, choose - legs.length) };
  }
  const most = Math.min(legs.length, rules.caps.legs, ...[...plays].map((play) => rules.plays[play] ?? 0));
  const single = legs.every(isSingle);
  const fits = rules.passes.filter((pass) => pass.matches <= most && pass.matches > bankers && (single || !pass.legs.includes(1)));
  const possible = fits.map(({ code }) => code);
  const all = fits.find((pass) => pass.matches === most && pass.legs.length === 1 && pass.legs[0] === most);
  const chosen = passes?.filter((code) => possible.includes(code)) ?? [];
  return {
    most,
    possible,
    chosen: chosen.length > 0 ? chosen : all ? [all.code] : [],
    bankers: Math.max(0, most - 1),
    // One match too few: either no single bet is sold on it, or there is no match at all.
    lacking: possible.length > 0 ? 0 : 1,
  };
}

/** Everything picked in the match is sold as a single bet (单关). */
export const isSingle = ({ picks, singles }: PickedMatch): boolean => Object.keys(picks).every((play) => singles.includes(play));
