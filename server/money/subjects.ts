/**
 * What movements are about that belong to no order: a small game, a scratch card, a question of a quiz, what was bought in the store, which offer
 * or activity gave, to which account was withdrawn, how a recharge was paid. A new one is one line here.
 */
import { activitySubjects } from '../activities/subject.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { quizSubjects } from '../quiz/subject.ts';
import { cardSubjects, purchaseSubjects } from '../scratch/subject.ts';
import { playSubjects } from '../small/subject.ts';
import { productSubjects } from '../store/subject.ts';
import { offerSubjects } from './offers/subject.ts';
import { withdrawalSubjects } from './payout/subject.ts';
import { rechargeSubjects } from './recharge/subject.ts';

export interface SubjectParts {
  readonly database: Querying;
  readonly publication: Pick<Context['publication'], 'products' | 'activities'>;
  readonly recharge: Pick<Context['recharge'], 'rules'>;
}

export interface SubjectKind {
  /** Kinds of movements whose `ref` may name one. */
  readonly movements: readonly string[];
  /** What those of one player among these refs are called, if they have a name now: one statement at most. */
  find(parts: SubjectParts, userId: number, refs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const KINDS: readonly SubjectKind[] = [
  playSubjects,
  purchaseSubjects,
  cardSubjects,
  quizSubjects,
  productSubjects,
  offerSubjects,
  activitySubjects,
  withdrawalSubjects,
  rechargeSubjects,
];

export interface Moved {
  readonly kind: string;
  readonly ref: string | null;
  /** Kind of the order that it belongs to; left out: it is not known whether to any. */
  readonly order_kind?: string | null;
}

/** By what the movements name. Asks only where there is something to ask. */
export async function subjectsOf(parts: SubjectParts, userId: number, movements: readonly Moved[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    KINDS.map(async ({ movements: kinds, find }) => {
      const of = movements.flatMap(({ kind, ref, order_kind = null }) =>
        ref !== null && order_kind === null && kinds.includes(kind) ? [ref] : [],
      );
      return of.length === 0 ? [] : [...(await find(parts, userId, [...new Set(of)]))];
    }),
  );
  return new Map(found.flat());
}
