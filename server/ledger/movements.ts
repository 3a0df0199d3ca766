/** The described kinds of movements (protocol/movements.json), as the server reads them. The database refuses every other movement. */
import { MOVEMENTS } from '../platform/index.ts';

const byKind = new Map(MOVEMENTS.map((movement) => [movement.kind, movement]));

/** Kinds of a group. */
export const kindsInGroup = (group: string): readonly string[] =>
  MOVEMENTS.filter((movement) => movement.group === group).map(({ kind }) => kind);

/** Kinds that may enter or leave a purse. */
export const kindsTouching = (purse: string): readonly string[] =>
  MOVEMENTS.filter(({ pairs }) => pairs.some((pair) => pair.includes(purse))).map(({ kind }) => kind);

/**
 * Kinds that only change the place of a player's money: held and given back, between his purses, to a company and back. They are neither income
 * nor outgo. A requested withdrawal is on its way out and counts as outgo.
 */
export const INTERNAL_MOVE_KINDS: readonly string[] = MOVEMENTS.filter(
  ({ group, pairs }) =>
    group === 'transfer' &&
    pairs.every((pair) => pair.every((account) => !/^(house|outside|escrow|pool):|^(points|score|growth)$/.test(account))),
).map(({ kind }) => kind);

export const groupOfKind = (kind: string): string => byKind.get(kind)?.group ?? 'transfer';

/** What a player reads about a movement. A kind that this version does not know (of a newer one, say) is shown by its name. */
export function movementTitle(kind: string, reason: string): string {
  const movement = byKind.get(kind);
  return movement?.reasons[reason] ?? movement?.title ?? kind;
}

/**
 * Where the app shows what a movement is about; undefined: its bill says all that there is. `ref`: what it belongs to, null where that is not
 * known by a name; a page of that thing alone is then no place to go to.
 */
export function movementLink({ kind, reason }: { readonly kind: string; readonly reason: string }, ref: string | null): string | undefined {
  const movement = byKind.get(kind);
  const to = movement?.reasonsTo?.[reason] ?? movement?.to;
  return ref === null && to?.includes('{ref}') ? undefined : to?.replace('{ref}', ref ?? '');
}
