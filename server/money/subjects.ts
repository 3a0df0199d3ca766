/** What movements are about that belong to no order: a small game, a scratch card, a question of a quiz. A new one is one line here. */
import type { Database } from '../db/database.ts';
import { quizSubjects } from '../quiz/subject.ts';
import { cardSubjects, purchaseSubjects } from '../scratch/subject.ts';
import { playSubjects } from '../small/subject.ts';

export interface Subject {
  /** What it is called in a list. */
  readonly subject: string;
  /** Where it is shown. */
  readonly to: string;
}

export interface SubjectKind {
  /** Kinds of movements whose `ref` may name one. */
  readonly movements: readonly string[];
  /** Those of one player among these refs: one statement. */
  find(database: Pick<Database, 'query'>, userId: number, refs: readonly string[]): Promise<ReadonlyMap<string, Subject>>;
}

const KINDS: readonly SubjectKind[] = [playSubjects, purchaseSubjects, cardSubjects, quizSubjects];

/** By what the movements name. Asks only where there is something to ask. */
export async function subjectsOf(
  database: Pick<Database, 'query'>,
  userId: number,
  movements: readonly { readonly kind: string; readonly ref: string | null; readonly order_kind: string | null }[],
): Promise<ReadonlyMap<string, Subject>> {
  const found = await Promise.all(
    KINDS.map(async ({ movements: kinds, find }) => {
      const of = movements.flatMap(({ kind, ref, order_kind }) =>
        ref !== null && order_kind === null && kinds.includes(kind) ? [ref] : [],
      );
      return of.length === 0 ? [] : [...(await find(database, userId, [...new Set(of)]))];
    }),
  );
  return new Map(found.flat());
}
