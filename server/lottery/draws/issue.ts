/** A drawn issue as settlement reads it, and the rules of the versions under which its tickets were sold. */
import type { Draw } from '../../../engine/descriptions/types.ts';
import { compiledGame } from '../../../engine/rules/index.ts';
import type { Querying } from '../../platform/index.ts';
import type { Games, GameVersion } from '../../catalog/index.ts';
import { abortsTransaction } from './quarantine.ts';

export interface DrawnIssue {
  readonly game: string;
  readonly issue: string;
  readonly hash: string;
  readonly numbers: Draw['numbers'];
  readonly prizes: Record<string, number> | null;
  readonly draws_at: number;
  /** Ids of the pool's conditions in force for the issue; empty until its prizes are fixed. */
  readonly in_force: readonly string[];
  /** Hex. All selections up to this one are settled. While settled_user is set, this one is settled only up to the ticket settled_id. */
  readonly settled_to: string | null;
  readonly settled_user: number | null;
  readonly settled_id: string | null;
}

/** Versions of games by hash. */
export type VersionOf = (hash: string) => Promise<GameVersion>;

/** Reads versions through the transaction's client, because the embedded database has no other session. */
export const versionsOf =
  (games: Games, client: Querying): VersionOf =>
  (hash) =>
    games.byHash(hash, client);

/** The pool's conditions of an issue of the table `issues`, as `in_force`. */
export const IN_FORCE = (issues: string): string =>
  `coalesce((SELECT p.in_force FROM issue_pools p WHERE p.game = ${issues}.game AND p.issue = ${issues}.issue), '{}') AS in_force`;

/** The rules of a version for an issue. Sets of numbers and prizes may depend on the day, and fixed prizes on the pool. */
export function rulesOnDrawDay(
  version: GameVersion,
  { draws_at, in_force }: Pick<DrawnIssue, 'draws_at'> & Partial<Pick<DrawnIssue, 'in_force'>>,
): GameVersion['compiled'] {
  return compiledGame(version.game, draws_at, in_force);
}

/**
 * False when the drawn numbers do not fit the zones of a ticket's version. A chase may be weeks old, and the zones may have changed since.
 * Such a ticket can neither win nor lose, so its stake is refunded.
 */
export function numbersFitZones(version: GameVersion, numbers: Draw['numbers']): boolean {
  return version.game.draw.zones.every((zone) => {
    const drawn = numbers[zone.id];
    return drawn?.length === zone.pick && drawn.every((number) => number >= zone.from && number <= zone.to);
  });
}

/** Runs `work`: its value, or the error if one item cannot be judged. @throws errors of the database, which abort the transaction. */
export async function valueOrFault<T>(work: () => Promise<T>): Promise<{ readonly value: T } | { readonly fault: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (abortsTransaction(error)) throw error;
    return { fault: error };
  }
}
