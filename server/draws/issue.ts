/** A drawn issue as settlement works with it, and the rules of the versions that its tickets were sold under. */
import type { Draw } from '../../engine/descriptions/types.ts';
import { compiledGame } from '../../engine/rules/index.ts';
import type { Querying } from '../db/database.ts';
import type { Games, GameVersion } from '../games.ts';
import { abortsTransaction } from './quarantine.ts';

export interface DrawnIssue {
  readonly game: string;
  readonly issue: string;
  readonly hash: string;
  readonly numbers: Draw['numbers'];
  readonly prizes: Record<string, number> | null;
  readonly draws_at: number;
  /** Every selection up to this one is done; while settled_user is set, this one only up to that ticket. */
  readonly settled_to: string | null;
  readonly settled_user: number | null;
  readonly settled_id: string | null;
}

/** Versions of games by hash. */
export type VersionOf = (hash: string) => Promise<GameVersion>;

/** Through the transaction's own client: on the embedded database that is the only session. */
export const versionsOf =
  (games: Games, client: Querying): VersionOf =>
  (hash) =>
    games.byHash(hash, client);

/** A version's rules on the day of the draw: what a set of numbers holds may change with the day. */
export function rulesAt(version: GameVersion, issue: Pick<DrawnIssue, 'draws_at'>): GameVersion['compiled'] {
  return compiledGame(version.game, issue.draws_at);
}

/**
 * False when the draw has not the numbers that a ticket was sold for: a chase may be weeks old, and the game may draw from other zones
 * by now. Such a ticket can neither win nor lose, so its stake is given back.
 */
export function fits(version: GameVersion, numbers: Draw['numbers']): boolean {
  return version.game.draw.zones.every((zone) => {
    const drawn = numbers[zone.id];
    return drawn?.length === zone.pick && drawn.every((number) => number >= zone.from && number <= zone.to);
  });
}

/** The result of `work`, or why this one thing cannot be judged. A database that refuses or is away is thrown on. */
export async function judged<T>(work: () => Promise<T>): Promise<{ readonly value: T } | { readonly fault: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (abortsTransaction(error)) throw error;
    return { fault: error };
  }
}
