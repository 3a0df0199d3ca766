/**
 * What movements are about that belong to no order: what was bought in the store, which offer or activity gave, to which account was
 * withdrawn. In words, by their `ref`.
 */
import { v5 as uuidv5 } from 'uuid';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { OFFERS } from './offers/offers.ts';
import { accountNames } from './payout/withdrawals.ts';

/** Kinds of movements that may be about such a thing; others are not asked for. */
const KINDS: ReadonlySet<string> = new Set(['store', 'pointsSpend', 'points', 'bonus']);
const WITHDRAWN: ReadonlySet<string> = new Set(['withdrawRequest', 'withdrawPaid', 'withdrawCancel', 'fee']);

export type SubjectParts = { readonly publication: Pick<Context['publication'], 'products' | 'activities'> };

interface Moved {
  readonly kind: string;
  readonly ref: string | null;
}

/** What the movements of a player's claim of an activity are known by. `id`: of the activity, 32 hexadecimal digits. */
export const activityRef = (userId: number, id: string): string => uuidv5(`activity:${id}:${userId}`, uuidv5.URL);

/** Ref → words, for those of the movements that are about something that has a name now. A statement for each sort that is among them. */
export async function subjectsOf(
  { publication }: SubjectParts,
  client: Querying,
  userId: number,
  movements: readonly Moved[],
): Promise<ReadonlyMap<string, string>> {
  const among = (kinds: ReadonlySet<string>) => [
    ...new Set(movements.flatMap(({ kind, ref }) => (ref !== null && kinds.has(kind) ? [ref] : []))),
  ];
  const [refs, withdrawn] = [among(KINDS), among(WITHDRAWN)];
  const found = new Map(withdrawn.length === 0 ? [] : await accountNames(client, userId, withdrawn));
  if (refs.length === 0) return found;
  const { rows } = await client.query<{ ref: string; product: string | null; offer: string | null; count: number }>(
    `SELECT id AS ref, product, NULL AS offer, count FROM purchases WHERE user_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, NULL, offer, 1 FROM offer_claims WHERE user_id = $1 AND id = ANY ($2::uuid[])`,
    [userId, refs],
    'movement-subjects',
  );
  for (const { ref, product, offer, count } of rows) {
    const name = product === null ? OFFERS.find(({ code }) => code === offer)?.title : publication.products().get(product)?.name;
    if (name !== undefined) found.set(ref, count > 1 ? `${name} ×${count}` : name);
  }
  for (const { id, title } of publication.activities().values()) {
    const ref = activityRef(userId, id);
    if (refs.includes(ref)) found.set(ref, title);
  }
  return found;
}
