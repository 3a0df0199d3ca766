/**
 * What movements are about that belong to no order: a small game, a scratch card, a question of a quiz, a product of the store, an offer or
 * activity, an account that money was withdrawn to, a way of recharging. The modules above register their kinds in server/registries.ts.
 */
import type { Querying } from '../platform/index.ts';

export interface MovementLabelSource {
  /** Kinds of movements whose `ref` may name one. */
  readonly movements: readonly string[];
  /** Names of those of one player among these refs that have a name now: one statement at most. */
  find(client: Querying, userId: number, refs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface LabelledMovement {
  readonly kind: string;
  readonly ref: string | null;
  /** Kind of the order that it belongs to; left out where it is not known whether it belongs to one. */
  readonly order_kind?: string | null;
}

/** Names of the subjects of a player's movements, by `ref`. Asks the database only where a movement may have a subject. */
export type MovementLabels = (
  client: Querying,
  userId: number,
  movements: readonly LabelledMovement[],
) => Promise<ReadonlyMap<string, string>>;

export function movementLabels(kinds: readonly MovementLabelSource[]): MovementLabels {
  return async (client, userId, movements) => {
    const found = await Promise.all(
      kinds.map(async ({ movements: own, find }) => {
        const refs = movements.flatMap(({ kind, ref, order_kind = null }) =>
          ref !== null && order_kind === null && own.includes(kind) ? [ref] : [],
        );
        return refs.length === 0 ? [] : [...(await find(client, userId, [...new Set(refs)]))];
      }),
    );
    return new Map(found.flat());
  };
}
